#include "LibraryLoader.h"
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

// Without the visibility that the header gives to exported functions.
#define ZIP_EXTERN
#pragma GCC visibility push(hidden)
#include "ZipLibrary.h"
#include "ZipFunctions.h"

#define LIBRARY_NAME "libzip"
#define LIBRARY_PACKAGE "libzip-dev"
#define LIBRARY_FAULT zip_library_fault
// Debian 12 calls the same interface 4.
#define LIBRARY_FILES "libzip.so.5", "libzip.so.4"
#include "LibraryForwarding.h"
#pragma GCC visibility pop
