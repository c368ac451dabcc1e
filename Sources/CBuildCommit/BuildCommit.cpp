#include "CBuildCommit.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

namespace {

// Read while compiling only: names and addresses of the log are no part of the program.
constexpr unsigned char log[] = {
#if __has_embed("../../.git/logs/HEAD")
#embed "../../.git/logs/HEAD" suffix(, )
#endif
  0};

struct Digits {
  char text[65];
};

constexpr bool is_digit(unsigned char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
}

// Returns the second word of the last line: what HEAD became.
constexpr Digits last_commit() {
  Digits digits{};
  unsigned long end = sizeof log - 1;
  while (end > 0 && log[end - 1] == '\n') end -= 1;
  unsigned long at = end;
  while (at > 0 && log[at - 1] != '\n') at -= 1;
  while (at < end && log[at] != ' ') at += 1;
  at += 1;
  for (int count = 0; count < 64 && at < end && is_digit(log[at]); count += 1) {
    digits.text[count] = static_cast<char>(log[at]);
    at += 1;
  }
  return digits;
}

constexpr Digits commit = last_commit();

}  // namespace

const char *build_commit(void) { return commit.text; }
