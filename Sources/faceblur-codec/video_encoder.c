// Coding films with x264 and x265, by libavcodec. No picture refers to a later one, and none to one before the key frame that begins its
// group. What comes out are slices and, once, parameter sets: nothing that an encoder tells of itself.
#define _GNU_SOURCE
#include "codec.h"
#include "video_formats.h"

#include <libavcodec/avcodec.h>
#include <stdio.h>
#include <string.h>

// MARK: Library

static struct {
  AVCodecContext *(*avcodec_alloc_context3)(const AVCodec *);
  const AVCodec *(*avcodec_find_encoder_by_name)(const char *);
  int (*avcodec_open2)(AVCodecContext *, const AVCodec *, AVDictionary **);
  int (*avcodec_receive_packet)(AVCodecContext *, AVPacket *);
  int (*avcodec_send_frame)(AVCodecContext *, const AVFrame *);
  AVPacket *(*av_packet_alloc)(void);
  void (*av_packet_unref)(AVPacket *);
  AVBufferRef *(*av_buffer_create)(uint8_t *, size_t, void (*)(void *, uint8_t *), void *, int);
  void (*av_buffer_unref)(AVBufferRef **);
  int (*av_dict_count)(const AVDictionary *);
  void (*av_dict_free)(AVDictionary **);
  int (*av_dict_set)(AVDictionary **, const char *, const char *, int);
  AVFrame *(*av_frame_alloc)(void);
} library;

static bool open_encoder(void) {
  char codec_name[32], util_name[32];
  snprintf(codec_name, sizeof codec_name, "libavcodec.so.%d", LIBAVCODEC_VERSION_MAJOR);
  snprintf(util_name, sizeof util_name, "libavutil.so.%d", LIBAVUTIL_VERSION_MAJOR);
  void *const util = open_library(util_name), *const codec = open_library(codec_name);
#define FIND(library_of, name) find_function(library_of, #name, &library.name)
  return util && codec && FIND(codec, avcodec_alloc_context3) && FIND(codec, avcodec_find_encoder_by_name) &&
    FIND(codec, avcodec_open2) && FIND(codec, avcodec_receive_packet) && FIND(codec, avcodec_send_frame) &&
    FIND(codec, av_packet_alloc) && FIND(codec, av_packet_unref) && FIND(util, av_buffer_create) &&
    FIND(util, av_buffer_unref) && FIND(util, av_dict_count) && FIND(util, av_dict_free) && FIND(util, av_dict_set) &&
    FIND(util, av_frame_alloc);
#undef FIND
}

// MARK: Film

/// The one film of this process.
static struct {
  /// Null until it is open.
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  fbc_shape shape;
  uint32_t codec;
  /// Frames that were sent, and those whose code was taken.
  int64_t sent, taken;
  /// Whether there are no more frames.
  bool has_ended;
  /// Whether the library may still read the samples of the last one.
  bool is_lent;
} film;

/// What an error of the library means. It does not say more: where x265 gets no memory, for one, it gives up.
static fbc_status meaning(int error) { return error == AVERROR(ENOMEM) ? FBC_OUT_OF_MEMORY : FBC_UNSUPPORTED; }

// MARK: NAL units

/// What becomes of a NAL unit.
typedef enum unit_use { UNIT_REFUSED, UNIT_LEFT_OUT, UNIT_SET, UNIT_SLICE, UNIT_KEY_SLICE } unit_use;

/// By its type (ITU-T H.264, table 7-1; ITU-T H.265, table 7-1). What an encoder says beside the pictures is left out: supplemental
/// information, delimiters, filling.
static unit_use use_of(uint8_t head) {
  const uint8_t type = film.codec == FBC_H264 ? head & 31 : head >> 1 & 63;
  if (film.codec == FBC_H264)
    switch (type) {
    case 1:
      return UNIT_SLICE;
    case 5:
      return UNIT_KEY_SLICE;
    case 7:
    case 8:
      return UNIT_SET;
    case 6:
    case 9:
    case 12:
      return UNIT_LEFT_OUT;
    default:
      return UNIT_REFUSED;
    }
  switch (type) {
  case 0:
  case 1:
    return UNIT_SLICE;
  case 19:
  case 20:
    return UNIT_KEY_SLICE;
  case 32:
  case 33:
  case 34:
    return UNIT_SET;
  case 35:
  case 38:
  case 39:
  case 40:
    return UNIT_LEFT_OUT;
  default:
    return UNIT_REFUSED;
  }
}

/// Copies NAL units that are behind their lengths: parameter sets, or the slices of one picture.
static fbc_status copy_units(job *job, const uint8_t *bytes, size_t count, bool are_sets) {
  enum { LENGTH = 4 };
  uint64_t written = 0;
  bool is_key = true;
  while (count) {
    const size_t size = count < LENGTH
      ? 0
      : (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
    if (!size || size > count - LENGTH)
      return FBC_UNSUPPORTED;
    const unit_use use = use_of(bytes[LENGTH]);
    if (use != UNIT_LEFT_OUT && (use == UNIT_REFUSED || (use == UNIT_SET) != are_sets))
      return FBC_UNSUPPORTED;
    if (use != UNIT_LEFT_OUT) {
      if (size + LENGTH > job->output_count - written)
        return FBC_TOO_LARGE;
      memcpy(job->output + written, bytes, size + LENGTH);
      written += size + LENGTH;
      is_key = is_key && use == UNIT_KEY_SLICE;
    }
    bytes += size + LENGTH;
    count -= size + LENGTH;
  }
  if (!written)
    return FBC_UNSUPPORTED;
  job->response.count = written;
  job->response.frame = !are_sets && is_key ? FBC_FRAME_KEY : 0;
  return FBC_OK;
}

// MARK: Settings

/// What the library calls samples of a shape; `AV_PIX_FMT_NONE` where the encoder does not take them.
static enum AVPixelFormat format_of(fbc_shape shape, const AVCodec *encoder) {
  // Margins that are cut off are whole numbers of samples of colour (ITU-T H.264, 7.4.2.1.1; ITU-T H.265, 7.4.3.2.1), and so the pictures.
  const bool has_half_width = shape.chroma == FBC_HALF || shape.chroma == FBC_HALF_WIDTH;
  if ((has_half_width && shape.width % 2) || (shape.chroma == FBC_HALF && shape.height % 2))
    return AV_PIX_FMT_NONE;
  if (shape.luma_depth != shape.chroma_depth || !encoder->pix_fmts)
    return AV_PIX_FMT_NONE;
  for (size_t index = 0; index < VIDEO_FORMATS; index++)
    if (video_formats[index].chroma == shape.chroma && video_formats[index].depth == shape.luma_depth)
      for (const enum AVPixelFormat *known = encoder->pix_fmts; *known != AV_PIX_FMT_NONE; known++)
        if (*known == video_formats[index].format)
          return *known;
  return AV_PIX_FMT_NONE;
}

/// Whether the encoder knows the colours; it would say others, or nothing.
static bool knows(uint32_t codec, uint32_t primaries, uint32_t transfer, uint32_t matrix) {
  const bool has_primaries = primaries <= 12 || (primaries == 22 && codec == FBC_H264);
  return has_primaries && primaries != 0 && primaries != 3 && transfer <= 18 && transfer != 0 && transfer != 3 &&
    matrix <= 14 && matrix != 3;
}

/// What every film is coded with, and what this one is.
static fbc_status set_context(AVCodecContext *context, const job *job) {
  context->width = (int)job->shape.width;
  context->height = (int)job->shape.height;
  // Times are the container's; the encoder takes a frame's share of the code to be what it is at 25 a second.
  context->time_base = (AVRational){1, 25};
  context->framerate = (AVRational){25, 1};
  context->thread_count = (int)(job->options >> FBC_THREADS_SHIFT & 15);
  // More slices would cost code, and be of other bytes.
  context->thread_type = FF_THREAD_FRAME;
  // Parameter sets stand in the container alone.
  context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_CLOSED_GOP;
  context->gop_size = FBC_LONGEST_GROUP;
  context->max_b_frames = 0;
  context->color_range = job->options & FBC_FULL_RANGE ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  const uint32_t colors = job->options >> FBC_COLORS_SHIFT;
  if (!colors)
    return FBC_OK;
  const uint32_t primaries = colors & 0xff, transfer = colors >> 8 & 0xff, matrix = colors >> 16 & 0xff;
  // Samples without colour have no matrix; that of red, green and blue is one of samples that all are there.
  if (!knows(film.codec, primaries, transfer, matrix) || (!matrix && job->shape.chroma != FBC_FULL))
    return FBC_UNSUPPORTED;
  context->color_primaries = (enum AVColorPrimaries)primaries;
  context->color_trc = (enum AVColorTransferCharacteristic)transfer;
  context->colorspace = (enum AVColorSpace)matrix;
  return FBC_OK;
}

/// What one of the two encoders is asked for by words of its own.
///
/// It may hold back few frames, so that memory has a bound: each takes 6 MB of 1920 × 1080 and 24 MB of 3840 × 2160. Six in place of ten cost
/// a hundredth of the bytes for as good pictures, four a fortieth; and of pictures that stand still, four make less than others are coded as.
static bool set_options(AVDictionary **options, const job *job) {
  const bool is_h264 = film.codec == FBC_H264;
  const uint32_t number = job->quantizer >> FBC_SET_NUMBER_SHIFT, asked = job->quantizer & FBC_QUALITY_MASK;
  const uint32_t quality = is_h264 && !asked && job->shape.luma_depth == 8 ? 1 : asked;
  const uint32_t threads = job->options >> FBC_THREADS_SHIFT & 15;
  // x265 takes no picture that is smaller than its blocks.
  const uint32_t block = job->shape.width < 32 || job->shape.height < 32 ? 16 : 32;
  char words[512], rate[8];
  snprintf(rate, sizeof rate, "%u", quality);
  // x265 3.5 says how long a tick is in any case: where it is asked not to, it leaves out what goes with that but for one bit, and the
  // parameter set is a wrong one (ITU-T H.265, E.2.1).
  if (is_h264)
    snprintf(
      words, sizeof words,
      "sps-id=%u:annexb=0:repeat-headers=0:aud=0:nal-hrd=none:pic-struct=0:force-cfr=0:bframes=0:open-gop=0:"
      "scenecut=0:intra-refresh=0:sliced-threads=0:slices=1:sync-lookahead=0:rc-lookahead=6",
      number);
  else
    snprintf(
      words, sizeof words,
      "log-level=none:annexb=0:repeat-headers=0:aud=0:hrd=0:info=0:hash=0:bframes=0:b-adapt=0:"
      "open-gop=0:scenecut=0:slices=1:rc-lookahead=6:ctu=%u:pools=%u:frame-threads=%u",
      block, threads, threads);
  return library.av_dict_set(options, "preset", is_h264 ? "veryfast" : "superfast", 0) >= 0 &&
    library.av_dict_set(options, "crf", rate, 0) >= 0 && library.av_dict_set(options, "forced-idr", "1", 0) >= 0 &&
    library.av_dict_set(options, is_h264 ? "x264-params" : "x265-params", words, 0) >= 0;
}

// MARK: Coding

static fbc_status open_with(const AVCodec *encoder, job *job) {
  AVCodecContext *const context = library.avcodec_alloc_context3(encoder);
  film.packet = library.av_packet_alloc();
  film.frame = library.av_frame_alloc();
  if (!context || !film.packet || !film.frame)
    return FBC_OUT_OF_MEMORY;
  context->pix_fmt = format_of(job->shape, encoder);
  const fbc_status status = set_context(context, job);
  if (status != FBC_OK)
    return status;
  AVDictionary *options = NULL;
  if (!set_options(&options, job))
    return FBC_OUT_OF_MEMORY;
  const int error = library.avcodec_open2(context, encoder, &options);
  // What is left of them the encoder does not know.
  const int unknown = library.av_dict_count(options);
  library.av_dict_free(&options);
  job->response.detail = error;
  if (error)
    return meaning(error);
  if (unknown || context->extradata_size <= 0)
    return FBC_UNSUPPORTED;
  film.context = context;
  film.shape = job->shape;
  return copy_units(job, context->extradata, (size_t)context->extradata_size, true);
}

static fbc_status open_film(job *job) {
  if (job->input_count || !fbc_is_film_coding(job->options, job->quantizer))
    return FBC_INVALID_REQUEST;
  const uint32_t codec = job->options >> FBC_ENCODED_CODEC_SHIFT & FBC_ENCODED_CODEC_MASK;
  const AVCodec *const encoder = library.avcodec_find_encoder_by_name(codec == FBC_H264 ? "libx264" : "libx265");
  if (!encoder)
    return FBC_MISSING;
  // Decoders show 4:2:0 where H.264 has no colour, so that nobody could say that what comes back is what went in.
  if (codec == FBC_H264 && job->shape.chroma == FBC_GRAY)
    return FBC_UNSUPPORTED;
  // x265 takes no picture that is smaller than its blocks may be.
  const bool is_tiny = codec == FBC_HEVC && (job->shape.width < 16 || job->shape.height < 16);
  if (is_tiny || format_of(job->shape, encoder) == AV_PIX_FMT_NONE)
    return FBC_UNSUPPORTED;
  if (!take_film())
    return FBC_INVALID_REQUEST;
  film.codec = codec;
  return open_with(encoder, job);
}

/// Whether a film is open, and of the shape that is said.
static bool is_open(const job *job) { return film.context && fbc_is_same_shape(job->shape, film.shape); }

/// Hears that the library makes no more use of the samples, whose memory is not its own.
static void take_back(void *context, uint8_t *samples) {
  (void)context;
  (void)samples;
  film.is_lent = false;
}

/// Says where the samples of a frame are, which the encoder copies.
static void lay_out(const job *job) {
  const fbc_shape shape = job->shape;
  const size_t sample_bytes = shape.luma_depth > 8 ? 2 : 1;
  const uint8_t *plane = job->input;
  for (uint32_t index = 0; index < (shape.chroma ? 3 : 1); index++) {
    const bool is_half = index && shape.chroma != FBC_FULL;
    film.frame->data[index] = (uint8_t *)(uintptr_t)plane;
    film.frame->linesize[index] = (int)((is_half ? (shape.width + 1) / 2 : shape.width) * sample_bytes);
    plane += fbc_plane_samples(shape, index) * sample_bytes;
  }
  film.frame->format = film.context->pix_fmt;
  film.frame->width = film.context->width;
  film.frame->height = film.context->height;
  film.frame->pts = job->packet;
  film.frame->pict_type = job->options & FBC_BEGINS_GROUP ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
}

static fbc_status send_frame(job *job) {
  const bool is_end = !job->input_count;
  if (!is_open(job) || film.has_ended || (!is_end && job->packet != film.sent))
    return FBC_INVALID_REQUEST;
  if (!is_end && (job->input_count != fbc_sample_bytes(job->shape) || !has_depth(job)))
    return FBC_INVALID_REQUEST;
  if (is_end)
    film.has_ended = true;
  else {
    lay_out(job);
    // Of samples that nobody owns the library would make a copy of its own, and hold it as long as the encoder works.
    film.frame->buf[0] =
      library.av_buffer_create(film.frame->data[0], job->input_count, take_back, NULL, AV_BUFFER_FLAG_READONLY);
    if (!film.frame->buf[0])
      return FBC_OUT_OF_MEMORY;
    film.is_lent = true;
    film.sent++;
  }
  const int error = library.avcodec_send_frame(film.context, is_end ? NULL : film.frame);
  library.av_buffer_unref(&film.frame->buf[0]);
  // What the encoder has not copied by now it would read when something else is there.
  if (!error)
    return film.is_lent ? FBC_UNSUPPORTED : FBC_OK;
  job->response.detail = error;
  // Code has been left there.
  return error == AVERROR(EAGAIN) ? FBC_INVALID_REQUEST : meaning(error);
}

static fbc_status receive_code(job *job) {
  if (!is_open(job))
    return FBC_INVALID_REQUEST;
  const int error = library.avcodec_receive_packet(film.context, film.packet);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF)
    return FBC_OK;
  job->response.detail = error;
  if (error)
    return meaning(error);
  const AVPacket *const packet = film.packet;
  // In the order in which they came, and all of them.
  const bool is_next = packet->pts == film.taken && film.taken < film.sent && packet->size > 0;
  const fbc_status status = is_next ? copy_units(job, packet->data, (size_t)packet->size, false) : FBC_UNSUPPORTED;
  library.av_packet_unref(film.packet);
  job->response.packet = film.taken++;
  return status;
}

const codec video_encoder_opener = {.operation = FBC_OPEN_ENCODER, .open = open_encoder, .perform = open_film};
const codec video_encoder_sender = {
  .operation = FBC_SEND_FRAME, .open = open_encoder, .perform = send_frame, .goes_on = true, .takes_nothing = true};
const codec video_encoder_receiver = {
  .operation = FBC_RECEIVE_CODE, .open = open_encoder, .perform = receive_code, .goes_on = true, .takes_nothing = true};
