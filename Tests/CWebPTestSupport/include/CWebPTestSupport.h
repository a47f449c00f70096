/// Codes pictures as WebP and decodes them with libwebp's own calls: the judge of the code under test, so it shares none of it.
#ifndef CWEBPTESTSUPPORT_H
#define CWEBPTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct fwt_buffer {
  uint8_t *_Nullable bytes;
  size_t count;
} fwt_buffer;

void fwt_buffer_free(fwt_buffer *buffer);

/// How a picture is coded; the numbers are those of libwebp's own settings.
typedef struct fwt_options {
  bool is_lossless;
  /// 0…100; of pictures without loss how long the encoder takes.
  float quality;
  /// 0…6.
  int method;
  /// 1…4.
  int segments;
  /// How unlike segments may be, 0…100.
  int shaping;
  /// The binary logarithm of their number, 0…3.
  int partitions;
  /// 0…100; 0 for none.
  int filter_strength;
  /// 0…7; 0 is the sharpest.
  int filter_sharpness;
  bool has_simple_filter;
  /// 0…100; 100 codes alpha without loss.
  int alpha_quality;
  bool is_alpha_compressed;
} fwt_options;

/// Codes red, green, blue and alpha of each pixel, the colours of transparent ones included, with libwebp's own encoder; false on
/// failure, or where there are not as many bytes as the size says.
bool fwt_encode_rgba(
  const uint8_t *pixels, size_t count, uint32_t width, uint32_t height, const fwt_options *options,
  fwt_buffer *output);

/// Codes luma, Cb and Cr in 4:2:0, one plane behind the other, and behind them alpha where it is among the bytes; false on failure.
bool fwt_encode_planes(
  const uint8_t *samples, size_t count, uint32_t width, uint32_t height, const fwt_options *options,
  fwt_buffer *output);

typedef struct fwt_picture {
  uint32_t width, height;
  bool has_alpha;
  /// Whether it was coded without loss.
  bool is_lossless;
  /// Red, green, blue and alpha of each pixel, not premultiplied.
  uint8_t *_Nullable rgba;
  size_t rgba_count;
  /// Luma, Cb and Cr in 4:2:0, one plane behind the other, and behind them alpha where there is one; of pictures with loss alone.
  uint8_t *_Nullable planes;
  size_t plane_count;
  /// Why nothing was read.
  char message[96];
} fwt_picture;

/// Decodes a file; false where libwebp gives up, the file is animated, or the picture has more pixels than the limit. Either way the
/// picture is freed with `fwt_picture_free`.
bool fwt_decode(const uint8_t *bytes, size_t count, size_t max_pixels, fwt_picture *picture);
void fwt_picture_free(fwt_picture *picture);

/// What libwebp's demultiplexer finds in a file: how many pictures it has, and how many chunks of a name; false where it gives up.
bool fwt_count(
  const uint8_t *bytes, size_t count, const char *name, uint32_t *pictures, uint32_t *chunks);

#pragma clang assume_nonnull end

#endif
