// The kernels for AVX2.
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define NAME(kernel) hierarchy_##kernel##_avx2
#include "Kernels.h"
#pragma clang attribute pop
#endif
