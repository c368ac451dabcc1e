// The kernels for what every machine has: SSE2 or NEON.
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define VECTOR_WIDTH 4
#define NAME terrain_make_row_portable
#if defined(__SSE2__)
// Twelve bits, and one step of Newton's.
#define RSQRT(x) reciprocal_root(x)
typedef float four __attribute__((ext_vector_type(4)));
static inline __attribute__((always_inline)) four reciprocal_root(four x) {
  four y = (four)_mm_rsqrt_ps((__m128)x);
  return y * (1.5f - 0.5f * x * y * y);
}
#else
#define RSQRT(x) (1.0f / __builtin_elementwise_sqrt(x))
#endif
#include "RowKernels.h"
