// The search, included once for each instruction set, with NAME(next) as its name.
#include <float.h>

#include "SegmentsKernels.h"

typedef int32_t integers16 __attribute__((ext_vector_type(16), aligned(4)));
typedef float floats16 __attribute__((ext_vector_type(16), aligned(4)));
typedef _Bool bits16 __attribute__((ext_vector_type(16)));

#define INLINE static inline __attribute__((always_inline))
#define FLOATS(integers) __builtin_convertvector(integers, floats16)

// The lanes in which a comparison is true, as bits.
INLINE uint32_t bits(const integers16 *is_true) {
  bits16 lanes = __builtin_convertvector(*is_true, bits16);
  uint16_t mask;
  __builtin_memcpy(&mask, &lanes, sizeof mask);
  return mask;
}

// The selections are those of the instructions, which __builtin_elementwise_max is not for NaN.
#define GREATER(a, b) ((a) > (b) ? (a) : (b))
#define LESSER(a, b) ((a) < (b) ? (a) : (b))

// Writes the squares of the distances to sixteen boxes.
INLINE void box_squares(const int32_t *block, const struct segments_origin *origin, float *squares) {
  const integers16 *numbers = (const integers16 *)block;
  const integers16 latitude = origin->latitude, longitude = origin->longitude;
  const floats16 south = FLOATS(numbers[0] - latitude), west = FLOATS(numbers[1] - longitude);
  const floats16 north = FLOATS(latitude - numbers[2]), east = FLOATS(longitude - numbers[3]);
  // The greater of two differences, 0 if both are negative.
  const floats16 outer_y = GREATER(south, north), outer_x = GREATER(west, east);
  const floats16 y = GREATER(outer_y, (floats16)0.0f) * origin->north;
  const floats16 x = GREATER(outer_x, (floats16)0.0f) * origin->east;
  *(floats16 *)squares = y * y + x * x;
}

// Writes the squares of the distances to sixteen segments.
INLINE void segment_squares(const int32_t *block, const struct segments_origin *origin, float *squares) {
  const integers16 *numbers = (const integers16 *)block;
  floats16 y = FLOATS(numbers[0] - origin->latitude) * origin->north;
  floats16 x = FLOATS(numbers[1] - origin->longitude) * origin->east;
  floats16 along_y = FLOATS(numbers[2]) * origin->north, along_x = FLOATS(numbers[3]) * origin->east;
  floats16 share = -(y * along_y + x * along_x) / (along_y * along_y + along_x * along_x);
  // The comparison is false for NaN, the share of a segment without length.
  share = (floats16)((integers16)share & (share > 0.0f));
  share = LESSER(share, (floats16)1.0f);
  y += along_y * share;
  x += along_x * share;
  *(floats16 *)squares = y * y + x * x;
}

// Takes the nearest lane of those left within reach; -1 when there is none.
INLINE int take(const float *squares, uint32_t *left, float reach) {
  const floats16 all = *(const floats16 *)squares;
  const integers16 is_near = all <= reach;
  uint32_t lanes = bits(&is_near) & *left;
  if (!lanes) return -1;
  if (lanes & (lanes - 1)) {
    const integers16 powers = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    const integers16 is_left = ((integers16)(int32_t)lanes & powers) != 0;
    // Numbers of 0 or more are in the order of their bits.
    const integers16 candidates = (integers16)(is_left ? all : (floats16)FLT_MAX);
    const integers16 is_least = candidates == __builtin_reduce_min(candidates);
    lanes &= bits(&is_least);
  }
  int lane = __builtin_ctz(lanes);
  *left &= ~(1u << lane);
  return lane;
}

// Asks for the memory of the blocks of segments whose boxes lie around the coordinate, which are visited in any case.
INLINE void ask_around(const struct segments_tree *tree, const float *squares, uint32_t first, uint32_t left) {
  const integers16 is_around = *(const floats16 *)squares == 0.0f;
  for (uint32_t lanes = bits(&is_around) & left; lanes; lanes &= lanes - 1) {
    const int32_t *numbers = tree->blocks + (ptrdiff_t)(first + __builtin_ctz(lanes)) * SEGMENTS_STRIDE;
    for (int row = 0; row < 4; row++) segments_ask(numbers + row * SEGMENTS_WIDTH);
  }
}

// Computes the distances to the children of a block.
INLINE void enter(struct segments_search *search, ptrdiff_t block) {
  const struct segments_tree *tree = &search->tree;
  const int32_t *numbers = tree->blocks + block * SEGMENTS_STRIDE;
  ptrdiff_t inner = block - tree->segment_block_count;
  if (inner < 0) {
    search->block = block;
    segment_squares(numbers, &search->origin, search->squares[SEGMENTS_LEVELS]);
    search->left[SEGMENTS_LEVELS] = 0xffff;
    return;
  }
  int depth = ++search->depth;
  box_squares(numbers, &search->origin, search->squares[depth]);
  uint32_t first = tree->first_child[inner], count = tree->first_child[inner + 1] - first;
  search->first[depth] = first;
  search->left[depth] = (1u << count) - 1;
  if (first < tree->segment_block_count) ask_around(tree, search->squares[depth], first, search->left[depth]);
}

// Enters the nearest block within reach that was not visited, below the deepest level that has one; 0 when there is none.
INLINE int enter_next(struct segments_search *search, float reach) {
  while (search->depth >= 0) {
    int lane = take(search->squares[search->depth], &search->left[search->depth], reach);
    if (lane >= 0) {
      enter(search, (ptrdiff_t)search->first[search->depth] + lane);
      return 1;
    }
    search->depth--;
  }
  return 0;
}

ptrdiff_t NAME(next)(struct segments_search *search, float reach) {
  uint32_t *left = &search->left[SEGMENTS_LEVELS];
  if (reach > FLT_MAX) reach = FLT_MAX;
  do {
    int lane = *left ? take(search->squares[SEGMENTS_LEVELS], left, reach) : -1;
    if (lane >= 0) return search->block * SEGMENTS_WIDTH + lane;
    *left = 0;
  } while (enter_next(search, reach));
  return -1;
}
