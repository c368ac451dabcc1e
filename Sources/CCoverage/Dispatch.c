// Finds the instruction set and calls its kernel.
#include "CCoverage.h"

int coverage_instruction_set(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return 2;
  if (__builtin_cpu_supports("avx2")) return 1;
#endif
  return 0;
}

void coverage_fill_portable(const struct coverage_raster *, const double *, ptrdiff_t, double);
#if defined(__x86_64__)
void coverage_fill_avx2(const struct coverage_raster *, const double *, ptrdiff_t, double);
void coverage_fill_avx512(const struct coverage_raster *, const double *, ptrdiff_t, double);
#endif

void coverage_fill(
    int instruction_set, const struct coverage_raster *raster, const double *line, ptrdiff_t count, double radius) {
#if defined(__x86_64__)
  if (instruction_set == 2) {
    coverage_fill_avx512(raster, line, count, radius);
    return;
  }
  if (instruction_set == 1) {
    coverage_fill_avx2(raster, line, count, radius);
    return;
  }
#else
  (void)instruction_set;
#endif
  coverage_fill_portable(raster, line, count, radius);
}
