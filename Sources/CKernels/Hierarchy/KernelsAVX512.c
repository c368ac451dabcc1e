// The kernels for AVX-512.
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define NAME(kernel) hierarchy_##kernel##_avx512
#include "Kernels.h"
#pragma clang attribute pop
#endif
