// Runs one command and prints what it cost: wall, user and system milliseconds, peak kilobytes, exit status. Processes that it has
// started and not waited for count, but for the wall time, which is over when the command ends.
//
// A process of its own, because Linux counts the memory of whoever starts a program towards that program's peak:
// started by a script interpreter, every command would seem to need as much as the interpreter.
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(struct timeval time) { return time.tv_sec * 1e3 + time.tv_usec / 1e3; }

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: measure COMMAND [ARGUMENT ...]\n");
    return 64;
  }
  struct timespec start, end;
  struct rusage usage;
  int status = 0;
  // What the command leaves behind becomes a child of this process.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  clock_gettime(CLOCK_MONOTONIC, &start);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execv(argv[1], argv + 1);
    _exit(127);
  }
  if (child < 0 || wait4(child, &status, 0, &usage) != child) {
    perror("measure");
    return 70;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double user = milliseconds(usage.ru_utime), system = milliseconds(usage.ru_stime);
  for (struct rusage other; wait4(-1, NULL, 0, &other) > 0;) {
    user += milliseconds(other.ru_utime);
    system += milliseconds(other.ru_stime);
    if (other.ru_maxrss > usage.ru_maxrss)
      usage.ru_maxrss = other.ru_maxrss;
  }
  const double wall = (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6;
  printf("%.3f %.3f %.3f %ld %d\n", wall, user, system, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
