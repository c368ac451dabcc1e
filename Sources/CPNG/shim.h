#pragma once
#include <png.h>
// libpng's own compression, which it always comes with.
#include <zlib.h>
