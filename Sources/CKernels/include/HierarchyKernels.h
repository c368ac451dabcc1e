// Kernels of the contraction hierarchy, compiled for several instruction sets and chosen when the program runs.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The time of what cannot be reached. Sums of two times fit 32 bits.
#define HIERARCHY_UNREACHABLE 0x7FFFFFFFu
// The number of sources that share a sweep, and the number of elements that rows are padded to.
#define HIERARCHY_LANES 16

// The arcs down to some places, each from a lesser place.
struct hierarchy_arcs {
  const uint32_t *first;  // the first arc of each place, and the number of arcs
  const uint32_t *heads;  // the upper place of each arc, less than its own
  const uint32_t *costs;  // at most HIERARCHY_UNREACHABLE
  ptrdiff_t count;        // the number of places
};

// Writes the times of each place, `lanes` of them: 1, or HIERARCHY_LANES. They are the least by an arc, and at the
// places of `seeds`, of those that are there already; others are not read. `seeds` ascend and end with one that is no
// place. The instruction set must be one the machine has.
void hierarchy_sweep(
  int instruction_set, ptrdiff_t lanes, const struct hierarchy_arcs *arcs, const uint32_t *seeds, uint32_t *times);

// The ends of targets.
struct hierarchy_targets {
  const uint32_t *first;   // the first end of each target, and the number of ends
  const uint32_t *places;  // the place of each end
  const uint32_t *costs;   // less than HIERARCHY_UNREACHABLE
  ptrdiff_t count;         // the number of targets
};

// Writes the least time to each target by its ends, into one row of `targets->count` for each of the first `row_count`
// lanes, a number of elements apart.
void hierarchy_gather(
  int instruction_set, ptrdiff_t lanes, const struct hierarchy_targets *targets, const uint32_t *times, ptrdiff_t row_count,
  ptrdiff_t stride, uint32_t *rows);

// The rows of one side of a distance, each with the cost of the way to its node.
struct hierarchy_side {
  const uint32_t *rows;    // all rows, padded to multiples of HIERARCHY_LANES
  const uint32_t *bounds;  // the begin and the end of each row
  const uint32_t *costs;   // at most HIERARCHY_UNREACHABLE
  ptrdiff_t count;
};

// Returns the least sum of a cost and an element of a row on one side and those of the other at the same place in the
// row, of the places below `length`.
uint32_t hierarchy_meet(
  int instruction_set, const struct hierarchy_side *from, const struct hierarchy_side *to, ptrdiff_t length);
