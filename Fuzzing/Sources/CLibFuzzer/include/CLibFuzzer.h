/// libFuzzer as a function, and what else Swift does not see. Its own `main` is left out of the link, because Swift's package manager wants one
/// from the module.
#ifndef CLIBFUZZER_H
#define CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Runs until time is up or a fault is found. `callback` returns 0 for every input that it accepts, -1 for one
/// that the corpus should not keep.
int LLVMFuzzerRunDriver(int *count, char *_Nullable *_Nonnull *_Nonnull arguments,
                        int (*callback)(const uint8_t *_Nullable bytes, size_t count));

/// Makes a file in memory, of no bytes.
/// @returns its descriptor; -1 where there is none.
int make_memory_file(void);

#pragma clang assume_nonnull end

#endif
