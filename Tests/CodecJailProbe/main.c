// Enters the jail of `faceblur-codec`, tries what nobody may do there, and says what came of it, a line for each:
// "openat: Operation not permitted". Ends with 0 where everything was denied that is to be denied and everything else went
// through, with 1 where not, and with 77 where the kernel has no such jail. Libraries that its arguments name it opens before.
#define _GNU_SOURCE
#include "../../Sources/faceblur-codec/jail.c"

#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

enum { MOST = 96, NO_JAIL = 77 };

/// What came of one attempt; both processes see it.
typedef struct attempt {
  char name[40];
  bool is_to_be_denied;
  /// `errno`, or 0 where it went through.
  int code;
} attempt;

static struct {
  int count;
  bool is_jailed;
  attempt attempts[MOST];
} *report;

static void note(const char *name, bool is_to_be_denied, long result) {
  const int code = result == -1 ? errno : 0;
  attempt *const next = &report->attempts[report->count++];
  snprintf(next->name, sizeof next->name, "%s", name);
  next->is_to_be_denied = is_to_be_denied;
  next->code = code;
}

#define DENIED(name, call) note(name, true, (long)(call))
#define ALLOWED(name, call) note(name, false, (long)(call))

/// A process that should never have been made.
static long end_if_child(long id) {
  if (!id)
    _exit(0);
  return id;
}

static void *nothing(void *argument) { return argument; }

static void try_files(void) {
  char path[] = "/etc/passwd";
  struct stat status;
  DENIED("open", syscall(SYS_openat, AT_FDCWD, path, O_RDONLY));
#ifdef SYS_open
  DENIED("open (old)", syscall(SYS_open, path, O_RDONLY));
  DENIED("stat (old)", syscall(SYS_stat, path, &status));
  DENIED("unlink (old)", syscall(SYS_unlink, "/tmp/faceblur-codec-probe"));
#endif
  DENIED("open to write", openat(AT_FDCWD, "/tmp/faceblur-codec-probe", O_WRONLY | O_CREAT, 0600));
  DENIED("open by handle", syscall(SYS_open_by_handle_at, AT_FDCWD, &status, O_RDONLY));
  DENIED("stat", fstatat(AT_FDCWD, path, &status, 0));
  DENIED("readlink", readlink("/proc/self/exe", path, sizeof path));
  DENIED("chdir", chdir("/"));
  DENIED("mkdir", mkdir("/tmp/faceblur-codec-probe", 0700));
  DENIED("rename", rename("/tmp/faceblur-codec-a", "/tmp/faceblur-codec-b"));
  DENIED("memfd_create", memfd_create("probe", 0));
  DENIED("write", write(FBW_TARGET, "x", 1));
  DENIED("pwrite", pwrite(FBW_TARGET, "x", 1, 0));
  DENIED("ftruncate", ftruncate(FBW_TARGET, 1 << 20));
  DENIED("dup", dup(FBW_TARGET));
  DENIED("ioctl", syscall(SYS_ioctl, FBW_CHANNEL, 0x5413, path));
  DENIED("mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, NULL));
  DENIED("io_uring_setup", syscall(425, 1, path));
}

static void try_network(void) {
  const struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(80), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct msghdr message = {0};
  char byte = 0;
  DENIED("socket", socket(AF_INET, SOCK_STREAM, 0));
  DENIED("socketpair", socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}));
  DENIED("connect", connect(FBW_CHANNEL, (const struct sockaddr *)&address, sizeof address));
  DENIED("bind", bind(FBW_CHANNEL, (const struct sockaddr *)&address, sizeof address));
  DENIED("sendmsg", sendmsg(FBW_CHANNEL, &message, 0));
  DENIED("recvmsg", recvmsg(FBW_CHANNEL, &message, 0));
  DENIED("sendto another descriptor", sendto(FBW_TARGET, &byte, 1, 0, NULL, 0));
}

static void try_processes(pid_t parent) {
  char *const arguments[] = {NULL};
  struct rlimit64 limit = {RLIM64_INFINITY, RLIM64_INFINITY};
  char byte;
  const struct iovec local = {&byte, 1}, remote = {&byte, 1};
  DENIED("fork", end_if_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)));
  DENIED("fork by the C library", end_if_child(fork()));
#ifdef SYS_fork
  DENIED("fork (old)", end_if_child(syscall(SYS_fork)));
#endif
#ifdef SYS_vfork
  DENIED("vfork", end_if_child(syscall(SYS_vfork)));
#endif
  DENIED("clone3", end_if_child(syscall(435, NULL, 0)));
  DENIED("execve", execve("/bin/true", arguments, arguments));
  DENIED("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, arguments, 0));
  DENIED("ptrace", ptrace(PTRACE_ATTACH, parent, NULL, NULL));
  DENIED("kill of the parent", kill(parent, 0));
  DENIED("kill of itself", kill(getpid(), 0));
  DENIED("tgkill of the parent", syscall(SYS_tgkill, parent, parent, 0));
  DENIED("pidfd_open", syscall(434, parent, 0));
  DENIED("process_vm_readv", process_vm_readv(parent, &local, 1, &remote, 1, 0));
  DENIED("process_vm_writev", process_vm_writev(parent, &local, 1, &remote, 1, 0));
  DENIED("prlimit of the parent", syscall(SYS_prlimit64, parent, RLIMIT_DATA, &limit, NULL));
  DENIED("setpriority", setpriority(PRIO_PROCESS, (id_t)parent, 19));
  DENIED("setuid", syscall(SYS_setuid, 0));
  DENIED("unshare", unshare(CLONE_NEWUSER));
  DENIED("prctl", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  DENIED("seccomp", syscall(SYS_seccomp, 1, 0, NULL));
  DENIED("bpf", syscall(SYS_bpf, 0, NULL, 0));
  DENIED("perf_event_open", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  DENIED("userfaultfd", syscall(SYS_userfaultfd, 0));
  DENIED("keyctl", syscall(SYS_keyctl, 0, 0, 0, 0, 0));
}

static void try_memory(void) {
  const int anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
  DENIED("mmap of code", mmap(NULL, 4096, PROT_READ | PROT_EXEC, anonymous, -1, 0));
  DENIED("mmap of code to write", mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, anonymous, -1, 0));
  void *const page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, anonymous, -1, 0);
  ALLOWED("mmap", page);
  DENIED("mprotect to code", mprotect(page, 4096, PROT_READ | PROT_EXEC));
#ifdef SYS_pkey_mprotect
  DENIED("pkey_mprotect to code", syscall(SYS_pkey_mprotect, page, 4096, PROT_READ | PROT_EXEC, -1));
#endif
  DENIED("shmget", syscall(SYS_shmget, 0, 4096, 01600));
  DENIED("personality", syscall(SYS_personality, 0x0400000));
  ALLOWED("munmap", munmap(page, 4096));
}

static void try_work(void) {
  pthread_t thread;
  errno = pthread_create(&thread, NULL, nothing, NULL);
  ALLOWED("thread", errno ? -1 : 0);
  if (!errno)
    ALLOWED("join", (errno = pthread_join(thread, NULL)) ? -1 : 0);
  void *const large = malloc(100 << 20);
  ALLOWED("malloc", large ? 0 : -1);
  free(large);
  // What is in use is read from a descriptor that has stayed open.
  errno = EPERM;
  ALLOWED("limit", fbw_limit(1 << 30, 60) == FBW_OK ? 0 : -1);
  ALLOWED("alarm", setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_sec = 60}, NULL));
  DENIED("timer", setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = 60}, NULL));
  char bytes[16];
  ALLOWED("random numbers", syscall(SYS_getrandom, bytes, sizeof bytes, 0));
}

/// The libraries to open, ended by a null pointer.
static char **libraries;

/// Opens the libraries, none of which may start a thread: Landlock would not hold for that.
static bool open_libraries(void) {
  for (char **library = libraries; *library; library++)
    if (!dlopen(*library, RTLD_NOW | RTLD_LOCAL))
      return false;
  DIR *const threads = opendir("/proc/self/task");
  int count = 0;
  for (const struct dirent *entry; threads && (entry = readdir(threads));)
    count += entry->d_name[0] != '.';
  return threads && !closedir(threads) && count == 1;
}

/// What a jailed process does; it ends by itself.
static void be_jailed(pid_t parent) {
  if (close_range(OWN, ~0u, 0) || fbw_become_worker() != FBW_OK || !open_libraries())
    _exit(1);
  const fbw_status status = enter_jail();
  if (status != FBW_OK)
    _exit(status == FBW_NOT_SUPPORTED ? NO_JAIL : 1);
  report->is_jailed = true;
  try_files();
  try_network();
  try_processes(parent);
  try_memory();
  try_work();
  _exit(0);
}

/// Calls the kernel by the numbers of another architecture, which is to end the process.
static void leave_architecture(pid_t parent) {
  (void)parent;
  if (close_range(OWN, ~0u, 0) || fbw_become_worker() != FBW_OK || enter_jail() != FBW_OK)
    _exit(1);
#if defined(__x86_64__)
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
  (void)result;
#else
  syscall(SYS_tgkill, getpid(), getpid(), SIGSYS);
#endif
  _exit(0);
}

/// Runs a process that a jail is made for, and says how it ended.
static int run(void (*body)(pid_t)) {
  const pid_t parent = getpid(), child = fork();
  if (!child)
    body(parent);
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return status;
}

int main(int argc, char **argv) {
  libraries = argv + (argc > 0);
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int ends[2];
  // What a helper is given: a channel, and memory.
  const int memory = memfd_create("probe", MFD_ALLOW_SEALING);
  if (report == MAP_FAILED || memory < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  if (dup2(ends[0], FBW_CHANNEL) < 0 || (memory != FBW_TARGET && dup2(memory, FBW_TARGET) < 0))
    return 1;
  const int status = run(be_jailed);
  if (WIFEXITED(status) && WEXITSTATUS(status) == NO_JAIL) {
    puts("no jail");
    return NO_JAIL;
  }
  bool is_good = report->is_jailed && WIFEXITED(status) && !WEXITSTATUS(status);
  if (!is_good)
    printf("the jailed process ended with status %x\n", (unsigned)status);
  for (int index = 0; index < report->count; index++) {
    const attempt *const attempt = &report->attempts[index];
    const bool is_denied = attempt->code == EPERM || attempt->code == ENOSYS;
    const bool is_as_wanted = attempt->is_to_be_denied ? is_denied : !attempt->code;
    printf(
      "%s: %s%s\n", attempt->name, attempt->code ? strerror(attempt->code) : "went through",
      is_as_wanted ? "" : ", which is wrong");
    is_good = is_good && is_as_wanted;
  }
  const int other = run(leave_architecture);
  const bool is_ended = WIFSIGNALED(other) && WTERMSIG(other) == SIGSYS;
  printf("another architecture's call: %s\n", is_ended ? "Bad system call" : "went through, which is wrong");
  return is_good && is_ended ? 0 : 1;
}
