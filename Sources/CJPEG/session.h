// What every entry point of CJPEG shares: the error barrier and the checks on a header.
#ifndef CJPEG_SESSION_H
#define CJPEG_SESSION_H

// jpeglib.h needs size_t and FILE before it.
#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>
#include <setjmp.h>

#include "include/CJPEG.h"

// One setjmp barrier. libjpeg's error manager comes first, so that `cinfo->err` is the session.
typedef struct fbj_session {
  struct jpeg_error_mgr manager;
  struct jpeg_progress_mgr progress;
  jmp_buf barrier;
  fbj_status status;
  fbj_message *message;
  uint32_t max_scans;
  bool warnings_are_fatal;
} fbj_session;

// Installs the session's error and progress handlers. `message` is cleared and must outlive the session or
// be replaced before the next call into libjpeg.
struct jpeg_error_mgr *fbj_session_begin(fbj_session *session, fbj_message *message, fbj_limits limits);

// Starts a call on an open handle: the last call's message is gone by now.
void fbj_session_resume(fbj_session *session, fbj_message *message);

// Ends the call with a status and a sentence of ours. Never returns.
_Noreturn void fbj_session_fail(fbj_session *session, fbj_status status, const char *sentence);

// Creates a decompressor in `source`, reads the header and refuses what the limits forbid. Runs inside the
// caller's barrier.
void fbj_open_source(fbj_session *session, struct jpeg_decompress_struct *source, const uint8_t *bytes,
                     size_t count, fbj_limits limits);

// Has the picture decoded at 1, 2, 4 or 8 eighths of its size; another number is refused. Runs inside the caller's barrier.
void fbj_scale(fbj_session *session, struct jpeg_decompress_struct *source, uint32_t eighths);

// Copies the 64 quantisers of a component in natural order, each at least 1, once its scan has begun.
void fbj_copy_quantizers(const struct jpeg_decompress_struct *source, uint32_t component,
                         uint16_t quantizers[64]);

// Where an encoder's bytes go. libjpeg's own memory destination loses track of its buffer when an error
// strikes after it has grown; this one always knows it. libjpeg's manager comes first.
typedef struct fbj_destination {
  struct jpeg_destination_mgr manager;
  uint8_t *bytes;
  size_t capacity;
  size_t count;
} fbj_destination;

// Says that there is not enough memory for the session itself.
fbj_status fbj_out_of_memory(fbj_message *message);

// Creates an encoder that writes into `destination`. Runs inside the caller's barrier.
void fbj_open_target(struct jpeg_compress_struct *target, fbj_destination *destination);

// What an encoder writes where components come in scans of their own: one for each, or of a progressive photo two. It must live as long as
// the encoder.
typedef jpeg_scan_info fbj_scans[2 * FBJ_MAX_COMPONENTS];

// Gives each component a scan of its own where they are too many blocks for one.
void fbj_separate_scans(struct jpeg_compress_struct *target, fbj_scans scans);

// Makes what is to be written progressive, whose scans are given already where they must be separate.
void fbj_make_progressive(struct jpeg_compress_struct *target, fbj_scans scans);

// Gives `target` the size, components and tables of `source`, optimised Huffman codes and no application
// segments. Runs inside the caller's barrier.
void fbj_copy_parameters(fbj_session *session, struct jpeg_decompress_struct *source,
                         struct jpeg_compress_struct *target, fbj_scans scans);

// Hands the bytes over after a success and frees them after a failure.
void fbj_take_output(fbj_destination *destination, fbj_status status, fbj_buffer *output);

#endif
