#include "support.h"

#include <libavcodec/avcodec.h>
#include <libavutil/pixdesc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void silence(void) { av_log_set_level(AV_LOG_QUIET); }

/// The units behind start codes instead of lengths (ITU-T H.265, annex B).
static bool set_packet(AVPacket *packet, const uint8_t *units, size_t count, fht_message *message) {
  size_t place = 0;
  if (count > INT32_MAX / 2 || av_new_packet(packet, (int)count) < 0)
    return fht_fail(message, "out of memory");
  while (place < count) {
    if (count - place < 4)
      return fht_fail(message, "a length is cut");
    size_t length = (size_t)units[place] << 24 | (size_t)units[place + 1] << 16 | (size_t)units[place + 2] << 8 |
                    units[place + 3];
    if (length > count - place - 4)
      return fht_fail(message, "a unit is cut");
    memcpy(packet->data + place, "\0\0\0\1", 4);
    memcpy(packet->data + place + 4, units + place + 4, length);
    place += 4 + length;
  }
  return true;
}

static int chroma_of(const AVPixFmtDescriptor *format) {
  if (format->nb_components == 1)
    return 0;
  if (format->log2_chroma_h == 1)
    return 1;
  return format->log2_chroma_w == 1 ? 2 : 3;
}

static bool take_samples(const AVFrame *frame, fht_picture *picture, fht_message *message) {
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
  if (!format || (format->flags & (AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL)))
    return fht_fail(message, "FFmpeg gives pixels of an unknown kind");
  picture->width = frame->width;
  picture->height = frame->height;
  picture->depth = format->comp[0].depth;
  picture->chroma = chroma_of(format);
  // Some formats say it by their name alone.
  picture->full_range = frame->color_range == AVCOL_RANGE_JPEG;
  if (!fht_allocate(picture, message))
    return false;
  uint16_t *target = picture->samples;
  for (int plane = 0; plane < fht_plane_count(picture->chroma); plane++) {
    // Components of pictures whose matrix is that of GBR are named in the order of RGB; they are coded in the other.
    int component = format->flags & AV_PIX_FMT_FLAG_RGB ? (plane + 1) % 3 : plane;
    AVComponentDescriptor place = format->comp[component];
    int width = fht_side(frame->width, plane, fht_step_x(picture->chroma));
    int height = fht_side(frame->height, plane, fht_step_y(picture->chroma));
    for (int y = 0; y < height; y++) {
      const uint8_t *row = frame->data[place.plane] + (ptrdiff_t)y * frame->linesize[place.plane] + place.offset;
      for (int x = 0; x < width; x++, row += place.step)
        *target++ = (uint16_t)((place.depth > 8 ? row[0] | row[1] << 8 : row[0]) >> place.shift);
    }
  }
  return true;
}

static bool decode_with(AVCodecContext *context, AVPacket *packet, AVFrame *frame, fht_message *message) {
  context->thread_count = 1;
  // Cut off what the code says to the pixel.
  context->flags |= AV_CODEC_FLAG_UNALIGNED;
  context->err_recognition = AV_EF_EXPLODE | AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
  if (avcodec_open2(context, context->codec, NULL) < 0)
    return fht_fail(message, "FFmpeg has no decoder");
  int result = avcodec_send_packet(context, packet);
  if (result >= 0)
    result = avcodec_send_packet(context, NULL);
  if (result >= 0)
    result = avcodec_receive_frame(context, frame);
  if (result < 0) {
    char text[AV_ERROR_MAX_STRING_SIZE];
    return fht_fail(message, "FFmpeg: %s", av_make_error_string(text, sizeof text, result));
  }
  if (frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0)
    return fht_fail(message, "FFmpeg: the picture is damaged");
  return true;
}

bool fht_decode(const uint8_t *units, size_t count, fht_picture *picture, fht_message *message) {
  memset(picture, 0, sizeof *picture);
  memset(message, 0, sizeof *message);
  pthread_once(&once, silence);
  const AVCodec *codec = avcodec_find_decoder(AV_CODEC_ID_HEVC);
  AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
  AVPacket *packet = av_packet_alloc();
  AVFrame *frame = av_frame_alloc();
  bool is_decoded = false;
  if (!context || !packet || !frame)
    fht_fail(message, "FFmpeg has no decoder");
  else
    is_decoded = set_packet(packet, units, count, message) && decode_with(context, packet, frame, message) &&
                 take_samples(frame, picture, message);
  av_frame_free(&frame);
  av_packet_free(&packet);
  avcodec_free_context(&context);
  return is_decoded;
}
