// The search for what every machine has: SSE2 or NEON.
#define NAME(kernel) segments_##kernel##_portable
#include "Kernels.h"
