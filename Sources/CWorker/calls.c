// seccomp: the system calls that no photo needs. https://docs.kernel.org/userspace-api/seccomp_filter.html
#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Calls that are newer than the headers may be; their numbers are the same on all architectures.
enum {
  PROCESS_MADVISE = 440,
  PROCESS_MRELEASE = 448,
  FCHMODAT2 = 452,
  SETXATTRAT = 463,
  REMOVEXATTRAT = 466,
  FILE_SETATTR = 469,
};

static const int denied[] = {
  // Other programs and processes.
  SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill,
  SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_setns, SYS_unshare,
#ifdef SYS_fork
  SYS_fork, SYS_vfork,
#endif
  // How fast others run, where, and of which memory.
  SYS_setpriority, SYS_ioprio_set, SYS_sched_setparam, SYS_sched_setscheduler, SYS_sched_setattr, SYS_sched_setaffinity,
  SYS_migrate_pages, SYS_move_pages, PROCESS_MADVISE, PROCESS_MRELEASE,
  // What processes share without a file's name.
  SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
  SYS_semtimedop, SYS_semctl, SYS_mq_open, SYS_mq_unlink,
#ifdef SYS_pidfd_open
  SYS_pidfd_open, SYS_pidfd_send_signal,
#endif
#ifdef SYS_pidfd_getfd
  SYS_pidfd_getfd,
#endif
  // The network, and descriptors of others.
  SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendmsg, SYS_recvmsg,
  SYS_sendmmsg, SYS_recvmmsg,
  // Ways around this filter.
#ifdef SYS_io_uring_setup
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
#endif
  SYS_io_setup, SYS_io_submit,
  // File systems and what is not reached by name.
  SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_mknodat, SYS_symlinkat, SYS_open_by_handle_at, SYS_fanotify_init,
  SYS_swapon, SYS_swapoff, SYS_quotactl, SYS_acct,
  // What Landlock does not ask about: whose a file is, who may read it, when it was changed. Its first versions do not ask who shortens it.
  SYS_fchmodat, SYS_fchmod, FCHMODAT2, SYS_fchownat, SYS_fchown, SYS_truncate, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
  SETXATTRAT, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, REMOVEXATTRAT, FILE_SETATTR,
#ifdef SYS_chmod
  SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
#ifdef SYS_mknod
  SYS_mknod, SYS_symlink,
#endif
#ifdef SYS_open_tree
  SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick,
#endif
#ifdef SYS_mount_setattr
  SYS_mount_setattr,
#endif
  // The system itself.
  SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_init_module,
  SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_settimeofday, SYS_clock_settime,
  SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_personality, SYS_setuid, SYS_setgid,
  SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setgroups, SYS_setfsuid, SYS_setfsgid, SYS_capset,
  SYS_syslog, SYS_vhangup,
#ifdef SYS_kexec_file_load
  SYS_kexec_file_load,
#endif
#ifdef SYS_ioperm
  SYS_ioperm, SYS_iopl,
#endif
};

#define DENIED (sizeof denied / sizeof *denied)

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define LOAD_UPPER(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field) + 4)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define UNLESS(test, value, count) BPF_JUMP(BPF_JMP | (test) | BPF_K, (uint32_t)(value), 0, (count))
#define REFUSE(code) RETURN(SECCOMP_RET_ERRNO | (code))
// Two statements.
#define REFUSE_IF(test, value) UNLESS(test, value, 1), REFUSE(EPERM)

fbw_status fbw_confine_calls(void) {
  // What is loaded is the lower half of an argument, on the architectures above.
  const uint32_t own = (uint32_t)getpid();
  const struct sock_filter head[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    // The 32-bit calls of x86-64 have numbers of their own.
    UNLESS(BPF_JGE, 0x40000000, 1),
    REFUSE(EPERM),
    // clone3 has its flags in memory, which a filter cannot read; with ENOSYS the C library falls back on clone.
    UNLESS(BPF_JEQ, 435, 1),
    REFUSE(ENOSYS),
    // Threads are made, processes are not.
    UNLESS(BPF_JEQ, SYS_clone, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
    // Signals to itself, which is how a library gives up, and its own limits.
    UNLESS(BPF_JEQ, SYS_tgkill, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 1, 0),
    REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
    UNLESS(BPF_JEQ, SYS_prlimit64, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
    REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
    // Whoever may choose who is told of bytes that arrive, and by which signal, may end any process.
    UNLESS(BPF_JEQ, SYS_fcntl, 12),
    LOAD(args[1]),
    REFUSE_IF(BPF_JEQ, F_SETOWN),
    REFUSE_IF(BPF_JEQ, F_SETOWN_EX),
    REFUSE_IF(BPF_JEQ, F_SETSIG),
    UNLESS(BPF_JEQ, F_SETFL, 3),
    LOAD(args[2]),
    REFUSE_IF(BPF_JSET, O_ASYNC),
    RETURN(SECCOMP_RET_ALLOW),
    // Nobody types for the user.
    UNLESS(BPF_JEQ, SYS_ioctl, 6),
    LOAD(args[1]),
    REFUSE_IF(BPF_JEQ, TIOCSTI),
    REFUSE_IF(BPF_JEQ, TIOCLINUX),
    RETURN(SECCOMP_RET_ALLOW),
    // The times of what is open, and of nothing that has to be named.
    UNLESS(BPF_JEQ, SYS_utimensat, 6),
    LOAD(args[1]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2),
    LOAD_UPPER(args[1]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
    REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
  };
  enum { HEAD = sizeof head / sizeof *head };
  struct sock_filter filter[HEAD + 2 * DENIED + 1];
  unsigned short count = 0;
  for (size_t index = 0; index < HEAD; index++)
    filter[count++] = head[index];
  for (size_t index = 0; index < DENIED; index++) {
    filter[count++] = (struct sock_filter)UNLESS(BPF_JEQ, denied[index], 1);
    filter[count++] = (struct sock_filter)REFUSE(EPERM);
  }
  filter[count++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {.len = count, .filter = filter};
  if (!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0))
    return FBW_OK;
  // EINVAL: the kernel was built without seccomp filters.
  return errno == EINVAL || errno == ENOSYS || errno == EPERM ? FBW_NOT_SUPPORTED : FBW_FAILED;
}

#else

fbw_status fbw_confine_calls(void) {
  (void)denied;
  return FBW_NOT_SUPPORTED;
}

#endif
