#include <jxl/decode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static bool fail(fxt_picture *picture, const char *message, int number) {
  snprintf(picture->message, sizeof picture->message, "%s (%d)", message, number);
  return false;
}

static bool read_info(JxlDecoder *decoder, size_t max_pixels, fxt_picture *picture) {
  JxlBasicInfo info;
  if (JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS)
    return fail(picture, "it says nothing of its picture", 0);
  if ((size_t)info.xsize * info.ysize > max_pixels)
    return fail(picture, "more pixels than the limit", 0);
  picture->width = info.xsize;
  picture->height = info.ysize;
  picture->extra_channels = info.num_extra_channels;
  picture->is_animated = info.have_animation;
  picture->has_container = info.have_container;
  return true;
}

static bool give_room(JxlDecoder *decoder, fxt_picture *picture) {
  const JxlPixelFormat format = {3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
  size_t count = 0;
  if (JxlDecoderImageOutBufferSize(decoder, &format, &count) != JXL_DEC_SUCCESS)
    return fail(picture, "its picture has no size", 0);
  if (!picture->rgb)
    picture->rgb = calloc(count, 1);
  picture->rgb_count = count;
  return picture->rgb &&
    JxlDecoderSetImageOutBuffer(decoder, &format, picture->rgb, count) == JXL_DEC_SUCCESS;
}

static bool decode(
  JxlDecoder *decoder, const uint8_t *bytes, size_t count, size_t max_pixels, fxt_picture *picture) {
  if (
    JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_FULL_IMAGE) != JXL_DEC_SUCCESS ||
    JxlDecoderSetInput(decoder, bytes, count) != JXL_DEC_SUCCESS)
    return fail(picture, "no decoder", 0);
  JxlDecoderCloseInput(decoder);
  bool is_whole = false;
  for (;;) {
    const JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
    switch (status) {
    case JXL_DEC_BASIC_INFO:
      if (!read_info(decoder, max_pixels, picture))
        return false;
      break;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
      if (!give_room(decoder, picture))
        return fail(picture, "no room", 0);
      break;
    case JXL_DEC_FULL_IMAGE:
      is_whole = true;
      break;
    case JXL_DEC_SUCCESS:
      return is_whole || fail(picture, "it holds no picture", 0);
    default:
      return fail(picture, "libjxl gives up", (int)status);
    }
  }
}

/// A decoder that turns pictures says of all that they are upright.
static bool read_orientation(const uint8_t *bytes, size_t count, fxt_picture *picture) {
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  JxlBasicInfo info;
  const bool is_read = decoder && JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
    JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO) == JXL_DEC_SUCCESS &&
    JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS &&
    JxlDecoderProcessInput(decoder) == JXL_DEC_BASIC_INFO &&
    JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS;
  if (is_read)
    picture->orientation = (uint32_t)info.orientation;
  JxlDecoderDestroy(decoder);
  return is_read || fail(picture, "it does not say how it is turned", 0);
}

bool fxt_decode(const uint8_t *bytes, size_t count, size_t max_pixels, fxt_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!read_orientation(bytes, count, picture))
    return false;
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  if (!decoder)
    return fail(picture, "no decoder", 0);
  const bool is_decoded = decode(decoder, bytes, count, max_pixels, picture);
  JxlDecoderDestroy(decoder);
  return is_decoded;
}

void fxt_picture_free(fxt_picture *picture) {
  free(picture->rgb);
  memset(picture, 0, sizeof *picture);
}

static bool restore(JxlDecoder *decoder, const uint8_t *bytes, size_t count, fxt_buffer *output) {
  if (
    JxlDecoderSubscribeEvents(decoder, JXL_DEC_JPEG_RECONSTRUCTION | JXL_DEC_FULL_IMAGE) !=
      JXL_DEC_SUCCESS ||
    JxlDecoderSetInput(decoder, bytes, count) != JXL_DEC_SUCCESS)
    return false;
  JxlDecoderCloseInput(decoder);
  bool is_jpeg = false;
  size_t written = 0;
  for (;;) {
    switch (JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_JPEG_RECONSTRUCTION:
      is_jpeg = true;
      if (
        !fxt_buffer_grow(output, 1 << 16) ||
        JxlDecoderSetJPEGBuffer(decoder, output->bytes, output->count) != JXL_DEC_SUCCESS)
        return false;
      break;
    case JXL_DEC_JPEG_NEED_MORE_OUTPUT:
      written = output->count - JxlDecoderReleaseJPEGBuffer(decoder);
      if (
        !fxt_buffer_grow(output, output->count * 2) ||
        JxlDecoderSetJPEGBuffer(decoder, output->bytes + written, output->count - written) !=
          JXL_DEC_SUCCESS)
        return false;
      break;
    case JXL_DEC_FULL_IMAGE:
      if (!is_jpeg)
        return false;
      output->count -= JxlDecoderReleaseJPEGBuffer(decoder);
      return true;
    default:
      return false;
    }
  }
}

bool fxt_jpeg(const uint8_t *bytes, size_t count, fxt_buffer *output) {
  memset(output, 0, sizeof *output);
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  const bool is_restored = decoder && restore(decoder, bytes, count, output);
  JxlDecoderDestroy(decoder);
  if (!is_restored)
    fxt_buffer_free(output);
  return is_restored;
}

static bool find_box(
  JxlDecoder *decoder, const uint8_t *bytes, size_t count, const char *type, fxt_buffer *output) {
  if (
    JxlDecoderSubscribeEvents(decoder, JXL_DEC_BOX) != JXL_DEC_SUCCESS ||
    JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) != JXL_DEC_SUCCESS ||
    JxlDecoderSetInput(decoder, bytes, count) != JXL_DEC_SUCCESS)
    return false;
  JxlDecoderCloseInput(decoder);
  bool is_found = false;
  for (;;) {
    JxlBoxType found;
    size_t written;
    switch (JxlDecoderProcessInput(decoder)) {
    case JXL_DEC_BOX:
      if (is_found) {
        output->count -= JxlDecoderReleaseBoxBuffer(decoder);
        return true;
      }
      if (JxlDecoderGetBoxType(decoder, found, JXL_TRUE) != JXL_DEC_SUCCESS)
        return false;
      is_found = memcmp(found, type, 4) == 0;
      if (
        is_found &&
        (!fxt_buffer_grow(output, 1 << 12) ||
         JxlDecoderSetBoxBuffer(decoder, output->bytes, output->count) != JXL_DEC_SUCCESS))
        return false;
      break;
    case JXL_DEC_BOX_NEED_MORE_OUTPUT:
      written = output->count - JxlDecoderReleaseBoxBuffer(decoder);
      if (
        !fxt_buffer_grow(output, output->count * 2) ||
        JxlDecoderSetBoxBuffer(decoder, output->bytes + written, output->count - written) !=
          JXL_DEC_SUCCESS)
        return false;
      break;
    case JXL_DEC_SUCCESS:
      if (is_found)
        output->count -= JxlDecoderReleaseBoxBuffer(decoder);
      return is_found;
    default:
      return false;
    }
  }
}

bool fxt_box_content(const uint8_t *bytes, size_t count, const char *type, fxt_buffer *output) {
  memset(output, 0, sizeof *output);
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  const bool is_found = decoder && find_box(decoder, bytes, count, type, output);
  JxlDecoderDestroy(decoder);
  if (!is_found)
    fxt_buffer_free(output);
  return is_found;
}
