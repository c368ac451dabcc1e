// Which cells of a row have a contour in them: plain loops that compilers turn into vector instructions, compiled
// for several instruction sets.
#include "InstructionSet.h"
#include "TerrainKernels.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define LEAST_BAND (-(1 << 24))
#define MOST_BAND (1 << 24)

static inline __attribute__((always_inline)) void bands_every(const float *heights, long count, float base,
                                                              float interval, int32_t *bands, int32_t range[2]) {
  int32_t least = range[0], most = range[1];
  for (long i = 0; i < count; i++) {
    float height = heights[i];
    int known = fabsf(height) <= FLT_MAX;
    float steps = (height - base) / interval;
    steps = steps > LEAST_BAND ? steps : LEAST_BAND;
    steps = steps < MOST_BAND ? steps : MOST_BAND;
    int32_t whole = (int32_t)(known ? steps : 0.0f);
    whole -= (float)whole > steps;
    int32_t low = known ? whole : INT32_MAX, high = known ? whole : INT32_MIN;
    least = low < least ? low : least;
    most = high > most ? high : most;
    bands[i] = known ? whole : TERRAIN_NO_BAND;
  }
  range[0] = least;
  range[1] = most;
}

static inline __attribute__((always_inline)) void bands_listed(const float *heights, long count,
                                                               const float *levels, long level_count,
                                                               int32_t *bands) {
  for (long i = 0; i < count; i++) bands[i] = fabsf(heights[i]) <= FLT_MAX ? 0 : TERRAIN_NO_BAND;
  for (long k = 0; k < level_count; k++) {
    float level = levels[k];
    for (long i = 0; i < count; i++) bands[i] += fabsf(heights[i]) <= FLT_MAX && heights[i] >= level;
  }
}

static inline __attribute__((always_inline)) long uneven(const int32_t *above, const int32_t *below, long cells,
                                                         int32_t *columns) {
  enum { CHUNK = 64 };
  long found = 0, start = 0;
  for (; start + CHUNK <= cells; start += CHUNK) {
    const int32_t *a = above + start, *b = below + start;
    uint8_t flags[CHUNK];
    for (int i = 0; i < CHUNK; i++)
      flags[i] = ((a[i] ^ a[i + 1]) | (a[i] ^ b[i]) | (a[i] ^ b[i + 1])) != 0;
    for (int part = 0; part < CHUNK; part += 8) {
      uint64_t eight;
      memcpy(&eight, flags + part, 8);
      while (eight) {
        int byte = __builtin_ctzll(eight) >> 3;
        columns[found++] = (int32_t)(start + part + byte);
        eight &= eight - 1;
      }
    }
  }
  for (; start < cells; start++)
    if (above[start] != above[start + 1] || above[start] != below[start] || above[start] != below[start + 1])
      columns[found++] = (int32_t)start;
  return found;
}

#define VERSIONS(suffix, attributes)                                                                              \
  attributes static void every_##suffix(const float *h, long n, float base, float interval, int32_t *b,           \
                                        int32_t range[2]) {                                                       \
    bands_every(h, n, base, interval, b, range);                                                                  \
  }                                                                                                               \
  attributes static void listed_##suffix(const float *h, long n, const float *levels, long m, int32_t *b) {       \
    bands_listed(h, n, levels, m, b);                                                                             \
  }                                                                                                               \
  attributes static long uneven_##suffix(const int32_t *a, const int32_t *b, long n, int32_t *columns) {          \
    return uneven(a, b, n, columns);                                                                              \
  }

VERSIONS(plain, )
#if defined(__x86_64__)
VERSIONS(avx2, __attribute__((target("avx2"))))
VERSIONS(avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,prefer-256-bit"))))
#define CHOOSE(name, ...)                                                                                         \
  switch (processor_instruction_set()) {                                                                            \
    case 2: return name##_avx512(__VA_ARGS__);                                                                    \
    case 1: return name##_avx2(__VA_ARGS__);                                                                      \
    default: return name##_plain(__VA_ARGS__);                                                                    \
  }
#else
#define CHOOSE(name, ...) return name##_plain(__VA_ARGS__);
#endif

void terrain_contour_bands(const float *heights, long count, float base, float interval, int32_t *bands,
                           int32_t range[2]) {
  CHOOSE(every, heights, count, base, interval, bands, range)
}

void terrain_contour_listed_bands(const float *heights, long count, const float *levels, long level_count,
                                  int32_t *bands) {
  CHOOSE(listed, heights, count, levels, level_count, bands)
}

long terrain_contour_cells(const int32_t *above, const int32_t *below, long cells, int32_t *columns) {
  CHOOSE(uneven, above, below, cells, columns)
}
