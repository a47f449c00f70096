/// Builds JPEGs of every kind and takes them apart, with libjpeg's own calls: the judge of the code under
/// test, so it shares none of it.
#ifndef CJPEGTESTSUPPORT_H
#define CJPEGTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct fbt_options {
  /// 1 (gray), 3 (RGB in, YCbCr stored) or 4 (CMYK in).
  int components;
  /// Stores the components as they are given: RGB instead of YCbCr, CMYK instead of YCCK.
  bool keep_colors;
  int quality;
  /// Sampling factors per component, 1 to 4.
  int h[4], v[4];
  bool progressive, arithmetic;
  /// Of a progressive one, scans by chance, of which this is the seed: some coefficients may come in one scan or in many, and some
  /// never or not whole; 0 for the usual ones.
  uint32_t scans_by_chance;
  /// Sequential, one scan per component.
  bool separate_scans;
  int restart_interval;
  /// Huffman tables made for the picture, which lack the codes it does not need.
  bool optimized_tables;
} fbt_options;

typedef struct fbt_buffer {
  uint8_t *_Nullable bytes;
  size_t count;
} fbt_buffer;

void fbt_buffer_free(fbt_buffer *buffer);

/// Encodes interleaved samples; false on failure.
bool fbt_encode(const uint8_t *samples, int width, int height, fbt_options options, fbt_buffer *output);

/// All quantised coefficients of one component in natural order, 64 per block, row by row.
typedef struct fbt_component {
  int16_t *_Nullable coefficients;
  int width_in_blocks, height_in_blocks;
  int h, v;
  uint16_t quantizers[64];
} fbt_component;

typedef struct fbt_image {
  int width, height, component_count;
  fbt_component components[4];
  bool progressive, arithmetic;
  int restart_interval;
  /// Warnings of the decoder on the way.
  long warnings;
} fbt_image;

bool fbt_read(const uint8_t *bytes, size_t count, fbt_image *image);
void fbt_image_free(fbt_image *image);

/// Decodes to interleaved samples in the stream's colours (RGB, gray or CMYK); `samples` holds
/// width * height * components. Returns the number of warnings, -1 on failure.
long fbt_decode(const uint8_t *bytes, size_t count, uint8_t *samples, size_t capacity);

/// Decodes to interleaved 8-bit RGB with stb_image, which shares no code with libjpeg; false on failure.
bool fbt_decode_with_stb(const uint8_t *bytes, size_t count, int *width, int *height, fbt_buffer *pixels);

#pragma clang assume_nonnull end

#endif
