// SQLite, which is loaded on first use.
#pragma once
#include <sqlite3.h>

// Loads SQLite by the first call. Returns NULL when its functions can be called, else a message for the user.
const char *sqlite_library_fault(void);
