#include "LibraryLoader.h"

#pragma GCC visibility push(hidden)
#include "GEOSLibrary.h"
#include "GEOSFunctions.h"

#define LIBRARY_NAME "GEOS"
#define LIBRARY_PACKAGE "libgeos-dev"
#define LIBRARY_FAULT geos_library_fault
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define LIBRARY_FILES "libgeos_c.so." TEXT(GEOS_CAPI_VERSION_MAJOR)
#include "LibraryForwarding.h"
#pragma GCC visibility pop
