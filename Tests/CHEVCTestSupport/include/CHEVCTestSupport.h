/// Codes HEVC with x265, decodes it with FFmpeg's own decoder, and reads whole HEIC files with libheif: what the code under test
/// is judged by, so it shares none of it.
#ifndef CHEVCTESTSUPPORT_H
#define CHEVCTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct fht_buffer {
  uint8_t *_Nullable bytes;
  size_t count;
} fht_buffer;

void fht_buffer_free(fht_buffer *buffer);

/// Why nothing came of it, in the words of the library that gave up.
typedef struct fht_message {
  char text[160];
} fht_message;

/// How a picture is coded.
typedef struct fht_coding {
  /// Of the luma plane, at least 16; with subsampled chroma a multiple of its step. Where they are no multiples of 8, x265 pads
  /// the picture and writes a conformance window.
  int width, height;
  /// chroma_format_idc: 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  int chroma;
  /// 8, 10 or 12 bits.
  int depth;
  bool full_range;
  /// As ITU-T H.273 numbers them; 2 for unspecified, which is not written.
  int primaries, transfer, matrix;
  bool lossless;
  /// 0…51, where it is not lossless.
  int qp;
  bool deblocking, sao;
  /// Rows and columns of a coding tree unit: 16, 32 or 64, and no more than the picture has.
  int unit;
  /// At most one for each row of coding tree units; more than one only where a row has at least three units.
  int slices;
  /// An access unit delimiter, a message with x265's settings, and one with the sums of the planes (MD5).
  bool delimiter, settings, sums;
} fht_coding;

/// Codes one intra picture.
/// @param samples Plane by plane, row by row from the top.
/// @param output NAL units, each behind its length in 4 bytes: the delimiter, VPS, SPS, PPS, the message with settings, slices, and
/// the message with sums.
bool fht_encode(const uint16_t *samples, const fht_coding *coding, fht_buffer *output, fht_message *message);

/// The samples of a picture.
typedef struct fht_picture {
  int width, height, chroma, depth;
  bool full_range;
  /// Plane by plane, row by row from the top; what FFmpeg gives.
  uint16_t *_Nullable samples;
  size_t count;
  /// Red, green and blue of 8 bits, interleaved; what libheif gives.
  uint8_t *_Nullable rgb;
  /// What libheif complains about and goes on.
  int warnings;
} fht_picture;

void fht_picture_free(fht_picture *picture);

/// Decodes one picture with FFmpeg's decoder, which ends at the first error, sums that differ included.
/// @param units NAL units, each behind its length in 4 bytes, parameter sets first.
bool fht_decode(const uint8_t *units, size_t count, fht_picture *picture, fht_message *message);

typedef struct fht_metadata {
  /// The item's type: `Exif`, `mime`…
  char type[5];
  char content_type[64];
  uint8_t *_Nullable data;
  size_t count;
} fht_metadata;

/// What libheif says of a file without decoding it.
typedef struct fht_summary {
  /// Pictures that are neither hidden, nor thumbnails, nor auxiliary.
  int top_level_count;
  uint32_t primary;
  /// Of the primary picture, as its `ispe` says and as it is shown.
  int coded_width, coded_height, width, height;
  int luma_depth;
  bool has_alpha, has_depth;
  int thumbnail_count, auxiliary_count;
  /// Of the first ones.
  uint32_t thumbnails[16], auxiliaries[16];
  char auxiliary_types[16][96];
  uint8_t *_Nullable profile;
  size_t profile_count;
  bool has_nclx;
  int primaries, transfer, matrix;
  bool full_range;
  fht_metadata *_Nullable metadata;
  size_t metadata_count;
} fht_summary;

bool fht_summarize(const uint8_t *file, size_t count, fht_summary *summary, fht_message *message);
void fht_summary_free(fht_summary *summary);

typedef struct fht_view {
  /// 0 for the primary item.
  uint32_t item;
  /// Neither cropped, nor turned, nor mirrored.
  bool untransformed;
  /// Errors that libheif would otherwise turn into warnings.
  bool strict;
} fht_view;

/// Decodes one picture of a file with libheif, as RGB: that library makes RGB of colours whatever is asked for, so that samples are
/// not to be had from it.
bool fht_view_file(const uint8_t *file, size_t count, const fht_view *view, fht_picture *picture, fht_message *message);

#pragma clang assume_nonnull end

#endif
