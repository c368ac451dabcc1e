// The filling of a raster of bits around lines, compiled for several instruction sets and chosen when the program runs.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A raster of cells as bits, 64 in a word, the first one the least; each row has `words_across` words.
struct coverage_raster {
  uint64_t *bits;
  ptrdiff_t columns, rows, words_across;
};

// Fills the cells whose centres are within a radius of discs along a line, one at each half cell and one at each end of its
// segments; those at the edges of the raster stay empty. The line is `count` pairs of a column and a row, in cells from the
// centre of the first; the radius is in cells. There are two columns and rows or more.
// The instruction set must be one the machine has.
void coverage_fill(
    int instruction_set, const struct coverage_raster *raster, const double *line, ptrdiff_t count, double radius);
