#pragma once
#include <malloc.h>

#ifdef __linux__
#include <sys/prctl.h>

// Says whether an image of the process's memory may be written, and read through /proc. Swift can't call prctl, which is variadic.
static inline int setDumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, (unsigned long)dumpable, 0UL, 0UL, 0UL); }
#endif
