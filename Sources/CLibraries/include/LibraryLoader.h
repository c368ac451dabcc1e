// The loading of system libraries on their first use.
//
// Linked libraries are loaded at the start of every process, with all that they depend on; most commands need none of them.
#pragma once
#include <stddef.h>

// A system library and the functions used of it.
struct system_library {
  // The name for messages, and the Debian package that installs the library.
  const char *name, *package;
  // The file names to try in order, ended by NULL: versions whose functions are those of the headers.
  const char *const *files;
  // The names of the functions, and their addresses once all of them are found; NULL before.
  const char *const *names;
  void **functions;
  // The number of functions.
  size_t count;
  // The result of the first attempt: 0 before it, 1 when the library is loaded, 2 when it can't be.
  int state;
  // The message of a failure: the reason and the remedy.
  char fault[512];
};

// Loads a library by the first call; later calls return the same result. Any thread may call it.
// Returns NULL when all functions can be called, else a message, which stays valid.
const char *system_library_fault(struct system_library *library);

// Returns a function of a library and loads it first where needed; ends the process with a message when that fails.
void *system_library_function(struct system_library *library, size_t index);
