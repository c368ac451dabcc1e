#pragma once
// Debian keeps the header in a folder that only pkg-config names; tools that read modules don't ask it.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
