// What a picture takes.
#include "CCodec.h"

static bool exists(fbc_shape shape) {
  return shape.width >= 1 && shape.width <= FBC_MAX_SIDE && shape.height >= 1 && shape.height <= FBC_MAX_SIDE &&
    shape.chroma <= FBC_FULL && shape.luma_depth >= 8 && shape.luma_depth <= 16 && shape.chroma_depth >= 8 &&
    shape.chroma_depth <= 16;
}

uint64_t fbc_plane_samples(fbc_shape shape, uint32_t plane) {
  if (!exists(shape) || plane > 2 || (plane && shape.chroma == FBC_GRAY))
    return 0;
  uint64_t width = shape.width, height = shape.height;
  if (plane && shape.chroma != FBC_FULL)
    width = (width + 1) / 2;
  if (plane && shape.chroma == FBC_HALF)
    height = (height + 1) / 2;
  return width * height;
}

uint64_t fbc_sample_bytes(fbc_shape shape) {
  // At most 3 planes of 2^32 samples of 2 bytes.
  const uint64_t samples =
    fbc_plane_samples(shape, 0) + fbc_plane_samples(shape, 1) + fbc_plane_samples(shape, 2);
  return samples * (shape.luma_depth > 8 || shape.chroma_depth > 8 ? 2 : 1);
}

bool fbc_is_same_shape(fbc_shape one, fbc_shape other) {
  return one.width == other.width && one.height == other.height && one.chroma == other.chroma &&
    one.luma_depth == other.luma_depth && one.chroma_depth == other.chroma_depth;
}

uint64_t fbc_memory(fbc_operation operation, fbc_shape shape, uint64_t input_count) {
  // Libraries keep pictures with margins, on each side of two or three blocks.
  const uint64_t margin = 256, base = 16 << 20;
  if (!exists(shape) || input_count > UINT64_MAX / 8)
    return 0;
  const uint64_t area = ((uint64_t)shape.width + margin) * ((uint64_t)shape.height + margin);
  const uint64_t samples = shape.chroma == FBC_GRAY ? area
    : shape.chroma == FBC_HALF                      ? area * 3 / 2
    : shape.chroma == FBC_HALF_WIDTH                ? area * 2
                                                    : area * 3;
  // Measured: up to 6 bytes a sample, and NAL units twice; up to 20 bytes a sample, in which the code is.
  return operation == FBC_DECODE_HEVC ? base + 8 * samples + 4 * input_count : base + 21 * samples;
}
