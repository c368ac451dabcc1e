#include "LibraryLoader.h"
#include <stdarg.h>

#pragma GCC visibility push(hidden)
#include "SQLiteLibrary.h"
#include "SQLiteFunctions.h"

#define LIBRARY_NAME "SQLite"
#define LIBRARY_PACKAGE "libsqlite3-dev"
#define LIBRARY_FAULT sqlite_library_fault
#define LIBRARY_FILES "libsqlite3.so.0"
#include "LibraryForwarding.h"
#pragma GCC visibility pop
