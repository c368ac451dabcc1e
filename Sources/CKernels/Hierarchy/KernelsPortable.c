// The kernels for what every machine has: SSE2 or NEON.
#define NAME(kernel) hierarchy_##kernel##_portable
#include "Kernels.h"
