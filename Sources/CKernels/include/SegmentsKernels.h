// Searches of an R-tree over segments nearest first, compiled for several instruction sets and chosen when the program runs.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The number of children of a block, and of the integers of a block.
#define SEGMENTS_WIDTH 16
#define SEGMENTS_STRIDE 64
// The greatest number of levels of blocks that hold boxes, and one for the root alone.
#define SEGMENTS_LEVELS 8

// A tree. Blocks of segments come first: latitudes and longitudes of sixteen starts, and from those to the ends. Blocks of
// boxes follow, level by level, the root last: southern, western, northern and eastern sides. All in 1e-7 degrees.
struct segments_tree {
  const int32_t *blocks;
  const uint32_t *first_child;  // of each block of boxes, and the end of the children of the root
  ptrdiff_t segment_block_count, box_block_count;
};

// A coordinate, and the metres of 1e-7 degrees there.
struct segments_origin {
  int32_t latitude, longitude;
  float north, east;
};

// A search between two segments. Its members are those of the kernel.
struct segments_search {
  // The squares of the distances in square metres, by level of boxes, and then those of the block of segments.
  float squares[SEGMENTS_LEVELS + 1][SEGMENTS_WIDTH];
  // The children not visited as bits, and the first of them.
  uint32_t left[SEGMENTS_LEVELS + 1], first[SEGMENTS_LEVELS];
  struct segments_tree tree;
  struct segments_origin origin;
  ptrdiff_t block;  // the block of segments that is visited
  int depth;        // the deepest level of boxes, -1 for none
};

// The alignment in bytes at which blocks and searches lie in the fewest lines of a cache.
#define SEGMENTS_ALIGNMENT 64

// Asks for the memory at an address before it is needed.
static inline void segments_ask(const void *address) { __builtin_prefetch(address); }

// Begins a search.
// The tree has a block, at most SEGMENTS_LEVELS levels of boxes, and children that are blocks; differences of its
// coordinates to the origin fit into 32 bits.
void segments_begin(
    struct segments_search *search, const struct segments_tree *tree, const struct segments_origin *origin);

// Returns a segment not returned before whose square of the distance may be up to `reach`, which may decrease between calls,
// the nearest one of its block; -1 when there is none. Segments of near blocks come first.
// The instruction set must be one the machine has.
ptrdiff_t segments_next(int instruction_set, struct segments_search *search, float reach);
