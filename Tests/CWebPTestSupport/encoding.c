#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

#include "support.h"

static bool is_size(uint32_t width, uint32_t height) {
  return width > 0 && width <= WEBP_MAX_DIMENSION && height > 0 && height <= WEBP_MAX_DIMENSION;
}

static bool choose(WebPConfig *config, const fwt_options *options) {
  if (!WebPConfigInit(config))
    return false;
  config->lossless = options->is_lossless;
  // Colours of what is transparent stay.
  config->exact = 1;
  config->quality = options->quality;
  config->method = options->method;
  config->segments = options->segments;
  config->sns_strength = options->shaping;
  config->partitions = options->partitions;
  config->filter_strength = options->filter_strength;
  config->filter_sharpness = options->filter_sharpness;
  config->filter_type = options->has_simple_filter ? 0 : 1;
  config->alpha_quality = options->alpha_quality;
  config->alpha_compression = options->is_alpha_compressed;
  return WebPValidateConfig(config) != 0;
}

/// Codes a picture whose samples are set, and frees it.
static bool encode(WebPPicture *picture, const WebPConfig *config, fwt_buffer *output) {
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture->writer = WebPMemoryWrite;
  picture->custom_ptr = &writer;
  bool is_coded = WebPEncode(config, picture) != 0;
  WebPPictureFree(picture);
  if (is_coded) {
    // A copy, which `free` frees.
    output->bytes = malloc(writer.size > 0 ? writer.size : 1);
    if (output->bytes) {
      memcpy(output->bytes, writer.mem, writer.size);
      output->count = writer.size;
    }
  }
  WebPMemoryWriterClear(&writer);
  return is_coded && output->bytes;
}

bool fwt_encode_rgba(
  const uint8_t *pixels, size_t count, uint32_t width, uint32_t height, const fwt_options *options,
  fwt_buffer *output) {
  memset(output, 0, sizeof *output);
  WebPConfig config;
  WebPPicture picture;
  if (
    !is_size(width, height) || count != (size_t)width * height * 4 || !choose(&config, options) ||
    !WebPPictureInit(&picture))
    return false;
  picture.width = (int)width;
  picture.height = (int)height;
  picture.use_argb = options->is_lossless;
  if (!WebPPictureImportRGBA(&picture, pixels, (int)width * 4)) {
    WebPPictureFree(&picture);
    return false;
  }
  return encode(&picture, &config, output);
}

bool fwt_encode_planes(
  const uint8_t *samples, size_t count, uint32_t width, uint32_t height, const fwt_options *options,
  fwt_buffer *output) {
  memset(output, 0, sizeof *output);
  WebPConfig config;
  WebPPicture picture;
  if (
    !is_size(width, height) || options->is_lossless || !choose(&config, options) || !WebPPictureInit(&picture))
    return false;
  const size_t colors = fwt_plane_bytes(width, height), pixels = (size_t)width * height;
  if (count != colors && count != colors + pixels)
    return false;
  // libwebp writes into what it is given where it makes transparent areas flat, which it is told not to.
  uint8_t *copy = malloc(count);
  if (!copy)
    return false;
  memcpy(copy, samples, count);
  const int half = ((int)width + 1) / 2;
  picture.width = (int)width;
  picture.height = (int)height;
  picture.use_argb = 0;
  picture.colorspace = count > colors ? WEBP_YUV420A : WEBP_YUV420;
  picture.y = copy;
  picture.u = copy + pixels;
  picture.v = picture.u + (colors - pixels) / 2;
  picture.y_stride = (int)width;
  picture.uv_stride = half;
  if (count > colors) {
    picture.a = copy + colors;
    picture.a_stride = (int)width;
  }
  bool is_coded = encode(&picture, &config, output);
  free(copy);
  return is_coded;
}
