// GEOS, which is loaded on first use.
#pragma once
#include <geos_c.h>

// Loads GEOS by the first call. Returns NULL when its functions can be called, else a message for the user.
const char *geos_library_fault(void);
