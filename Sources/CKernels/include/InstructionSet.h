// The instruction sets of the processor, for kernels that are compiled for several and chosen when the program runs.
#pragma once

// The best instruction set the machine has: 0 what every machine has; 1 AVX2 with fused multiplication; 2 AVX-512 with its
// parts F, BW, DQ and VL.
int processor_instruction_set(void);
