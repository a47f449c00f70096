// What the parts of the helper know of each other.
#ifndef CODEC_H
#define CODEC_H

#include "CCodec.h"

/// One request, with its memory mapped, and what becomes of it. Every number has been checked against that memory, and
/// none against anything else.
typedef struct job {
  uint32_t options, quantizer;
  /// Of a packet of a film.
  int64_t packet;
  /// Of the picture that comes out, or goes in; it exists.
  fbc_shape shape;
  const uint8_t *input;
  uint64_t input_count;
  uint8_t *output;
  /// Bytes that the output may take.
  uint64_t output_count;
  /// What is told beside the status. It begins as no bytes of the shape that was asked for.
  fbc_response response;
} job;

/// What can be asked for: an operation, and what does it. Another codec is another file and its lines in the table.
typedef struct codec {
  fbc_operation operation;
  /// Opens the library, before there is a jail: whatever is to be read from files is read here. False where it is not
  /// installed, or not the one that this program has been built for.
  bool (*open)(void);
  /// Does it, in the jail.
  fbc_status (*perform)(job *job);
  /// Whether it goes on with what another operation has begun, with the memory that was given to that.
  bool goes_on;
  /// Whether it may have neither input nor output.
  bool takes_nothing;
} codec;

extern const codec hevc_decoder;
extern const codec hevc_encoder;
extern const codec webp_decoder;
extern const codec webp_encoder;
extern const codec av1_decoder;
extern const codec av1_encoder;
extern const codec jxl_decoder;
extern const codec jxl_encoder;
extern const codec video_opener;
extern const codec video_sender;
extern const codec video_receiver;
extern const codec video_encoder_opener;
extern const codec video_encoder_sender;
extern const codec video_encoder_receiver;

/// Whether this process has had no film yet. From now on it has.
bool take_film(void);

/// Opens a library by its soname; null where it is not installed.
void *open_library(const char *soname);
/// Looks a function up; false where it is missing.
bool find_function(void *library, const char *name, void *function);

/// Gives back the memory of an input that nobody reads any more, where it is large. It reads as zeros from then on, on both sides.
void forget_input(const job *job);
/// Gives back memory of a library's that is read no more and may be written again; it begins and ends wherever it does.
void forget(const uint8_t *memory, size_t count);

/// Whether no sample of a picture that goes in, of one depth, has more bits than it may have; encoders would take the others away.
bool has_depth(const job *job);

#endif
