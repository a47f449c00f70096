// Rows of pixels that each come of two neighbouring ones, or of two and the two below them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace facedetection {

// What computes the pixels; they are the same.
enum class PixelInstructions {
  portable, // those that every processor has
  avx2,
};

// The fastest ones that this processor has.
PixelInstructions fastest_pixel_instructions();

// Two pixels weighed against each other.
struct PixelPair {
  uint32_t offset; // of the first one in its row, in bytes
  int weights;     // less than 32768 each, the second one's in the upper half
};

// Sixteenths of the sums: three numbers for each pair. Of each pair eight bytes are read, and one number is written behind the last.
void weigh_pairs(const uint8_t *row, const PixelPair *pairs, size_t count, int16_t *to,
                 PixelInstructions instructions);

// Places in a picture, in 1024ths of a pixel.
struct PlacesOfRow {
  int begin_x, begin_y;
  // What is added for each pixel of the row.
  const int *across, *down;
};

// The colours between four pixels, for some pixels of a row. Of each pair of pixels eight bytes are read, and one byte is written behind the
// last pixel.
void weigh_squares(const uint8_t *pixels, size_t stride, const PlacesOfRow &places, int begin, int end, uint8_t *row,
                   PixelInstructions instructions);

} // namespace facedetection
