#include <stddef.h>
#include <stdint.h>

/// Runs LLVM's fuzzer with the arguments of the process. The callback gets one input a call and returns 0.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*check)(const uint8_t *bytes, size_t count));
