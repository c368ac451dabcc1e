// libtiff, which is loaded on first use.
#pragma once
#include <tiffio.h>

// Loads libtiff by the first call. Returns NULL when its functions can be called, else a message for the user.
const char *tiff_library_fault(void);
