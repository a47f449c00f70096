/// Writes JPEG XL and decodes it with libjxl's own calls: the judge of the code under test, so it shares none of it.
#ifndef CJXLTESTSUPPORT_H
#define CJXLTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct fxt_buffer {
  uint8_t *_Nullable bytes;
  size_t count;
} fxt_buffer;

void fxt_buffer_free(fxt_buffer *buffer);

/// A box that is written beside the picture.
typedef struct fxt_box {
  /// Four letters.
  char type[5];
  /// Packed by Brotli, as a `brob`.
  bool is_packed;
  const uint8_t *_Nullable bytes;
  size_t count;
} fxt_box;

typedef struct fxt_options {
  /// 1…9.
  int effort;
  /// Whether the file has boxes, also where nothing asks for them.
  bool has_container;
  /// Of a JPEG, whether it can be had back byte for byte.
  bool keeps_jpeg;
  /// Of pixels: 0 is without loss.
  float distance;
  /// Of pixels: so many pictures that follow each other in time; 1 for a single one.
  int frames;
  /// Of pixels: how the picture is turned, 1…8.
  int orientation;
  /// Of pixels: red, green, blue and alpha, not only red, green and blue.
  bool has_alpha;
  /// Written behind the header of the file.
  const fxt_box *_Nullable boxes;
  size_t box_count;
} fxt_options;

/// Codes a JPEG's coefficients anew; false on failure.
bool fxt_transcode(const uint8_t *jpeg, size_t count, const fxt_options *options, fxt_buffer *output);

/// Codes pixels of 8 bits a sample, native JPEG XL; false on failure.
bool fxt_encode(
  const uint8_t *pixels, size_t count, uint32_t width, uint32_t height, const fxt_options *options,
  fxt_buffer *output);

typedef struct fxt_picture {
  /// As it is shown: turned.
  uint32_t width, height;
  /// How the codestream says that it is turned, 1…8.
  uint32_t orientation;
  uint32_t extra_channels;
  bool is_animated;
  bool has_container;
  /// Red, green and blue of each pixel, in the colours that the file says.
  uint8_t *_Nullable rgb;
  size_t rgb_count;
  /// Why nothing was read.
  char message[96];
} fxt_picture;

/// Decodes a file's pixels as a viewer does, the last picture where there are several; false where libjxl gives up or the picture
/// has more pixels than the limit. Either way the picture is freed with `fxt_picture_free`.
bool fxt_decode(const uint8_t *bytes, size_t count, size_t max_pixels, fxt_picture *picture);
void fxt_picture_free(fxt_picture *picture);

/// The JPEG that a file was made of; false where it holds none.
bool fxt_jpeg(const uint8_t *bytes, size_t count, fxt_buffer *output);

/// The content of a file's first box of a type, unpacked; false where there is none.
bool fxt_box_content(const uint8_t *bytes, size_t count, const char *type, fxt_buffer *output);

#pragma clang assume_nonnull end

#endif
