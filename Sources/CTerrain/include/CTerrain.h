// Row kernels of the terrain engine, compiled for several instruction sets and chosen when the program runs.
#pragma once
#include <stdint.h>

// The instruction set the kernels were chosen for: 0 what every machine has, 1 AVX2, 2 AVX-512.
int terrain_instruction_set(void);
