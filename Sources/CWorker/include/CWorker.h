/// CWorker: processes that work for another one, mostly of the same program, and what they may not do.
///
/// Linux only. What a kernel does not know is left out, and the status says so.
#ifndef CWORKER_H
#define CWORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define FBW_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define FBW_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#pragma clang assume_nonnull begin
#else
#define FBW_CLOSED_ENUM
#define FBW_SWIFT_NAME(name)
#define _Nullable
#define _Nonnull
#endif

/// What became of a call.
typedef enum FBW_CLOSED_ENUM fbw_status {
  FBW_OK FBW_SWIFT_NAME(ok) = 0,
  /// The kernel does not know it, or whoever started this process forbids it.
  FBW_NOT_SUPPORTED FBW_SWIFT_NAME(notSupported),
  /// `errno` says why.
  FBW_FAILED FBW_SWIFT_NAME(failed),
} fbw_status;

/// Where a worker finds what it was given.
enum { FBW_CHANNEL = 0, FBW_TARGET = 3 };

/// A worker, as the process sees it that has started it.
typedef struct fbw_process {
  int32_t id;
  /// The near end of a pair of stream sockets; the far end is the worker's `FBW_CHANNEL`.
  int32_t channel;
} fbw_process;

/// How a worker has ended.
typedef struct fbw_end {
  /// The signal that ended it; 0 where it ended itself, or nobody knows.
  int32_t signal;
  /// What it ended with, where it ended itself; -1 where nobody knows.
  int32_t code;
} fbw_end;

/// Starts the running program once more, by no name. The worker is given one descriptor and its channel and no other;
/// of the environment only what the loader and the choice of models ask for. It ends with the thread that has started it.
/// @param arguments ended by a null pointer; the first one is the program's name.
fbw_status fbw_start(char *_Nullable const *_Nonnull arguments, int32_t target, fbw_process *process);

/// Starts another program as a worker: as `fbw_start` does, with just the environment that is given, which may be none.
/// @param program the path of its file; it is not looked for.
/// @param environment ended by a null pointer.
fbw_status fbw_start_program(
  const char *program, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nullable environment,
  int32_t target, fbw_process *process);

/// Ends a worker, if it has not ended, and lets go of it. A process that is confined itself cannot end another: it closes
/// the channel, at whose end a worker ends itself, and waits for that for a second at most; what hangs then is left behind.
fbw_end fbw_finish(fbw_process process);

/// Becomes another program: it has this one's folder, environment, standard descriptors and process number, no arguments but its
/// name, and at `FBW_TARGET` a file without a name that holds some bytes. Returns only where that failed.
/// @param program the path of its file; it is not looked for.
/// @param name what process lists call it.
fbw_status fbw_become(const char *program, const char *name, const uint8_t *bytes, size_t count);

/// Starts a program for a person, such as a browser, in a session of its own: it outlives this process and what a terminal sends, and is
/// given nothing but its arguments and the environment.
/// @param program is looked for where the environment says.
/// @param arguments ended by a null pointer; the first one is the program's name.
fbw_status fbw_open(const char *program, char *_Nullable const *_Nonnull arguments, int32_t *id);

/// Whether a process that `fbw_open` has started is over; asked once more behind that, nobody knows how it ended.
bool fbw_is_over(int32_t id, fbw_end *end);

/// What a signal means in words; null for one that has none.
const char *_Nullable fbw_signal_text(int32_t number);

/// Whether all of the bytes went through; where nobody is at the other end, they did not, and no signal comes.
bool fbw_send(int32_t channel, const uint8_t *_Nullable bytes, size_t count);
/// Whether so many bytes came.
bool fbw_receive(int32_t channel, uint8_t *_Nullable bytes, size_t count);

/// Whether this process has a channel.
bool fbw_has_channel(void);

/// Has this process end with the thread that started it, outlive what a terminal sends, and leave nothing behind: no
/// memory dump, no new privileges, few descriptors.
fbw_status fbw_become_worker(void);

/// Has this thread, and those that it starts, reach by name only what is below some folders. Those that are missing are left out.
fbw_status fbw_confine_files(
  const char *_Nonnull const *_Nullable readable, size_t readable_count,
  const char *_Nonnull const *_Nullable writable, size_t writable_count);

/// Takes from this thread, and from those that it starts, the system calls by which it could start programs, reach the network or other
/// processes, change files' owners, permissions or attributes, or change the system. They fail with EPERM.
fbw_status fbw_confine_calls(void);

/// The version of Landlock, which confines files; 0 where the kernel has none, or whoever started this process forbids it. `errno` says
/// which then.
int32_t fbw_landlock_version(void);

/// What came of giving up rights.
typedef struct fbw_trial {
  /// Of files, and of system calls: `FBW_OK` where the kernel says that it took them away.
  fbw_status files, calls;
  /// Whether a folder could be opened, and a socket be made, all the same.
  bool reaches_files, makes_sockets;
} fbw_trial;

/// Tries out `fbw_confine_files` and `fbw_confine_calls` in a thread of its own, which ends with it: this process keeps its rights.
/// @returns `FBW_OK` where the thread ran; only then there is a trial.
fbw_status fbw_try_confinement(fbw_trial *trial);

/// Limits what this process may take from now on: so many bytes beside those it has, and so many seconds of computing.
/// What goes beyond fails, or ends the process with SIGXCPU.
fbw_status fbw_limit(uint64_t bytes, uint64_t seconds);
/// The same of the seconds alone; what it may take of memory stays as it was.
fbw_status fbw_limit_time(uint64_t seconds);

/// An empty file in memory, open for reading and writing: it has no name and goes with its descriptor, whatever ends the process; -1
/// where there is none, and `errno` says why.
/// @param name what the list of open files calls it.
int32_t fbw_memory_file(const char *name);

/// Whether an open file has an access control list, which names users and groups beside those of its mode, or nobody can tell.
bool fbw_has_access_list(int32_t file);

/// Has large pieces of memory be given back as soon as nobody needs them. Of its own accord the C library comes to take them of its heaps,
/// where what is free between pieces in use is kept: of the bands of a large photo, dozens of megabytes.
void fbw_return_large_pieces(void);

/// Has threads that begin from now on take their memory of the heap that the first thread has. Each has one of its own else, and what was freed
/// at the end of such a heap is not given back when all that is free is: of frames of a film, dozens of megabytes.
void fbw_share_heap(void);

/// The processors that this process may run on: those of the machine, less the ones that `taskset` or a container keeps
/// from it. At least 1.
int32_t fbw_processors(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
