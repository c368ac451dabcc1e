#include "LibraryLoader.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNTRIED, LOADED, MISSING };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Stores the message of a failure.
static void refuse(struct system_library *library, const char *reason, const char *detail) {
  snprintf(
      library->fault, sizeof library->fault, "library %s can't be loaded (%s%s); install the Debian package %s",
      library->name, reason, detail, library->package);
}

// Opens the first file that is found. A damaged file refuses the library only where no other one can be opened.
static void *opened(struct system_library *library) {
  for (const char *const *file = library->files; *file; file += 1) {
    void *handle = dlopen(*file, RTLD_LAZY | RTLD_LOCAL);
    if (handle) return handle;
    const char *reason = dlerror();
    refuse(library, reason ? reason : *file, "");
  }
  return NULL;
}

// Finds all functions before any is stored: a library that lacks one is refused as a whole.
static int load(struct system_library *library) {
  void *handle = opened(library);
  if (!handle) return MISSING;
  for (size_t index = 0; index < library->count; index += 1) {
    if (dlsym(handle, library->names[index])) continue;
    refuse(library, "it lacks ", library->names[index]);
    return MISSING;
  }
  for (size_t index = 0; index < library->count; index += 1)
    __atomic_store_n(&library->functions[index], dlsym(handle, library->names[index]), __ATOMIC_RELEASE);
  return LOADED;
}

const char *system_library_fault(struct system_library *library) {
  int state = __atomic_load_n(&library->state, __ATOMIC_ACQUIRE);
  if (state == UNTRIED) {
    pthread_mutex_lock(&lock);
    state = __atomic_load_n(&library->state, __ATOMIC_RELAXED);
    if (state == UNTRIED) {
      state = load(library);
      __atomic_store_n(&library->state, state, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
  }
  return state == LOADED ? NULL : library->fault;
}

void *system_library_function(struct system_library *library, size_t index) {
  const char *fault = system_library_fault(library);
  if (fault) {
    fprintf(stderr, "skiroute: error: %s\n", fault);
    abort();
  }
  return library->functions[index];
}
