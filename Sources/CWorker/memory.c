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

enum {
  /// Frames come of the heap, where the next one finds the last one's pages: the most that the C library takes.
  LARGEST = 32 << 20,
  /// What may be free at its end. Of its own accord the C library comes to keep twice the largest piece.
  KEPT = 8 << 20,
  /// Pieces from this size on are no part of a heap.
  RETURNED = 256 << 10,
};

void fbw_return_large_pieces(void) { mallopt(M_MMAP_THRESHOLD, RETURNED); }

void fbw_share_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, LARGEST);
  mallopt(M_TRIM_THRESHOLD, KEPT);
}
