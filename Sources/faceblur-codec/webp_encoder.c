// Encoding the pictures of WebPs with libwebp: without loss, or as coarsely as they were.
#define _GNU_SOURCE
#include "codec.h"

#include <math.h>
#include <string.h>
#include <webp/encode.h>

// MARK: Library

static struct {
  int (*init_config)(WebPConfig *, WebPPreset, float, int);
  int (*init_picture)(WebPPicture *, int);
  int (*import_rgba)(WebPPicture *, const uint8_t *, int);
  void (*free_picture)(WebPPicture *);
  int (*encode)(const WebPConfig *, WebPPicture *);
} library;

static bool open_encoder(void) {
  void *const file = open_library("libwebp.so.7");
  return file && find_function(file, "WebPConfigInitInternal", &library.init_config) &&
    find_function(file, "WebPPictureInitInternal", &library.init_picture) &&
    find_function(file, "WebPPictureImportRGBA", &library.import_rgba) &&
    find_function(file, "WebPPictureFree", &library.free_picture) &&
    find_function(file, "WebPEncode", &library.encode);
}

// MARK: Settings

enum {
  /// What samples of a picture without loss are worked on: more than this takes twice the time and saves less than a percent.
  EFFORT = 50,
  /// The library's own default.
  METHOD = 4,
  /// The strength of the library's default, with which nearly all files are written that have segments.
  SHAPING = 50,
};

/// The quality at which the library gives the first segment of a picture about a quantiser. It is the inverse of what
/// the library does: a third root of a broken line, to a power that grows with how unlike its segments are.
static float quality_of(int quantizer, bool is_segmented) {
  // The first segment is the one in which eyes notice least. In photos its power is that of the end of a scale, or near it.
  const double power = is_segmented ? 1 + .9 * SHAPING / 100 / 128 * 127 : 1;
  // The middle between this quantiser and the next: it is rounded down.
  double rest = 1 - (quantizer + .5) / 127;
  if (rest < 0)
    rest = 0;
  const double linear = pow(pow(rest, 1 / power), 3);
  const double quality = 100 * (linear < .5 ? linear * 3 / 2 : (linear + 1) / 2);
  return (float)(quality > 100 ? 100 : quality);
}

static void choose(WebPConfig *config, const job *job) {
  // Colours of what is transparent stay.
  config->exact = 1;
  config->method = METHOD;
  if (job->shape.chroma == FBC_PIXELS) {
    config->lossless = 1;
    config->quality = EFFORT;
    return;
  }
  const bool is_segmented = job->options & FBC_SEGMENTED;
  config->quality = quality_of(job->options & FBC_QUANTIZER_MASK, is_segmented);
  config->segments = is_segmented ? 4 : 1;
  config->sns_strength = is_segmented ? SHAPING : 0;
  // Alpha without loss.
  config->alpha_quality = 100;
}

// MARK: Encoding

/// Takes what comes out. What does not fit ends it.
static int write_part(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  job *const job = picture->custom_ptr;
  if (count > job->output_count - job->response.count)
    return 0;
  memcpy(job->output + job->response.count, bytes, count);
  job->response.count += count;
  return 1;
}

static fbc_status meaning(WebPEncodingError error) {
  switch (error) {
  case VP8_ENC_ERROR_OUT_OF_MEMORY:
  case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
    return FBC_OUT_OF_MEMORY;
  case VP8_ENC_ERROR_BAD_WRITE:
  case VP8_ENC_ERROR_FILE_TOO_BIG:
    return FBC_TOO_LARGE;
  default:
    return FBC_UNSUPPORTED;
  }
}

/// Says where the samples are. They are only read.
static bool lay_out(WebPPicture *picture, const job *job) {
  const fbc_shape shape = job->shape;
  picture->width = (int)shape.width;
  picture->height = (int)shape.height;
  if (shape.chroma == FBC_PIXELS) {
    picture->use_argb = 1;
    return library.import_rgba(picture, job->input, picture->width * 4);
  }
  uint8_t *const samples = (uint8_t *)(uintptr_t)job->input;
  picture->use_argb = 0;
  picture->colorspace = shape.chroma == FBC_HALF_ALPHA ? WEBP_YUV420A : WEBP_YUV420;
  picture->y = samples;
  picture->u = picture->y + fbc_plane_samples(shape, 0);
  picture->v = picture->u + fbc_plane_samples(shape, 1);
  picture->y_stride = picture->width;
  picture->uv_stride = (picture->width + 1) / 2;
  if (shape.chroma == FBC_HALF_ALPHA) {
    picture->a = picture->v + fbc_plane_samples(shape, 2);
    picture->a_stride = picture->width;
  }
  return true;
}

static fbc_status encode(job *job) {
  const fbc_shape shape = job->shape;
  if (job->input_count != fbc_sample_bytes(shape))
    return FBC_INVALID_REQUEST;
  if (
    (shape.chroma != FBC_PIXELS && shape.chroma != FBC_HALF && shape.chroma != FBC_HALF_ALPHA) ||
    shape.luma_depth != 8 || shape.chroma_depth != 8 || shape.width > WEBP_MAX_DIMENSION ||
    shape.height > WEBP_MAX_DIMENSION)
    return FBC_UNSUPPORTED;
  WebPConfig config;
  WebPPicture picture;
  if (
    !library.init_config(&config, WEBP_PRESET_DEFAULT, 75, WEBP_ENCODER_ABI_VERSION) ||
    !library.init_picture(&picture, WEBP_ENCODER_ABI_VERSION))
    return FBC_MISSING;
  choose(&config, job);
  picture.writer = write_part;
  picture.custom_ptr = job;
  fbc_status status = FBC_OUT_OF_MEMORY;
  if (lay_out(&picture, job)) {
    const bool is_done = library.encode(&config, &picture);
    job->response.detail = (int32_t)picture.error_code;
    status = is_done ? FBC_OK : meaning(picture.error_code);
  }
  library.free_picture(&picture);
  if (status != FBC_OK)
    job->response.count = 0;
  return status;
}

const codec webp_encoder = {.operation = FBC_ENCODE_WEBP, .open = open_encoder, .perform = encode};
