// Landlock: what a worker reaches of the file system. https://docs.kernel.org/userspace-api/landlock.html
#define _GNU_SOURCE
#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on all architectures. Headers of a kernel may be older than the kernel that runs, so its
// structures are written down here, too; a kernel takes as much of them as it is told.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { CREATE_VERSION = 1, RULE_PATH_BENEATH = 1 };

enum {
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIR = 1 << 3,
  REMOVE_FILE = 1 << 5,
  MAKE_DIR = 1 << 7,
  MAKE_REG = 1 << 8,
  // Everything of the first version.
  FIRST = (1 << 13) - 1,
  REFER = 1 << 13,
  TRUNCATE = 1 << 14,
  IOCTL_DEV = 1 << 15,
  READING = READ_FILE | READ_DIR,
  WRITING = READING | WRITE_FILE | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER | TRUNCATE,
};

struct ruleset {
  uint64_t files;
  /// From version 4: binding and connecting TCP sockets.
  uint64_t network;
  /// From version 6: abstract sockets and signals to processes outside.
  uint64_t scoped;
};

struct path_beneath {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

static bool is_unknown(int code) {
  return code == ENOSYS || code == EOPNOTSUPP || code == EPERM || code == EINVAL || code == E2BIG;
}

static fbw_status failure(void) { return is_unknown(errno) ? FBW_NOT_SUPPORTED : FBW_FAILED; }

static fbw_status allow(int rules, uint64_t access, const char *const *paths, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int folder = open(paths[index], O_PATH | O_CLOEXEC | O_DIRECTORY);
    // Where nothing is, there is nothing to reach.
    if (folder < 0)
      continue;
    const struct path_beneath rule = {.allowed = access, .folder = folder};
    long result = syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0);
    int code = errno;
    close(folder);
    errno = code;
    if (result)
      return failure();
  }
  return FBW_OK;
}

int32_t fbw_landlock_version(void) {
  const long version = syscall(CREATE_RULESET, 0, 0, CREATE_VERSION);
  return version < 1 ? 0 : (int32_t)version;
}

fbw_status fbw_confine_files(
  const char *const *readable, size_t readable_count, const char *const *writable, size_t writable_count) {
  const int32_t version = fbw_landlock_version();
  if (version < 1)
    return failure();
  struct ruleset handled = {
    .files = FIRST | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEV : 0),
    .network = version >= 4 ? 3 : 0,
    .scoped = version >= 6 ? 3 : 0,
  };
  size_t size = version >= 6 ? sizeof handled : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
  int rules = (int)syscall(CREATE_RULESET, &handled, size, 0);
  if (rules < 0)
    return failure();
  fbw_status status = allow(rules, READING & handled.files, readable, readable_count);
  if (status == FBW_OK)
    status = allow(rules, WRITING & handled.files, writable, writable_count);
  if (status == FBW_OK && syscall(RESTRICT_SELF, rules, 0))
    status = failure();
  close(rules);
  return status;
}
