// Stored heights made metres. Plain loops, which the compiler makes vectors of for each instruction set.
#include "InstructionSet.h"
#include "TerrainKernels.h"

#define METRES_BODY                                                                   \
  for (ptrdiff_t i = 0; i < count; i++)                                               \
    metres[i] = whole[i] == INT16_MIN ? __builtin_nanf("") : (float)whole[i];

#define CLEAN_BODY                                                                    \
  for (ptrdiff_t i = 0; i < count; i++) {                                             \
    int16_t height = whole[i];                                                        \
    int is_height = (height >= lowest) & (height <= highest) & (height != none);      \
    whole[i] = is_height ? height : INT16_MIN;                                        \
  }

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))

AVX2 static void metres_avx2(const int16_t *restrict whole, float *restrict metres, ptrdiff_t count) { METRES_BODY }
AVX512 static void metres_avx512(const int16_t *restrict whole, float *restrict metres, ptrdiff_t count) { METRES_BODY }

AVX2 static void clean_avx2(
    int16_t *whole, ptrdiff_t count, int16_t lowest, int16_t highest, int16_t none) {
  CLEAN_BODY
}
AVX512 static void clean_avx512(
    int16_t *whole, ptrdiff_t count, int16_t lowest, int16_t highest, int16_t none) {
  CLEAN_BODY
}
#endif

void terrain_metres_of_whole(const int16_t *restrict whole, float *restrict metres, ptrdiff_t count) {
#if defined(__x86_64__)
  int set = processor_instruction_set();
  if (set == 2) {
    metres_avx512(whole, metres, count);
    return;
  }
  if (set == 1) {
    metres_avx2(whole, metres, count);
    return;
  }
#endif
  METRES_BODY
}

void terrain_clean_whole(
    int16_t *whole, ptrdiff_t count, int16_t lowest, int16_t highest, int16_t none) {
#if defined(__x86_64__)
  int set = processor_instruction_set();
  if (set == 2) {
    clean_avx512(whole, count, lowest, highest, none);
    return;
  }
  if (set == 1) {
    clean_avx2(whole, count, lowest, highest, none);
    return;
  }
#endif
  CLEAN_BODY
}
