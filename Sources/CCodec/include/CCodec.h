/// CCodec: asking `faceblur-codec`, the process that decodes and encodes pictures with other people's libraries.
///
/// What reads hostile bytes there is jailed: it reaches no file, no network and no other process, and what it crashes
/// is itself. Nothing that it says is believed either: the memory that both sides know is never mapped on this side,
/// and an answer that is not the one that was asked for is `FBC_LIED`.
#ifndef CCODEC_H
#define CCODEC_H

#include "CWorker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define FBC_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define FBC_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#pragma clang assume_nonnull begin
#else
#define FBC_CLOSED_ENUM
#define FBC_SWIFT_NAME(name)
#endif

/// What became of a call.
typedef enum FBC_CLOSED_ENUM fbc_status {
  FBC_OK FBC_SWIFT_NAME(ok) = 0,

  // What the helper answers. It goes on living.
  /// The library that this takes is not installed.
  FBC_MISSING FBC_SWIFT_NAME(missing),
  /// The library cannot do it: a depth, a size, a kind of picture.
  FBC_UNSUPPORTED FBC_SWIFT_NAME(unsupported),
  /// The bytes break the format's rules, or are not all there.
  FBC_DAMAGED FBC_SWIFT_NAME(damaged),
  /// The picture has another shape than was stated; `fbc_response.shape` says which, as far as it is known.
  FBC_MISMATCH FBC_SWIFT_NAME(mismatch),
  /// The output needs more room than there is.
  FBC_TOO_LARGE FBC_SWIFT_NAME(tooLarge),
  FBC_OUT_OF_MEMORY FBC_SWIFT_NAME(outOfMemory),
  /// The request makes no sense: a size that does not exist, a sample beyond its depth.
  FBC_INVALID_REQUEST FBC_SWIFT_NAME(invalidRequest),
  /// The kernel has no system call filters, or whoever started this process forbids them. The helper has ended.
  FBC_NO_JAIL FBC_SWIFT_NAME(noJail),

  // What the client sees. The helper is to be finished.
  /// A system call of this process failed; `errno` says why.
  FBC_FAILED FBC_SWIFT_NAME(failed),
  /// The helper has closed its channel, or ended; `fbc_finish` says how.
  FBC_ENDED FBC_SWIFT_NAME(ended),
  /// The helper has not answered within its time.
  FBC_TIMED_OUT FBC_SWIFT_NAME(timedOut),
  /// The helper has given an answer that makes no sense.
  FBC_LIED FBC_SWIFT_NAME(lied),
} fbc_status;

/// What a helper can be asked to do.
typedef enum FBC_CLOSED_ENUM fbc_operation {
  /// One intra picture of HEVC (ITU-T H.265). Input: NAL units, parameter sets first, each behind its length in 4 bytes,
  /// big-endian. Output: samples.
  FBC_DECODE_HEVC FBC_SWIFT_NAME(decodeHEVC) = 1,
  /// One picture of HEVC, without loss unless `FBC_LOSSY` says otherwise. Input: samples. Output: VPS, SPS, PPS and one slice, likewise.
  FBC_ENCODE_HEVC FBC_SWIFT_NAME(encodeHEVC) = 2,
  /// The picture of a WebP. Input: a whole file. Output: samples: `FBC_PIXELS` of one without loss, of others `FBC_HALF` or
  /// `FBC_HALF_ALPHA`.
  FBC_DECODE_WEBP FBC_SWIFT_NAME(decodeWebP) = 3,
  /// The picture of a WebP. Input: samples, likewise: of `FBC_PIXELS` it is coded without loss. Output: a whole file.
  FBC_ENCODE_WEBP FBC_SWIFT_NAME(encodeWebP) = 4,
  /// One still picture of AV1. Input: OBUs (AV1 5.3), of which only the last may lack a size: a sequence header, and one frame that is
  /// shown. Output: samples.
  FBC_DECODE_AV1 FBC_SWIFT_NAME(decodeAV1) = 5,
  /// One still picture of AV1. Input: samples. Output: a sequence header and one `OBU_FRAME`, both with their sizes.
  FBC_ENCODE_AV1 FBC_SWIFT_NAME(encodeAV1) = 6,
  /// The JPEG that a JPEG XL was made of. Input: a whole file. Output: a JPEG, byte for byte. The shape says how large its picture is.
  FBC_DECODE_JPEGXL FBC_SWIFT_NAME(decodeJPEGXL) = 7,
  /// A JPEG XL of which a JPEG can be had back. Input: a JPEG, whose size the shape says. Output: a whole file, a container.
  FBC_ENCODE_JPEGXL FBC_SWIFT_NAME(encodeJPEGXL) = 8,

  // A film, by a helper that was started for films: once `FBC_OPEN_VIDEO`, then packets and frames by turns. It has one film in its life.
  /// Begins a film, of the codec and with the threads that `fbc_request.options` says. Input: what its container says of its code, as
  /// `avcC`, `hvcC`, `vpcC` and `av1C` have it; or nothing. Output: nothing. All frames are to be of the shape.
  FBC_OPEN_VIDEO FBC_SWIFT_NAME(openVideo) = 9,
  /// One packet, in the order of decoding, of at most `fbc_packet_bytes`. No input: there are no more. Output: nothing. All frames
  /// that are ready are to be taken before.
  FBC_SEND_PACKET FBC_SWIFT_NAME(sendPacket) = 10,
  /// The next frame, in the order of presentation. Output: samples; or nothing, where another packet is needed or, at the end, there
  /// are no more. A packet that cannot be decoded has no frame; its number never comes.
  FBC_RECEIVE_FRAME FBC_SWIFT_NAME(receiveFrame) = 11,

  // Coding a film anew, likewise: once `FBC_OPEN_ENCODER`, then frames and code by turns. Whoever decodes a film codes none.
  /// Begins a film of `FBC_H264` or `FBC_HEVC`: what it is coded with, with how many threads, and what its colours are, the options say;
  /// how coarsely, and under which number of its parameter sets, `fbc_request.quantizer`. Input: nothing. Output: its parameter sets, each
  /// behind its length in 4 bytes, big-endian: SPS and PPS, of HEVC before them VPS. Those of all its pictures, which have the shape.
  FBC_OPEN_ENCODER FBC_SWIFT_NAME(openEncoder) = 12,
  /// One frame, in the order of presentation, which is that of decoding; `fbc_request.packet` is its number. Input: samples. No input:
  /// there are no more. Output: nothing. All code that is ready is to be taken before.
  FBC_SEND_FRAME FBC_SWIFT_NAME(sendFrame) = 13,
  /// The code of the next frame. Output: slices, each behind its length; at most `fbc_packet_bytes`. Or nothing, where another
  /// frame is needed or, at the end, there are no more.
  FBC_RECEIVE_CODE FBC_SWIFT_NAME(receiveCode) = 14,

  /// What `fbc_next_film` sends. There is no answer: another process is ready.
  FBC_NEXT_FILM FBC_SWIFT_NAME(nextFilm) = 15,
} fbc_operation;

/// What a film may be coded with: the lowest bits of the options of `FBC_OPEN_VIDEO`, and a bit of those of `FBC_OPEN_ENCODER`.
typedef enum FBC_CLOSED_ENUM fbc_video_codec {
  FBC_H264 FBC_SWIFT_NAME(h264) = 0,
  FBC_HEVC FBC_SWIFT_NAME(hevc) = 1,
  FBC_VP9 FBC_SWIFT_NAME(vp9) = 2,
  FBC_AV1 FBC_SWIFT_NAME(av1) = 3,
} fbc_video_codec;

/// Where samples are. The first four are the chroma formats of HEVC, `chroma_format_idc` (ITU-T H.265, table 6-1), and those of AV1.
typedef enum FBC_CLOSED_ENUM fbc_chroma {
  FBC_GRAY FBC_SWIFT_NAME(gray) = 0,
  /// 4:2:0: half as wide and half as high as luma.
  FBC_HALF FBC_SWIFT_NAME(half) = 1,
  /// 4:2:2: half as wide.
  FBC_HALF_WIDTH FBC_SWIFT_NAME(halfWidth) = 2,
  /// 4:4:4.
  FBC_FULL FBC_SWIFT_NAME(full) = 3,
  /// One plane, in which red, green, blue and alpha of a pixel follow one another; of 8 bits.
  FBC_PIXELS FBC_SWIFT_NAME(pixels) = 4,
  /// 4:2:0, and behind it a plane of alpha as large as luma's; of 8 bits.
  FBC_HALF_ALPHA FBC_SWIFT_NAME(halfAlpha) = 5,
} fbc_chroma;

/// What a picture's samples are. They lie plane by plane (luma; luma, Cb and Cr; or what `fbc_chroma` says), each with its
/// rows from the top and without gaps, one byte a sample where both depths are 8, else two in the machine's own order.
typedef struct fbc_shape {
  /// Of the luma plane, in pixels. Chroma planes are rounded up.
  uint32_t width, height;
  /// An `fbc_chroma`.
  uint32_t chroma;
  /// Bits a sample; for gray pictures both are the same.
  uint32_t luma_depth, chroma_depth;
} fbc_shape;

/// Bits of `fbc_request.options`.
enum {
  /// Encoded samples use the full range of their depth; else luma has 219 steps and chroma 224 (in 8 bits).
  FBC_FULL_RANGE = 1 << 0,
  /// Where the two bits begin that say where the samples of colour of AV1 lie, `chroma_sample_position` (AV1 6.4.2).
  FBC_CHROMA_POSITION_SHIFT = 1,
  /// HEVC is coded with loss, as coarsely as `fbc_request.quantizer` says.
  FBC_LOSSY = 1 << 3,
  /// What takes no loss is coded in blocks of 16 samples at least, however large its picture is: of one that becomes a part of another,
  /// which has them. See `fbc_hevc_least_block`.
  FBC_SMALL_BLOCKS = 1 << 4,
  /// Where the three bytes begin that say what colours the samples make: H.273's numbers of primaries, transfer and matrix,
  /// the first one lowest. All zero: nothing is said.
  FBC_COLORS_SHIFT = 8,
  /// Of a WebP that is coded with loss: the coarseness of its first segment, 0…127 (RFC 6386, 9.6), is in the lowest 7 bits.
  FBC_QUANTIZER_MASK = 127,
  /// Likewise: parts of the picture are coded more finely than others.
  FBC_SEGMENTED = 1 << 7,
  /// Of a film that is opened: the bits of its `fbc_video_codec`.
  FBC_VIDEO_CODEC_MASK = 15,
  /// Likewise: where the four bits begin that say how many threads decode, 1…`FBC_MAX_VIDEO_THREADS`.
  FBC_THREADS_SHIFT = 4,
  /// Of a film that is coded, which has threads and colours likewise: where the three bits begin of its `fbc_video_codec`.
  FBC_ENCODED_CODEC_SHIFT = 1,
  FBC_ENCODED_CODEC_MASK = 7,
  /// Of a frame that is coded: a picture with which decoding begins (IDR). The first one is that in any case.
  FBC_BEGINS_GROUP = 1 << 0,
};

/// What `fbc_request.quantizer` is of a film that is coded.
enum {
  /// The lowest bits: its constant rate factor, 0…`FBC_MAX_QUALITY`, as x264 and x265 mean it. 0 of H.264 is 1: without loss it would be of
  /// a profile that few know.
  FBC_QUALITY_MASK = 255,
  /// Where the number of its parameter sets begins, 0…31 of H.264, and 0 of HEVC.
  FBC_SET_NUMBER_SHIFT = 8,
};

/// Bits of `fbc_response.frame`.
enum {
  /// Something is missing of this frame, or of one that it may refer to, and has been made up. It is said rather too often: of every frame
  /// that was in work when the decoder complained, and of all behind it until one that stands for itself.
  FBC_FRAME_DAMAGED = 1 << 0,
  /// Decoding can begin here.
  FBC_FRAME_KEY = 1 << 1,
  /// Its code says that its rows are those of two fields in turns. Code that is made says nothing of it.
  FBC_FRAME_INTERLACED = 1 << 2,
  FBC_FRAME_BITS = 7,
};

/// What is asked for.
typedef struct fbc_request {
  fbc_operation operation;
  /// Bits of what there is to choose.
  uint32_t options;
  /// Of the picture that comes out, or goes in.
  fbc_shape shape;
  /// Seconds of computing that it may take. On the clock it may be the helper's slack more.
  uint32_t seconds;
  /// How coarsely AV1 is coded: `base_q_idx`, 0…255 (AV1 6.8.2), or the nearest below it that the library has; 0 is without loss. How
  /// coarsely HEVC is coded that has `FBC_LOSSY`: the quantiser of its slice, `SliceQpY`, 0…`FBC_MAX_HEVC_QUANTIZER` (ITU-T H.265, 7.4.7.1).
  /// Of a film that is coded, two numbers. 0 of all others.
  uint32_t quantizer;
  /// Bytes that it may take beside input and output. What is less than `fbc_memory` says is refused: a library that gets
  /// no memory half-way may write anything.
  /// What goes on with a film has what its opening was given, and says 0.
  uint64_t memory;
  /// Of a packet: its number, from 0 on and greater than that of every packet before. Its frame has it, too. Of a frame that is coded: how
  /// many there were before. Its code has it, too.
  int64_t packet;
} fbc_request;

/// What the answer says.
typedef struct fbc_response {
  /// Bytes of output.
  uint64_t count;
  /// The picture's shape, which is the one that was asked for but after `FBC_MISMATCH`. All 0 where it is not known.
  fbc_shape shape;
  /// A number of the library's own that says more about a failure; 0 where there is none. Of no use but to be shown.
  int32_t detail;
  /// Of a frame, or of one's code: bits of what else is known of it. Code is a key frame's or not, and never damaged.
  uint32_t frame;
  /// Likewise: the number of its packet.
  int64_t packet;
} fbc_response;

enum {
  /// Seconds that a helper may take on the clock beside those it may compute, and to start.
  FBC_SLACK = 10,
  /// What no side of a picture exceeds here.
  FBC_MAX_SIDE = 65535,
  /// The coarsest quantiser of HEVC.
  FBC_MAX_HEVC_QUANTIZER = 51,
  /// Threads that may decode a film, or code it.
  FBC_MAX_VIDEO_THREADS = 4,
  /// The coarsest of a film that is coded.
  FBC_MAX_QUALITY = 51,
  /// The highest number of a parameter set of H.264 (ITU-T H.264, 7.4.2.1.1).
  FBC_MAX_SET_NUMBER = 31,
  /// Frames from one with which decoding begins to the next, at most.
  FBC_LONGEST_GROUP = 250,
  /// Bytes of the parameter sets of a film that is coded.
  FBC_MAX_PARAMETER_SETS = 4096,
  /// Bytes of what a container may say of a film's code.
  FBC_MAX_CONFIGURATION = 1 << 20,
};

/// A helper that runs. It answers one request at a time, to one thread at a time, and ends with the thread that has
/// started it.
typedef struct fbc_helper {
  fbw_process process;
  /// The memory that both sides know, as a descriptor.
  int32_t memory;
  /// The number of the last request.
  uint32_t number;
  /// Bytes of that memory.
  uint64_t size;
  /// One more than the number of the last packet of a film, or of the last frame that is coded.
  int64_t packets;
  /// Bit n: it can do operation n.
  uint32_t operations;
  /// Seconds that an answer may take on the clock beside those that the request gives: `FBC_SLACK` at first.
  uint32_t slack;
  /// Whether system calls are filtered. The file system is out of its reach then even where Landlock is missing.
  bool is_jailed;
} fbc_helper;

/// The bytes of a picture's samples; 0 for a shape that does not exist.
uint64_t fbc_sample_bytes(fbc_shape shape);
/// The samples of one plane; 0 for a plane that does not exist.
uint64_t fbc_plane_samples(fbc_shape shape, uint32_t plane);
/// Whether two shapes are the same.
bool fbc_is_same_shape(fbc_shape one, fbc_shape other);
/// Whether HEVC can be coded so coarsely: not at all where it takes no loss.
bool fbc_is_hevc_quantizer(uint32_t options, uint32_t quantizer);
/// Whether a film can be coded as its opening says: the codec, the threads, how coarsely, the number of its parameter sets.
bool fbc_is_film_coding(uint32_t options, uint32_t quantizer);
/// The lowest level of HEVC whose pictures may be so large (ITU-T H.265, A.4.1), as `general_level_idc`; 255, which is the level without
/// limits, where there is none.
uint8_t fbc_hevc_level(fbc_shape shape);
/// Samples along the side of a coding tree block of a picture of HEVC that is encoded here.
uint32_t fbc_hevc_block(fbc_shape shape);
/// Samples along the side of its smallest coding block where it takes no loss.
uint32_t fbc_hevc_least_block(fbc_shape shape);
/// The largest packet of a film of a shape; 0 for a shape that does not exist. No encoder makes one that is much larger than its samples.
uint64_t fbc_packet_bytes(fbc_shape shape);

/// The bytes that an operation takes beside input and output, with some to spare: what a request is given, and what is asked
/// of a budget. 0 for a shape that does not exist, and for what goes on with a film.
uint64_t fbc_memory(fbc_operation operation, fbc_shape shape, uint64_t input_count);

/// What a helper is for.
typedef enum FBC_CLOSED_ENUM fbc_purpose {
  /// The operations on pictures.
  FBC_PHOTOS FBC_SWIFT_NAME(photos) = 0,
  /// Those on a film. The library for it takes 20 ms and 30 MB to load, which no photo is to pay for.
  FBC_FILM FBC_SWIFT_NAME(film) = 1,
  /// Those on films, one after the other: for a process that is about to give up the right to start any helper. Each film has a process of
  /// its own all the same, which has seen no other film: it is the copy of one that has loaded the library and never reads anything.
  FBC_FILMS FBC_SWIFT_NAME(films) = 2,
} fbc_purpose;

/// Starts a helper, with an empty environment, and waits until it is ready. A process that may start none later does so
/// before it confines itself.
/// @param program the path of `faceblur-codec`.
/// @param needs_jail whether it is to end where it cannot be jailed.
/// @returns `FBC_OK`, `FBC_NO_JAIL`, or what the client sees; after all but the first there is no helper to finish.
fbc_status fbc_start(const char *program, fbc_purpose purpose, bool needs_jail, fbc_helper *helper);

/// Asks for something and waits for the answer. After `FBC_FAILED` and what stands behind it there, the helper is of no
/// more use and is to be finished; after all others it can be asked again.
/// @param output where what comes out is written to: not more than `output_count` bytes, and for samples exactly as many
///   as the shape has. What is written there is worth nothing but after `FBC_OK`, of which `response->count` bytes count.
fbc_status fbc_perform(
  fbc_helper *helper, const fbc_request *request, const uint8_t *_Nullable input, size_t input_count,
  uint8_t *_Nullable output, size_t output_count, fbc_response *response);

/// Ends the process of a film and waits for that of the next one, of a helper for films.
/// @returns `FBC_OK`, or what the client sees; after all but the first the helper is of no more use and is to be finished.
fbc_status fbc_next_film(fbc_helper *helper);

/// Ends a helper and lets go of it, as `fbw_finish` does. One that hangs, and that a confined process cannot end, ends itself
/// when its time is over.
fbw_end fbc_finish(fbc_helper *helper);

// What goes over the channel, in the machine's own byte order: helper and client are of one build.

enum {
  FBC_MAGIC = 0x43434246,
  FBC_VERSION = 8,
  /// Where the output begins: the first multiple of this behind the input.
  FBC_ALIGNMENT = 4096,
};

/// The argument with which a helper goes on without a jail.
#define FBC_NO_SANDBOX "--no-sandbox"
/// The arguments with which a helper is for a film, and for films. They come first.
#define FBC_FOR_FILM "--film"
#define FBC_FOR_FILMS "--films"

/// What a helper says first.
typedef struct fbc_ready_message {
  uint32_t magic, version;
  /// `FBC_OK` or `FBC_NO_JAIL`.
  uint32_t status;
  uint32_t is_jailed;
  uint32_t operations;
} fbc_ready_message;

/// A request, as a helper gets it.
typedef struct fbc_request_message {
  uint32_t magic, version;
  uint32_t number;
  /// An `fbc_operation`.
  uint32_t operation;
  uint32_t options;
  uint32_t seconds;
  uint64_t memory;
  uint64_t input_count;
  /// Where in the memory the output begins, and the bytes that it may take.
  uint64_t output_offset, output_count;
  fbc_shape shape;
  uint32_t quantizer;
  int64_t packet;
} fbc_request_message;

/// An answer.
typedef struct fbc_response_message {
  uint32_t magic, version;
  /// The request's.
  uint32_t number;
  /// An `fbc_status` up to `FBC_INVALID_REQUEST`.
  uint32_t status;
  uint64_t count;
  fbc_shape shape;
  int32_t detail;
  int64_t packet;
  uint32_t frame;
  /// 0.
  uint32_t rest;
} fbc_response_message;

_Static_assert(sizeof(fbc_ready_message) == 20, "the protocol has no gaps");
_Static_assert(sizeof(fbc_request_message) == 88, "the protocol has no gaps");
_Static_assert(sizeof(fbc_response_message) == 64, "the protocol has no gaps");

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
