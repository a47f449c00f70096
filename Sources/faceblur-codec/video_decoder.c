// Decoding films with libavcodec, by its decoders of four codecs and no others. The packets come from a demuxer of our own.
#define _GNU_SOURCE
#include "codec.h"
#include "video_formats.h"
#include "video_holes.h"

#include <libavcodec/avcodec.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// MARK: Library

static struct {
  AVCodecContext *(*avcodec_alloc_context3)(const AVCodec *);
  const AVCodec *(*avcodec_find_decoder_by_name)(const char *);
  video_room *avcodec_default_get_buffer2;
  int (*avcodec_open2)(AVCodecContext *, const AVCodec *, AVDictionary **);
  int (*avcodec_receive_frame)(AVCodecContext *, AVFrame *);
  int (*avcodec_send_packet)(AVCodecContext *, const AVPacket *);
  AVPacket *(*av_packet_alloc)(void);
  void (*av_packet_unref)(AVPacket *);
  int (*av_new_packet)(AVPacket *, int);
  AVFrame *(*av_frame_alloc)(void);
  void (*av_frame_unref)(AVFrame *);
  void (*av_log_set_callback)(void (*)(void *, int, const char *, va_list));
  void *(*av_mallocz)(size_t);
} library;

/// How often the decoders have spoken of damage so far. Not every damaged frame has a flag: of H.264, libavcodec 59 sets it when the
/// frame may have gone out already, by another thread.
static atomic_uint complaints;

static void listen(void *context, int level, const char *format, va_list arguments) {
  (void)context;
  (void)format;
  (void)arguments;
  // Above the lowest 8 bits is a colour.
  if ((level & 0xff) <= AV_LOG_ERROR)
    atomic_fetch_add(&complaints, 1);
}

static bool open_decoder(void) {
  char codec_name[32], util_name[32];
  snprintf(codec_name, sizeof codec_name, "libavcodec.so.%d", LIBAVCODEC_VERSION_MAJOR);
  snprintf(util_name, sizeof util_name, "libavutil.so.%d", LIBAVUTIL_VERSION_MAJOR);
  void *const util = open_library(util_name), *const codec = open_library(codec_name);
#define FIND(library_of, name) find_function(library_of, #name, &library.name)
  const bool is_whole = util && codec && FIND(codec, avcodec_alloc_context3) && FIND(codec, avcodec_find_decoder_by_name) &&
    FIND(codec, avcodec_default_get_buffer2) && FIND(codec, avcodec_open2) && FIND(codec, avcodec_receive_frame) && FIND(codec, avcodec_send_packet) &&
    FIND(codec, av_packet_alloc) && FIND(codec, av_packet_unref) && FIND(codec, av_new_packet) &&
    FIND(util, av_frame_alloc) && FIND(util, av_frame_unref) && FIND(util, av_log_set_callback) &&
    FIND(util, av_mallocz);
#undef FIND
  if (is_whole)
    library.av_log_set_callback(listen);
  return is_whole;
}

// MARK: Shapes

/// The shape of a frame; one that does not exist where its samples are laid out in another way than ours.
static fbc_shape shape_of(const AVFrame *frame) {
  for (size_t index = 0; index < VIDEO_FORMATS; index++)
    if (video_formats[index].format == frame->format && frame->width > 0 && frame->height > 0)
      return (fbc_shape){
        .width = (uint32_t)frame->width,
        .height = (uint32_t)frame->height,
        .chroma = video_formats[index].chroma,
        .luma_depth = video_formats[index].depth,
        .chroma_depth = video_formats[index].depth,
      };
  return (fbc_shape){0};
}

// MARK: Film

/// The one film of this process.
static struct {
  /// Null until it is open.
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  fbc_shape shape;
  /// One more than the number of the last packet.
  int64_t packets;
  /// Whether there are no more packets.
  bool has_ended;
  /// Complaints that have been heard, and the packets, all below this number, that were in work then.
  unsigned heard;
  int64_t doubtful;
  /// Whether something was made up, to which frames may refer until one comes that stands for itself.
  bool is_tainted;
} film;

enum {
  /// Errors in a row, behind which nothing comes any more.
  MOST_ERRORS = 256,
};

/// What an error of the library means. `FBC_OK`: this packet is lost, and others may be decoded.
static fbc_status meaning(int error) {
  switch (error) {
  case AVERROR(ENOMEM):
    return FBC_OUT_OF_MEMORY;
  case AVERROR_PATCHWELCOME:
  case AVERROR(ENOSYS):
    return FBC_UNSUPPORTED;
  default:
    return FBC_OK;
  }
}

/// Doubts every packet that is in work.
static void doubt(void) {
  film.doubtful = film.packets;
  film.is_tainted = true;
}

/// Hears whether a decoder complains; which packet it means it does not say.
static void hear(void) {
  const unsigned now = atomic_load(&complaints);
  if (now != film.heard)
    doubt();
  film.heard = now;
}

static const char *name_of(uint32_t codec) {
  switch (codec) {
  case FBC_H264:
    return "h264";
  case FBC_HEVC:
    return "hevc";
  case FBC_VP9:
    return "vp9";
  case FBC_AV1:
    return "libdav1d";
  default:
    return NULL;
  }
}

/// FNV-1a.
static uint32_t hash(const uint8_t *bytes, size_t count) {
  uint32_t hash = 2166136261;
  for (size_t index = 0; index < count; index++)
    hash = (hash ^ bytes[index]) * 16777619;
  return hash;
}

static void set_options(AVCodecContext *context, const job *job, int threads) {
  context->thread_count = threads;
  context->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
  // A frame that is broken comes out, and so does one ahead of the first key frame: whoever looks for faces sees it. The visible part is
  // cut out to the pixel.
  context->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT | AV_CODEC_FLAG_UNALIGNED;
  context->flags2 |= AV_CODEC_FLAG2_SHOW_ALL;
  context->skip_frame = AVDISCARD_NONE;
  // Errors are looked for and told; a checksum of the samples is compared where there is one. What is missing is not made up from other
  // frames: with several threads, nobody would be told of that.
  context->err_recognition = AV_EF_CRCCHECK | AV_EF_CAREFUL;
  context->error_concealment = 0;
  // Where H.264 does not say how far frames are reordered, the most that its level allows is taken, and not what was seen so far: then
  // frames that come late would be dropped.
  context->strict_std_compliance = FF_COMPLIANCE_STRICT;
  // Grain is a part of the picture, and nothing is asked for beside it.
  context->export_side_data = 0;
  // What encoders fill up is less.
  const int64_t margin = 256;
  context->max_pixels = ((int64_t)job->shape.width + margin) * ((int64_t)job->shape.height + margin);
}

static fbc_status open_film(job *job) {
  const char *const name = name_of(job->options & FBC_VIDEO_CODEC_MASK);
  const uint32_t threads = job->options >> FBC_THREADS_SHIFT;
  if (film.context || !name || threads < 1 || threads > FBC_MAX_VIDEO_THREADS || job->input_count > FBC_MAX_CONFIGURATION)
    return FBC_INVALID_REQUEST;
  if (job->shape.chroma > FBC_FULL || job->shape.luma_depth != job->shape.chroma_depth)
    return FBC_UNSUPPORTED;
  const AVCodec *const decoder = library.avcodec_find_decoder_by_name(name);
  if (!decoder)
    return FBC_MISSING;
  if (!take_film())
    return FBC_INVALID_REQUEST;
  AVCodecContext *const context = library.avcodec_alloc_context3(decoder);
  film.packet = library.av_packet_alloc();
  film.frame = library.av_frame_alloc();
  uint8_t *const configuration = library.av_mallocz(job->input_count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!context || !film.packet || !film.frame || !configuration)
    return FBC_OUT_OF_MEMORY;
  set_options(context, job, (int)threads);
  const uint32_t codec = job->options & FBC_VIDEO_CODEC_MASK;
  if (codec == FBC_H264 || codec == FBC_HEVC)
    find_video_holes(context, job->shape.luma_depth, hash(job->input, job->input_count), library.avcodec_default_get_buffer2);
  if (job->input_count) {
    memcpy(configuration, job->input, job->input_count);
    context->extradata = configuration;
    context->extradata_size = (int)job->input_count;
  }
  // From here on it is open, and there is no other one, whatever comes of it.
  film.context = context;
  film.shape = job->shape;
  const int error = library.avcodec_open2(context, decoder, NULL);
  job->response.detail = error;
  if (!error && !atomic_load(&complaints))
    return FBC_OK;
  film.has_ended = true;
  const fbc_status status = meaning(error);
  return status == FBC_OK ? FBC_DAMAGED : status;
}

/// Whether a film is open, and of the shape that is said.
static bool is_open(const job *job) { return film.context && fbc_is_same_shape(job->shape, film.shape); }

static fbc_status send_packet(job *job) {
  const bool is_end = !job->input_count;
  if (
    !is_open(job) || film.has_ended || job->input_count > fbc_packet_bytes(job->shape) ||
    (!is_end && (job->packet < film.packets || job->packet == INT64_MAX)))
    return FBC_INVALID_REQUEST;
  if (!is_end && library.av_new_packet(film.packet, (int)job->input_count))
    return FBC_OUT_OF_MEMORY;
  if (is_end)
    film.has_ended = true;
  else {
    memcpy(film.packet->data, job->input, job->input_count);
    film.packet->pts = film.packet->dts = job->packet;
    film.packets = job->packet + 1;
  }
  const int error = library.avcodec_send_packet(film.context, is_end ? NULL : film.packet);
  if (!is_end)
    library.av_packet_unref(film.packet);
  hear();
  if (!error)
    return FBC_OK;
  job->response.detail = error;
  // Frames have been left there.
  if (error == AVERROR(EAGAIN))
    return FBC_INVALID_REQUEST;
  doubt();
  return meaning(error);
}

/// Copies a frame's samples, row by row.
/// @returns false where they are not laid out as its shape says.
static bool copy(const AVFrame *frame, const job *job) {
  const fbc_shape shape = job->shape;
  const size_t sample_bytes = shape.luma_depth > 8 ? 2 : 1;
  uint8_t *output = job->output;
  for (uint32_t plane = 0; plane < (shape.chroma ? 3 : 1); plane++) {
    const size_t width = plane && shape.chroma != FBC_FULL ? (shape.width + 1) / 2 : shape.width;
    const size_t count = width * sample_bytes, rows = fbc_plane_samples(shape, plane) / width;
    const uint8_t *row = frame->data[plane];
    const int stride = frame->linesize[plane];
    if (!row || stride < 0 || (size_t)stride < count)
      return false;
    for (size_t index = 0; index < rows; index++, row += stride, output += count)
      memcpy(output, row, count);
  }
  return true;
}

/// Whether something of a frame was made up, or of what it may refer to.
static bool is_damaged(const AVFrame *frame) {
  // Where nothing is concealed, libavcodec 59 sets this one for whole pictures of several slices, too.
  const int errors = frame->decode_error_flags & ~FF_DECODE_ERROR_DECODE_SLICES;
  const bool is_doubtful =
    frame->flags & AV_FRAME_FLAG_CORRUPT || errors || frame->pts < film.doubtful || has_video_hole(frame);
  if (is_doubtful)
    film.is_tainted = true;
  else if (frame->key_frame)
    film.is_tainted = false;
  return film.is_tainted;
}

/// Takes the library's frame.
static fbc_status take_frame(job *job) {
  const AVFrame *const frame = film.frame;
  const fbc_shape found = shape_of(frame);
  if (!fbc_is_same_shape(found, job->shape)) {
    // Nothing behind it counts: a film that changes its shape is not decoded.
    job->response.shape = found;
    return FBC_MISMATCH;
  }
  // Of a packet that was sent.
  if (frame->pts < 0 || frame->pts >= film.packets || !copy(frame, job))
    return FBC_DAMAGED;
  job->response.packet = frame->pts;
  job->response.frame =
    (is_damaged(frame) ? (uint32_t)FBC_FRAME_DAMAGED : 0) | (frame->key_frame ? (uint32_t)FBC_FRAME_KEY : 0) |
    (frame->interlaced_frame ? (uint32_t)FBC_FRAME_INTERLACED : 0);
  job->response.count = fbc_sample_bytes(job->shape);
  return FBC_OK;
}

static fbc_status receive_frame(job *job) {
  if (!is_open(job))
    return FBC_INVALID_REQUEST;
  if (job->output_count < fbc_sample_bytes(job->shape))
    return FBC_TOO_LARGE;
  fbc_status status = FBC_OK;
  for (int errors = 0; status == FBC_OK; errors++) {
    const int error = library.avcodec_receive_frame(film.context, film.frame);
    hear();
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF)
      break;
    if (!error) {
      status = take_frame(job);
      library.av_frame_unref(film.frame);
      break;
    }
    job->response.detail = error;
    doubt();
    status = errors < MOST_ERRORS ? meaning(error) : FBC_DAMAGED;
  }
  return status;
}

const codec video_opener = {
  .operation = FBC_OPEN_VIDEO, .open = open_decoder, .perform = open_film, .takes_nothing = true};
const codec video_sender = {
  .operation = FBC_SEND_PACKET, .open = open_decoder, .perform = send_packet, .goes_on = true, .takes_nothing = true};
const codec video_receiver = {
  .operation = FBC_RECEIVE_FRAME, .open = open_decoder, .perform = receive_frame, .goes_on = true};
