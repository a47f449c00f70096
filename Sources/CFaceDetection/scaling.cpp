// Scaling, as cv::resize of OpenCV 4.6 with INTER_AREA or INTER_LINEAR: the same tables, the same precision and the
// same order of additions.
#include <cfloat>

#include "pixel_rows.hpp"
#include "raster.hpp"

// A fused multiplication and addition would round once where OpenCV rounds twice.
#pragma STDC FP_CONTRACT OFF

namespace facedetection {

namespace {

constexpr int channels = 3;

// A number from 0 to 255, to the nearest whole one. Adding this number does that, and leaves it in the lowest bits.
inline uint8_t rounded_byte(float value) {
  float shifted = value + 12582912.0f;
  int32_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  int32_t whole = bits - 0x4B400000;
  return static_cast<uint8_t>(whole < 0 ? 0 : whole > 255 ? 255 : whole);
}

// The pixels of a side that become one, and their shares in it.
struct Shares {
  struct Share {
    int source;
    float weight;
  };
  std::vector<Share> shares;
  // Where those of each target pixel begin, and where the last one's end.
  std::vector<size_t> begins;

  Shares(int source, int target, double scale) {
    for (int to = 0; to < target; to++) {
      begins.push_back(shares.size());
      double from = to * scale, until = from + scale;
      double cell = std::min(scale, source - from);
      int last = std::min(static_cast<int>(std::floor(until)), source - 1);
      int first = std::min(static_cast<int>(std::ceil(from)), last);
      // A sliver of a pixel counts for nothing.
      constexpr double sliver = 1e-3;
      if (first - from > sliver)
        shares.push_back({first - 1, static_cast<float>((first - from) / cell)});
      for (int whole = first; whole < last; whole++)
        shares.push_back({whole, static_cast<float>(1.0 / cell)});
      if (until - last > sliver)
        shares.push_back({last, static_cast<float>(std::min(std::min(until - last, 1.0), cell) / cell)});
    }
    begins.push_back(shares.size());
  }

  // The last pixel that becomes a part of a target pixel.
  int last(int to) const { return shares[begins[static_cast<size_t>(to) + 1] - 1].source; }
};

// Each target pixel is the mean of the area that it covers.
class Averaged : public Rows {
public:
  Averaged(const fbd_picture &source, Size size, double scale_x, double scale_y)
      : Rows(size.width, size.height), source(source), columns(source.width, size.width, scale_x),
        rows(source.height, size.height, scale_y), wide(static_cast<size_t>(size.width) * channels + 1),
        sum(wide.size()), made(static_cast<size_t>(size.width) * channels) {
    // Of the last pixel of a row no byte behind it is read.
    while (together < width && columns.last(together) + 1 < source.width)
      together++;
  }

  const uint8_t *row(int y) override {
    const size_t count = made.size();
    for (size_t at = rows.begins[y]; at < rows.begins[y + 1]; at++) {
      const uint8_t *from = source.pixels + static_cast<size_t>(rows.shares[at].source) * source.stride;
      const size_t *begins = columns.begins.data();
      const Shares::Share *shares = columns.shares.data();
      float *wide = this->wide.data();
      average_together(from, wide);
      for (int x = together; x < width; x++) {
        float red = 0, green = 0, blue = 0;
        for (size_t share = begins[x]; share < begins[x + 1]; share++) {
          const uint8_t *pixel = from + static_cast<size_t>(shares[share].source) * channels;
          const float weight = shares[share].weight;
          red = red + pixel[0] * weight;
          green = green + pixel[1] * weight;
          blue = blue + pixel[2] * weight;
        }
        wide[x * channels] = red;
        wide[x * channels + 1] = green;
        wide[x * channels + 2] = blue;
      }
      const float weight = rows.shares[at].weight;
      float *sum = this->sum.data();
      if (at == rows.begins[y])
        for (size_t index = 0; index < count; index++)
          sum[index] = wide[index] * weight;
      else
        for (size_t index = 0; index < count; index++)
          sum[index] = sum[index] + wide[index] * weight;
    }
    uint8_t *__restrict to = made.data();
    for (size_t index = 0; index < count; index++)
      to[index] = rounded_byte(sum[index]);
    return made.data();
  }

private:
  // The pixels of a row of which four bytes can be read: the three colours of each at once, added in the same order.
  void average_together(const uint8_t *from, float *wide) const {
    const size_t *begins = columns.begins.data();
    const Shares::Share *shares = columns.shares.data();
    for (int x = 0; x < together; x++) {
      Colors sums = {};
      for (size_t share = begins[x]; share < begins[x + 1]; share++) {
        Bytes bytes;
        std::memcpy(&bytes, from + static_cast<size_t>(shares[share].source) * channels, sizeof bytes);
        sums = sums + __builtin_convertvector(bytes, Colors) * shares[share].weight;
      }
      // The fourth number gives way to the next pixel's first one.
      std::memcpy(wide + static_cast<size_t>(x) * channels, &sums, sizeof sums);
    }
  }

  // Three colours and a number that means nothing.
  typedef float Colors __attribute__((vector_size(16)));
  typedef uint8_t Bytes __attribute__((vector_size(4)));

  const fbd_picture source;
  const Shares columns, rows;
  int together = 0;
  // One number more than there are.
  std::vector<float> wide, sum;
  std::vector<uint8_t> made;
};

// The same where the area is a whole number of pixels.
class AveragedBlocks : public Rows {
public:
  AveragedBlocks(const fbd_picture &source, Size size, Size block)
      : Rows(size.width, size.height), source(source), block(block), sums(static_cast<size_t>(size.width) * channels),
        made(sums.size()) {}

  const uint8_t *row(int y) override {
    const float share = 1.0f / (block.width * block.height);
    const bool is_two_by_two = block.width == 2 && block.height == 2;
    std::fill(sums.begin(), sums.end(), 0);
    int32_t *sums = this->sums.data();
    for (int line = 0; line < block.height; line++) {
      const uint8_t *from = source.pixels + (static_cast<size_t>(y) * block.height + line) * source.stride;
      for (int x = 0; x < width; x++)
        for (int column = 0; column < block.width; column++, from += channels)
          for (int channel = 0; channel < channels; channel++)
            sums[x * channels + channel] += from[channel];
    }
    uint8_t *__restrict to = made.data();
    for (size_t index = 0, count = made.size(); index < count; index++)
      to[index] = is_two_by_two ? static_cast<uint8_t>((sums[index] + 2) >> 2)
                                : rounded_byte(static_cast<float>(sums[index]) * share);
    return made.data();
  }

private:
  const fbd_picture source;
  const Size block;
  std::vector<int32_t> sums;
  std::vector<uint8_t> made;
};

// Of a side, the first of the two pixels that a target pixel lies between, and their weights in 2048ths.
struct Between {
  int first;
  int weights[2];
};

std::vector<Between> between(int source, int target, double scale, bool shrinks) {
  std::vector<Between> places;
  const double inverse = static_cast<double>(target) / source;
  for (int to = 0; to < target; to++) {
    float part;
    int first;
    if (shrinks) {
      // The other side shrinks: pixels stay as sharp as they are.
      first = static_cast<int>(std::floor(to * scale));
      part = static_cast<float>((to + 1) - (first + 1) * inverse);
      part = part <= 0 ? 0.0f : part - std::floor(part);
    } else {
      part = static_cast<float>((to + 0.5) * scale - 0.5);
      first = static_cast<int>(std::floor(part));
      part -= first;
    }
    places.push_back({first, {rounded((1.0f - part) * 2048), rounded(part * 2048)}});
  }
  return places;
}

// Each target pixel lies between four.
class Interpolated : public Rows {
public:
  Interpolated(const fbd_picture &source, Size size, double scale_x, double scale_y, bool shrinks,
               PixelInstructions instructions, AwaitedRows awaited)
      : Rows(size.width, size.height), source(source), instructions(instructions), awaited(awaited),
        columns(between(source.width, size.width, scale_x, shrinks)),
        rows(between(source.height, size.height, scale_y, shrinks)), made(static_cast<size_t>(size.width) * channels) {
    // At the sides, the pixel on the edge stands for those beyond.
    for (Between &column : columns)
      if (column.first < 0 || column.first >= source.width - 1)
        column = {column.first < 0 ? 0 : source.width - 1, {2048, 0}};
    for (int x = 0; x < width - 1 && columns[x].first + 3 <= source.width; x++)
      pairs.push_back({static_cast<uint32_t>(columns[x].first * channels),
                       columns[x].weights[1] << 16 | columns[x].weights[0]});
  }

  const uint8_t *row(int y) override {
    const int16_t *upper = line(rows[y].first), *lower = line(rows[y].first + 1);
    const int16_t above = static_cast<int16_t>(rows[y].weights[0]), below = static_cast<int16_t>(rows[y].weights[1]);
    const size_t count = made.size();
    uint8_t *__restrict to = made.data();
    for (size_t index = 0; index < count; index++)
      to[index] = static_cast<uint8_t>((((above * upper[index]) >> 16) + ((below * lower[index]) >> 16) + 2) >> 2);
    return made.data();
  }

private:
  // A row of the source, or the one at the edge where it lies outside, as wide as the target.
  const int16_t *line(int at) {
    const int row = std::min(std::max(at, 0), source.height - 1);
    // Neighbouring rows are kept in different places.
    std::vector<int16_t> &line = wide[row & 1];
    if (held[row & 1] == row)
      return line.data();
    awaited.reach(row + 1);
    held[row & 1] = row;
    line.resize(made.size());
    const uint8_t *from = source.pixels + static_cast<size_t>(row) * source.stride;
    weigh_pairs(from, pairs.data(), pairs.size(), line.data(), instructions);
    for (int x = static_cast<int>(pairs.size()); x < width; x++) {
      const uint8_t *pixel = from + static_cast<size_t>(columns[x].first) * channels;
      // Beyond the edge nothing is read, not even for a weight of nothing.
      const int next = columns[x].weights[1] ? channels : 0;
      for (int channel = 0; channel < channels; channel++)
        line[x * channels + channel] = static_cast<int16_t>(
            (pixel[channel] * columns[x].weights[0] + pixel[channel + next] * columns[x].weights[1]) >> 4);
    }
    return line.data();
  }

  const fbd_picture source;
  const PixelInstructions instructions;
  AwaitedRows awaited;
  std::vector<Between> columns;
  const std::vector<Between> rows;
  // The columns of which the two pixels are there, and two more bytes behind them; and a number behind the sums of the last one.
  std::vector<PixelPair> pairs;
  // Sixteenths of the sums, which fit into 15 bits, of the rows in `held`.
  std::vector<int16_t> wide[2];
  int held[2] = {-1, -1};
  std::vector<uint8_t> made;
};

} // namespace

std::unique_ptr<Rows> scaled(const fbd_picture &picture, Size size, PixelInstructions instructions,
                             AwaitedRows awaited) {
  if (picture.width == size.width && picture.height == size.height)
    return std::make_unique<PictureRows>(picture, awaited);
  // Divided twice, as OpenCV does.
  double scale_x = 1.0 / (static_cast<double>(size.width) / picture.width);
  double scale_y = 1.0 / (static_cast<double>(size.height) / picture.height);
  if (scale_x < 1 || scale_y < 1)
    return std::make_unique<Interpolated>(picture, size, scale_x, scale_y,
                                          size.width < picture.width || size.height < picture.height, instructions, awaited);
  if (awaited.expected())
    throw Refusal{FBD_INVALID_ARGUMENT, "a picture that is being made cannot be shrunk"};
  const Size block = {rounded(scale_x), rounded(scale_y)};
  if (std::abs(scale_x - block.width) < DBL_EPSILON && std::abs(scale_y - block.height) < DBL_EPSILON)
    return std::make_unique<AveragedBlocks>(picture, size, block);
  return std::make_unique<Averaged>(picture, size, scale_x, scale_y);
}

Raster::Raster(std::unique_ptr<Rows> made) : rows(std::move(made)) {
  if (const fbd_picture *whole = rows->whole()) {
    all = *whole;
    return;
  }
  const size_t stride = static_cast<size_t>(rows->width) * channels;
  own.reserve(stride * static_cast<size_t>(rows->height));
  for (int y = 0; y < rows->height; y++) {
    const uint8_t *row = rows->row(y);
    own.insert(own.end(), row, row + stride);
  }
  all = {own.data(), rows->width, rows->height, stride};
}

} // namespace facedetection
