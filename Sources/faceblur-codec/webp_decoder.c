// Decoding the pictures of WebPs with libwebp.
#define _GNU_SOURCE
#include "codec.h"

#include <string.h>
#include <webp/decode.h>

// MARK: Library

static struct {
  int (*init_config)(WebPDecoderConfig *, int);
  VP8StatusCode (*get_features)(const uint8_t *, size_t, WebPBitstreamFeatures *, int);
  VP8StatusCode (*decode)(const uint8_t *, size_t, WebPDecoderConfig *);
} library;

static bool open_decoder(void) {
  void *const file = open_library("libwebp.so.7");
  return file && find_function(file, "WebPInitDecoderConfigInternal", &library.init_config) &&
    find_function(file, "WebPGetFeaturesInternal", &library.get_features) &&
    find_function(file, "WebPDecode", &library.decode);
}

// MARK: Decoding

static fbc_status meaning(VP8StatusCode code) {
  switch (code) {
  case VP8_STATUS_OK:
    return FBC_OK;
  case VP8_STATUS_OUT_OF_MEMORY:
    return FBC_OUT_OF_MEMORY;
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    return FBC_UNSUPPORTED;
  default:
    return FBC_DAMAGED;
  }
}

/// Whether the file is of the shape that was asked for; where it is not, its size stands in the answer.
static bool has_shape(const WebPBitstreamFeatures *features, job *job) {
  enum { LOSSY = 1, LOSSLESS = 2 };
  const uint32_t chroma = job->shape.chroma;
  const bool is_kind = features->format == LOSSLESS ? chroma == FBC_PIXELS
    : features->format == LOSSY                     ? chroma == FBC_HALF || chroma == FBC_HALF_ALPHA
                                                    : false;
  if (
    is_kind && (uint32_t)features->width == job->shape.width && (uint32_t)features->height == job->shape.height)
    return true;
  job->response.shape.width = (uint32_t)features->width;
  job->response.shape.height = (uint32_t)features->height;
  return false;
}

/// Has samples written where they belong. Sizes are those of planes of the shape, which fit into the output.
static void lay_out(WebPDecBuffer *buffer, const job *job) {
  const fbc_shape shape = job->shape;
  buffer->is_external_memory = 1;
  if (shape.chroma == FBC_PIXELS) {
    buffer->colorspace = MODE_RGBA;
    buffer->u.RGBA.rgba = job->output;
    buffer->u.RGBA.stride = (int)(4 * shape.width);
    buffer->u.RGBA.size = (size_t)fbc_plane_samples(shape, 0);
    return;
  }
  WebPYUVABuffer *const planes = &buffer->u.YUVA;
  const int width = (int)shape.width, half = (width + 1) / 2;
  buffer->colorspace = shape.chroma == FBC_HALF_ALPHA ? MODE_YUVA : MODE_YUV;
  planes->y_size = (size_t)fbc_plane_samples(shape, 0);
  planes->u_size = planes->v_size = (size_t)fbc_plane_samples(shape, 1);
  planes->y = job->output;
  planes->u = planes->y + planes->y_size;
  planes->v = planes->u + planes->u_size;
  planes->y_stride = width;
  planes->u_stride = planes->v_stride = half;
  if (shape.chroma != FBC_HALF_ALPHA)
    return;
  planes->a_size = (size_t)fbc_plane_samples(shape, 3);
  planes->a = planes->v + planes->v_size;
  planes->a_stride = width;
}

static fbc_status decode(job *job) {
  const uint64_t count = fbc_sample_bytes(job->shape);
  if (job->output_count < count)
    return FBC_TOO_LARGE;
  if (job->shape.chroma != FBC_PIXELS && job->shape.chroma != FBC_HALF && job->shape.chroma != FBC_HALF_ALPHA)
    return FBC_UNSUPPORTED;
  if (job->shape.luma_depth != 8 || job->shape.chroma_depth != 8)
    return FBC_UNSUPPORTED;
  WebPDecoderConfig config;
  if (!library.init_config(&config, WEBP_DECODER_ABI_VERSION))
    return FBC_MISSING;
  VP8StatusCode code =
    library.get_features(job->input, (size_t)job->input_count, &config.input, WEBP_DECODER_ABI_VERSION);
  if (code != VP8_STATUS_OK)
    return meaning(code);
  if (config.input.has_animation)
    return FBC_UNSUPPORTED;
  if (!has_shape(&config.input, job))
    return FBC_MISMATCH;
  lay_out(&config.output, job);
  // What a decoder leaves out must not be what another photo left there.
  memset(job->output, 0, count);
  code = library.decode(job->input, (size_t)job->input_count, &config);
  job->response.detail = (int32_t)code;
  if (code == VP8_STATUS_OK)
    job->response.count = count;
  return meaning(code);
}

const codec webp_decoder = {.operation = FBC_DECODE_WEBP, .open = open_decoder, .perform = decode};
