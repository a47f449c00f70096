// The helper's program, with other ends to its channel and without what changes the process.
#define _GNU_SOURCE
#include "CCodecHelper.h"

#include "CWorker.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

/// What is left of the messages, and of the room for answers.
static const uint8_t *messages;
static uint8_t *answers;
static size_t message_count, answer_room;

static bool receive(uint8_t *bytes, size_t count) {
  if (message_count < count)
    return false;
  memcpy(bytes, messages, count);
  messages += count;
  message_count -= count;
  return true;
}

static bool send_answer(const uint8_t *bytes, size_t count) {
  if (answer_room < count)
    return false;
  memcpy(answers, bytes, count);
  answers += count;
  answer_room -= count;
  return true;
}

// Limits would be the fuzzer's own, and libFuzzer has the one clock.
static fbw_status no_limit(void) { return FBW_OK; }

#define fbw_receive(channel, bytes, count) receive(bytes, count)
#define fbw_send(channel, bytes, count) send_answer(bytes, count)
#define fbw_limit(bytes, seconds) no_limit()
#define fbw_limit_time(seconds) no_limit()
#define setitimer(which, value, old) ((void)(value))
#define main main_of_helper
#include "../../../Sources/faceblur-codec/main.c"

bool become_helper(void) { return false; }

fbw_status enter_jail(void) { return FBW_NOT_SUPPORTED; }

static uint32_t operations;

uint32_t fbf_open(void) {
  const int memory = memfd_create("codec-fuzzer", 0);
  // What was there came from whoever started the fuzzer.
  if (memory < 0 || (memory != FBW_TARGET && (dup2(memory, FBW_TARGET) < 0 || close(memory))))
    return 0;
  return operations = open_codecs();
}

bool fbf_fill(const uint8_t *bytes, size_t count, size_t size) {
  return !ftruncate(FBW_TARGET, 0) && !ftruncate(FBW_TARGET, (off_t)size) &&
    pwrite(FBW_TARGET, bytes, count, 0) == (ssize_t)count;
}

bool fbf_read(uint8_t *bytes, size_t count, size_t offset) {
  return pread(FBW_TARGET, bytes, count, (off_t)offset) == (ssize_t)count;
}

size_t fbf_serve(const uint8_t *given, size_t count, uint8_t *target, size_t room) {
  messages = given;
  message_count = count;
  answers = target;
  answer_room = room;
  serve(operations);
  return room - answer_room;
}
