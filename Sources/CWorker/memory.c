// Files that are memory, and the heap.
#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <malloc.h>
#include <sys/mman.h>

// Nobody makes a program of it: MFD_NOEXEC_SEAL of Linux 6.3, which a system may insist on.
enum { NO_PROGRAM = 8 };

int32_t fbw_memory_file(const char *name) {
  const int file = memfd_create(name, MFD_CLOEXEC | NO_PROGRAM);
  return file < 0 && errno == EINVAL ? memfd_create(name, MFD_CLOEXEC) : file;
}

void fbw_share_heap(void) { mallopt(M_ARENA_MAX, 1); }
