// Calls the kernel of an instruction set.
#include "CoverageKernels.h"

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
