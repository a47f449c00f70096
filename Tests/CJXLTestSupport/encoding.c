#include <jxl/encode.h>
#include <string.h>

#include "support.h"

/// What all files have that one encoder writes.
static bool prepare(JxlEncoder *encoder, const fxt_options *options) {
  if (options->has_container && JxlEncoderUseContainer(encoder, JXL_TRUE) != JXL_ENC_SUCCESS)
    return false;
  if (options->box_count == 0)
    return true;
  if (JxlEncoderUseBoxes(encoder) != JXL_ENC_SUCCESS)
    return false;
  for (size_t index = 0; index < options->box_count; index++) {
    const fxt_box *box = &options->boxes[index];
    if (
      JxlEncoderAddBox(encoder, box->type, box->bytes, box->count, box->is_packed ? JXL_TRUE : JXL_FALSE) !=
      JXL_ENC_SUCCESS)
      return false;
  }
  return true;
}

static bool finish(JxlEncoder *encoder, fxt_buffer *output) {
  JxlEncoderCloseInput(encoder);
  size_t written = 0;
  if (!fxt_buffer_grow(output, 1 << 16))
    return false;
  for (;;) {
    uint8_t *next = output->bytes + written;
    size_t room = output->count - written;
    const JxlEncoderStatus status = JxlEncoderProcessOutput(encoder, &next, &room);
    written = (size_t)(next - output->bytes);
    if (status == JXL_ENC_SUCCESS) {
      output->count = written;
      return true;
    }
    if (status != JXL_ENC_NEED_MORE_OUTPUT || !fxt_buffer_grow(output, output->count * 2))
      return false;
  }
}

static bool
write_jpeg(JxlEncoder *encoder, const uint8_t *jpeg, size_t count, const fxt_options *options) {
  if (!prepare(encoder, options))
    return false;
  if (options->keeps_jpeg && JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE) != JXL_ENC_SUCCESS)
    return false;
  JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  return settings &&
    JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, options->effort) ==
    JXL_ENC_SUCCESS &&
    JxlEncoderAddJPEGFrame(settings, jpeg, count) == JXL_ENC_SUCCESS;
}

bool fxt_transcode(const uint8_t *jpeg, size_t count, const fxt_options *options, fxt_buffer *output) {
  memset(output, 0, sizeof *output);
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  const bool is_written =
    encoder && write_jpeg(encoder, jpeg, count, options) && finish(encoder, output);
  JxlEncoderDestroy(encoder);
  if (!is_written)
    fxt_buffer_free(output);
  return is_written;
}

static bool write_pixels(
  JxlEncoder *encoder, const uint8_t *pixels, size_t count, uint32_t width, uint32_t height,
  const fxt_options *options) {
  if (!prepare(encoder, options))
    return false;
  const uint32_t channels = options->has_alpha ? 4 : 3;
  if (count != (size_t)width * height * channels)
    return false;
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = width;
  info.ysize = height;
  info.bits_per_sample = 8;
  info.num_color_channels = 3;
  info.orientation = (JxlOrientation)options->orientation;
  info.uses_original_profile = options->distance == 0;
  if (options->has_alpha) {
    info.num_extra_channels = 1;
    info.alpha_bits = 8;
  }
  if (options->frames > 1) {
    info.have_animation = JXL_TRUE;
    info.animation.tps_numerator = 10;
    info.animation.tps_denominator = 1;
  }
  JxlColorEncoding colors;
  JxlColorEncodingSetToSRGB(&colors, JXL_FALSE);
  if (
    JxlEncoderSetBasicInfo(encoder, &info) != JXL_ENC_SUCCESS ||
    JxlEncoderSetColorEncoding(encoder, &colors) != JXL_ENC_SUCCESS)
    return false;
  const JxlPixelFormat format = {channels, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  for (int frame = 0; frame < options->frames; frame++) {
    JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
    if (
      !settings ||
      JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, options->effort) !=
        JXL_ENC_SUCCESS)
      return false;
    const JxlEncoderStatus coarseness = options->distance == 0
      ? JxlEncoderSetFrameLossless(settings, JXL_TRUE)
      : JxlEncoderSetFrameDistance(settings, options->distance);
    if (coarseness != JXL_ENC_SUCCESS)
      return false;
    if (options->frames > 1) {
      JxlFrameHeader header;
      JxlEncoderInitFrameHeader(&header);
      header.duration = 1;
      if (JxlEncoderSetFrameHeader(settings, &header) != JXL_ENC_SUCCESS)
        return false;
    }
    if (JxlEncoderAddImageFrame(settings, &format, pixels, count) != JXL_ENC_SUCCESS)
      return false;
  }
  return true;
}

bool fxt_encode(
  const uint8_t *pixels, size_t count, uint32_t width, uint32_t height, const fxt_options *options,
  fxt_buffer *output) {
  memset(output, 0, sizeof *output);
  JxlEncoder *encoder = JxlEncoderCreate(NULL);
  const bool is_written =
    encoder && write_pixels(encoder, pixels, count, width, height, options) && finish(encoder, output);
  JxlEncoderDestroy(encoder);
  if (!is_written)
    fxt_buffer_free(output);
  return is_written;
}
