// The filling for what every machine has: SSE2 or NEON.
#define NAME(kernel) coverage_##kernel##_portable
#include "Kernels.h"
