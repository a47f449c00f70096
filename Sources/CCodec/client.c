// The client's side: one request, one answer, and memory that only the helper maps.
#define _GNU_SOURCE
#include "CCodec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  /// Bytes of the memory that are kept from one request to the next.
  KEPT = 16 << 20,
  /// What one read or write takes at most.
  PIECE = 1 << 30,
  /// What is taken at once of an output that is given back on the way.
  TAKEN = 1 << 20,
};

// MARK: Time

/// Milliseconds of a clock that nobody sets.
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Waits until the channel can be read from, or written to.
static fbc_status wait_for(int channel, short events, int64_t deadline) {
  for (;;) {
    const int64_t left = deadline - now();
    if (left <= 0)
      return FBC_TIMED_OUT;
    struct pollfd entry = {.fd = channel, .events = events};
    const int result = poll(&entry, 1, left > INT_MAX ? INT_MAX : (int)left);
    if (result > 0)
      return FBC_OK;
    if (result < 0 && errno != EINTR)
      return FBC_FAILED;
  }
}

static bool has_gone(int code) { return code == EPIPE || code == ECONNRESET; }

static fbc_status send_all(int channel, const void *message, size_t count, int64_t deadline) {
  const uint8_t *bytes = message;
  while (count) {
    const ssize_t sent = send(channel, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes += sent;
      count -= (size_t)sent;
    } else if (errno == EAGAIN) {
      const fbc_status status = wait_for(channel, POLLOUT, deadline);
      if (status != FBC_OK)
        return status;
    } else if (errno != EINTR)
      return has_gone(errno) ? FBC_ENDED : FBC_FAILED;
  }
  return FBC_OK;
}

static fbc_status receive_all(int channel, void *message, size_t count, int64_t deadline) {
  uint8_t *bytes = message;
  while (count) {
    const ssize_t received = recv(channel, bytes, count, MSG_DONTWAIT);
    if (received > 0) {
      bytes += received;
      count -= (size_t)received;
    } else if (!received)
      return FBC_ENDED;
    else if (errno == EAGAIN) {
      const fbc_status status = wait_for(channel, POLLIN, deadline);
      if (status != FBC_OK)
        return status;
    } else if (errno != EINTR)
      return has_gone(errno) ? FBC_ENDED : FBC_FAILED;
  }
  return FBC_OK;
}

// MARK: Memory

/// A file in memory that can grow and never shrinks, so that what the helper maps stays there; -1 where there is none.
static int make_memory(void) {
  const int made = memfd_create("faceblur-codec", MFD_ALLOW_SEALING | MFD_CLOEXEC);
  if (made < 0)
    return -1;
  // The descriptors below the target's are made anew in the helper.
  const int memory = made >= FBW_TARGET ? made : fcntl(made, F_DUPFD_CLOEXEC, FBW_TARGET);
  int code = errno;
  if (memory != made)
    close(made);
  if (memory >= 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL)) {
    code = errno;
    close(memory);
    errno = code;
    return -1;
  }
  errno = code;
  return memory;
}

static bool write_all(int memory, const uint8_t *bytes, size_t count) {
  for (off_t offset = 0; count;) {
    const ssize_t written = pwrite(memory, bytes, count < PIECE ? count : PIECE, offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    count -= (size_t)written;
    offset += written;
  }
  return true;
}

/// Gives back some of the memory. Where that fails, it is held until the helper ends.
static void release(int memory, off_t offset, off_t count) {
  const int code = errno;
  (void)fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, count);
  errno = code;
}

/// Takes what came out. What is large is given back on the way, so that it is not there twice.
static bool read_all(int memory, uint8_t *bytes, size_t count, off_t offset) {
  const bool is_large = count > KEPT;
  const size_t piece = is_large ? TAKEN : PIECE;
  while (count) {
    const ssize_t read = pread(memory, bytes, count < piece ? count : piece, offset);
    if (read < 0 && errno == EINTR)
      continue;
    if (read <= 0)
      return false;
    if (is_large)
      release(memory, offset, read);
    bytes += read;
    count -= (size_t)read;
    offset += read;
  }
  return true;
}

/// Makes room for a request.
static fbc_status grow(fbc_helper *helper, uint64_t size) {
  if (size <= helper->size)
    return FBC_OK;
  int result;
  do
    result = ftruncate(helper->memory, (off_t)size);
  while (result && errno == EINTR);
  if (result)
    return FBC_FAILED;
  helper->size = size;
  return FBC_OK;
}

/// Gives back what a large request took.
static void shrink(const fbc_helper *helper, uint64_t used) {
  if (used > KEPT)
    release(helper->memory, KEPT, (off_t)(helper->size - KEPT));
}

// MARK: Helper

static fbc_status check_ready(const fbc_ready_message *ready) {
  if (ready->magic != FBC_MAGIC || ready->version != FBC_VERSION)
    return FBC_LIED;
  switch (ready->status) {
  case FBC_OK:
    return FBC_OK;
  case FBC_NO_JAIL:
    return FBC_NO_JAIL;
  default:
    return FBC_LIED;
  }
}

/// Waits for a helper to say that it is there.
static fbc_status await_ready(fbc_helper *helper, bool needs_jail, int64_t deadline) {
  fbc_ready_message ready;
  fbc_status status = receive_all(helper->process.channel, &ready, sizeof ready, deadline);
  if (status == FBC_OK)
    status = check_ready(&ready);
  // Without a jail it was to end.
  if (status == FBC_OK && needs_jail && !ready.is_jailed)
    status = FBC_LIED;
  if (status == FBC_OK) {
    helper->operations = ready.operations;
    helper->is_jailed = ready.is_jailed != 0;
  }
  return status;
}

fbc_status fbc_start(const char *program, fbc_purpose purpose, bool needs_jail, fbc_helper *helper) {
  char name[] = "faceblur-codec", film[] = FBC_FOR_FILM, films[] = FBC_FOR_FILMS, open[] = FBC_NO_SANDBOX;
  char *arguments[4] = {name};
  size_t count = 1;
  if (purpose != FBC_PHOTOS)
    arguments[count++] = purpose == FBC_FILM ? film : films;
  if (!needs_jail)
    arguments[count++] = open;
  // What a film's work has let go of before goes while the helper takes as much.
  if (purpose == FBC_FILM)
    malloc_trim(0);
  fbc_helper started = {.memory = make_memory(), .slack = FBC_SLACK};
  if (started.memory < 0)
    return FBC_FAILED;
  if (fbw_start_program(program, arguments, NULL, started.memory, &started.process) != FBW_OK) {
    const int code = errno;
    close(started.memory);
    errno = code;
    return FBC_FAILED;
  }
  const fbc_status status = await_ready(&started, needs_jail, now() + FBC_SLACK * (int64_t)1000);
  if (status != FBC_OK) {
    const int code = errno;
    fbc_finish(&started);
    errno = code;
    return status;
  }
  *helper = started;
  return FBC_OK;
}

fbc_status fbc_next_film(fbc_helper *helper) {
  const fbc_request_message message = {
    .magic = FBC_MAGIC, .version = FBC_VERSION, .number = ++helper->number, .operation = FBC_NEXT_FILM};
  const int64_t deadline = now() + helper->slack * (int64_t)1000;
  fbc_status status = send_all(helper->process.channel, &message, sizeof message, deadline);
  if (status == FBC_OK)
    status = await_ready(helper, helper->is_jailed, deadline);
  helper->packets = 0;
  // Nothing of a film's frames is left for the next one.
  release(helper->memory, 0, (off_t)helper->size);
  return status;
}

fbw_end fbc_finish(fbc_helper *helper) {
  const fbw_end end = fbw_finish(helper->process);
  close(helper->memory);
  *helper = (fbc_helper){.process = {.id = -1, .channel = -1}, .memory = -1};
  return end;
}

/// Whether samples come out.
static bool gives_samples(fbc_operation operation) {
  return operation == FBC_DECODE_HEVC || operation == FBC_DECODE_WEBP || operation == FBC_DECODE_AV1;
}

/// Whether samples go in.
static bool takes_samples(fbc_operation operation) {
  return operation == FBC_ENCODE_HEVC || operation == FBC_ENCODE_WEBP || operation == FBC_ENCODE_AV1;
}

/// Whether it is about a film.
static bool is_of_film(fbc_operation operation) {
  return operation >= FBC_OPEN_VIDEO && operation <= FBC_RECEIVE_CODE;
}

static bool opens_film(fbc_operation operation) {
  return operation == FBC_OPEN_VIDEO || operation == FBC_OPEN_ENCODER;
}

/// Whether something of one frame comes out, or nothing.
static bool gives_frame(fbc_operation operation) {
  return operation == FBC_RECEIVE_FRAME || operation == FBC_RECEIVE_CODE;
}

/// Whether so many bytes may come out.
static bool is_count(uint64_t count, const fbc_request *request) {
  if (request->operation == FBC_RECEIVE_FRAME)
    return !count || count == fbc_sample_bytes(request->shape);
  // How much there is room for is asked for every answer.
  if (request->operation == FBC_RECEIVE_CODE)
    return true;
  if (request->operation != FBC_OPEN_ENCODER && is_of_film(request->operation))
    return !count;
  return gives_samples(request->operation) ? count == fbc_sample_bytes(request->shape) : count > 0;
}

/// Whether nothing is said of a frame.
static bool says_nothing(const fbc_response_message *response) {
  return !response->frame && !response->packet && !response->rest;
}

/// Whether what is said of a frame belongs to one, and to one that was asked for: of a packet that was sent.
static bool is_frame(
  const fbc_helper *helper, const fbc_response_message *response, fbc_operation operation) {
  if (!response->count)
    return says_nothing(response);
  const uint32_t bits = operation == FBC_RECEIVE_CODE ? FBC_FRAME_KEY : FBC_FRAME_BITS;
  return response->packet >= 0 && response->packet < helper->packets && !(response->frame & ~bits) && !response->rest;
}

/// What an answer comes to that has to fit what was asked.
static fbc_status check_response(
  const fbc_helper *helper, const fbc_response_message *response, const fbc_request_message *sent,
  const fbc_request *request) {
  if (
    response->magic != FBC_MAGIC || response->version != FBC_VERSION || response->number != sent->number ||
    response->status > FBC_INVALID_REQUEST)
    return FBC_LIED;
  const fbc_status status = (fbc_status)response->status;
  if (status != FBC_OK)
    return response->count || !says_nothing(response) ? FBC_LIED : status;
  if (response->count > sent->output_count || !fbc_is_same_shape(response->shape, request->shape))
    return FBC_LIED;
  const bool fits =
    gives_frame(request->operation) ? is_frame(helper, response, request->operation) : says_nothing(response);
  return fits && is_count(response->count, request) ? FBC_OK : FBC_LIED;
}

/// Asks, once the input is in the memory.
static fbc_status exchange(
  fbc_helper *helper, const fbc_request *request, const fbc_request_message *message, uint8_t *output,
  fbc_response *response) {
  const int channel = helper->process.channel;
  const int64_t deadline = now() + ((int64_t)request->seconds + helper->slack) * 1000;
  fbc_response_message answer;
  fbc_status status = send_all(channel, message, sizeof *message, deadline);
  if (status == FBC_OK)
    status = receive_all(channel, &answer, sizeof answer, deadline);
  if (status != FBC_OK)
    return status;
  status = check_response(helper, &answer, message, request);
  if (status == FBC_LIED)
    return status;
  *response = (fbc_response){
    .count = answer.count, .detail = answer.detail, .frame = answer.frame, .packet = answer.packet};
  if (fbc_sample_bytes(answer.shape))
    response->shape = answer.shape;
  if (status == FBC_OK && !read_all(helper->memory, output, answer.count, (off_t)message->output_offset))
    return FBC_FAILED;
  return status;
}

fbc_status fbc_perform(
  fbc_helper *helper, const fbc_request *request, const uint8_t *input, size_t input_count, uint8_t *output,
  size_t output_count, fbc_response *response) {
  *response = (fbc_response){0};
  const uint64_t most = INT64_MAX / 4, samples = fbc_sample_bytes(request->shape);
  // A helper would say the same.
  if (!samples || input_count > most || output_count > most)
    return FBC_INVALID_REQUEST;
  if (
    ((gives_samples(request->operation) || request->operation == FBC_RECEIVE_FRAME) && output_count < samples) ||
    (takes_samples(request->operation) && input_count != samples))
    return FBC_INVALID_REQUEST;
  if (request->operation == FBC_ENCODE_HEVC && !fbc_is_hevc_quantizer(request->options, request->quantizer))
    return FBC_INVALID_REQUEST;
  if (request->operation == FBC_OPEN_ENCODER && !fbc_is_film_coding(request->options, request->quantizer))
    return FBC_INVALID_REQUEST;
  // Numbers of packets rise, so that a frame of one that was not sent can be told; and so do those of frames.
  const bool is_sample = request->operation == FBC_SEND_FRAME && input_count;
  const bool is_packet = (request->operation == FBC_SEND_PACKET && input_count) || is_sample;
  if (is_packet && request->packet < helper->packets)
    return FBC_INVALID_REQUEST;
  if (is_sample ? input_count != samples : is_packet && input_count > fbc_packet_bytes(request->shape))
    return FBC_INVALID_REQUEST;
  if (request->operation >= 32 || !(helper->operations >> request->operation & 1))
    return FBC_MISSING;
  const uint64_t offset = (input_count + FBC_ALIGNMENT - 1) / FBC_ALIGNMENT * FBC_ALIGNMENT;
  const uint64_t used = offset + output_count;
  const fbc_request_message message = {
    .magic = FBC_MAGIC,
    .version = FBC_VERSION,
    .number = ++helper->number,
    .operation = request->operation,
    .options = request->options,
    .seconds = request->seconds,
    .memory = request->memory,
    .input_count = input_count,
    .output_offset = offset,
    .output_count = output_count,
    .shape = request->shape,
    .quantizer = request->quantizer,
    .packet = request->packet,
  };
  if (is_packet)
    helper->packets = request->packet == INT64_MAX ? INT64_MAX : request->packet + 1;
  fbc_status status = grow(helper, used);
  if (status == FBC_OK && !write_all(helper->memory, input, input_count))
    status = FBC_FAILED;
  // What this process has let go of and kept is given back while the other one takes as much: for a picture, or for a whole film.
  if (opens_film(request->operation) || (samples > KEPT && !is_of_film(request->operation)))
    malloc_trim(0);
  if (status == FBC_OK)
    status = exchange(helper, request, &message, output, response);
  // The next frame of a film takes as much.
  if (!is_of_film(request->operation))
    shrink(helper, used);
  return status;
}
