// What a worker may take, and how it ends.
#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/// Open before the file system is out of reach.
static int memory_in_use = -1;

fbw_status fbw_become_worker(void) {
  // Signals to stop go to the process that has started this one, which waits for the photos in progress.
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    signal(signals[index], SIG_IGN);
  memory_in_use = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const struct rlimit no_dump = {0, 0};
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files))
    return FBW_FAILED;
  if (files.rlim_max > 256)
    files.rlim_max = 256;
  files.rlim_cur = files.rlim_max;
  if (setrlimit(RLIMIT_CORE, &no_dump) || setrlimit(RLIMIT_NOFILE, &files) ||
      prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
    return FBW_FAILED;
  return FBW_OK;
}

/// Bytes of private memory that may be written; 0 where the system does not say.
static uint64_t data_in_use(void) {
  char text[256] = {0};
  if (memory_in_use < 0 || pread(memory_in_use, text, sizeof text - 1, 0) <= 0)
    return 0;
  // proc(5): size, resident, shared, text, lib, data, in pages.
  unsigned long long pages = 0;
  if (sscanf(text, "%*s %*s %*s %*s %*s %llu", &pages) != 1)
    return 0;
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/// Sets the limit that can be raised again.
static fbw_status set_soft(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit((__rlimit_resource_t)resource, &limit))
    return FBW_FAILED;
  limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && value > limit.rlim_max ? limit.rlim_max : value;
  return setrlimit((__rlimit_resource_t)resource, &limit) ? FBW_FAILED : FBW_OK;
}

fbw_status fbw_limit_time(uint64_t seconds) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage))
    return FBW_FAILED;
  uint64_t used = (uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec + 2;
  return set_soft(RLIMIT_CPU, used + seconds);
}

fbw_status fbw_limit(uint64_t bytes, uint64_t seconds) {
  uint64_t in_use = data_in_use();
  if (fbw_limit_time(seconds) != FBW_OK)
    return FBW_FAILED;
  return in_use ? set_soft(RLIMIT_DATA, in_use + bytes) : FBW_NOT_SUPPORTED;
}

int32_t fbw_processors(void) {
  cpu_set_t allowed;
  // It fails where there are more than 1024.
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return CPU_COUNT(&allowed);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 && online < INT32_MAX ? (int32_t)online : 1;
}
