// libFuzzer itself comes with the compiler.
#define _GNU_SOURCE
#include "CLibFuzzer.h"

#include <sys/mman.h>

int make_memory_file(void) { return memfd_create("fuzzer", MFD_CLOEXEC); }

/// What the leak sanitizer asks for. Debian's x265 loses some bytes with every picture, which is no fault of ours.
const char *__lsan_default_suppressions(void) { return "leak:libx265.so\n"; }
