// faceblur-codec: decodes and encodes pictures for the process that has started it, with other people's libraries, where
// what these do wrong harms nobody. It knows no file names, writes no files and says nothing but answers.
#define _GNU_SOURCE
#include "codec.h"
#include "jail.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/// What a helper can be asked for, which depends on what it is for; ended by a null pointer.
static const codec *const photo_codecs[] = {
  &hevc_decoder, &hevc_encoder, &webp_decoder, &webp_encoder, &av1_decoder, &av1_encoder, &jxl_decoder, &jxl_encoder, NULL,
};
static const codec *const film_codecs[] = {
  &video_opener, &video_sender, &video_receiver, &video_encoder_opener, &video_encoder_sender, &video_encoder_receiver, NULL,
};
static const codec *const *codecs = photo_codecs;

enum {
  /// Seconds by which a helper outlives those that wait for it.
  LATER = 5,
};

// MARK: Libraries

void *open_library(const char *soname) { return dlopen(soname, RTLD_NOW | RTLD_LOCAL); }

bool find_function(void *library, const char *name, void *function) {
  void *const found = dlsym(library, name);
  memcpy(function, &found, sizeof found);
  return found;
}

/// Opens what is there. Bit n: operation n can be asked for.
static uint32_t open_codecs(void) {
  uint32_t operations = 0;
  for (size_t index = 0; codecs[index]; index++)
    if (codecs[index]->open())
      operations |= 1u << codecs[index]->operation;
  return operations;
}

// MARK: Films

bool take_film(void) {
  static bool is_taken = false;
  const bool was_taken = is_taken;
  is_taken = true;
  return !was_taken;
}

// MARK: Samples

bool has_depth(const job *job) {
  if (job->shape.luma_depth == 8)
    return true;
  const uint16_t most = (uint16_t)((1u << job->shape.luma_depth) - 1);
  uint16_t found = 0;
  for (uint64_t index = 0; index < job->input_count / 2; index++) {
    uint16_t sample;
    memcpy(&sample, job->input + 2 * index, sizeof sample);
    found |= sample;
  }
  return found <= most;
}

// MARK: Requests

/// Whether input and output lie in the memory, one behind the other.
static bool fits(const fbc_request_message *request, uint64_t size) {
  return request->output_offset % FBC_ALIGNMENT == 0 && request->input_count <= request->output_offset &&
    request->output_offset <= size && request->output_count <= size - request->output_offset;
}

/// The bytes of the memory that both sides know.
static uint64_t memory_size(void) {
  struct stat status;
  // The call itself: the C library asks by a name, which may be any.
  if (syscall(SYS_fstat, FBW_TARGET, &status) || status.st_size < 0)
    return 0;
  return (uint64_t)status.st_size;
}

/// Whether so much memory can be had. The encoder, for one, calls a picture done that it had no memory to write.
static bool is_available(uint64_t count) {
  void *const memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && !munmap(memory, count);
}

/// What is mapped of the memory that both sides know. A film's frames come out at the same place, one after the other.
static uint8_t *mapped = NULL;
static uint64_t mapped_count = 0;

static void unmap_memory(void) {
  if (mapped_count)
    munmap(mapped, mapped_count);
  mapped = NULL;
  mapped_count = 0;
}

/// Maps so many bytes of the memory, or more.
static bool map_memory(uint64_t count) {
  if (count <= mapped_count)
    return true;
  unmap_memory();
  void *const memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, FBW_TARGET, 0);
  if (memory == MAP_FAILED)
    return false;
  mapped = memory;
  mapped_count = count;
  return true;
}

enum {
  /// What is smaller is kept for the next request, which is quicker.
  LARGE = 4 << 20,
  PAGE = 4096,
};

void forget_input(const job *job) {
  // Both sides know this memory: taken off this one alone it would still be there.
  if (job->input == mapped && job->input_count >= LARGE)
    madvise(mapped, job->input_count / PAGE * PAGE, MADV_REMOVE);
}

void forget(const uint8_t *memory, size_t count) {
  const uintptr_t start = ((uintptr_t)memory + PAGE - 1) / PAGE * PAGE, end = ((uintptr_t)memory + count) / PAGE * PAGE;
  if (end > start)
    madvise((void *)start, end - start, MADV_DONTNEED);
}

/// Sets what a request may take, of which its time begins now.
static fbc_status limit(const fbc_request_message *request, const codec *chosen) {
  // What went on without end would be given more and more.
  if (chosen->goes_on)
    return fbw_limit_time(request->seconds) == FBW_FAILED ? FBC_OUT_OF_MEMORY : FBC_OK;
  const uint64_t needed = fbc_memory(request->operation, request->shape, request->input_count);
  if (!needed || request->memory < needed)
    return FBC_OUT_OF_MEMORY;
  // A limit that cannot be set, where the system does not say what is in use, does not keep it from working.
  if (fbw_limit(request->memory, request->seconds) == FBW_FAILED)
    return FBC_OUT_OF_MEMORY;
  return is_available(needed) ? FBC_OK : FBC_OUT_OF_MEMORY;
}

static fbc_status perform(const fbc_request_message *request, uint32_t operations, fbc_response *response) {
  const codec *chosen = NULL;
  for (size_t index = 0; codecs[index]; index++)
    if (codecs[index]->operation == request->operation)
      chosen = codecs[index];
  if (!chosen || !fbc_sample_bytes(request->shape) || !fits(request, memory_size()))
    return FBC_INVALID_REQUEST;
  if (!(operations >> request->operation & 1))
    return FBC_MISSING;
  const fbc_status limited = limit(request, chosen);
  if (limited != FBC_OK)
    return limited;
  const uint64_t count = request->output_offset + request->output_count;
  // What begins a film or goes on with it may need no bytes.
  if (!count && !chosen->takes_nothing)
    return FBC_INVALID_REQUEST;
  if (!map_memory(count))
    return FBC_OUT_OF_MEMORY;
  job job = {
    .options = request->options,
    .quantizer = request->quantizer,
    .packet = request->packet,
    .shape = request->shape,
    .input = mapped,
    .input_count = request->input_count,
    .output = count ? mapped + request->output_offset : NULL,
    .output_count = request->output_count,
    .response = {.shape = request->shape},
  };
  const fbc_status status = chosen->perform(&job);
  if (!chosen->goes_on) {
    unmap_memory();
    // What a library has let go of lies between what it keeps.
    if (fbc_sample_bytes(request->shape) >= LARGE)
      malloc_trim(0);
  }
  *response = job.response;
  return status;
}

/// Has this process end after so many seconds on the clock; 0: no more. Whoever waits for it may be gone then, or may be
/// confined so that it can end no process: from Landlock's version 6 on, not even by ending itself.
static void set_alarm(uint64_t seconds) {
  const struct itimerval time = {.it_value.tv_sec = (time_t)seconds};
  setitimer(ITIMER_REAL, &time, NULL);
}

/// Answers requests until nobody asks any more.
/// @returns whether the next film is asked for, for which this process is not.
static bool serve(uint32_t operations) {
  fbc_request_message request;
  while (fbw_receive(FBW_CHANNEL, (uint8_t *)&request, sizeof request)) {
    if (request.magic != FBC_MAGIC || request.version != FBC_VERSION)
      return false;
    if (request.operation == FBC_NEXT_FILM)
      return true;
    fbc_response response = {.shape = request.shape};
    set_alarm((uint64_t)request.seconds + FBC_SLACK + LATER);
    const fbc_status status = perform(&request, operations, &response);
    set_alarm(0);
    const fbc_response_message answer = {
      .magic = FBC_MAGIC,
      .version = FBC_VERSION,
      .number = request.number,
      .status = status,
      .count = status == FBC_OK ? response.count : 0,
      .shape = response.shape,
      .detail = response.detail,
      .packet = status == FBC_OK ? response.packet : 0,
      .frame = status == FBC_OK ? response.frame : 0,
    };
    if (!fbw_send(FBW_CHANNEL, (const uint8_t *)&answer, sizeof answer))
      return false;
  }
  return false;
}

enum {
  /// What a process ends with whose film is over, and which is to be followed by another one.
  FOLLOWED = 3,
};

/// Goes into the jail, and answers there.
/// @returns what this process ends with.
static int work(uint32_t operations, bool needs_jail) {
  const bool is_jailed = enter_jail() == FBW_OK;
  const fbc_ready_message ready = {
    .magic = FBC_MAGIC,
    .version = FBC_VERSION,
    .status = is_jailed || !needs_jail ? FBC_OK : FBC_NO_JAIL,
    .is_jailed = is_jailed,
    .operations = operations,
  };
  const bool is_ready = fbw_send(FBW_CHANNEL, (const uint8_t *)&ready, sizeof ready) && ready.status == FBC_OK;
  return is_ready && serve(operations) ? FOLLOWED : 0;
}

/// Has a copy of this process work for each film. This one reads nothing of any, so that every copy is as the first.
/// @returns what this process ends with.
static int follow(uint32_t operations, bool needs_jail) {
  const pid_t own = getpid();
  for (;;) {
    const pid_t id = fork();
    if (id < 0)
      return 1;
    if (!id) {
      // It ends with this one, which may have ended before it could say so.
      const bool is_bound = !prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) && getppid() == own;
      _exit(is_bound ? work(operations, needs_jail) : 1);
    }
    int status = 0;
    pid_t ended;
    do
      ended = waitpid(id, &status, 0);
    while (ended < 0 && errno == EINTR);
    // Whatever else ends a film's process ends the channel with it, and whoever waits for an answer is told by that.
    if (ended != id || !WIFEXITED(status) || WEXITSTATUS(status) != FOLLOWED)
      return 1;
  }
}

int main(int argc, char **argv) {
  const bool is_for_films = argc > 1 && !strcmp(argv[1], FBC_FOR_FILMS);
  const bool is_for_film = is_for_films || (argc > 1 && !strcmp(argv[1], FBC_FOR_FILM));
  const bool needs_jail = !(argc == (is_for_film ? 3 : 2) && !strcmp(argv[argc - 1], FBC_NO_SANDBOX));
  if (!become_helper())
    return 1;
  // One heap for all threads, which keeps what a tile took for the next one, and gives back what large pictures took. Frames of a film are
  // kept by the library that needs them again, and what it has let go of is given back.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, is_for_film ? 2 << 20 : 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  codecs = is_for_film ? film_codecs : photo_codecs;
  const uint32_t operations = open_codecs();
  const int end = is_for_films ? follow(operations, needs_jail) : work(operations, needs_jail);
  // Without what libraries do at the end: a thread may hang, and the jail has no door.
  _exit(end == FOLLOWED ? 0 : end);
}
