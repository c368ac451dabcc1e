// The kernels for AVX2 with fused multiplication.
#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

#define VECTOR_WIDTH 8
#define NAME terrain_make_row_avx2
#define RSQRT(x) reciprocal_root(x)
typedef float eight __attribute__((ext_vector_type(8)));
// Twelve bits, and one step of Newton's.
static inline __attribute__((always_inline)) eight reciprocal_root(eight x) {
  eight y = (eight)_mm256_rsqrt_ps((__m256)x);
  return y * (1.5f - 0.5f * x * y * y);
}
#include "RowKernels.h"

#pragma clang attribute pop
#endif
