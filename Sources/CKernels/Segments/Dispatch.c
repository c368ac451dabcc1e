// Calls the kernel of an instruction set; the beginning of a search.
#include "SegmentsKernels.h"

ptrdiff_t segments_next_portable(struct segments_search *, float);
#if defined(__x86_64__)
ptrdiff_t segments_next_avx2(struct segments_search *, float);
ptrdiff_t segments_next_avx512(struct segments_search *, float);
#endif

void segments_begin(
    struct segments_search *search, const struct segments_tree *tree, const struct segments_origin *origin) {
  search->tree = *tree;
  search->origin = *origin;
  // Above the root is a level with it alone, at no distance.
  search->depth = 0;
  search->left[0] = 1;
  search->first[0] = tree->segment_block_count + tree->box_block_count - 1;
  for (int lane = 0; lane < SEGMENTS_WIDTH; lane++) search->squares[0][lane] = 0;
  search->left[SEGMENTS_LEVELS] = 0;
}

ptrdiff_t segments_next(int instruction_set, struct segments_search *search, float reach) {
#if defined(__x86_64__)
  if (instruction_set == 2) return segments_next_avx512(search, reach);
  if (instruction_set == 1) return segments_next_avx2(search, reach);
#else
  (void)instruction_set;
#endif
  return segments_next_portable(search, reach);
}
