#include "Kernels.h"

void terrain_make_row(
    int instruction_set, enum terrain_kind kind, int is_sharp, const struct terrain_row *row,
    const struct terrain_look *look, void *pixels) {
#if defined(__x86_64__)
  if (instruction_set == 2) {
    terrain_make_row_avx512(kind, is_sharp, row, look, pixels);
    return;
  }
  if (instruction_set == 1) {
    terrain_make_row_avx2(kind, is_sharp, row, look, pixels);
    return;
  }
#endif
  terrain_make_row_portable(kind, is_sharp, row, look, pixels);
}

uint32_t terrain_exact_colour(float elevation, const struct terrain_look *look) {
  ptrdiff_t low = 0, high = look->entry_count;
  while (low < high) {
    ptrdiff_t middle = (low + high) / 2;
    if (look->exact_elevations[middle] <= elevation)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && look->exact_elevations[low - 1] == elevation ? look->colours[low - 1] : 0;
}
