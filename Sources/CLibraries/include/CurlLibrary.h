// Transfers by libcurl, which is loaded on first use.
//
// One call is one request: no redirect is followed, no cookie or password is kept, no connection stays open. Any thread may
// call; the call blocks it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Loads libcurl by the first call. Returns NULL when its functions can be called, else a message for the user.
const char *curl_library_fault(void);

// The ends of a transfer.
enum curl_end {
  // The whole response was received, or its head, where its status is not 200 or the request is a POST.
  CURL_END_COMPLETE,
  // The caller cancelled it.
  CURL_END_CANCELLED,
  // The time for the connection, for the head or for all of it is over.
  CURL_END_TIMED_OUT,
  // The head or the body has more bytes than the caller allows, as sent or decompressed.
  CURL_END_TOO_LARGE,
  // The server can't be reached.
  CURL_END_UNREACHABLE,
  // The server's certificate is not trusted.
  CURL_END_UNTRUSTED,
  // The connection ended within the response.
  CURL_END_CUT,
  // The response violates HTTP, or its compression.
  CURL_END_MALFORMED,
  // Another failure.
  CURL_END_FAILED,
};

// A request with its limits, and what came of it.
struct curl_transfer {
  // The address, http or https.
  const char *address;
  // Lines of the head, such as "Accept: text/csv", ended by NULL.
  const char *const *fields;
  // The body that is sent by POST, and its size in bytes; NULL for GET. The body of the response is not wanted then.
  const char *sent;
  size_t sent_count;
  // Whether the address is of this machine: no proxy is used for it then.
  int is_local;
  // The limits of the connection, of the time until the head is complete, and of the whole, in milliseconds.
  int64_t connect_ms, head_ms, whole_ms;
  // The limits in bytes; that of the body holds for the bytes sent and for those decompressed.
  int64_t head_limit, body_limit;
  // Returns whether the caller cancels the transfer; called about every 50 ms.
  int (*is_cancelled)(void *context);
  void *context;

  // The end, one of enum curl_end, and libcurl's code, 0 without a fault.
  int end, code;
  // The status of the response; 0 without one.
  long status;
  // The fields of the response, a line each with line feed, and its body, decompressed; freed by curl_transfer_free.
  char *head, *body;
  size_t head_count, body_count;
};

// Performs a transfer; the members for the response need no values before.
void curl_transfer_run(struct curl_transfer *transfer);

// Frees the response of a transfer.
void curl_transfer_free(struct curl_transfer *transfer);

// Returns the absolute address that a location of a response means, to be freed by free(); NULL when it means none.
char *curl_address_resolved(const char *base, const char *location);
