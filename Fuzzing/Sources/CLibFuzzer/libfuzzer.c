// A module needs one source; libFuzzer itself comes with the compiler.
#include "CLibFuzzer.h"
