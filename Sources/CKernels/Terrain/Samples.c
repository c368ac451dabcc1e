// Heights at positions among many tiles, whose samples are asked for long before they are read.
#include <math.h>

#include "InstructionSet.h"
#include "TerrainKernels.h"

// The sums are those of Swift, which fuses none.
#pragma STDC FP_CONTRACT OFF

// The number of positions whose samples are asked for before those of the ones before are read.
#define BLOCK 64

// The samples around a block of positions: the address of the first, and the shares of the next column and row.
#define DEFINE_BLOCK(STORED)                                                                       \
  struct block_##STORED {                                                                          \
    const STORED *cells[BLOCK];                                                                    \
    double across[BLOCK], down[BLOCK];                                                             \
    uint8_t is_inside[BLOCK];                                                                      \
  };

// Finds the first sample of each position in its tile and asks for its memory; `cells` of those outside is any tile.
#define DEFINE_LOCATE(STORED, NAME, SHIFT, MARGIN)                                                 \
  static inline __attribute__((always_inline)) void NAME(                                          \
      const struct terrain_places *places, ptrdiff_t start, ptrdiff_t count,                       \
      const struct terrain_tiles *tiles, struct block_##STORED *block) {                           \
    double end_x = tiles->columns - MARGIN, end_y = tiles->rows - MARGIN;                          \
    const STORED *spare = tiles->spare;                                                            \
    for (ptrdiff_t i = 0; i < count; i++) {                                                        \
      const struct terrain_tile *tile = &tiles->tiles[places->tiles[start + i]];                   \
      double u = places->xs[start + i] - tile->x + SHIFT, v = places->ys[start + i] - tile->y + SHIFT; \
      int is_inside = (tile->heights != NULL) & (u >= 0) & (u < end_x) & (v >= 0) & (v < end_y);   \
      u = is_inside ? u : 0, v = is_inside ? v : 0;                                                \
      int32_t column = (int32_t)u, row = (int32_t)v;                                               \
      const STORED *cell = is_inside ? tile->heights : spare;                                      \
      cell += (ptrdiff_t)row * tiles->columns + column;                                            \
      __builtin_prefetch(cell);                                                                    \
      if (MARGIN) __builtin_prefetch(cell + tiles->columns);                                       \
      block->cells[i] = cell;                                                                      \
      block->across[i] = u - column;                                                               \
      block->down[i] = v - row;                                                                    \
      block->is_inside[i] = is_inside;                                                             \
    }                                                                                              \
  }

#define DEFINE_NEAREST(STORED, SUFFIX, IS_VOID)                                                    \
  static inline __attribute__((always_inline)) void nearest_##SUFFIX(                              \
      const struct block_##STORED *block, ptrdiff_t count, ptrdiff_t columns, double *metres) {    \
    (void)columns;                                                                                 \
    for (ptrdiff_t i = 0; i < count; i++) {                                                        \
      STORED height = *block->cells[i];                                                            \
      metres[i] = block->is_inside[i] && !IS_VOID(height) ? (double)height : NAN;                  \
    }                                                                                              \
  }

#define DEFINE_BILINEAR(STORED, SUFFIX, IS_VOID)                                                   \
  static inline __attribute__((always_inline)) void bilinear_##SUFFIX(                             \
      const struct block_##STORED *block, ptrdiff_t count, ptrdiff_t columns, double *metres) {    \
    STORED nw[BLOCK], ne[BLOCK], sw[BLOCK], se[BLOCK];                                             \
    for (ptrdiff_t i = 0; i < count; i++) {                                                        \
      const STORED *cell = block->cells[i];                                                        \
      nw[i] = cell[0], ne[i] = cell[1];                                                            \
      sw[i] = cell[columns], se[i] = cell[columns + 1];                                            \
    }                                                                                              \
    for (ptrdiff_t i = 0; i < count; i++) {                                                        \
      double across = block->across[i], down = block->down[i];                                     \
      double north = nw[i] * (1 - across) + ne[i] * across;                                        \
      double south = sw[i] * (1 - across) + se[i] * across;                                        \
      double height = north * (1 - down) + south * down;                                           \
      int has_void = IS_VOID(nw[i]) | IS_VOID(ne[i]) | IS_VOID(sw[i]) | IS_VOID(se[i]);            \
      metres[i] = block->is_inside[i] && !has_void ? height : NAN;                                 \
    }                                                                                              \
  }

// Locates a block and asks for its memory, then reads the block before.
#define DEFINE_SAMPLE(TARGET, NAME, STORED, LOCATE, READ)                                          \
  TARGET static void NAME(                                                                         \
      const struct terrain_places *places, ptrdiff_t count, const struct terrain_tiles *tiles,     \
      double *metres) {                                                                            \
    struct block_##STORED blocks[2];                                                               \
    for (ptrdiff_t start = 0; start < count + BLOCK; start += BLOCK) {                             \
      int turn = (start / BLOCK) & 1;                                                              \
      ptrdiff_t left = count - start;                                                              \
      if (left > 0) LOCATE(places, start, left < BLOCK ? left : BLOCK, tiles, &blocks[turn]);      \
      if (start > 0)                                                                               \
        READ(&blocks[!turn], left < 0 ? left + BLOCK : BLOCK, tiles->columns, metres + start - BLOCK); \
    }                                                                                              \
  }

#define IS_VOID_WHOLE(height) ((height) == INT16_MIN)
#define IS_VOID_FLOAT(height) ((height) != (height))

DEFINE_BLOCK(int16_t)
DEFINE_BLOCK(float)
DEFINE_LOCATE(int16_t, locate_cell_whole, 0, 1)
DEFINE_LOCATE(int16_t, locate_sample_whole, 0.5, 0)
DEFINE_LOCATE(float, locate_cell_float, 0, 1)
DEFINE_LOCATE(float, locate_sample_float, 0.5, 0)
DEFINE_NEAREST(int16_t, whole, IS_VOID_WHOLE)
DEFINE_NEAREST(float, float, IS_VOID_FLOAT)
DEFINE_BILINEAR(int16_t, whole, IS_VOID_WHOLE)
DEFINE_BILINEAR(float, float, IS_VOID_FLOAT)

#define DEFINE_SAMPLES(TARGET, SET)                                                                \
  DEFINE_SAMPLE(TARGET, sample_nearest_whole_##SET, int16_t, locate_sample_whole, nearest_whole)   \
  DEFINE_SAMPLE(TARGET, sample_nearest_float_##SET, float, locate_sample_float, nearest_float)     \
  DEFINE_SAMPLE(TARGET, sample_bilinear_whole_##SET, int16_t, locate_cell_whole, bilinear_whole)   \
  DEFINE_SAMPLE(TARGET, sample_bilinear_float_##SET, float, locate_cell_float, bilinear_float)     \
  static void sample_##SET(                                                                        \
      const struct terrain_places *places, ptrdiff_t count, const struct terrain_tiles *tiles,     \
      int is_whole, int is_bilinear, double *metres) {                                             \
    if (is_bilinear)                                                                               \
      (is_whole ? sample_bilinear_whole_##SET : sample_bilinear_float_##SET)(places, count, tiles, metres); \
    else                                                                                           \
      (is_whole ? sample_nearest_whole_##SET : sample_nearest_float_##SET)(places, count, tiles, metres); \
  }

DEFINE_SAMPLES(, portable)
#if defined(__x86_64__)
DEFINE_SAMPLES(__attribute__((target("avx2"))), avx2)
#endif

void terrain_sample(
    const struct terrain_places *places, ptrdiff_t count, const struct terrain_tiles *tiles, int is_whole,
    int is_bilinear, double *metres) {
#if defined(__x86_64__)
  if (processor_instruction_set() > 0) {
    sample_avx2(places, count, tiles, is_whole, is_bilinear, metres);
    return;
  }
#endif
  sample_portable(places, count, tiles, is_whole, is_bilinear, metres);
}
