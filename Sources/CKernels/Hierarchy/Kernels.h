// The loops, included once for each instruction set, with NAME(kernel) as their names.
#include "HierarchyKernels.h"

typedef uint32_t lanes16 __attribute__((ext_vector_type(16), aligned(4)));

#define LEAST(a, b) __builtin_elementwise_min((lanes16)(a), (lanes16)(b))

void NAME(sweep)(const struct hierarchy_arcs *arcs, const uint32_t *seeds, uint32_t *times) {
  const uint32_t *first = arcs->first, *heads = arcs->heads, *costs = arcs->costs;
  const ptrdiff_t count = arcs->count;
  uint32_t arc = 0;
  for (ptrdiff_t place = 0; place < count; place++) {
    lanes16 least = (lanes16)HIERARCHY_UNREACHABLE;
    if ((uint32_t)place == *seeds) {
      least = *(const lanes16 *)(times + HIERARCHY_LANES * place);
      seeds++;
    }
    for (const uint32_t end = first[place + 1]; arc < end; arc++)
      least = LEAST(least, *(const lanes16 *)(times + (size_t)HIERARCHY_LANES * heads[arc]) + costs[arc]);
    *(lanes16 *)(times + HIERARCHY_LANES * place) = least;
  }
}

void NAME(gather)(
    const struct hierarchy_targets *targets, const uint32_t *times, ptrdiff_t row_count, ptrdiff_t stride, uint32_t *rows) {
  for (ptrdiff_t target = 0; target < targets->count; target++) {
    lanes16 least = (lanes16)HIERARCHY_UNREACHABLE;
    for (uint32_t end = targets->first[target]; end < targets->first[target + 1]; end++)
      least = LEAST(
          least, *(const lanes16 *)(times + (size_t)HIERARCHY_LANES * targets->places[end]) + targets->costs[end]);
    for (ptrdiff_t row = 0; row < row_count; row++) rows[row * stride + target] = least[row];
  }
}

// The least sums of a row and its cost at some places.
static inline __attribute__((always_inline)) void least_at(
    const struct hierarchy_side *side, ptrdiff_t place, lanes16 *sums) {
  lanes16 least = (lanes16)HIERARCHY_UNREACHABLE;
  for (ptrdiff_t row = 0; row < side->count; row++) {
    const uint32_t begin = side->bounds[2 * row], end = side->bounds[2 * row + 1];
    if ((uint32_t)place < end - begin)
      least = LEAST(least, *(const lanes16 *)(side->rows + begin + place) + side->costs[row]);
  }
  *sums = least;
}

uint32_t NAME(meet)(const struct hierarchy_side *from, const struct hierarchy_side *to, ptrdiff_t length) {
  const lanes16 numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  lanes16 best = (lanes16)HIERARCHY_UNREACHABLE;
  for (ptrdiff_t place = 0; place < length; place += HIERARCHY_LANES) {
    lanes16 there, back;
    least_at(from, place, &there);
    least_at(to, place, &back);
    const lanes16 is_beyond = (lanes16)(numbers >= (lanes16)(uint32_t)(length - place));
    best = LEAST(best, (there + back) | is_beyond);
  }
  return __builtin_reduce_min(best);
}
