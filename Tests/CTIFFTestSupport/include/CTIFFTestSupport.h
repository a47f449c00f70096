/// Writes TIFFs and takes them apart with libtiff's own calls: the judge of the code under test, so it shares none of it.
#ifndef CTIFFTESTSUPPORT_H
#define CTIFFTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct ftt_buffer {
  uint8_t *_Nullable bytes;
  size_t count, capacity;
} ftt_buffer;

void ftt_buffer_free(ftt_buffer *buffer);

/// How a picture is stored; the numbers are those of TIFF 6.0.
typedef struct ftt_layout {
  uint32_t width, height;
  /// 8 or 16.
  int bits;
  /// All samples of a pixel, extra ones included.
  int samples;
  int photometric;
  /// What each sample behind the colours is.
  int extra_count;
  uint16_t extras[8];
  int compression;
  /// 1 or 2; heeded by LZW and deflate.
  int predictor;
  /// 1 or 2.
  int planar;
  /// Rows of a strip; 0 for tiles.
  uint32_t rows_per_strip;
  uint32_t tile_width, tile_height;
  /// 0 for none.
  int orientation;
} ftt_layout;

typedef struct ftt_options {
  ftt_layout layout;
  bool big_endian;
  /// BigTIFF.
  bool big;
  const uint8_t *_Nullable profile;
  size_t profile_count;
  /// Pixels per inch; 0 for none.
  float resolution;
  /// How often the picture is written, one page behind the other.
  int pages;
} ftt_options;

/// Writes samples, interleaved and each in a number of 16 bits, with libtiff's own encoder; false on failure.
bool ftt_write(const uint16_t *samples, const ftt_options *options, ftt_buffer *output);

typedef struct ftt_picture {
  ftt_layout layout;
  bool big_endian, big;
  /// Interleaved, all samples of a pixel, as they are stored.
  uint16_t *_Nullable raw;
  uint8_t *_Nullable profile;
  size_t profile_count;
  /// Directories in the chain.
  int pages;
  /// Strips or tiles, with the bytes that each has in the file.
  uint32_t chunk_count;
  uint64_t *_Nullable chunk_sizes;
  /// What libtiff found fault with, errors included that it got over.
  long warnings;
  /// The first warning, or the first error.
  char message[160];
} ftt_picture;

/// Reads the first picture of a file; false where libtiff gives up, or the picture has more samples than the limit. Either way the picture is
/// freed with `ftt_picture_free`.
bool ftt_read(const uint8_t *bytes, size_t count, size_t max_samples, ftt_picture *picture);
void ftt_picture_free(ftt_picture *picture);

#pragma clang assume_nonnull end

#endif
