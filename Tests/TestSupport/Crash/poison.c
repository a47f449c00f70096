// What a fault in a decoder does, or code of a stranger in it: photos with certain comments make the process that decodes
// them do so. Preloaded into the command under test, which knows nothing of it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void fall(void) { *(volatile int *)8 = 1; }

static void hang(void) {
  for (volatile unsigned long turns = 0;; turns++) {
  }
}

// A gigabyte, and no more: where nothing stops it, the photo is scrubbed, and the test says so.
static void swell(void) {
  for (int turn = 0; turn < 64; turn++) {
    volatile char *bytes = malloc(16 << 20);
    if (!bytes)
      abort();
    for (int place = 0; place < 16 << 20; place += 4096)
      bytes[place] = 1;
  }
}

static bool opens(const char *path, int flags) {
  int file = open(path, flags, 0600);
  if (file >= 0)
    close(file);
  return file >= 0;
}

// Whether a call was refused by the filter, and not for what it was about.
static bool is_refused(long result) { return result == -1 && errno == EPERM; }

// Ways to end other processes, to slow them down, or to type for the user.
static bool reaches_processes(void) {
  struct f_owner_ex owner = {F_OWNER_PID, getppid()};
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  return !is_refused(fcntl(0, F_SETOWN, getppid())) || !is_refused(fcntl(0, F_SETOWN_EX, &owner)) ||
         !is_refused(fcntl(0, F_SETSIG, SIGKILL)) || !is_refused(fcntl(0, F_SETFL, O_ASYNC)) ||
         !is_refused(setpriority(PRIO_PROCESS, (id_t)getppid(), 10)) ||
         !is_refused(sched_setaffinity(getppid(), sizeof processors, &processors)) ||
         !is_refused(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600)) || !is_refused(ioctl(0, TIOCSTI, "x"));
}

// What Landlock leaves to whoever owns a file.
static bool changes_files(void) {
  const struct timespec times[2] = {{0}};
  const char *const file = "photos/1/poison.jpg";
  return !is_refused(chmod(file, 0777)) || !is_refused(fchmod(0, 0600)) ||
         !is_refused(syscall(452, AT_FDCWD, file, 0777, 0)) || !is_refused(chown(file, 1, 1)) ||
         !is_refused(utimensat(AT_FDCWD, file, times, 0)) || !is_refused(truncate(file, 0)) ||
         !is_refused(syscall(463, AT_FDCWD, file, 0, "user.x", &times, 16)) ||
         // Of what is open they may be changed: so a render's are hidden.
         is_refused(futimens(0, times));
}

// Whatever succeeds of this ends the process, and the photo is on the list.
static void escape(void) {
  if (reaches_processes() || changes_files())
    fall();
  bool has_landlock = syscall(444, 0, 0, 1) >= 1;
  if (has_landlock && (opens("escaped", O_CREAT | O_WRONLY) || opens("photos/escaped", O_CREAT | O_WRONLY) ||
                       opens("secret", O_RDONLY) || opens("out.faceblur/journal.sqlite", O_RDONLY)))
    fall();
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  if (child > 0 || socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
      kill(getppid(), 0) == 0 || getenv("HOME"))
    fall();
  // It returns where it fails.
  char *const words[] = {"true", NULL};
  execv("/bin/true", words);
}

// What was seen in another film, which one that has taken its worker over would like to have said itself. Whatever succeeds of this ends the
// process.
static void forge(void) {
  const bool has_landlock = syscall(444, 0, 0, 1) >= 1;
  if (has_landlock &&
      (opens("out.faceblur/looks/other/a.looks", O_RDONLY) || opens("out.faceblur/looks/other/a.looks", O_WRONLY) ||
       opens("out.faceblur/looks/other/b.looks", O_CREAT | O_WRONLY) || opens("out.faceblur/looks/b.looks", O_CREAT | O_WRONLY) ||
       !rename("out.faceblur/looks/other/a.looks", "out/a.looks") || !unlink("out.faceblur/looks/other/a.looks") ||
       !mkdir("out.faceblur/looks/another", 0700)))
    fall();
  // So that whoever asks knows that this was tried.
  if (!opens("out/tried", O_CREAT | O_WRONLY))
    fall();
}

static bool has(const unsigned char *bytes, unsigned long count, const char *word) {
  return memmem(bytes, count, word, strlen(word));
}

void jpeg_mem_src(void *source, const unsigned char *bytes, unsigned long count) {
  if (has(bytes, count, "poison: fall"))
    fall();
  if (has(bytes, count, "poison: once") && opens("out/tried", O_CREAT | O_EXCL | O_WRONLY))
    fall();
  if (has(bytes, count, "poison: hang"))
    hang();
  if (has(bytes, count, "poison: swell"))
    swell();
  if (has(bytes, count, "poison: escape"))
    escape();
  ((void (*)(void *, const unsigned char *, unsigned long))dlsym(RTLD_NEXT, "jpeg_mem_src"))(source, bytes, count);
}

// Where it is asked for, what a worker keeps of its film is not all that it tries to write to.
int flock(int file, int operation) {
  char path[4096] = {0}, name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  if (getenv("LD_FACEBLUR_FORGE") && readlink(name, path, sizeof path - 1) > 0 && strstr(path, ".looks"))
    forge();
  return ((int (*)(int, int))dlsym(RTLD_NEXT, "flock"))(file, operation);
}

// Where it is asked for, no worker gets as far as its first photo.
__attribute__((constructor)) static void begin(void) {
  char words[256] = {0};
  int file = getenv("LD_FACEBLUR_NO_WORKERS") ? open("/proc/self/cmdline", O_RDONLY) : -1;
  if (file >= 0 && read(file, words, sizeof words - 1) > 0 && has((unsigned char *)words, sizeof words, "--scrub-worker"))
    _exit(3);
}
