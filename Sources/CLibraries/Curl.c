#include "CurlLibrary.h"
#include "LibraryLoader.h"
#include "CurlFunctions.h"

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum {
#define INDEX(name) index_of_##name,
  LIBRARY_FUNCTIONS(INDEX)
  function_count
};

static const char *const function_names[] = {
#define NAME(name) #name,
    LIBRARY_FUNCTIONS(NAME)
};

// Either is the same library with another one for TLS.
static const char *const library_files[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
static void *library_functions[function_count];
static struct system_library library = {
    .name = "libcurl",
    .package = "libcurl4-gnutls-dev",
    .files = library_files,
    .names = function_names,
    .functions = library_functions,
    .count = function_count,
};

// A function of the loaded library, with the type that the header declares.
#define CALL(name) ((__typeof__(name) *)system_library_function(&library, index_of_##name))

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void start(void) { CALL(curl_global_init)(CURL_GLOBAL_DEFAULT); }

const char *curl_library_fault(void) {
  const char *fault = system_library_fault(&library);
  if (!fault) pthread_once(&once, start);
  return fault;
}

// The state of a transfer on its way.
struct progress {
  struct curl_transfer *transfer;
  // Indicates that the last line of the head was received, and that the rest is not wanted.
  int is_headed, is_enough;
  // The end that a callback decided on; CURL_END_COMPLETE while there is none.
  int verdict;
  size_t head_capacity, body_capacity;
};

// Appends bytes to a buffer that grows by doubling; returns whether they fit within the limit and the memory.
static int append(char **buffer, size_t *count, size_t *capacity, int64_t limit, const char *bytes, size_t added) {
  if (added > (size_t)limit || *count > (size_t)limit - added) return 0;
  if (*count + added > *capacity) {
    size_t larger = *capacity * 2 > *count + added ? *capacity * 2 : *count + added + 4096;
    char *moved = realloc(*buffer, larger);
    if (!moved) return 0;
    *buffer = moved;
    *capacity = larger;
  }
  memcpy(*buffer + *count, bytes, added);
  *count += added;
  return 1;
}

// Receives the head line by line. Informational responses before the last one are dropped, trailers after the body are ignored.
static size_t receive_head(char *line, size_t size, size_t number, void *context) {
  struct progress *progress = context;
  struct curl_transfer *transfer = progress->transfer;
  size_t count = size * number;
  if (progress->is_headed) return count;
  if (count >= 5 && !memcmp(line, "HTTP/", 5)) {
    transfer->head_count = 0;
    const char *space = memchr(line, ' ', count);
    size_t rest = space ? count - (size_t)(space - line) : 0;
    transfer->status = 0;
    for (size_t digit = 1; digit <= 3 && digit < rest && space[digit] >= '0' && space[digit] <= '9'; digit += 1)
      transfer->status = transfer->status * 10 + (space[digit] - '0');
    return count;
  }
  if (!append(
          &transfer->head, &transfer->head_count, &progress->head_capacity, transfer->head_limit, line, count)) {
    progress->verdict = CURL_END_TOO_LARGE;
    return 0;
  }
  int is_blank = count <= 2 && (line[0] == '\r' || line[0] == '\n');
  if (!is_blank || (transfer->status < 200 && transfer->status != 101)) return count;
  progress->is_headed = 1;
  progress->is_enough = transfer->status != 200 || transfer->sent;
  return progress->is_enough ? 0 : count;
}

static size_t receive_body(char *bytes, size_t size, size_t number, void *context) {
  struct progress *progress = context;
  struct curl_transfer *transfer = progress->transfer;
  size_t count = size * number;
  if (append(&transfer->body, &transfer->body_count, &progress->body_capacity, transfer->body_limit, bytes, count))
    return count;
  progress->verdict = CURL_END_TOO_LARGE;
  return 0;
}

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return CURL_END_COMPLETE;
    case CURLE_OPERATION_TIMEDOUT: return CURL_END_TIMED_OUT;
    // A line of the head beyond libcurl's own limit: 27 up to version 8.5, then 100.
    case CURLE_OUT_OF_MEMORY:
    case (CURLcode)100:
    case CURLE_FILESIZE_EXCEEDED: return CURL_END_TOO_LARGE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_SSL_CONNECT_ERROR: return CURL_END_UNREACHABLE;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return CURL_END_UNTRUSTED;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return CURL_END_CUT;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING: return CURL_END_MALFORMED;
    default: return CURL_END_FAILED;
  }
}

// Returns the end that the caller's limits decide on; CURL_END_COMPLETE while they allow more.
static int exceeded(struct progress *progress, CURL *easy, int64_t began) {
  struct curl_transfer *transfer = progress->transfer;
  int64_t passed = now_ms() - began;
  if (transfer->is_cancelled(transfer->context)) return CURL_END_CANCELLED;
  if (passed >= transfer->whole_ms) return CURL_END_TIMED_OUT;
  if (!progress->is_headed && passed >= transfer->head_ms) return CURL_END_TIMED_OUT;
  curl_off_t sent = 0;
  CALL(curl_easy_getinfo)(easy, CURLINFO_SIZE_DOWNLOAD_T, &sent);
  return sent > transfer->body_limit ? CURL_END_TOO_LARGE : CURL_END_COMPLETE;
}

// Performs a transfer until it ends or a limit is exceeded, and returns its end.
static int perform(struct progress *progress, CURLM *multi, CURL *easy) {
  int64_t began = now_ms();
  for (;;) {
    int running = 0, left = 0;
    CURLMcode fault = CALL(curl_multi_perform)(multi, &running);
    if (progress->is_enough) return CURL_END_COMPLETE;
    if (progress->verdict != CURL_END_COMPLETE) return progress->verdict;
    if (fault != CURLM_OK) return CURL_END_FAILED;
    CURLMsg *message = CALL(curl_multi_info_read)(multi, &left);
    if (message && message->msg == CURLMSG_DONE) {
      progress->transfer->code = message->data.result;
      int end = end_of(message->data.result);
      // The end of the connection ends the head for libcurl.
      return end == CURL_END_COMPLETE && !progress->is_headed ? CURL_END_CUT : end;
    }
    int end = exceeded(progress, easy, began);
    if (end != CURL_END_COMPLETE) return end;
    if (!running) return CURL_END_FAILED;
    CALL(curl_multi_poll)(multi, NULL, 0, 50, NULL);
  }
}

static void prepare(CURL *easy, struct progress *progress, struct curl_slist *fields) {
  const struct curl_transfer *transfer = progress->transfer;
#define SET(option, value) CALL(curl_easy_setopt)(easy, option, value)
  SET(CURLOPT_URL, transfer->address);
  SET(CURLOPT_HTTPHEADER, fields);
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_FORBID_REUSE, 1L);
  // Of versions from 7.87 on: a name that is still looked up does not hold the caller.
  SET((CURLoption)322, 1L);
  // Decompressed bytes come to receive_body as they arrive, which ends the transfer beyond the limit.
  SET(CURLOPT_ACCEPT_ENCODING, "gzip, deflate");
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)transfer->connect_ms);
  SET(CURLOPT_TIMEOUT_MS, (long)transfer->whole_ms);
  // The body of an answer to a POST is not read, whatever its size.
  if (!transfer->sent) SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)transfer->body_limit);
  if (transfer->is_local) SET(CURLOPT_NOPROXY, "*");
  if (transfer->sent) {
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->sent_count);
    SET(CURLOPT_POSTFIELDS, transfer->sent);
  }
  SET(CURLOPT_HEADERFUNCTION, receive_head);
  SET(CURLOPT_HEADERDATA, progress);
  SET(CURLOPT_WRITEFUNCTION, receive_body);
  SET(CURLOPT_WRITEDATA, progress);
#undef SET
}

void curl_transfer_run(struct curl_transfer *transfer) {
  transfer->head = transfer->body = NULL;
  transfer->head_count = transfer->body_count = 0;
  transfer->status = 0;
  transfer->code = 0;
  transfer->end = CURL_END_FAILED;
  struct progress progress = {.transfer = transfer, .verdict = CURL_END_COMPLETE};
  CURLM *multi = CALL(curl_multi_init)();
  CURL *easy = CALL(curl_easy_init)();
  struct curl_slist *fields = NULL;
  for (const char *const *field = transfer->fields; *field; field += 1) {
    struct curl_slist *longer = CALL(curl_slist_append)(fields, *field);
    if (longer) fields = longer;
  }
  if (multi && easy) {
    prepare(easy, &progress, fields);
    if (CALL(curl_multi_add_handle)(multi, easy) == CURLM_OK) {
      transfer->end = perform(&progress, multi, easy);
      CALL(curl_multi_remove_handle)(multi, easy);
    }
  }
  if (easy) CALL(curl_easy_cleanup)(easy);
  if (multi) CALL(curl_multi_cleanup)(multi);
  CALL(curl_slist_free_all)(fields);
}

void curl_transfer_free(struct curl_transfer *transfer) {
  free(transfer->head);
  free(transfer->body);
  transfer->head = transfer->body = NULL;
  transfer->head_count = transfer->body_count = 0;
}

char *curl_address_resolved(const char *base, const char *location) {
  CURLU *url = CALL(curl_url)();
  char *found = NULL, *copy = NULL;
  if (url && !CALL(curl_url_set)(url, CURLUPART_URL, base, 0) &&
      !CALL(curl_url_set)(url, CURLUPART_URL, location, CURLU_NON_SUPPORT_SCHEME) &&
      !CALL(curl_url_get)(url, CURLUPART_URL, &found, 0))
    copy = strdup(found);
  CALL(curl_free)(found);
  if (url) CALL(curl_url_cleanup)(url);
  return copy;
}
