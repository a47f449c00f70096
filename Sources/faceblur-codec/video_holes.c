#include "video_holes.h"

#include <stdlib.h>
#include <string.h>

enum {
  /// Samples of noise, behind which it begins anew. Rows are no multiple of it, so they differ.
  NOISE = 8191,
  /// No block of code has shorter sides.
  BLOCK = 16,
  /// Of a block, what no filter of its neighbours reaches.
  INNER = 8,
  /// Where it begins.
  MARGIN = (BLOCK - INNER) / 2,
  /// Fewer samples than these may look like noise by chance.
  LEAST = 16,
};

/// The one film of this process.
static struct {
  video_room *give_room;
  uint32_t depth;
  /// One byte each of 8 bits, else two.
  uint8_t noise[2 * NOISE];
} holes;

static size_t sample_bytes(void) { return holes.depth > 8 ? 2 : 1; }

/// Decoders ask for room from several threads.
static int give_noisy_room(AVCodecContext *context, AVFrame *frame, int flags) {
  const int error = holes.give_room(context, frame, flags);
  const size_t period = NOISE * sample_bytes();
  for (size_t plane = 0; !error && plane < AV_NUM_DATA_POINTERS && frame->buf[plane]; plane++) {
    const size_t count = (size_t)frame->buf[plane]->size;
    for (size_t place = 0; place < count; place += period)
      memcpy(frame->buf[plane]->data + place, holes.noise, count - place < period ? count - place : period);
  }
  return error;
}

void find_video_holes(AVCodecContext *context, uint32_t depth, uint32_t seed, video_room *give_room) {
  holes.give_room = give_room;
  holes.depth = depth;
  // The same each time for a film: what is not decoded may come out. It is grey, and of a quarter of what samples can be.
  const uint32_t range = (uint32_t)1 << depth, least = range * 3 / 8;
  uint32_t state = seed ? seed : 1;
  for (size_t index = 0; index < NOISE; index++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    const uint16_t sample = (uint16_t)(least + (state >> (34 - depth)));
    memcpy(holes.noise + index * sample_bytes(), &sample, sample_bytes());
  }
  context->get_buffer2 = give_noisy_room;
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

/// A sample at a place in a frame's memory, or in the noise that was there.
static int sample_at(const uint8_t *bytes, size_t place) {
  if (sample_bytes() == 1)
    return bytes[place];
  uint16_t sample;
  memcpy(&sample, bytes + place, sizeof sample);
  return sample;
}

/// Whether every other row of a part of a block is noise: of fields, one may be missing. What is decoded is so by chance once in 10¹⁸ times,
/// of a part that an edge of the frame cuts rather more often.
/// @param start of its first row, in bytes of the frame's memory.
static bool is_noise(const uint8_t *memory, size_t start, size_t stride, size_t width, size_t height) {
  // Filters of HEVC add a little to samples, also where they are not decoded.
  const int most = (1 << holes.depth) / 32;
  const size_t period = NOISE * sample_bytes();
  if (width * ((height + 1) / 2) < LEAST)
    return false;
  for (size_t row = 0; row < height; row += 2)
    for (size_t column = 0; column < width; column++) {
      const size_t place = start + row * stride + column * sample_bytes();
      if (abs(sample_at(memory, place) - sample_at(holes.noise, place % period)) > most)
        return false;
    }
  return true;
}

/// What of a block is looked at along one side.
/// @param length of the frame.
static size_t part(size_t *start, size_t length) {
  // Of what is not shown a decoder may leave anything.
  const size_t shown = length - *start;
  if (shown <= INNER)
    return shown;
  *start += MARGIN;
  return shown - MARGIN < INNER ? shown - MARGIN : INNER;
}

bool has_video_hole(const AVFrame *frame) {
  if (!holes.give_room || frame->height < BLOCK || frame->width < BLOCK || !frame->buf[0] || frame->linesize[0] <= 0)
    return false;
  const uint8_t *const memory = frame->buf[0]->data;
  const size_t stride = (size_t)frame->linesize[0], size = (size_t)frame->buf[0]->size;
  const size_t width = (size_t)frame->width, height = (size_t)frame->height;
  if (frame->data[0] < memory || (size_t)(frame->data[0] - memory) + (height - 1) * stride + width * sample_bytes() > size)
    return true;
  const size_t start = (size_t)(frame->data[0] - memory);
  for (size_t top = 0; top < height; top += BLOCK)
    for (size_t left = 0; left < width; left += BLOCK) {
      size_t row = top, column = left;
      const size_t rows = part(&row, height), columns = part(&column, width);
      const size_t place = start + row * stride + column * sample_bytes();
      if (is_noise(memory, place, stride, columns, rows) || (rows > 1 && is_noise(memory, place + stride, stride, columns, rows - 1)))
        return true;
    }
  return false;
}
