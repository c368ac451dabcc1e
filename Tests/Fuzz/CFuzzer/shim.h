#pragma once
#include <stddef.h>
#include <stdint.h>

// What libFuzzer offers to a program with a main function of its own.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one_input)(const uint8_t *data, size_t size));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
