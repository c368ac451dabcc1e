// The definitions of a library's functions, each of which calls the function of the loaded library.
//
// Included once by the C file of a library, after its header and these macros:
//   LIBRARY_FAULT   the function of the header that returns system_library_fault
//   LIBRARY_NAME, LIBRARY_PACKAGE, LIBRARY_FILES   the members of struct system_library
//   LIBRARY_FUNCTIONS(FUNCTION)   the functions, each as FUNCTION(result, name, (parameters), (arguments))
//
// The header's declarations must have hidden visibility, so that the library's own calls of these functions stay in it.
// The compiler refuses a definition that differs from its declaration.
#include "LibraryLoader.h"

enum {
#define INDEX(result, name, parameters, arguments) index_of_##name,
  LIBRARY_FUNCTIONS(INDEX)
  function_count
};

static const char *const function_names[] = {
#define NAME(result, name, parameters, arguments) #name,
    LIBRARY_FUNCTIONS(NAME)
};

static const char *const library_files[] = {LIBRARY_FILES, NULL};
static void *library_functions[function_count];
static struct system_library library = {
    .name = LIBRARY_NAME,
    .package = LIBRARY_PACKAGE,
    .files = library_files,
    .names = function_names,
    .functions = library_functions,
    .count = function_count,
};

const char *LIBRARY_FAULT(void) { return system_library_fault(&library); }

#define FORWARD(result, name, parameters, arguments)                                        \
  result name parameters {                                                                  \
    typedef result(*function) parameters;                                                   \
    void *address = __atomic_load_n(&library_functions[index_of_##name], __ATOMIC_ACQUIRE); \
    if (!address) address = system_library_function(&library, index_of_##name);             \
    return ((function)address)arguments;                                                    \
  }
LIBRARY_FUNCTIONS(FORWARD)
