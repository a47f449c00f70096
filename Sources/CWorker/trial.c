// Whether the kernel keeps what it promises: a thread gives up what a worker gives up, and tries to have it back.
#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/// Whether a call gave a descriptor.
static bool is_open(int descriptor) {
  if (descriptor < 0)
    return false;
  close(descriptor);
  return true;
}

static void *try_in_thread(void *context) {
  fbw_trial *const trial = context;
  // Landlock and seccomp take rights from the thread that asks. The kernel wants this first, of a thread, too.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    return NULL;
  trial->files = fbw_confine_files(NULL, 0, NULL, 0);
  trial->reaches_files = is_open(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  trial->calls = fbw_confine_calls();
  trial->makes_sockets = is_open(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return NULL;
}

fbw_status fbw_try_confinement(fbw_trial *trial) {
  *trial = (fbw_trial){.files = FBW_FAILED, .calls = FBW_FAILED, .reaches_files = true, .makes_sockets = true};
  pthread_t thread;
  const int code = pthread_create(&thread, NULL, try_in_thread, trial);
  if (code) {
    errno = code;
    return FBW_FAILED;
  }
  return pthread_join(thread, NULL) ? FBW_FAILED : FBW_OK;
}
