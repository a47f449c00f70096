// The jail: no files by Landlock, and no system calls but those listed here by seccomp.
#define _GNU_SOURCE
#include "jail.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/// The first descriptor behind those that the helper is given; what it keeps of its own, for the limits, comes to lie
/// there.
enum { OWN = FBW_TARGET + 1 };

bool become_helper(void) {
  struct ucred starter;
  socklen_t size = sizeof starter;
  if (!fbw_has_channel() || close_range(OWN, ~0u, 0) || fbw_become_worker() != FBW_OK)
    return false;
  // A signal that the starter ignores would be ignored here, too; these end what computes or waits for too long.
  if (signal(SIGXCPU, SIG_DFL) == SIG_ERR || signal(SIGALRM, SIG_DFL) == SIG_ERR)
    return false;
  // The process that made the pair of sockets. Where it ended before this one asked to end with it, the parent is another.
  return !getsockopt(FBW_CHANNEL, SOL_SOCKET, SO_PEERCRED, &starter, &size) && starter.pid == getppid() &&
    // Memory that could shrink under a mapping would end this process; nobody gives it that.
    (fcntl(FBW_TARGET, F_GET_SEALS) & (F_SEAL_SHRINK | F_SEAL_SEAL)) == (F_SEAL_SHRINK | F_SEAL_SEAL);
}

/// What memory, threads and clocks take, whatever the arguments.
static const int allowed[] = {
  // Memory. Where it is mapped it is asked below.
  SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
  // Threads of this process. That they end, and wait for each other.
  SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(exit), SCMP_SYS(exit_group),
  SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getcpu), SCMP_SYS(restart_syscall),
  // Its own signals, which is how a library gives up.
  SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
  SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getrusage),
  // Time.
  SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
  SCMP_SYS(gettimeofday), SCMP_SYS(time),
  SCMP_SYS(getrandom),
  // What is open: the size of the memory, and how much this process has of its own.
  SCMP_SYS(fstat), SCMP_SYS(pread64),
};

/// A call that is allowed where one argument, or some of its bits, have one value.
typedef struct bounded_call {
  int call;
  struct scmp_arg_cmp argument;
} bounded_call;

static fbw_status confine_calls(void) {
  const bounded_call bounded[] = {
    // The channel and nothing else.
    {SCMP_SYS(recvfrom), SCMP_A0(SCMP_CMP_EQ, FBW_CHANNEL, 0)},
    {SCMP_SYS(sendto), SCMP_A0(SCMP_CMP_EQ, FBW_CHANNEL, 0)},
    // Memory that can be written never becomes code.
    {SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
    {SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
    // Threads are made, processes are not.
    {SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)},
    {SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0)},
    // The clock by which it ends.
    {SCMP_SYS(setitimer), SCMP_A0(SCMP_CMP_EQ, ITIMER_REAL, 0)},
    // Its own limits; a process's number is 32 bits of the argument.
    {SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_MASKED_EQ, UINT32_MAX, 0)},
  };
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter)
    return FBW_FAILED;
  // All threads at once; and what calls by another architecture's numbers is ended.
  int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (!result)
    result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  for (size_t index = 0; !result && index < sizeof allowed / sizeof *allowed; index++)
    result = seccomp_rule_add_exact(filter, SCMP_ACT_ALLOW, allowed[index], 0);
  for (size_t index = 0; !result && index < sizeof bounded / sizeof *bounded; index++)
    result = seccomp_rule_add_exact_array(filter, SCMP_ACT_ALLOW, bounded[index].call, 1, &bounded[index].argument);
  // clone3 has its flags in memory, which a filter cannot read; with ENOSYS the C library falls back on clone.
  if (!result)
    result = seccomp_rule_add_exact(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (!result)
    result = seccomp_load(filter);
  seccomp_release(filter);
  return result ? FBW_NOT_SUPPORTED : FBW_OK;
}

fbw_status enter_jail(void) {
  // What the libraries have left open.
  if (close_range(OWN + 1, ~0u, 0) || fbw_confine_files(NULL, 0, NULL, 0) == FBW_FAILED)
    return FBW_FAILED;
  return confine_calls();
}
