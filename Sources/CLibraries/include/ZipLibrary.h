// libzip, which is loaded on first use.
#pragma once
#include <zip.h>

// Loads libzip by the first call. Returns NULL when its functions can be called, else a message for the user.
const char *zip_library_fault(void);
