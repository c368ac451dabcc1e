// The filling, included once for each instruction set, with NAME(fill) as its name.
#include <math.h>

#include "CoverageKernels.h"

// Results are those of the operations one by one.
#pragma STDC FP_CONTRACT OFF

typedef float floats8 __attribute__((ext_vector_type(8)));
typedef int32_t integers8 __attribute__((ext_vector_type(8)));
typedef uint32_t unsigned8 __attribute__((ext_vector_type(8)));
typedef uint64_t words8 __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))
#define FLOATS(integers) __builtin_convertvector(integers, floats8)
#define INTEGERS(floats) __builtin_convertvector(floats, integers8)
#define MAGNITUDE(floats) ((floats8)((integers8)(floats) & 0x7fffffff))

// Eight rows of 32 cells of which some are filled, the first column the least bit.
struct NAME(window) {
  ptrdiff_t column, row;  // the first ones; the row is -1 for an empty window
  integers8 cells;
};

INLINE ptrdiff_t NAME(up)(double value) {
  ptrdiff_t whole = (ptrdiff_t)value;
  return (double)whole < value ? whole + 1 : whole;
}

INLINE ptrdiff_t NAME(down)(double value) {
  ptrdiff_t whole = (ptrdiff_t)value;
  return (double)whole > value ? whole - 1 : whole;
}

INLINE void NAME(fill_row)(const struct coverage_raster *raster, ptrdiff_t first, ptrdiff_t last, ptrdiff_t row) {
  uint64_t *words = raster->bits + row * raster->words_across;
  ptrdiff_t from = first >> 6, to = last >> 6;
  uint64_t head = UINT64_MAX << (first & 63), tail = UINT64_MAX >> (63 - (last & 63));
  if (from == to) {
    words[from] |= head & tail;
    return;
  }
  words[from] |= head;
  for (ptrdiff_t word = from + 1; word < to; word++) words[word] = UINT64_MAX;
  words[to] |= tail;
}

// Fills a disc, each row by itself.
static __attribute__((noinline)) void NAME(fill_disc)(
    const struct coverage_raster *raster, double x, double y, double radius) {
  ptrdiff_t low = NAME(up)(y - radius), high = NAME(down)(y + radius);
  if (low < 1) low = 1;
  if (high > raster->rows - 2) high = raster->rows - 2;
  for (ptrdiff_t row = low; row <= high; row++) {
    double away = (double)row - y, room = radius * radius - away * away;
    double half = sqrt(room > 0 ? room : 0);
    ptrdiff_t first = NAME(up)(x - half), last = NAME(down)(x + half);
    if (first < 1) first = 1;
    if (last > raster->columns - 2) last = raster->columns - 2;
    if (first <= last) NAME(fill_row)(raster, first, last, row);
  }
}

// Finds the cells of a disc of a radius of up to 3 in eight by eight cells, of which its own is the fourth both ways; 0 where
// 32 bits can't decide.
//
// Numbers are below 16, so errors of bounds are below 1e-4 where the room, a square, is 1e-3 or more.
INLINE int NAME(disc)(float x, float y, float radius, integers8 *cells) {
  const floats8 offsets = {-3, -2, -1, 0, 1, 2, 3, 4};
  const floats8 away = offsets - y, room = radius * radius - away * away;
  const integers8 is_inside = room > 0.0f;
  const floats8 half = __builtin_elementwise_sqrt((floats8)((integers8)room & is_inside));
  const floats8 west = x + 3.0f - half, east = x + 3.0f + half;
  const integers8 first = INTEGERS(west), last = INTEGERS(east);
  const floats8 after_first = west - FLOATS(first), after_last = east - FLOATS(last);
  // A whole number may be just above or just below.
  const integers8 is_near = (MAGNITUDE(after_first - 0.5f) > 0.4999f) | (MAGNITUDE(after_last - 0.5f) > 0.4999f);
  const integers8 is_unsure = (is_near & is_inside) | (MAGNITUDE(room) < 1e-3f);
  if (__builtin_reduce_or(is_unsure)) return 0;
  const integers8 one = 1;
  *cells = ((one << (last + 1)) - (one << (first + 1))) & is_inside;
  return 1;
}

// Fills the cells of a window, which lies in the raster.
INLINE void NAME(flush)(const struct coverage_raster *raster, const struct NAME(window) *window) {
  if (window->row < 0) return;
  const ptrdiff_t across = raster->words_across, shift = window->column & 63;
  uint64_t *words = raster->bits + window->row * across + (window->column >> 6);
  const words8 cells = __builtin_convertvector((unsigned8)window->cells, words8);
  const words8 here = cells << (uint64_t)shift;
  for (int row = 0; row < 8; row++) words[row * across] |= here[row];
  if (shift <= 32) return;
  const words8 beyond = cells >> (uint64_t)(64 - shift);
  // Filled cells lie in the raster, so their words do.
  for (int row = 0; row < 8; row++)
    if (beyond[row]) words[row * across + 1] |= beyond[row];
}

// Adds the cells of a disc whose first ones are at a column and row.
INLINE void NAME(add)(
    const struct coverage_raster *raster, struct NAME(window) *window, ptrdiff_t column, ptrdiff_t row,
    const integers8 *cells) {
  ptrdiff_t shift = column - window->column;
  if (row != window->row || shift < 0 || shift > 24) {
    NAME(flush)(raster, window);
    window->row = row;
    window->column = column > 12 ? column - 12 : 0;
    window->cells = 0;
    shift = column - window->column;
  }
  window->cells |= *cells << (int32_t)shift;
}

void NAME(fill)(const struct coverage_raster *raster, const double *line, ptrdiff_t count, double radius) {
  struct NAME(window) window = {0, -1, 0};
  const double end_x = (double)raster->columns - 6, end_y = (double)raster->rows - 6;
  if (count > 0) NAME(fill_disc)(raster, line[0], line[1], radius);
  for (ptrdiff_t index = 1; index < count; index++) {
    const double x = line[2 * index - 2], y = line[2 * index - 1];
    const double across = line[2 * index] - x, along = line[2 * index + 1] - y;
    const double steps = ceil(sqrt(across * across + along * along) * 2);
    const ptrdiff_t parts = steps > 1 ? (ptrdiff_t)steps : 1;
    const double part = 1 / (double)parts;
    for (ptrdiff_t step = 1; step <= parts; step++) {
      const double at_x = x + across * ((double)step * part), at_y = y + along * ((double)step * part);
      integers8 cells;
      // The window lies in the raster and off its edges.
      if (radius <= 3 && at_x >= 5 && at_y >= 5 && at_x < end_x && at_y < end_y) {
        const ptrdiff_t cell_x = (ptrdiff_t)at_x, cell_y = (ptrdiff_t)at_y;
        if (NAME(disc)((float)(at_x - (double)cell_x), (float)(at_y - (double)cell_y), (float)radius, &cells)) {
          NAME(add)(raster, &window, cell_x - 3, cell_y - 3, &cells);
          continue;
        }
      }
      const double share = (double)step / (double)parts;
      NAME(fill_disc)(raster, x + across * share, y + along * share, radius);
      // Rounded, the last disc may not be that of the end.
      if (step == parts) NAME(fill_disc)(raster, line[2 * index], line[2 * index + 1], radius);
    }
  }
  NAME(flush)(raster, &window);
}
