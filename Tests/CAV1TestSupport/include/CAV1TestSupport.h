/// Codes AV1 with libaom in other ways than the code under test does, decodes it with libaom and with dav1d, and says what dav1d reads
/// in its headers: what the code under test is judged by, so it shares none of it.
#ifndef CAV1TESTSUPPORT_H
#define CAV1TESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct avt_buffer {
  uint8_t *_Nullable bytes;
  size_t count;
} avt_buffer;

void avt_buffer_free(avt_buffer *buffer);

/// Why nothing came of it, in the words of the library that gave up.
typedef struct avt_message {
  char text[160];
} avt_message;

/// How a picture is coded.
typedef struct avt_coding {
  int width, height;
  /// 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  int chroma;
  /// 8, 10 or 12 bits.
  int depth;
  bool full_range;
  /// As ITU-T H.273 numbers them; 2 for unspecified.
  int primaries, transfer, matrix;
  /// chroma_sample_position: 0 unknown, 1 vertical, 2 colocated.
  int chroma_position;
  bool lossless;
  /// libaom's, 0…63, where it is not lossless.
  int quantizer;
  /// log2 of how many AV1 tiles stand side by side, and one below the other.
  int tile_columns, tile_rows;
  /// How many groups of tiles; more than one only where there are as many tiles.
  int groups;
  /// reduced_still_picture_header, or still_picture alone, or neither, as in films.
  bool reduced, still;
  /// One of libaom's sets of film grain, 1…16; 0 for none.
  int grain;
  /// 9…16 for a width of 8 / so much; 0 for all of it.
  int superres;
} avt_coding;

/// Codes one key frame.
/// @param samples Plane by plane, row by row from the top.
/// @param output OBUs: a temporal delimiter, a sequence header, the frame.
bool avt_encode(const uint16_t *samples, const avt_coding *coding, avt_buffer *output, avt_message *message);

/// A picture, and what the code says of it.
typedef struct avt_picture {
  int width, height, chroma, depth;
  bool full_range;
  /// Plane by plane, row by row from the top.
  uint16_t *_Nullable samples;
  size_t count;
} avt_picture;

void avt_picture_free(avt_picture *picture);

/// Decodes the first picture with libaom, film grain included, and fails where there is another one.
bool avt_decode_aom(const uint8_t *units, size_t count, avt_picture *picture, avt_message *message);

/// The same with dav1d.
bool avt_decode_dav1d(const uint8_t *units, size_t count, avt_picture *picture, avt_message *message);

/// What dav1d reads in the headers.
typedef struct avt_headers {
  /// seq_profile, seq_level_idx[0] and seq_tier[0]; of a reduced header dav1d reads no level, and this is negative.
  int profile, level, tier;
  int depth;
  bool monochrome;
  int subsampling_x, subsampling_y, chroma_position;
  int primaries, transfer, matrix;
  bool full_range;
  bool still, reduced, timing, superres, film_grain;
  int width, height;
  /// base_q_idx.
  int quantizer;
  int tile_columns, tile_rows;
} avt_headers;

bool avt_read_headers(const uint8_t *units, size_t count, avt_headers *headers, avt_message *message);

#pragma clang assume_nonnull end

#endif
