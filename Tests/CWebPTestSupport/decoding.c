#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "support.h"

static bool fail(fwt_picture *picture, const char *message, int number) {
  snprintf(picture->message, sizeof picture->message, "%s (%d)", message, number);
  return false;
}

static bool decode_pixels(const uint8_t *bytes, size_t count, fwt_picture *picture) {
  picture->rgba_count = (size_t)picture->width * picture->height * 4;
  picture->rgba = calloc(picture->rgba_count, 1);
  if (!picture->rgba)
    return fail(picture, "out of memory", 0);
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return fail(picture, "another libwebp", 0);
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = picture->rgba;
  config.output.u.RGBA.stride = (int)picture->width * 4;
  config.output.u.RGBA.size = picture->rgba_count;
  const VP8StatusCode status = WebPDecode(bytes, count, &config);
  return status == VP8_STATUS_OK || fail(picture, "the picture is not decoded", (int)status);
}

static bool decode_planes(const uint8_t *bytes, size_t count, fwt_picture *picture) {
  const size_t colors = fwt_plane_bytes(picture->width, picture->height);
  const size_t pixels = (size_t)picture->width * picture->height;
  picture->plane_count = colors + (picture->has_alpha ? pixels : 0);
  picture->planes = calloc(picture->plane_count, 1);
  if (!picture->planes)
    return fail(picture, "out of memory", 0);
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return fail(picture, "another libwebp", 0);
  config.output.colorspace = picture->has_alpha ? MODE_YUVA : MODE_YUV;
  config.output.is_external_memory = 1;
  WebPYUVABuffer *planes = &config.output.u.YUVA;
  planes->y = picture->planes;
  planes->u = planes->y + pixels;
  planes->v = planes->u + (colors - pixels) / 2;
  planes->y_stride = (int)picture->width;
  planes->u_stride = planes->v_stride = ((int)picture->width + 1) / 2;
  planes->y_size = pixels;
  planes->u_size = planes->v_size = (colors - pixels) / 2;
  if (picture->has_alpha) {
    planes->a = picture->planes + colors;
    planes->a_stride = (int)picture->width;
    planes->a_size = pixels;
  }
  const VP8StatusCode status = WebPDecode(bytes, count, &config);
  return status == VP8_STATUS_OK || fail(picture, "the planes are not decoded", (int)status);
}

bool fwt_decode(const uint8_t *bytes, size_t count, size_t max_pixels, fwt_picture *picture) {
  memset(picture, 0, sizeof *picture);
  WebPBitstreamFeatures features;
  const VP8StatusCode status = WebPGetFeatures(bytes, count, &features);
  if (status != VP8_STATUS_OK)
    return fail(picture, "the header is not read", (int)status);
  if (features.has_animation)
    return fail(picture, "it is animated", 0);
  if (features.width <= 0 || features.height <= 0)
    return fail(picture, "it has no size", 0);
  picture->width = (uint32_t)features.width;
  picture->height = (uint32_t)features.height;
  picture->has_alpha = features.has_alpha != 0;
  picture->is_lossless = features.format == 2;
  if ((size_t)picture->width * picture->height > max_pixels)
    return fail(picture, "more pixels than the limit", 0);
  return decode_pixels(bytes, count, picture) &&
    (picture->is_lossless || decode_planes(bytes, count, picture));
}

void fwt_picture_free(fwt_picture *picture) {
  free(picture->rgba);
  free(picture->planes);
  memset(picture, 0, sizeof *picture);
}

bool fwt_count(
  const uint8_t *bytes, size_t count, const char *name, uint32_t *pictures, uint32_t *chunks) {
  *pictures = *chunks = 0;
  const WebPData data = {bytes, count};
  WebPDemuxer *demuxer = WebPDemux(&data);
  if (!demuxer)
    return false;
  *pictures = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  WebPChunkIterator chunk;
  if (WebPDemuxGetChunk(demuxer, name, 1, &chunk)) {
    *chunks = (uint32_t)chunk.num_chunks;
    WebPDemuxReleaseChunkIterator(&chunk);
  }
  WebPDemuxDelete(demuxer);
  return true;
}
