/// Takes PNGs apart and writes them with libpng's own calls: the judge of the code under test, so it shares none of it.
#ifndef CPNGTESTSUPPORT_H
#define CPNGTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A chunk that libpng neither needs for the pixels nor throws away for a wrong CRC.
typedef struct fpt_chunk {
  char type[5];
  /// 1 before PLTE and IDAT, 2 between them, 8 behind IDAT.
  int location;
  uint8_t *_Nullable data;
  size_t count;
} fpt_chunk;

typedef struct fpt_picture {
  uint32_t width, height;
  int bit_depth, color_type;
  bool interlaced;
  /// Samples of a pixel in `raw`.
  int channels;
  /// The samples as they are stored, none expanded: of a palette the indices.
  uint16_t *_Nullable raw;
  /// What is seen: red, green, blue and alpha of 16 bits each, not premultiplied.
  uint16_t *_Nullable rgba;
  int palette_count;
  uint8_t palette[256][3];
  /// Entries of tRNS of a palette; of other pictures 1 where they have a colour that is transparent, else 0.
  int transparency_count;
  uint8_t transparency_alpha[256];
  uint16_t transparency_gray, transparency_color[3];
  /// In the order of the file.
  fpt_chunk *_Nullable chunks;
  size_t chunk_count;
  long warnings;
  /// The first warning, or the error that ended the reading.
  char message[96];
} fpt_picture;

/// Reads a whole file, IEND included; false where libpng gives up or the picture has more pixels than the limit. Either way the
/// picture is freed with `fpt_picture_free`.
bool fpt_read(const uint8_t *bytes, size_t count, size_t max_pixels, fpt_picture *picture);
void fpt_picture_free(fpt_picture *picture);

typedef struct fpt_buffer {
  uint8_t *_Nullable bytes;
  size_t count, capacity;
} fpt_buffer;

void fpt_buffer_free(fpt_buffer *buffer);

typedef struct fpt_options {
  uint32_t width, height;
  int bit_depth, color_type;
  bool interlaced;
  /// libpng's `PNG_FILTER_…` flags; 0 for its own choice.
  int filters;
  /// 0…9.
  int level;
  int palette_count;
  uint8_t palette[256][3];
  /// As in `fpt_picture`.
  int transparency_count;
  uint8_t transparency_alpha[256];
  uint16_t transparency_gray, transparency_color[3];
} fpt_options;

/// Writes samples as they are stored, each in a number of 16 bits, with libpng's own encoder; false on failure.
bool fpt_write(const uint16_t *samples, const fpt_options *options, fpt_buffer *output);

#pragma clang assume_nonnull end

#endif
