// The commit that was checked out when the program was built.
#pragma once

#ifdef __cplusplus
extern "C"
#endif
// Returns the commit as hexadecimal digits; an empty text when it is not known.
const char *build_commit(void);
