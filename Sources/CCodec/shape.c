// What a picture takes.
#include "CCodec.h"

static bool exists(fbc_shape shape) {
  return shape.width >= 1 && shape.width <= FBC_MAX_SIDE && shape.height >= 1 && shape.height <= FBC_MAX_SIDE &&
    shape.chroma <= FBC_HALF_ALPHA && shape.luma_depth >= 8 && shape.luma_depth <= 16 && shape.chroma_depth >= 8 &&
    shape.chroma_depth <= 16 &&
    (shape.chroma <= FBC_FULL || (shape.luma_depth == 8 && shape.chroma_depth == 8));
}

uint64_t fbc_plane_samples(fbc_shape shape, uint32_t plane) {
  const uint32_t chroma = shape.chroma;
  const uint32_t planes = chroma == FBC_GRAY || chroma == FBC_PIXELS ? 1 : chroma == FBC_HALF_ALPHA ? 4 : 3;
  if (!exists(shape) || plane >= planes)
    return 0;
  uint64_t width = shape.width, height = shape.height;
  const bool is_color = plane == 1 || plane == 2;
  if (is_color && chroma != FBC_FULL)
    width = (width + 1) / 2;
  if (is_color && (chroma == FBC_HALF || chroma == FBC_HALF_ALPHA))
    height = (height + 1) / 2;
  return width * height * (chroma == FBC_PIXELS ? 4 : 1);
}

uint64_t fbc_sample_bytes(fbc_shape shape) {
  // At most 4 planes of 2^32 samples of 2 bytes.
  uint64_t samples = 0;
  for (uint32_t plane = 0; plane < 4; plane++)
    samples += fbc_plane_samples(shape, plane);
  return samples * (shape.luma_depth > 8 || shape.chroma_depth > 8 ? 2 : 1);
}

bool fbc_is_same_shape(fbc_shape one, fbc_shape other) {
  return one.width == other.width && one.height == other.height && one.chroma == other.chroma &&
    one.luma_depth == other.luma_depth && one.chroma_depth == other.chroma_depth;
}

bool fbc_is_hevc_quantizer(uint32_t options, uint32_t quantizer) {
  return quantizer <= (options & FBC_LOSSY ? FBC_MAX_HEVC_QUANTIZER : 0);
}

bool fbc_is_film_coding(uint32_t options, uint32_t quantizer) {
  const uint32_t codec = options >> FBC_ENCODED_CODEC_SHIFT & FBC_ENCODED_CODEC_MASK;
  const uint32_t threads = options >> FBC_THREADS_SHIFT & 15, number = quantizer >> FBC_SET_NUMBER_SHIFT;
  return (codec == FBC_H264 || codec == FBC_HEVC) && threads >= 1 && threads <= FBC_MAX_VIDEO_THREADS &&
    (quantizer & FBC_QUALITY_MASK) <= FBC_MAX_QUALITY && number <= (codec == FBC_H264 ? FBC_MAX_SET_NUMBER : 0);
}

/// A level: how large its pictures may be (ITU-T H.265, table A.8).
typedef struct level {
  /// `general_level_idc`, 30 times the level.
  uint8_t number;
  uint32_t samples;
} level;

static const level levels[] = {
  {30, 36864},   {60, 122880},   {63, 245760},   {90, 552960},
  {93, 983040},  {120, 2228224}, {150, 8912896}, {180, 35651584},
};

enum {
  /// The level without limits.
  UNLIMITED = 255,
  /// From this level on coding tree blocks have 32 samples at least (A.3.2).
  LARGE_BLOCKS = 150,
};

// How much code a level allows is not asked: no level allows what takes no loss, and decoders of pictures do not wait for it.
uint8_t fbc_hevc_level(fbc_shape shape) {
  const uint64_t width = shape.width, height = shape.height, longer = width > height ? width : height;
  if (!exists(shape))
    return UNLIMITED;
  for (size_t index = 0; index < sizeof levels / sizeof *levels; index++)
    if (width * height <= levels[index].samples && longer * longer <= 8 * (uint64_t)levels[index].samples)
      return levels[index].number;
  return UNLIMITED;
}

uint32_t fbc_hevc_block(fbc_shape shape) { return fbc_hevc_level(shape) < LARGE_BLOCKS ? 16 : 32; }

/// Samples that the encoder would add to a side to make it a whole number of blocks.
static uint32_t filling(uint32_t side, uint32_t block) { return (block - side % block) % block; }

// Residuals come in blocks of 4: in photos that is a tenth less code than larger ones, since where there is no transform a prediction from
// nearer samples is the better one. With them, coding tree blocks that are not split take half the time, for a twentieth more code.
uint32_t fbc_hevc_least_block(fbc_shape shape) {
  const uint32_t block = fbc_hevc_block(shape), most = 16;
  // Where it has to add more, x265 3.5 reads what nobody has written, and the code is another each time.
  return filling(shape.width, block) <= most && filling(shape.height, block) <= most ? block : most;
}

uint64_t fbc_packet_bytes(fbc_shape shape) {
  const uint64_t samples = fbc_sample_bytes(shape), base = 64 << 10;
  // Libraries count bytes in an int, and some of them bits.
  const uint64_t most = INT32_MAX / 8 - base;
  return !samples ? 0 : samples > most / 2 ? most : base + 2 * samples;
}

/// What decoding a film takes, with as many threads as there may be.
static uint64_t video_memory(fbc_shape shape, uint64_t area, uint64_t samples) {
  // 16 pictures that others refer to, and for each thread one that it decodes and one on its way. A picture has its samples and, of H.264
  // and HEVC, up to a byte a pixel of what was predicted. With 16 reference pictures, 4 threads and their stacks, H.264 took 130 MB of
  // 1920 × 1080 and 400 MB of 3840 × 2160; HEVC, AV1 and VP9 took 90, 70 and 60 MB, and 240, 240 and 150 MB; HEVC of 10 bits 360 MB.
  const uint64_t pictures = 16 + 2 * FBC_MAX_VIDEO_THREADS, depth = shape.luma_depth > 8 ? 2 : 1;
  return (128 << 20) + pictures * (depth * samples + area);
}

/// What coding a film takes, with as many threads as there may be.
static uint64_t video_encoder_memory(uint64_t area, uint64_t samples, uint32_t depth) {
  // Frames that are looked ahead at, those that threads are at, and one that others refer to. With 4 threads, HEVC took 110 MB of 640 × 360
  // samples of noise, of 10 bits 460 MB of 1920 × 1080, and 1.4 GB of 3840 × 2160, or in 4:4:4 2.3 GB; H.264 a little less.
  return (160 << 20) + 40 * ((depth > 8 ? 2 : 1) * samples + area);
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
  // Measured.
  switch (operation) {
  case FBC_DECODE_HEVC:
    // Up to 6 bytes a sample, and NAL units twice.
    return base + 8 * samples + 4 * input_count;
  case FBC_ENCODE_HEVC:
    // Up to 20 bytes a sample, in which the code is.
    return base + 21 * samples;
  case FBC_DECODE_AV1:
    // Up to 4 bytes a sample, and twice that where there is grain.
    return base + 8 * samples;
  case FBC_ENCODE_AV1:
    // Up to 73 bytes a pixel of full chroma, and 39 of none.
    return base + 28 * area + 20 * samples;
  case FBC_DECODE_JPEGXL:
    // Up to 24 bytes a pixel; what is no picture may be packed well.
    return base + 32 * area + 24 * input_count;
  case FBC_ENCODE_JPEGXL:
    // Up to 55 bytes a pixel, five times the JPEG, and whatever the size 16 MB.
    return base + (16 << 20) + 60 * area + 8 * input_count;
  case FBC_DECODE_WEBP:
    // A picture without loss, or a plane of alpha.
    return base + 10 * area;
  case FBC_ENCODE_WEBP:
    // Up to 37 bytes a pixel without loss, and up to 33 with; and whatever the size, tables of 44 MB where colours repeat.
    return base + (48 << 20) + 48 * area;
  case FBC_OPEN_VIDEO:
    return video_memory(shape, area, samples);
  case FBC_OPEN_ENCODER:
    return video_encoder_memory(area, samples, shape.luma_depth);
  case FBC_SEND_PACKET:
  case FBC_RECEIVE_FRAME:
  case FBC_SEND_FRAME:
  case FBC_RECEIVE_CODE:
  case FBC_NEXT_FILM:
    return 0;
  }
  return 0;
}
