// The kernels for AVX-512.
#if defined(__x86_64__)
#include <immintrin.h>
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"))), apply_to = function)

#define VECTOR_WIDTH 16
#define NAME terrain_make_row_avx512
#define RSQRT(x) reciprocal_root(x)
typedef float sixteen __attribute__((ext_vector_type(16)));
// Fourteen bits, and one step of Newton's.
static inline __attribute__((always_inline)) sixteen reciprocal_root(sixteen x) {
  sixteen y = (sixteen)_mm512_rsqrt14_ps((__m512)x);
  return y * (1.5f - 0.5f * x * y * y);
}
#include "RowKernels.h"

#pragma clang attribute pop
#endif
