// Row kernels of the terrain engine, compiled for several instruction sets and chosen when the program runs.
#pragma once
#include <stddef.h>
#include <stdint.h>

// What is made of the heights. Those before TERRAIN_ROUGHNESS take gradients by either method.
enum terrain_kind {
  TERRAIN_SHADE,                // bytes: one light
  TERRAIN_SHADE_MULTIPLE,       // bytes: four lights
  TERRAIN_SHADE_COMBINED,       // bytes: one light and the slope
  TERRAIN_RELIEF_SHADE,         // colours by elevation under the same shadings
  TERRAIN_RELIEF_SHADE_MULTIPLE,
  TERRAIN_RELIEF_SHADE_COMBINED,
  TERRAIN_SLOPE_DEGREES,        // floats from here
  TERRAIN_SLOPE_PERCENT,
  TERRAIN_ASPECT,
  TERRAIN_SLOPE_CLASSES,        // colours by slope
  TERRAIN_ROUGHNESS,            // floats from here
  TERRAIN_RUGGEDNESS_RILEY,
  TERRAIN_RUGGEDNESS_WILSON,
  TERRAIN_POSITION,
  TERRAIN_RELIEF,               // colours by elevation
  TERRAIN_KIND_COUNT
};

// A row of heights. NaN is a void. The rows above and below lie a stride away; each has one more sample before the
// first and 32 readable floats after the last, whatever they hold.
struct terrain_row {
  const float *middle;
  ptrdiff_t stride;
  ptrdiff_t count;
  float east, north;  // what weighted differences of heights are multiplied by to be gradients
};

// How a product looks; the same for all rows.
struct terrain_look {
  int has_no_frame;  // whether a void counts as level with its neighbours; else they are no data
  // Shading: the light's sine of altitude, and cosine times sine and cosine of azimuth; the cosine of altitude.
  float sine, to_east, to_north, cosine;
  // Shading of colours: the grey level of level ground, the slopes of the darkening and lightening.
  float level, darkest, per_dark_grey, per_light_grey;
  // Relief: a table from `lowest` in steps, `entry_count` long; or, exact, sorted elevations with one colour each.
  const uint32_t *colours;
  const float *exact_elevations;  // NULL unless exact
  ptrdiff_t entry_count;
  float lowest, entries_per_metre;
  // Slope classes: squares of gradients, rising, and the colours from there on.
  const float *class_squares;
  const uint32_t *class_colours;
  ptrdiff_t class_count;
};

// Writes the pixels of a row: bytes with 0, floats with -9999 or colours with 0 for no data. `is_sharp`: gradients from
// the four direct neighbours (Zevenbergen and Thorne), else from eight (Horn).
// The instruction set must be one the machine has.
void terrain_make_row(
  int instruction_set, enum terrain_kind kind, int is_sharp, const struct terrain_row *row,
  const struct terrain_look *look, void *pixels);

// Contours: the band of a sample counts the levels at or below its height, from a level of choice.
// No band: the height is not a number, or infinite.
#define TERRAIN_NO_BAND INT32_MIN

// Bands of equal steps: floor((height - base) / interval), held within ±2^24; range is widened to the least and most.
void terrain_contour_bands(const float *heights, long count, float base, float interval, int32_t *bands,
                           int32_t range[2]);
// Bands between listed levels, ascending: how many are at or below the height.
void terrain_contour_listed_bands(const float *heights, long count, const float *levels, long level_count,
                                  int32_t *bands);
// Writes the columns of cells whose four corners are not all of one band, ascending, and returns how many.
// Rows have cells + 1 samples; columns has room for as many as there are cells.
long terrain_contour_cells(const int32_t *above, const int32_t *below, long cells, int32_t *columns);

// Makes metres of whole metres, NaN of INT16_MIN.
void terrain_metres_of_whole(const int16_t *whole, float *metres, ptrdiff_t count);

// Makes INT16_MIN of heights beyond bounds and of one that means no data.
void terrain_clean_whole(int16_t *whole, ptrdiff_t count, int16_t lowest, int16_t highest, int16_t none);

// A tile of samples: its memory, NULL where it has none, and the position of its first sample.
struct terrain_tile {
  const void *heights;
  double x, y;
};

// Tiles of one size and one type of stored heights. A tile holds columns * rows heights, row by row.
struct terrain_tiles {
  const struct terrain_tile *tiles;
  const void *spare;  // the memory of any tile
  int32_t columns, rows;  // two or more
};

// Positions between samples, and the index of the tile of each.
struct terrain_places {
  const double *xs, *ys;
  const uint32_t *tiles;
};

// Writes the height of the nearest sample or the bilinear one of four at each position; NaN where one of them is void or
// outside the tile of the position. Stored heights are int16_t with INT16_MIN as void if `is_whole`, else float with NaN.
void terrain_sample(
    const struct terrain_places *places, ptrdiff_t count, const struct terrain_tiles *tiles, int is_whole,
    int is_bilinear, double *metres);
