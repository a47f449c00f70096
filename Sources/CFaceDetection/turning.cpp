// Turning, as cv::rotate and cv::warpAffine of OpenCV 4.6 with INTER_LINEAR: places in 32nds of a pixel.
#include <utility>

#include "raster.hpp"

#pragma STDC FP_CONTRACT OFF

namespace facedetection {

namespace {

constexpr int channels = 3;

// By one, two or three quarters of a turn: every pixel stays as it is.
void turn_by_quarters(const Raster &source, Raster &target, int quarters) {
  for (int y = 0; y < target.height; y++) {
    uint8_t *to = target.row(y);
    for (int x = 0; x < target.width; x++, to += channels) {
      int column = quarters == 1 ? source.width - 1 - y : quarters == 2 ? source.width - 1 - x : y;
      int row = quarters == 1 ? x : quarters == 2 ? source.height - 1 - y : source.height - 1 - x;
      std::memcpy(to, source.row(row) + static_cast<size_t>(column) * channels, channels);
    }
  }
}

// The colour between four pixels, those outside being black.
void sample(const Raster &source, int x, int y, int part_x, int part_y, uint8_t *to) {
  const int weights[2][2] = {{(32 - part_x) * (32 - part_y), part_x * (32 - part_y)},
                             {(32 - part_x) * part_y, part_x * part_y}};
  int sums[channels] = {};
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 2; column++) {
      int from_x = x + column, from_y = y + row;
      if (from_x < 0 || from_x >= source.width || from_y < 0 || from_y >= source.height)
        continue;
      const uint8_t *pixel = source.row(from_y) + static_cast<size_t>(from_x) * channels;
      for (int channel = 0; channel < channels; channel++)
        sums[channel] += pixel[channel] * weights[row][column];
    }
  for (int channel = 0; channel < channels; channel++)
    to[channel] = static_cast<uint8_t>((sums[channel] + 512) >> 10);
}

void turn_between(const Raster &source, Raster &target, const Turn &turn) {
  // Centres of pixels lie at whole numbers here and at halves everywhere else.
  double from_x = (source.width - 1) / 2.0, from_y = (source.height - 1) / 2.0;
  double to_x = target.width / 2.0 - 0.5, to_y = target.height / 2.0 - 0.5;
  // From the source to the target, and its inverse.
  double forward[6] = {turn.cosine, turn.sine, to_x - turn.cosine * from_x - turn.sine * from_y,
                       -turn.sine, turn.cosine, to_y + turn.sine * from_x - turn.cosine * from_y};
  double determinant = forward[0] * forward[4] - forward[1] * forward[3];
  determinant = determinant != 0 ? 1.0 / determinant : 0;
  double a = forward[4] * determinant, b = forward[1] * -determinant;
  double c = forward[3] * -determinant, d = forward[0] * determinant;
  double e = -a * forward[2] - b * forward[5], f = -c * forward[2] - d * forward[5];

  constexpr int scale = 1024;
  std::vector<int> across(target.width), down(target.width);
  for (int x = 0; x < target.width; x++) {
    across[x] = rounded(a * x * scale);
    down[x] = rounded(c * x * scale);
  }
  for (int y = 0; y < target.height; y++) {
    int begin_x = rounded((b * y + e) * scale) + 16, begin_y = rounded((d * y + f) * scale) + 16;
    uint8_t *to = target.row(y);
    for (int x = 0; x < target.width; x++, to += channels) {
      int at_x = (begin_x + across[x]) >> 5, at_y = (begin_y + down[x]) >> 5;
      sample(source, at_x >> 5, at_y >> 5, at_x & 31, at_y & 31, to);
    }
  }
}

} // namespace

Size turned_size(Size size, const Turn &turn) {
  double cosine = std::abs(turn.cosine), sine = std::abs(turn.sine);
  return {std::max(rounded(size.width * cosine + size.height * sine), 1),
          std::max(rounded(size.width * sine + size.height * cosine), 1)};
}

Raster turned(Raster picture, const Turn &turn) {
  if (turn.degrees == 0)
    return picture;
  Raster target(turned_size({picture.width, picture.height}, turn));
  if (turn.degrees % 90 == 0)
    turn_by_quarters(picture, target, turn.degrees / 90);
  else
    turn_between(picture, target, turn);
  return target;
}

} // namespace facedetection
