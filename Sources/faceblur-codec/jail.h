// What this process gives up before it reads a byte that a stranger has written.
#ifndef JAIL_H
#define JAIL_H

#include "CWorker.h"

/// Has this process end with the one that has started it, and closes what it was not given. Comes first.
/// @returns false where it has not been started as a helper is.
bool become_helper(void);

/// Leaves this process its memory, its channel and its threads. There is no way back.
/// @returns `FBW_OK` where system calls are filtered from here on.
fbw_status enter_jail(void);

#endif
