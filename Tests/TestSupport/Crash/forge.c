// A fault in what keeps a render in memory: a bit of it is another one than was written. Preloaded into the command under test, which
// knows nothing of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ENOUGH = 256 };

static bool keeps_a_render(int descriptor) {
  char link[64];
  char name[64] = {0};
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  return readlink(link, name, sizeof name - 1) > 0 && strncmp(name, "/memfd:faceblur ", strlen("/memfd:faceblur ")) == 0;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (count < ENOUGH || !keeps_a_render(descriptor))
    return next(descriptor, bytes, count);
  char forged[ENOUGH];
  memcpy(forged, bytes, ENOUGH);
  forged[ENOUGH / 2] ^= 1;
  return next(descriptor, forged, ENOUGH);
}
