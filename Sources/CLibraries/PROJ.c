#include "LibraryLoader.h"

// Without the visibility that the header gives to exported functions.
#define PROJ_DLL
#define GEOD_DLL
#pragma GCC visibility push(hidden)
#include "PROJLibrary.h"
#include "PROJFunctions.h"

#define LIBRARY_NAME "PROJ"
#define LIBRARY_PACKAGE "libproj-dev"
#define LIBRARY_FAULT proj_library_fault
#if PROJ_VERSION_MAJOR == 9
#define LIBRARY_FILES "libproj.so.25"
#else
#error "the file name of this version of PROJ is not known; add it here"
#endif
#include "LibraryForwarding.h"
#pragma GCC visibility pop
