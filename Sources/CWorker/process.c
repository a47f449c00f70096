// Starting, ending and talking to a worker.
#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/// The loader must find the same libraries, and the worker the same models.
static bool is_passed_on(const char *variable) {
  return !strncmp(variable, "LD_", 3) || !strncmp(variable, "FACEBLUR_MODELS=", 16);
}

/// Null where there is no memory; the strings stay the environment's own.
static char **environment_of_workers(void) {
  size_t count = 0;
  while (environ && environ[count])
    count++;
  char **kept = calloc(count + 1, sizeof *kept);
  for (size_t index = 0, next = 0; kept && index < count; index++)
    if (is_passed_on(environ[index]))
      kept[next++] = environ[index];
  return kept;
}

static int spawn(
  const char *program, char *const *arguments, char *const *environment, int channel, int target, pid_t *id) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  int code = posix_spawn_file_actions_init(&files);
  if (code)
    return code;
  code = posix_spawnattr_init(&attributes);
  if (code) {
    posix_spawn_file_actions_destroy(&files);
    return code;
  }
  if (!(code = posix_spawn_file_actions_adddup2(&files, channel, FBW_CHANNEL)) &&
      !(code = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)) &&
      !(code = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)) &&
      !(code = posix_spawn_file_actions_adddup2(&files, target, FBW_TARGET)) &&
      !(code = posix_spawn_file_actions_addclosefrom_np(&files, FBW_TARGET + 1)) &&
      !(code = posix_spawnattr_setsigmask(&attributes, &none)) &&
      // A process group of its own: signals of the terminal are for the process that started it.
      !(code = posix_spawnattr_setpgroup(&attributes, 0)) &&
      !(code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK)))
    code = posix_spawn(id, program, &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return code;
}

fbw_status fbw_start(char *const *arguments, int32_t target, fbw_process *process) {
  char **environment = environment_of_workers();
  if (!environment)
    return FBW_FAILED;
  fbw_status status = fbw_start_program("/proc/self/exe", arguments, environment, target, process);
  int code = errno;
  free(environment);
  errno = code;
  return status;
}

fbw_status fbw_start_program(
  const char *program, char *const *arguments, char *const *environment, int32_t target, fbw_process *process) {
  char *const nothing[] = {NULL};
  int ends[2];
  // The descriptors below the target's are made anew in the worker, one after the other.
  if (target < FBW_TARGET) {
    errno = EBADF;
    return FBW_FAILED;
  }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return FBW_FAILED;
  pid_t id = -1;
  int code = spawn(program, arguments, environment ? environment : nothing, ends[1], target, &id);
  close(ends[1]);
  if (code) {
    close(ends[0]);
    errno = code;
    return FBW_FAILED;
  }
  *process = (fbw_process){.id = id, .channel = ends[0]};
  return FBW_OK;
}

/// Waits for a process to end by itself, for a second.
static pid_t wait_a_second(pid_t id, int *status) {
  enum { STEP = 2000000, STEPS = 500 };
  const struct timespec step = {.tv_nsec = STEP};
  pid_t ended = waitpid(id, status, WNOHANG);
  for (int index = 0; index < STEPS && (!ended || (ended < 0 && errno == EINTR)); index++) {
    nanosleep(&step, NULL);
    ended = waitpid(id, status, WNOHANG);
  }
  return ended;
}

static fbw_end end_of(int status) {
  return WIFSIGNALED(status) ? (fbw_end){.signal = WTERMSIG(status), .code = 0}
                             : (fbw_end){.signal = 0, .code = WEXITSTATUS(status)};
}

fbw_end fbw_finish(fbw_process process) {
  close(process.channel);
  int status = 0;
  pid_t id;
  // The signal has no effect on a process that has ended already. A process that may send none waits for this one to see
  // that the channel is closed; what hangs is left behind.
  if (kill(process.id, SIGKILL) && errno == EPERM)
    id = wait_a_second(process.id, &status);
  else
    do
      id = waitpid(process.id, &status, 0);
    while (id < 0 && errno == EINTR);
  if (id != process.id)
    return (fbw_end){.signal = 0, .code = -1};
  return end_of(status);
}

fbw_status fbw_become(const char *program, const char *name, const uint8_t *bytes, size_t count) {
  char *const arguments[] = {(char *)name, NULL};
  int file = memfd_create(name, 0);
  if (file < 0)
    return FBW_FAILED;
  for (size_t place = 0; place < count;) {
    ssize_t written = write(file, bytes + place, count - place);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      close(file);
      return FBW_FAILED;
    }
    place += (size_t)written;
  }
  if (lseek(file, 0, SEEK_SET) == 0 && (file == FBW_TARGET || dup2(file, FBW_TARGET) == FBW_TARGET)) {
    if (file != FBW_TARGET)
      close(file);
    execv(program, arguments);
    file = FBW_TARGET;
  }
  close(file);
  return FBW_FAILED;
}

fbw_status fbw_open(const char *program, char *const *arguments, int32_t *id) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, ignored;
  pid_t started = -1;
  sigemptyset(&none);
  // What this program ignores, others need not.
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  int code = posix_spawn_file_actions_init(&files);
  if (!code && (code = posix_spawnattr_init(&attributes)))
    posix_spawn_file_actions_destroy(&files);
  if (code) {
    errno = code;
    return FBW_FAILED;
  }
  if (!(code = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) &&
      !(code = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)) &&
      !(code = posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)) &&
      !(code = posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)) &&
      !(code = posix_spawnattr_setsigmask(&attributes, &none)) &&
      !(code = posix_spawnattr_setsigdefault(&attributes, &ignored)) &&
      !(code = posix_spawnattr_setflags(
          &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
    code = posix_spawnp(&started, program, &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  *id = started;
  errno = code;
  return code ? FBW_FAILED : FBW_OK;
}

bool fbw_is_over(int32_t id, fbw_end *end) {
  int status = 0;
  *end = (fbw_end){.signal = 0, .code = -1};
  pid_t ended = waitpid(id, &status, WNOHANG);
  if (ended == id)
    *end = end_of(status);
  return ended != 0;
}

const char *fbw_signal_text(int32_t number) { return sigdescr_np(number); }

bool fbw_send(int32_t channel, const uint8_t *bytes, size_t count) {
  while (count) {
    ssize_t sent = send(channel, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    bytes += sent;
    count -= (size_t)sent;
  }
  return true;
}

bool fbw_receive(int32_t channel, uint8_t *bytes, size_t count) {
  while (count) {
    ssize_t received = recv(channel, bytes, count, 0);
    if (received < 0 && errno == EINTR)
      continue;
    if (received <= 0)
      return false;
    bytes += received;
    count -= (size_t)received;
  }
  return true;
}

bool fbw_has_channel(void) {
  int type = 0;
  socklen_t size = sizeof type;
  return !getsockopt(FBW_CHANNEL, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_STREAM;
}
