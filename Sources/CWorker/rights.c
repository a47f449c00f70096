// What a file's mode does not say of who may read it.
#include "CWorker.h"

#include <errno.h>
#include <sys/xattr.h>

bool fbw_has_access_list(int32_t file) {
  if (fgetxattr(file, "system.posix_acl_access", NULL, 0) >= 0) return true;
  return errno != ENODATA && errno != EOPNOTSUPP && errno != ENOSYS;
}
