// Turning, as cv::rotate and cv::warpAffine of OpenCV 4.6 with INTER_LINEAR: places in 32nds of a pixel.
#include <utility>

#include "pixel_pair.hpp"
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

// Some columns of a row in succession.
struct Columns {
  int begin, end;
};

// Of numbers that only grow or only shrink from column to column, the columns in which they lie from 0 to below `limit`.
template <typename Number> Columns columns_within(Number number, int count, int limit, Columns among) {
  const bool grows = count < 2 || number(count - 1) >= number(0);
  auto first = [&](auto reached) {
    int low = among.begin, high = among.end;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (reached(number(middle)))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  };
  if (grows)
    return {first([](int value) { return value >= 0; }), first([&](int value) { return value >= limit; })};
  return {first([&](int value) { return value < limit; }), first([](int value) { return value < 0; })};
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
    auto place = [&](int begin, const std::vector<int> &steps) {
      return [begin, &steps](int x) { return (begin + steps[x]) >> 10; };
    };
    // Where all four pixels are there, and two more bytes behind them; and the last pixel of a row, behind which four bytes have no room.
    Columns whole = {0, target.width - 1};
    whole = columns_within(place(begin_x, across), target.width, source.width - 2, whole);
    whole = columns_within(place(begin_y, down), target.width, source.height - 1, whole);
    whole.end = std::max(whole.begin, whole.end);
    auto sample_at = [&](int x) {
      int at_x = (begin_x + across[x]) >> 5, at_y = (begin_y + down[x]) >> 5;
      sample(source, at_x >> 5, at_y >> 5, at_x & 31, at_y & 31, to + static_cast<size_t>(x) * channels);
    };
    for (int x = 0; x < whole.begin; x++)
      sample_at(x);
    for (int x = whole.begin; x < whole.end; x++) {
      const int at_x = (begin_x + across[x]) >> 5, at_y = (begin_y + down[x]) >> 5;
      const int part_x = at_x & 31, part_y = at_y & 31;
      const uint8_t *upper = source.row(at_y >> 5) + static_cast<size_t>(at_x >> 5) * channels;
      const int above = 32 - part_y;
      store_rounded(added(weighed_pair(upper, (32 - part_x) * above, part_x * above),
                          weighed_pair(upper + source.stride(), (32 - part_x) * part_y, part_x * part_y)),
                    to + static_cast<size_t>(x) * channels);
    }
    for (int x = whole.end; x < target.width; x++)
      sample_at(x);
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
