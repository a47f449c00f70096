// Ends the process before its n-th change of a file or folder, as a power cut or `kill -9` would: n is in the
// environment. Preloaded into the command under test, which knows nothing of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int changes;
// The file that was last made under a name: what is written to others nobody can find after a crash.
static atomic_int named = -1;

static int is_due(void) {
  const char *wanted = getenv("FACEBLUR_CRASH_BEFORE");
  return wanted && atomic_fetch_add(&changes, 1) + 1 == atoi(wanted);
}

static void count(void) {
  if (is_due())
    kill(getpid(), SIGKILL);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int link(const char *from, const char *to) { count(); return NEXT(link)(from, to); }
int linkat(int a, const char *from, int b, const char *to, int flags) {
  count();
  return NEXT(linkat)(a, from, b, to, flags);
}
int rename(const char *from, const char *to) { count(); return NEXT(rename)(from, to); }
int renameat2(int a, const char *from, int b, const char *to, unsigned flags) {
  count();
  return NEXT(renameat2)(a, from, b, to, flags);
}
int unlink(const char *path) { count(); return NEXT(unlink)(path); }
int rmdir(const char *path) { count(); return NEXT(rmdir)(path); }
int mkdir(const char *path, mode_t mode) { count(); return NEXT(mkdir)(path, mode); }
int fsync(int file) { count(); return NEXT(fsync)(file); }
int ftruncate(int file, off_t length) { count(); return NEXT(ftruncate)(file, length); }

ssize_t write(int file, const void *bytes, size_t length) {
  if (file == atomic_load(&named) && is_due()) {
    // Half of it has arrived.
    NEXT(write)(file, bytes, length / 2);
    kill(getpid(), SIGKILL);
  }
  return NEXT(write)(file, bytes, length);
}

static int opened(int file, int flags) {
  if (file >= 0 && (flags & O_CREAT))
    atomic_store(&named, file);
  return file;
}

#define OPEN(name)                                                                                            \
  int name(const char *path, int flags, ...) {                                                                \
    va_list rest;                                                                                             \
    va_start(rest, flags);                                                                                    \
    int mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0;                                       \
    va_end(rest);                                                                                             \
    if (flags & O_CREAT)                                                                                      \
      count();                                                                                                \
    return opened(NEXT(name)(path, flags, mode), flags);                                                      \
  }
OPEN(open)
OPEN(open64)
