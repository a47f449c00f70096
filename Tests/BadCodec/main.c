// Stands in for `faceblur-codec` and misbehaves. How, the name says under which it is started: what stands behind the last
// hyphen of the path's last part, "bad-codec-hang" for one. Tests link it under such names.
//
// At the start:
//   silent    says nothing          mute      closes its channel      gone      ends at once
//   stranger  is another protocol   newer     is another version      nojail    has no jail
//   unjailed  has none and goes on  bare      can do nothing
// When it is asked:
//   crash     ends by SIGABRT       exit      ends with code 3        hang      sleeps
//   spin      computes              half      ends amid the answer    garbage   answers noise
//   number    answers another       status    knows no such status    client    gives a status that is the client's
//   large     more than there is room for     few       a byte too little         none      nothing
//   shape     another shape         failing   fails, with bytes       shrink    takes the memory away
// With an answer that is as it should be in form:
//   damaged, mismatch, memory  fail honestly
//   zeros, noise  samples or code of no picture
// Of a film, whose every packet it answers with one frame, when it is asked for frames:
//   unasked   a frame of a packet that was not sent       twice     every frame again
//   negative  of no packet          bits      says of it what nobody knows             tagged    says something of no frame
//   rest      more than an answer holds               talk      speaks of frames when it is sent a packet
// Of a film that it is to code, likewise; every picture is one small slice:
//   word      says something beside the picture       torn      lengths that do not add up    other     another parameter set
//   open      no key frame, and one that was not asked for     late      the code of a frame before     kept      never the last
//   mixed     a key slice and another one             nameless  parameter sets of other numbers             lone      one of them alone
#define _GNU_SOURCE
#include "CCodec.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

static const char *behaviour;

static bool is(const char *name) { return !strcmp(behaviour, name); }

static void send_bytes(const void *bytes, size_t count) {
  if (!fbw_send(FBW_CHANNEL, bytes, count))
    _exit(0);
}

static void sleep_for_ever(void) {
  for (;;)
    pause();
}

static void start(void) {
  if (is("silent"))
    sleep_for_ever();
  if (is("gone"))
    _exit(0);
  if (is("mute")) {
    close(FBW_CHANNEL);
    sleep_for_ever();
  }
  const fbc_ready_message ready = {
    .magic = is("stranger") ? 0x12345678 : FBC_MAGIC,
    .version = is("newer") ? FBC_VERSION + 1 : FBC_VERSION,
    .status = is("nojail") ? FBC_NO_JAIL : FBC_OK,
    .is_jailed = !is("nojail") && !is("unjailed"),
    .operations = is("bare") ? 0
                             : 1u << FBC_DECODE_HEVC | 1u << FBC_ENCODE_HEVC | 1u << FBC_OPEN_VIDEO |
        1u << FBC_SEND_PACKET | 1u << FBC_RECEIVE_FRAME | 1u << FBC_OPEN_ENCODER | 1u << FBC_SEND_FRAME |
        1u << FBC_RECEIVE_CODE,
  };
  send_bytes(&ready, sizeof ready);
}

/// Fills the output with what is no picture, and puts something in front.
static void fill(const fbc_request_message *request, const uint8_t *code, uint64_t code_count) {
  const uint64_t count = request->output_offset + request->output_count;
  uint8_t *const memory = count ? mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, FBW_TARGET, 0) : MAP_FAILED;
  if (memory == MAP_FAILED)
    return;
  for (uint64_t index = 0; index < request->output_count; index++)
    memory[request->output_offset + index] = is("noise") ? (uint8_t)(index * 2654435761u >> 13) : 0;
  if (code_count <= request->output_count && !is("noise") && !is("zeros"))
    memcpy(memory + request->output_offset, code, code_count);
  munmap(memory, count);
}

/// What a healthy helper would say: as many samples as asked for, or code.
static fbc_response_message honest_answer(const fbc_request_message *request) {
  const bool decodes = request->operation == FBC_DECODE_HEVC;
  return (fbc_response_message){
    .magic = FBC_MAGIC,
    .version = FBC_VERSION,
    .number = request->number,
    .status = FBC_OK,
    .count = decodes ? fbc_sample_bytes(request->shape) : request->output_count,
    .shape = request->shape,
  };
}

/// The last packet of a film, and whether its frame has been taken.
static int64_t packet = -1;
static bool is_taken = true;

/// What a healthy helper would say about a film, and what one that lies about frames does.
static void answer_about_film(const fbc_request_message *request, fbc_response_message *answer) {
  const bool is_packet = request->operation == FBC_SEND_PACKET && request->input_count;
  answer->count = 0;
  if (is_packet) {
    packet = request->packet;
    is_taken = false;
    answer->packet = is("talk");
  }
  if (request->operation != FBC_RECEIVE_FRAME)
    return;
  answer->packet = is("tagged") && is_taken;
  answer->rest = is("rest");
  if (is_taken && !is("unasked") && !(is("twice") && packet >= 0))
    return;
  is_taken = true;
  answer->count = fbc_sample_bytes(request->shape);
  answer->packet = is("unasked") ? packet + 1 : is("negative") ? -1 : packet;
  answer->frame = is("bits") ? 8 : 0;
}

/// Whether the last frame that is to be coded begins a group.
static bool is_key = false;
/// What comes out of a film that is coded.
static uint8_t code[64];
static uint64_t code_count = 0;

static void append(const void *bytes, uint64_t count) {
  memcpy(code + code_count, bytes, count);
  code_count += count;
}

/// A set of parameters of H.264 with the number 0, behind its length: as much of it as anybody reads.
static void append_sets(void) {
  append((const uint8_t[]){0, 0, 0, 5, 0x67, 100, 0, 31, 0xc0}, 9);
  if (!is("lone"))
    append((const uint8_t[]){0, 0, 0, 2, 0x68, is("nameless") ? 0x48 : 0xe0}, 6);
}

/// A slice that is none behind its head.
static void append_slices(void) {
  const bool shows_key = is_key != is("open");
  append((const uint8_t[]){0, 0, 0, is("torn") ? 9 : 3, shows_key ? 0x65 : 0x41, 0x88, 0x80}, 7);
  if (is("word"))
    append((const uint8_t[]){0, 0, 0, 3, 0x06, 5, 0x80}, 7);
  if (is("other"))
    append((const uint8_t[]){0, 0, 0, 2, 0x68, 0xe0}, 6);
  if (is("mixed"))
    append((const uint8_t[]){0, 0, 0, 3, shows_key ? 0x41 : 0x65, 0x88, 0x80}, 7);
}

/// What a healthy helper would say about a film that it codes, and what one that lies about code does.
static void answer_about_code(const fbc_request_message *request, fbc_response_message *answer) {
  const bool is_frame = request->operation == FBC_SEND_FRAME && request->input_count;
  answer->count = code_count = 0;
  if (is_frame) {
    is_key = request->options & FBC_BEGINS_GROUP;
    packet = request->packet;
    is_taken = false;
    answer->packet = is("talk");
  }
  if (request->operation == FBC_OPEN_ENCODER)
    append_sets();
  const bool may_give = is("unasked") || (is("twice") && packet >= 0) || !is_taken;
  if (request->operation == FBC_RECEIVE_CODE) {
    answer->packet = is("tagged") && is_taken;
    answer->rest = is("rest");
    if (may_give && !is("kept")) {
      append_slices();
      answer->packet = is("unasked") ? packet + 1 : is("negative") || is("late") ? packet - 1 : packet;
      answer->frame = is("bits") ? FBC_FRAME_DAMAGED : is_key ? FBC_FRAME_KEY : 0;
      is_taken = true;
    }
  }
  answer->count = code_count;
}

static void fail(fbc_response_message *answer, fbc_status status) {
  answer->status = status;
  answer->count = 0;
}

static void answer(const fbc_request_message *request) {
  fbc_response_message answer = honest_answer(request);
  volatile uint64_t turns = 0;
  if (request->operation >= FBC_OPEN_ENCODER)
    answer_about_code(request, &answer);
  else if (request->operation >= FBC_OPEN_VIDEO)
    answer_about_film(request, &answer);
  if (is("crash"))
    abort();
  if (is("exit"))
    _exit(3);
  if (is("hang"))
    sleep_for_ever();
  while (is("spin"))
    turns = turns + 1;
  fill(request, code, code_count);
  if (is("number"))
    answer.number++;
  if (is("status"))
    answer.status = 99;
  if (is("client"))
    fail(&answer, FBC_FAILED);
  if (is("large"))
    answer.count = request->output_count + 1;
  if (is("few"))
    answer.count = fbc_sample_bytes(request->shape) - 1;
  if (is("none"))
    answer.count = 0;
  if (is("shape"))
    answer.shape.width++;
  if (is("failing"))
    answer.status = FBC_DAMAGED;
  if (is("damaged"))
    fail(&answer, FBC_DAMAGED);
  if (is("memory"))
    fail(&answer, FBC_OUT_OF_MEMORY);
  if (is("mismatch")) {
    fail(&answer, FBC_MISMATCH);
    answer.shape.height = 0xffffffff;
  }
  if (is("garbage"))
    memset(&answer, 0xa5, sizeof answer);
  // Nobody can: the memory is sealed.
  if (is("shrink") && !ftruncate(FBW_TARGET, 0))
    _exit(4);
  if (is("half")) {
    send_bytes(&answer, sizeof answer / 2);
    _exit(0);
  }
  send_bytes(&answer, sizeof answer);
}

int main(void) {
  const char *const path = (const char *)getauxval(AT_EXECFN);
  const char *const hyphen = path ? strrchr(path, '-') : NULL;
  behaviour = hyphen ? hyphen + 1 : "";
  // A test leaves nothing behind.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  alarm(120);
  start();
  fbc_request_message request;
  while (fbw_receive(FBW_CHANNEL, (uint8_t *)&request, sizeof request))
    answer(&request);
  return 0;
}
