// A library loaded before libc (LD_PRELOAD) that counts the file calls a process makes below given folders, makes the
// n-th of them fail, and writes down what changes files, for Tools/sweep-io.
//
//   CALLS_FOLDERS  absolute folders, separated by colons; only calls on what lies in them count
//   CALLS_REPORT   a file that gets the counts at exit, and the failed call when it fails
//   CALLS_FAIL     n: the call that fails, from 1; 0 or none: no call
//   CALLS_MODE     error (with CALLS_ERRNO), lasting (that call and all after it), short (half of the bytes),
//                  kill (SIGKILL instead of the call), halt (SIGKILL after the call)
//   CALLS_TRACE    a file that gets every change of a file with its bytes: struct record, names, bytes
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))
#define FD_LIMIT 65536

enum mode { NONE, FAIL, LASTING, SHORT, KILL, HALT };
enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, CLOSE, CREATE };

struct record {
  uint32_t kind, descriptor;
  uint64_t offset, byte_count;
  uint32_t name_length, second_length;
};

static char folders[8][PATH_MAX];
static int folder_count;
static unsigned char is_counted[FD_LIMIT];
static long call_count, failing;
static enum mode mode;
static int error_number = EIO, trace_descriptor = -1;
static const char *report_path;
static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("CALLS_FOLDERS"), *word = getenv("CALLS_MODE"), *trace = getenv("CALLS_TRACE");
  while (text && *text && folder_count < 8) {
    size_t length = strcspn(text, ":");
    if (length > 0 && length < PATH_MAX) {
      memcpy(folders[folder_count], text, length);
      folders[folder_count++][length] = 0;
    }
    text += length + (text[length] == ':');
  }
  report_path = getenv("CALLS_REPORT");
  failing = getenv("CALLS_FAIL") ? atol(getenv("CALLS_FAIL")) : 0;
  if (getenv("CALLS_ERRNO")) error_number = atoi(getenv("CALLS_ERRNO"));
  mode = !word ? NONE
       : !strcmp(word, "error") ? FAIL
       : !strcmp(word, "lasting") ? LASTING
       : !strcmp(word, "short") ? SHORT
       : !strcmp(word, "kill") ? KILL
       : !strcmp(word, "halt") ? HALT : NONE;
  if (trace) {
    int made = (int)syscall(SYS_openat, AT_FDCWD, trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    trace_descriptor = made < 0 ? -1 : (int)syscall(SYS_fcntl, made, F_DUPFD_CLOEXEC, 900);
    if (made >= 0) syscall(SYS_close, made);
  }
}

static void say(const char *what, const char *call, long number) {
  if (!report_path) return;
  char line[256];
  int length = snprintf(line, sizeof line, "%s %ld %s\n", what, number, call);
  int out = (int)syscall(SYS_openat, AT_FDCWD, report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (out < 0) return;
  syscall(SYS_write, out, line, (size_t)length);
  syscall(SYS_close, out);
}

__attribute__((destructor)) static void end(void) { say("calls", "", __atomic_load_n(&call_count, __ATOMIC_SEQ_CST)); }

/// Whether a path, from a folder's descriptor on, lies in one of the folders; the whole path goes to `whole`.
static int counts(int folder, const char *path, char *whole) {
  int saved = errno, found = 0;
  if (!path) return 0;
  if (path[0] == '/') {
    snprintf(whole, PATH_MAX, "%s", path);
  } else {
    char base[PATH_MAX], link[64];
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
    if (length < 0) { errno = saved; return 0; }
    base[length] = 0;
    if (snprintf(whole, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) { errno = saved; return 0; }
  }
  for (int i = 0; i < folder_count && !found; i++) {
    size_t length = strlen(folders[i]);
    found = !strncmp(whole, folders[i], length) && (whole[length] == '/' || !whole[length]);
  }
  errno = saved;
  return found;
}

static int counts_descriptor(int descriptor) {
  return descriptor >= 0 && descriptor < FD_LIMIT && is_counted[descriptor];
}

static void mark(int descriptor, int counted) {
  if (descriptor >= 0 && descriptor < FD_LIMIT) is_counted[descriptor] = (unsigned char)counted;
}

/// Counts a call. Answers 1 when it is to fail, with errno set, 2 when it is to do half, 3 when the process ends after it.
static int fails(const char *call) {
  long number = __atomic_add_fetch(&call_count, 1, __ATOMIC_SEQ_CST);
  if (!failing || number < failing || (number > failing && mode != LASTING)) return 0;
  if (number == failing) say("failed", call, number);
  if (mode == KILL) kill(getpid(), SIGKILL);
  if (mode == HALT) return 3;
  if (mode == SHORT) return 2;
  errno = error_number;
  return mode == FAIL || mode == LASTING;
}

static void halt_when(int answer) {
  if (answer == 3) kill(getpid(), SIGKILL);
}

static void put(const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t written = syscall(SYS_write, trace_descriptor, at, count);
    if (written <= 0) return;
    at += written;
    count -= (size_t)written;
  }
}

static void trace(uint32_t kind, int descriptor, uint64_t offset, const void *bytes, uint64_t count, const char *name,
                  const char *second) {
  if (trace_descriptor < 0) return;
  int saved = errno;
  struct record r = {kind, (uint32_t)descriptor, offset, count, name ? (uint32_t)strlen(name) : 0,
                     second ? (uint32_t)strlen(second) : 0};
  pthread_mutex_lock(&trace_lock);
  put(&r, sizeof r);
  put(name, r.name_length);
  put(second, r.second_length);
  if (bytes) put(bytes, count);
  pthread_mutex_unlock(&trace_lock);
  errno = saved;
}

static int open_at(int folder, const char *path, int flags, mode_t rights, const char *call) {
  char whole[PATH_MAX];
  int counted = counts(folder, path, whole), answer = counted ? fails(call) : 0;
  if (answer == 1) return -1;
  struct stat before;
  int existed = !counted || syscall(SYS_newfstatat, folder, path, &before, 0) == 0;
  int made = (int)syscall(SYS_openat, folder, path, flags, rights);
  mark(made, made >= 0 && counted);
  if (made >= 0 && counted) {
    trace(existed ? OPEN : CREATE, made, 0, NULL, 0, whole, NULL);
    if (existed && (flags & O_TRUNC)) trace(TRUNCATE, made, 0, NULL, 0, NULL, NULL);
  }
  halt_when(answer);
  return made;
}

#define RIGHTS(last) \
  mode_t rights = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, last); rights = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { RIGHTS(flags) return open_at(AT_FDCWD, path, flags, rights, "open"); }
int open64(const char *path, int flags, ...) { RIGHTS(flags) return open_at(AT_FDCWD, path, flags, rights, "open"); }
int openat(int folder, const char *path, int flags, ...) { RIGHTS(flags) return open_at(folder, path, flags, rights, "openat"); }
int openat64(int folder, const char *path, int flags, ...) { RIGHTS(flags) return open_at(folder, path, flags, rights, "openat"); }
int creat(const char *path, mode_t rights) { return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, rights, "creat"); }
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0, "open"); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0, "open"); }
int __openat_2(int folder, const char *path, int flags) { return open_at(folder, path, flags, 0, "openat"); }
int __openat64_2(int folder, const char *path, int flags) { return open_at(folder, path, flags, 0, "openat"); }

int close(int descriptor) {
  int counted = counts_descriptor(descriptor), answer = counted ? fails("close") : 0;
  if (counted) trace(CLOSE, descriptor, 0, NULL, 0, NULL, NULL);
  mark(descriptor, 0);
  int saved = errno, result = (int)syscall(SYS_close, descriptor);
  halt_when(answer);
  if (answer == 1) { errno = saved; return -1; }
  return result;
}

static ssize_t read_at(int descriptor, void *target, size_t count, off_t offset, const char *call) {
  int answer = counts_descriptor(descriptor) ? fails(call) : 0;
  if (answer == 1) return -1;
  if (answer == 2 && count > 1) count /= 2;
  ssize_t got = offset < 0 ? syscall(SYS_read, descriptor, target, count) : syscall(SYS_pread64, descriptor, target, count, offset);
  halt_when(answer);
  return got;
}
ssize_t read(int descriptor, void *target, size_t count) { return read_at(descriptor, target, count, -1, "read"); }
ssize_t __read_chk(int descriptor, void *target, size_t count, size_t size) { (void)size; return read_at(descriptor, target, count, -1, "read"); }
ssize_t pread(int descriptor, void *target, size_t count, off_t offset) { return read_at(descriptor, target, count, offset, "pread"); }
ssize_t pread64(int descriptor, void *target, size_t count, off_t offset) { return read_at(descriptor, target, count, offset, "pread"); }

static ssize_t write_at(int descriptor, const void *bytes, size_t count, off_t offset, const char *call) {
  int counted = counts_descriptor(descriptor), answer = counted ? fails(call) : 0;
  if (answer == 1) return -1;
  if (answer == 2 && count > 1) count /= 2;
  off_t place = offset < 0 && counted ? syscall(SYS_lseek, descriptor, 0, SEEK_CUR) : offset;
  ssize_t written = offset < 0 ? syscall(SYS_write, descriptor, bytes, count) : syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  if (counted && written > 0) trace(WRITE, descriptor, (uint64_t)place, bytes, (uint64_t)written, NULL, NULL);
  halt_when(answer);
  return written;
}
ssize_t write(int descriptor, const void *bytes, size_t count) { return write_at(descriptor, bytes, count, -1, "write"); }
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return write_at(descriptor, bytes, count, offset, "pwrite"); }
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) { return write_at(descriptor, bytes, count, offset, "pwrite"); }
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (!counts_descriptor(descriptor)) return syscall(SYS_writev, descriptor, parts, count);
  return count > 0 ? write_at(descriptor, parts[0].iov_base, parts[0].iov_len, -1, "writev") : 0;
}

static int sync_at(int descriptor, long number, const char *call) {
  int counted = counts_descriptor(descriptor), answer = counted ? fails(call) : 0;
  if (answer == 1) return -1;
  int result = (int)syscall(number, descriptor);
  if (counted && result == 0) trace(SYNC, descriptor, 0, NULL, 0, NULL, NULL);
  halt_when(answer);
  return result;
}
int fsync(int descriptor) { return sync_at(descriptor, SYS_fsync, "fsync"); }
int fdatasync(int descriptor) { return sync_at(descriptor, SYS_fdatasync, "fdatasync"); }

static int cut(int descriptor, off_t size) {
  int counted = counts_descriptor(descriptor), answer = counted ? fails("ftruncate") : 0;
  if (answer == 1) return -1;
  int result = (int)syscall(SYS_ftruncate, descriptor, size);
  if (counted && result == 0) trace(TRUNCATE, descriptor, (uint64_t)size, NULL, 0, NULL, NULL);
  halt_when(answer);
  return result;
}
int ftruncate(int descriptor, off_t size) { return cut(descriptor, size); }
int ftruncate64(int descriptor, off_t size) { return cut(descriptor, size); }

static int extend(int descriptor, int how, off_t offset, off_t size, const char *call) {
  int answer = counts_descriptor(descriptor) ? fails(call) : 0;
  if (answer == 1) return -1;
  int result = (int)syscall(SYS_fallocate, descriptor, how, offset, size);
  halt_when(answer);
  return result;
}
int fallocate(int descriptor, int how, off_t offset, off_t size) { return extend(descriptor, how, offset, size, "fallocate"); }
int fallocate64(int descriptor, int how, off_t offset, off_t size) { return extend(descriptor, how, offset, size, "fallocate"); }
int posix_fallocate(int descriptor, off_t offset, off_t size) { return extend(descriptor, 0, offset, size, "posix_fallocate") ? errno : 0; }
int posix_fallocate64(int descriptor, off_t offset, off_t size) { return extend(descriptor, 0, offset, size, "posix_fallocate") ? errno : 0; }

static int rename_at(int from, const char *old, int to, const char *new, unsigned flags, const char *call) {
  char whole[PATH_MAX], second[PATH_MAX];
  int counted = counts(to, new, second) && counts(from, old, whole), answer = counted ? fails(call) : 0;
  if (answer == 1) return -1;
  int result = (int)syscall(SYS_renameat2, from, old, to, new, flags);
  if (counted && result == 0) trace(RENAME, -1, 0, NULL, 0, whole, second);
  halt_when(answer);
  return result;
}
int rename(const char *old, const char *new) { return rename_at(AT_FDCWD, old, AT_FDCWD, new, 0, "rename"); }
int renameat(int from, const char *old, int to, const char *new) { return rename_at(from, old, to, new, 0, "renameat"); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) { return rename_at(from, old, to, new, flags, "renameat2"); }

static int unlink_at(int folder, const char *path, int flags, const char *call) {
  char whole[PATH_MAX];
  int counted = counts(folder, path, whole), answer = counted ? fails(call) : 0;
  if (answer == 1) return -1;
  int result = (int)syscall(SYS_unlinkat, folder, path, flags);
  if (counted && result == 0) trace(UNLINK, -1, 0, NULL, 0, whole, NULL);
  halt_when(answer);
  return result;
}
int unlink(const char *path) { return unlink_at(AT_FDCWD, path, 0, "unlink"); }
int unlinkat(int folder, const char *path, int flags) { return unlink_at(folder, path, flags, "unlinkat"); }
int remove(const char *path) { return unlink_at(AT_FDCWD, path, 0, "remove"); }

static void *map(void *place, size_t count, int rights, int flags, int descriptor, off_t offset) {
  int counted = !(flags & MAP_ANONYMOUS) && counts_descriptor(descriptor), answer = counted ? fails("mmap") : 0;
  if (answer == 1) return MAP_FAILED;
  // What is written through shared memory is not in the trace: nothing may do so.
  if (counted && (flags & MAP_SHARED) && (rights & PROT_WRITE)) say("shared", "mmap", call_count);
  void *result = (void *)syscall(SYS_mmap, place, count, rights, flags, descriptor, offset);
  halt_when(answer);
  return result;
}
void *mmap(void *place, size_t count, int rights, int flags, int descriptor, off_t offset) { return map(place, count, rights, flags, descriptor, offset); }
void *mmap64(void *place, size_t count, int rights, int flags, int descriptor, off_t offset) { return map(place, count, rights, flags, descriptor, offset); }

#define ABOUT_PATH(name, folder, path, system, ...) { \
  char whole[PATH_MAX]; \
  int answer = counts(folder, path, whole) ? fails(name) : 0; \
  if (answer == 1) return -1; \
  int result = (int)syscall(system, __VA_ARGS__); \
  halt_when(answer); \
  return result; }
#define ABOUT_DESCRIPTOR(name, system, ...) { \
  int answer = counts_descriptor(descriptor) ? fails(name) : 0; \
  if (answer == 1) return -1; \
  int result = (int)syscall(system, __VA_ARGS__); \
  halt_when(answer); \
  return result; }

int stat(const char *path, struct stat *status) ABOUT_PATH("stat", AT_FDCWD, path, SYS_newfstatat, AT_FDCWD, path, status, 0)
int stat64(const char *path, struct stat64 *status) ABOUT_PATH("stat", AT_FDCWD, path, SYS_newfstatat, AT_FDCWD, path, status, 0)
int lstat(const char *path, struct stat *status) ABOUT_PATH("lstat", AT_FDCWD, path, SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW)
int lstat64(const char *path, struct stat64 *status) ABOUT_PATH("lstat", AT_FDCWD, path, SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW)
int fstatat(int folder, const char *path, struct stat *status, int flags) ABOUT_PATH("fstatat", folder, path, SYS_newfstatat, folder, path, status, flags)
int fstatat64(int folder, const char *path, struct stat64 *status, int flags) ABOUT_PATH("fstatat", folder, path, SYS_newfstatat, folder, path, status, flags)
int access(const char *path, int rights) ABOUT_PATH("access", AT_FDCWD, path, SYS_faccessat, AT_FDCWD, path, rights)
int fstat(int descriptor, struct stat *status) ABOUT_DESCRIPTOR("fstat", SYS_fstat, descriptor, status)
int fstat64(int descriptor, struct stat64 *status) ABOUT_DESCRIPTOR("fstat", SYS_fstat, descriptor, status)
int flock(int descriptor, int operation) ABOUT_DESCRIPTOR("flock", SYS_flock, descriptor, operation)
off_t lseek(int descriptor, off_t offset, int from) {
  int answer = counts_descriptor(descriptor) ? fails("lseek") : 0;
  if (answer == 1) return -1;
  off_t result = syscall(SYS_lseek, descriptor, offset, from);
  halt_when(answer);
  return result;
}
off_t lseek64(int descriptor, off_t offset, int from) { return lseek(descriptor, offset, from); }

ssize_t readlink(const char *path, char *target, size_t size) {
  char whole[PATH_MAX];
  int answer = counts(AT_FDCWD, path, whole) ? fails("readlink") : 0;
  if (answer == 1) return -1;
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, path, target, size);
  halt_when(answer);
  return length;
}
char *realpath(const char *path, char *target) {
  char whole[PATH_MAX];
  int answer = counts(AT_FDCWD, path, whole) ? fails("realpath") : 0;
  if (answer == 1) return NULL;
  char *found = REAL(realpath)(path, target);
  halt_when(answer);
  return found;
}
int fcntl(int descriptor, int command, ...) {
  va_list more;
  va_start(more, command);
  void *last = va_arg(more, void *);
  va_end(more);
  int locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
  int answer = locks && counts_descriptor(descriptor) ? fails("fcntl") : 0;
  if (answer == 1) return -1;
  int result = (int)syscall(SYS_fcntl, descriptor, command, last);
  halt_when(answer);
  return result;
}
int fcntl64(int descriptor, int command, ...) __attribute__((alias("fcntl")));
ssize_t listxattr(const char *path, char *list, size_t size) ABOUT_PATH("listxattr", AT_FDCWD, path, SYS_listxattr, path, list, size)

DIR *opendir(const char *path) {
  char whole[PATH_MAX];
  int counted = counts(AT_FDCWD, path, whole), answer = counted ? fails("opendir") : 0;
  if (answer == 1) return NULL;
  DIR *folder = REAL(opendir)(path);
  if (folder) mark(dirfd(folder), counted);
  halt_when(answer);
  return folder;
}
int closedir(DIR *folder) {
  mark(dirfd(folder), 0);
  return REAL(closedir)(folder);
}
struct dirent *readdir(DIR *folder) {
  int answer = counts_descriptor(dirfd(folder)) ? fails("readdir") : 0;
  if (answer == 1) return NULL;
  struct dirent *entry = REAL(readdir)(folder);
  halt_when(answer);
  return entry;
}
struct dirent64 *readdir64(DIR *folder) {
  int answer = counts_descriptor(dirfd(folder)) ? fails("readdir") : 0;
  if (answer == 1) return NULL;
  struct dirent64 *entry = REAL(readdir64)(folder);
  halt_when(answer);
  return entry;
}
FILE *fopen(const char *path, const char *how) {
  char whole[PATH_MAX];
  int answer = counts(AT_FDCWD, path, whole) ? fails("fopen") : 0;
  if (answer == 1) return NULL;
  FILE *file = REAL(fopen)(path, how);
  halt_when(answer);
  return file;
}
FILE *fopen64(const char *path, const char *how) { return fopen(path, how); }
