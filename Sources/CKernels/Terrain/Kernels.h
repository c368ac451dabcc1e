// What the files of kernels share.
#pragma once
#include "TerrainKernels.h"

#define TERRAIN_NO_DATA (-9999.0f)

// atan(t) = t (a0 + a1 t^2 + ...) for 0...1, by iterated weighted least squares at Chebyshev's nodes; error 1.2e-7.
#define ATAN_0 0.999999336f
#define ATAN_1 (-0.333298609f)
#define ATAN_2 0.199465665f
#define ATAN_3 (-0.139086321f)
#define ATAN_4 0.0964220061f
#define ATAN_5 (-0.0559123418f)
#define ATAN_6 0.0218629536f
#define ATAN_7 (-0.00405456302f)

// The colour of an elevation that is exactly that of a stop, else nothing.
uint32_t terrain_exact_colour(float elevation, const struct terrain_look *look);

#define DECLARE(NAME)                                                                              \
  void NAME(                                                                                       \
      enum terrain_kind kind, int is_sharp, const struct terrain_row *row,                         \
      const struct terrain_look *look, void *pixels);
DECLARE(terrain_make_row_portable)
DECLARE(terrain_make_row_avx2)
DECLARE(terrain_make_row_avx512)
