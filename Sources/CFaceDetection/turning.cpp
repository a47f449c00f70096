// Turning, as cv::rotate and cv::warpAffine of OpenCV 4.6 with INTER_LINEAR: places in 32nds of a pixel.
#include <utility>

#include "pixel_rows.hpp"
#include "raster.hpp"

#pragma STDC FP_CONTRACT OFF

namespace facedetection {

namespace {

constexpr int channels = 3;

// By one, two or three quarters of a turn: every pixel stays as it is.
class TurnedByQuarters : public Rows {
public:
  TurnedByQuarters(Raster &&source, Size size, int quarters)
      : Rows(size.width, size.height), source(std::move(source)), quarters(quarters),
        made(static_cast<size_t>(size.width) * channels) {}

  const uint8_t *row(int y) override {
    const fbd_picture &from = source.picture();
    const ptrdiff_t stride = static_cast<ptrdiff_t>(from.stride);
    // The pixel that becomes the first one, and the way from one to the next.
    const int column = quarters == 1 ? from.width - 1 - y : quarters == 2 ? from.width - 1 : y;
    const int line = quarters == 1 ? 0 : quarters == 2 ? from.height - 1 - y : from.height - 1;
    const ptrdiff_t step = quarters == 1 ? stride : quarters == 2 ? -channels : -stride;
    const uint8_t *pixel = from.pixels + line * stride + column * channels;
    for (int x = 0; x < width; x++)
      std::memcpy(made.data() + static_cast<size_t>(x) * channels, pixel + x * step, channels);
    return made.data();
  }

private:
  const Raster source;
  const int quarters;
  std::vector<uint8_t> made;
};

// The colour between four pixels, those outside being black.
void sample(const fbd_picture &source, int x, int y, int part_x, int part_y, uint8_t *to) {
  const int weights[2][2] = {{(32 - part_x) * (32 - part_y), part_x * (32 - part_y)},
                             {(32 - part_x) * part_y, part_x * part_y}};
  int sums[channels] = {};
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 2; column++) {
      int from_x = x + column, from_y = y + row;
      if (from_x < 0 || from_x >= source.width || from_y < 0 || from_y >= source.height)
        continue;
      const uint8_t *pixel = source.pixels + static_cast<size_t>(from_y) * source.stride + static_cast<size_t>(from_x) * channels;
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

// Of numbers that only grow or only shrink from column to column, the columns in which they lie from `least` to below `limit`.
template <typename Number> Columns columns_within(Number number, int count, int least, int limit, Columns among) {
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
  Columns found = {first([&](int value) { return value >= least; }), first([&](int value) { return value >= limit; })};
  if (!grows)
    found = {first([&](int value) { return value < limit; }), first([&](int value) { return value < least; })};
  found.end = std::max(found.begin, found.end);
  return found;
}

class TurnedBetween : public Rows {
public:
  TurnedBetween(Raster &&made_of, Size size, const Turn &turn, PixelInstructions instructions)
      : Rows(size.width, size.height), instructions(instructions), source(std::move(made_of)), made(static_cast<size_t>(size.width) * channels),
        across(size.width), down(size.width) {
    const fbd_picture &picture = source.picture();
    // Centres of pixels lie at whole numbers here and at halves everywhere else.
    double from_x = (picture.width - 1) / 2.0, from_y = (picture.height - 1) / 2.0;
    double to_x = width / 2.0 - 0.5, to_y = height / 2.0 - 0.5;
    // From the source to the target, and its inverse.
    double forward[6] = {turn.cosine, turn.sine, to_x - turn.cosine * from_x - turn.sine * from_y,
                         -turn.sine, turn.cosine, to_y + turn.sine * from_x - turn.cosine * from_y};
    double determinant = forward[0] * forward[4] - forward[1] * forward[3];
    determinant = determinant != 0 ? 1.0 / determinant : 0;
    double a = forward[4] * determinant, c = forward[3] * -determinant;
    b = forward[1] * -determinant;
    d = forward[0] * determinant;
    e = -a * forward[2] - b * forward[5];
    f = -c * forward[2] - d * forward[5];
    for (int x = 0; x < width; x++) {
      across[x] = rounded(a * x * scale);
      down[x] = rounded(c * x * scale);
    }
  }

  const uint8_t *row(int y) override {
    const fbd_picture &picture = source.picture();
    int begin_x = rounded((b * y + e) * scale) + 16, begin_y = rounded((d * y + f) * scale) + 16;
    uint8_t *to = made.data();
    auto place = [&](int begin, const std::vector<int> &steps) {
      return [begin, &steps](int x) { return (begin + steps[x]) >> 10; };
    };
    // Where any of the four pixels is there. All else is black.
    Columns any = {0, width};
    any = columns_within(place(begin_x, across), width, -1, picture.width, any);
    any = columns_within(place(begin_y, down), width, -1, picture.height, any);
    std::memset(to, 0, static_cast<size_t>(any.begin) * channels);
    std::memset(to + static_cast<size_t>(any.end) * channels, 0, static_cast<size_t>(width - any.end) * channels);
    // Where all four pixels are there, and two more bytes behind them; and the last pixel of a row, behind which four bytes have no room.
    Columns whole = {any.begin, std::max(any.begin, std::min(any.end, width - 1))};
    whole = columns_within(place(begin_x, across), width, 0, picture.width - 2, whole);
    whole = columns_within(place(begin_y, down), width, 0, picture.height - 1, whole);
    auto sample_at = [&](int x) {
      int at_x = (begin_x + across[x]) >> 5, at_y = (begin_y + down[x]) >> 5;
      sample(picture, at_x >> 5, at_y >> 5, at_x & 31, at_y & 31, to + static_cast<size_t>(x) * channels);
    };
    for (int x = any.begin; x < whole.begin; x++)
      sample_at(x);
    weigh_squares(picture.pixels, picture.stride, {begin_x, begin_y, across.data(), down.data()}, whole.begin, whole.end,
                  to, instructions);
    for (int x = whole.end; x < any.end; x++)
      sample_at(x);
    return to;
  }

private:
  static constexpr int scale = 1024;

  const PixelInstructions instructions;
  const Raster source;
  std::vector<uint8_t> made;
  // The way back to the source, in 1024ths of a pixel: along a row, and from row to row.
  std::vector<int> across, down;
  double b, d, e, f;
};

} // namespace

Size turned_size(Size size, const Turn &turn) {
  double cosine = std::abs(turn.cosine), sine = std::abs(turn.sine);
  return {std::max(rounded(size.width * cosine + size.height * sine), 1),
          std::max(rounded(size.width * sine + size.height * cosine), 1)};
}

std::unique_ptr<Rows> turned(std::unique_ptr<Rows> picture, const Turn &turn, PixelInstructions instructions) {
  if (turn.degrees == 0)
    return picture;
  const Size size = turned_size({picture->width, picture->height}, turn);
  if (turn.degrees % 90 == 0)
    return std::make_unique<TurnedByQuarters>(Raster(std::move(picture)), size, turn.degrees / 90);
  return std::make_unique<TurnedBetween>(Raster(std::move(picture)), size, turn, instructions);
}

} // namespace facedetection
