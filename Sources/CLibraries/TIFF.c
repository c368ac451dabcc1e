#include "LibraryLoader.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)
#include "TIFFLibrary.h"
#include "TIFFFunctions.h"

#define LIBRARY_NAME "libtiff"
#define LIBRARY_PACKAGE "libtiff-dev"
#define LIBRARY_FAULT tiff_library_fault
#if TIFFLIB_VERSION < 20221213
#error "libtiff 4.5 or newer is needed"
#endif
#define LIBRARY_FILES "libtiff.so.6"
#include "LibraryForwarding.h"
#pragma GCC visibility pop
