// PROJ, which is loaded on first use.
#pragma once
#include <geodesic.h>
#include <proj.h>

// Loads PROJ by the first call. Returns NULL when its functions can be called, else a message for the user.
const char *proj_library_fault(void);
