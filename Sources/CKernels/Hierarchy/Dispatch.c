// Calls the kernel of an instruction set.
#include "HierarchyKernels.h"

#define DECLARE(SET)                                                                               \
  void hierarchy_sweep_##SET(const struct hierarchy_arcs *, const uint32_t *, uint32_t *);         \
  void hierarchy_gather_##SET(                                                                     \
      const struct hierarchy_targets *, const uint32_t *, ptrdiff_t, ptrdiff_t, uint32_t *);       \
  uint32_t hierarchy_meet_##SET(                                                                   \
      const struct hierarchy_side *, const struct hierarchy_side *, ptrdiff_t);
DECLARE(portable)
#if defined(__x86_64__)
DECLARE(avx2)
DECLARE(avx512)
#define CALL(SET, kernel, ...)                                                                     \
  (SET == 2   ? hierarchy_##kernel##_avx512(__VA_ARGS__)                                           \
   : SET == 1 ? hierarchy_##kernel##_avx2(__VA_ARGS__)                                             \
              : hierarchy_##kernel##_portable(__VA_ARGS__))
#else
#define CALL(SET, kernel, ...) ((void)(SET), hierarchy_##kernel##_portable(__VA_ARGS__))
#endif

static void sweep_one(const struct hierarchy_arcs *arcs, const uint32_t *seeds, uint32_t *times) {
  const uint32_t *first = arcs->first, *heads = arcs->heads, *costs = arcs->costs;
  const ptrdiff_t count = arcs->count;
  uint32_t arc = 0;
  for (ptrdiff_t place = 0; place < count; place++) {
    uint32_t least = HIERARCHY_UNREACHABLE;
    if ((uint32_t)place == *seeds) {
      least = times[place];
      seeds++;
    }
    for (const uint32_t end = first[place + 1]; arc < end; arc++) {
      const uint32_t time = times[heads[arc]] + costs[arc];
      least = time < least ? time : least;
    }
    times[place] = least;
  }
}

static void gather_one(const struct hierarchy_targets *targets, const uint32_t *times, uint32_t *row) {
  for (ptrdiff_t target = 0; target < targets->count; target++) {
    uint32_t least = HIERARCHY_UNREACHABLE;
    for (uint32_t end = targets->first[target]; end < targets->first[target + 1]; end++) {
      const uint32_t time = times[targets->places[end]] + targets->costs[end];
      least = time < least ? time : least;
    }
    row[target] = least;
  }
}

void hierarchy_sweep(
    int instruction_set, ptrdiff_t lanes, const struct hierarchy_arcs *arcs, const uint32_t *seeds, uint32_t *times) {
  if (lanes == 1)
    sweep_one(arcs, seeds, times);
  else
    CALL(instruction_set, sweep, arcs, seeds, times);
}

void hierarchy_gather(
    int instruction_set, ptrdiff_t lanes, const struct hierarchy_targets *targets, const uint32_t *times, ptrdiff_t row_count,
    ptrdiff_t stride, uint32_t *rows) {
  if (lanes == 1)
    gather_one(targets, times, rows);
  else
    CALL(instruction_set, gather, targets, times, row_count, stride, rows);
}

uint32_t hierarchy_meet(
    int instruction_set, const struct hierarchy_side *from, const struct hierarchy_side *to, ptrdiff_t length) {
  return CALL(instruction_set, meet, from, to, length);
}
