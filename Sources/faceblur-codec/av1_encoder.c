// Encoding AV1 with aom: without loss, or as coarsely as it was. Rules cited are those of the AV1 Bitstream & Decoding Process
// Specification.
#define _GNU_SOURCE
#include "codec.h"

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <stdlib.h>
#include <string.h>

// MARK: Library

static struct {
  aom_codec_iface_t *(*codec_av1_cx)(void);
  aom_codec_err_t (*codec_enc_config_default)(aom_codec_iface_t *, aom_codec_enc_cfg_t *, unsigned int);
  aom_codec_err_t (*codec_enc_init_ver)(
    aom_codec_ctx_t *, aom_codec_iface_t *, const aom_codec_enc_cfg_t *, aom_codec_flags_t, int);
  aom_codec_err_t (*codec_control)(aom_codec_ctx_t *, int, ...);
  aom_codec_err_t (*codec_encode)(
    aom_codec_ctx_t *, const aom_image_t *, aom_codec_pts_t, unsigned long, aom_enc_frame_flags_t);
  const aom_codec_cx_pkt_t *(*codec_get_cx_data)(aom_codec_ctx_t *, aom_codec_iter_t *);
  aom_codec_err_t (*codec_destroy)(aom_codec_ctx_t *);
} library;

static bool open_encoder(void) {
  void *const found = open_library("libaom.so.3");
#define FIND(name) find_function(found, "aom_" #name, &library.name)
  return found && FIND(codec_av1_cx) && FIND(codec_enc_config_default) && FIND(codec_enc_init_ver) &&
    FIND(codec_control) && FIND(codec_encode) && FIND(codec_get_cx_data) && FIND(codec_destroy);
#undef FIND
}

// MARK: Settings

enum {
  /// 0…9, the slowest first. A photo of 12 megapixels takes 1.3 seconds; with 8 it would take twice that, for 2 % less code, or 3 %
  /// less without loss.
  SPEED = 9,
  /// What `base_q_idx` is at most.
  COARSEST = 255,
};

/// The library's quantiser, 0…63, with which it writes the largest `base_q_idx` that is not above the one asked for: it knows every
/// fourth, and beyond 244 two more, 249 and 255. 0 is without loss, and nothing else is.
static unsigned quantizer_of(uint32_t index) {
  if (index >= COARSEST)
    return 63;
  if (index >= 249)
    return 62;
  const unsigned found = index / 4 < 61 ? index / 4 : 61;
  return index && !found ? 1 : found;
}

/// `seq_profile` (6.4.1).
static unsigned profile_of(fbc_shape shape) {
  if (shape.luma_depth > 10 || shape.chroma == FBC_HALF_WIDTH)
    return 2;
  return shape.chroma == FBC_FULL;
}

/// One picture that depends on nothing, by one thread.
static void configure(aom_codec_enc_cfg_t *settings, const job *job) {
  const fbc_shape shape = job->shape;
  settings->g_threads = 1;
  settings->g_profile = profile_of(shape);
  settings->g_w = shape.width;
  settings->g_h = shape.height;
  settings->g_bit_depth = (aom_bit_depth_t)shape.luma_depth;
  settings->g_input_bit_depth = shape.luma_depth;
  settings->monochrome = shape.chroma == FBC_GRAY;
  // One a second: levels are those of the size alone.
  settings->g_timebase.num = settings->g_timebase.den = 1;
  // A still picture, whose header is the reduced one that readers of pictures expect (AVIF 2.1).
  settings->g_limit = 1;
  settings->full_still_picture_hdr = 0;
  settings->g_lag_in_frames = 0;
  settings->kf_mode = AOM_KF_DISABLED;
  settings->kf_min_dist = settings->kf_max_dist = 0;
  settings->rc_end_usage = AOM_Q;
  settings->rc_min_quantizer = settings->rc_max_quantizer = quantizer_of(job->quantizer);
  settings->rc_resize_mode = 0;
  settings->rc_superres_mode = AOM_SUPERRES_NONE;
}

/// Whether the colours can be said of samples of such a shape: red, green and blue themselves are no differences that could have fewer
/// samples (6.4.2), and those of sRGB are always of full range (5.5.2). The library ends the process by what it does not like there.
static bool can_say(const job *job) {
  const uint32_t colors = job->options >> FBC_COLORS_SHIFT, standard = AOM_CICP_CP_BT_709 | AOM_CICP_TC_SRGB << 8;
  if (!colors || colors >> 16 != AOM_CICP_MC_IDENTITY)
    return true;
  return job->shape.chroma == FBC_FULL && (colors != standard || job->options & FBC_FULL_RANGE);
}

/// What is said otherwise than by the settings.
static bool choose(aom_codec_ctx_t *encoder, const job *job) {
  const uint32_t colors = job->options >> FBC_COLORS_SHIFT;
  // Unspecified.
  const uint32_t unknown = 2;
  const uint32_t position = job->shape.chroma == FBC_HALF ? job->options >> FBC_CHROMA_POSITION_SHIFT & 3 : 0;
  const struct {
    int control;
    unsigned value;
  } choices[] = {
    {AOME_SET_CPUUSED, SPEED},
    {AOME_SET_CQ_LEVEL, quantizer_of(job->quantizer)},
    {AV1E_SET_LOSSLESS, !job->quantizer},
    {AV1E_SET_ROW_MT, 0},
    // As few as the size allows: one where the width, in whole blocks of 128, is below 4096, and all samples are not more than
    // 4096 × 2304 (5.9.15).
    {AV1E_SET_TILE_COLUMNS, 0},
    {AV1E_SET_TILE_ROWS, 0},
    // One coarseness everywhere, so that what is asked for is what is written.
    {AV1E_SET_AQ_MODE, 0},
    {AV1E_SET_DELTAQ_MODE, 0},
    {AV1E_SET_DELTALF_MODE, 0},
    {AV1E_SET_ENABLE_CHROMA_DELTAQ, 0},
    {AV1E_SET_ENABLE_QM, 0},
    {AV1E_SET_ENABLE_SUPERRES, 0},
    // Grain is in the samples.
    {AV1E_SET_FILM_GRAIN_TEST_VECTOR, 0},
    {AV1E_SET_DENOISE_NOISE_LEVEL, 0},
    {AV1E_SET_COLOR_PRIMARIES, colors ? colors & 0xff : unknown},
    {AV1E_SET_TRANSFER_CHARACTERISTICS, colors ? colors >> 8 & 0xff : unknown},
    {AV1E_SET_MATRIX_COEFFICIENTS, colors ? colors >> 16 & 0xff : unknown},
    {AV1E_SET_COLOR_RANGE, (job->options & FBC_FULL_RANGE) != 0},
    {AV1E_SET_CHROMA_SAMPLE_POSITION, position},
  };
  for (size_t index = 0; index < sizeof choices / sizeof *choices; index++)
    if (library.codec_control(encoder, choices[index].control, choices[index].value))
      return false;
  return true;
}

// MARK: Samples

/// Says where the planes are. They are only read.
/// @param gray samples of no colour, half as many as a row has: all rows of a plane that a gray picture does not have.
static void lay_out(aom_image_t *image, const job *job, uint8_t *gray) {
  const fbc_shape shape = job->shape;
  const bool is_wide = shape.luma_depth > 8;
  const uint32_t chroma = shape.chroma;
  const aom_img_fmt_t format = chroma == FBC_FULL ? AOM_IMG_FMT_I444
    : chroma == FBC_HALF_WIDTH                    ? AOM_IMG_FMT_I422
                                                  : AOM_IMG_FMT_I420;
  *image = (aom_image_t){
    .fmt = is_wide ? format | AOM_IMG_FMT_HIGHBITDEPTH : format,
    .monochrome = chroma == FBC_GRAY,
    .range = job->options & FBC_FULL_RANGE ? AOM_CR_FULL_RANGE : AOM_CR_STUDIO_RANGE,
    .w = shape.width,
    .h = shape.height,
    .d_w = shape.width,
    .d_h = shape.height,
    .bit_depth = is_wide ? 16 : 8,
    .x_chroma_shift = chroma != FBC_FULL,
    .y_chroma_shift = chroma != FBC_FULL && chroma != FBC_HALF_WIDTH,
    .bps = 8,
  };
  const size_t sample_bytes = is_wide ? 2 : 1;
  uint8_t *plane = (uint8_t *)(uintptr_t)job->input;
  for (uint32_t index = 0; index < 3; index++) {
    const uint32_t width = index && chroma != FBC_FULL ? (shape.width + 1) / 2 : shape.width;
    const bool is_missing = index && chroma == FBC_GRAY;
    image->planes[index] = is_missing ? gray : plane;
    image->stride[index] = is_missing ? 0 : (int)(width * sample_bytes);
    plane += fbc_plane_samples(shape, index) * sample_bytes;
  }
}

// MARK: OBUs

/// Types of OBUs (6.2.2), as they stand in headers that have a size and no extension.
enum {
  SEQUENCE_HEADER = 1 << 3 | 2,
  TEMPORAL_DELIMITER = 2 << 3 | 2,
  FRAME = 6 << 3 | 2,
};

/// Where code is read from.
typedef struct reader {
  const uint8_t *bytes;
  size_t count;
} reader;

/// Passes over an OBU that begins with one header, and has a size in as few bytes as there can be.
/// @returns its bytes; 0 where another stands there.
static size_t pass(reader *reader, uint8_t header) {
  size_t size = 0, head = 1;
  if (!reader->count || reader->bytes[0] != header)
    return 0;
  for (uint8_t byte = 0x80; byte & 0x80; head++) {
    if (head > 5 || head >= reader->count)
      return 0;
    byte = reader->bytes[head];
    size |= (size_t)(byte & 0x7f) << 7 * (head - 1);
    if (!byte && head > 1)
      return 0;
  }
  if (size > reader->count - head)
    return 0;
  reader->bytes += head + size;
  reader->count -= head + size;
  return head + size;
}

/// Writes what comes out: the sequence header and the frame, and nothing besides.
static fbc_status write(reader code, job *job) {
  if (pass(&code, TEMPORAL_DELIMITER) != 2)
    return FBC_UNSUPPORTED;
  const uint8_t *const start = code.bytes;
  const size_t header = pass(&code, SEQUENCE_HEADER), frame = pass(&code, FRAME);
  if (!header || !frame || code.count)
    return FBC_UNSUPPORTED;
  if (header + frame > job->output_count)
    return FBC_TOO_LARGE;
  memcpy(job->output, start, header + frame);
  job->response.count = header + frame;
  return FBC_OK;
}

// MARK: Encoding

static fbc_status meaning(aom_codec_err_t error) {
  return error == AOM_CODEC_MEM_ERROR ? FBC_OUT_OF_MEMORY : FBC_UNSUPPORTED;
}

static fbc_status run(aom_codec_ctx_t *encoder, job *job, uint8_t *gray) {
  aom_image_t image;
  lay_out(&image, job, gray);
  aom_codec_err_t error = library.codec_encode(encoder, &image, 0, 1, 0);
  aom_codec_iter_t place = NULL;
  const aom_codec_cx_pkt_t *packet = error ? NULL : library.codec_get_cx_data(encoder, &place);
  // It may wait for more pictures; now there are none.
  if (!error && !packet) {
    error = library.codec_encode(encoder, NULL, 0, 1, 0);
    place = NULL;
    packet = error ? NULL : library.codec_get_cx_data(encoder, &place);
  }
  job->response.detail = (int32_t)error;
  if (error)
    return meaning(error);
  if (!packet || packet->kind != AOM_CODEC_CX_FRAME_PKT)
    return FBC_UNSUPPORTED;
  return write((reader){packet->data.frame.buf, packet->data.frame.sz}, job);
}

static fbc_status encode_with(job *job, uint8_t *gray) {
  aom_codec_iface_t *const interface = library.codec_av1_cx();
  aom_codec_enc_cfg_t settings;
  aom_codec_err_t error = library.codec_enc_config_default(interface, &settings, AOM_USAGE_ALL_INTRA);
  if (error)
    return FBC_MISSING;
  configure(&settings, job);
  aom_codec_ctx_t encoder = {0};
  const aom_codec_flags_t flags = job->shape.luma_depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0;
  error = library.codec_enc_init_ver(&encoder, interface, &settings, flags, AOM_ENCODER_ABI_VERSION);
  job->response.detail = (int32_t)error;
  // A library with other structures is none.
  if (error == AOM_CODEC_ABI_MISMATCH)
    return FBC_MISSING;
  if (error)
    return meaning(error);
  const fbc_status status = choose(&encoder, job) ? run(&encoder, job, gray) : FBC_UNSUPPORTED;
  library.codec_destroy(&encoder);
  return status;
}

static fbc_status encode(job *job) {
  const fbc_shape shape = job->shape;
  if (job->input_count != fbc_sample_bytes(shape) || job->quantizer > COARSEST)
    return FBC_INVALID_REQUEST;
  if (
    shape.chroma > FBC_FULL || shape.luma_depth != shape.chroma_depth || shape.luma_depth > 12 || shape.luma_depth % 2 ||
    !can_say(job))
    return FBC_UNSUPPORTED;
  if (!has_depth(job))
    return FBC_INVALID_REQUEST;
  uint8_t *gray = NULL;
  if (shape.chroma == FBC_GRAY) {
    const size_t samples = (shape.width + 1) / 2;
    const uint16_t middle = (uint16_t)(1 << (shape.luma_depth - 1));
    gray = malloc(samples * sizeof middle);
    if (!gray)
      return FBC_OUT_OF_MEMORY;
    for (size_t index = 0; index < samples; index++)
      if (shape.luma_depth > 8)
        memcpy(gray + index * sizeof middle, &middle, sizeof middle);
      else
        gray[index] = (uint8_t)middle;
  }
  const fbc_status status = encode_with(job, gray);
  free(gray);
  return status;
}

const codec av1_encoder = {.operation = FBC_ENCODE_AV1, .open = open_encoder, .perform = encode};
