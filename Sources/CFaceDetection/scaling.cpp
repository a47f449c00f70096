// Scaling, as cv::resize of OpenCV 4.6 with INTER_AREA or INTER_LINEAR: the same tables, the same precision and the
// same order of additions.
#include <cfloat>

#include "pixel_pair.hpp"
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
};

// Each target pixel is the mean of the area that it covers.
void average(const fbd_picture &source, Raster &target, double scale_x, double scale_y) {
  const Shares columns(source.width, target.width, scale_x), rows(source.height, target.height, scale_y);
  std::vector<float> row(target.stride()), sum(target.stride());
  for (int y = 0; y < target.height; y++) {
    for (size_t at = rows.begins[y]; at < rows.begins[y + 1]; at++) {
      const uint8_t *from = source.pixels + static_cast<size_t>(rows.shares[at].source) * source.stride;
      for (int x = 0; x < target.width; x++) {
        float red = 0, green = 0, blue = 0;
        for (size_t share = columns.begins[x]; share < columns.begins[x + 1]; share++) {
          const uint8_t *pixel = from + static_cast<size_t>(columns.shares[share].source) * channels;
          const float weight = columns.shares[share].weight;
          red = red + pixel[0] * weight;
          green = green + pixel[1] * weight;
          blue = blue + pixel[2] * weight;
        }
        row[x * channels] = red;
        row[x * channels + 1] = green;
        row[x * channels + 2] = blue;
      }
      const float weight = rows.shares[at].weight;
      if (at == rows.begins[y])
        for (size_t index = 0; index < row.size(); index++)
          sum[index] = row[index] * weight;
      else
        for (size_t index = 0; index < row.size(); index++)
          sum[index] = sum[index] + row[index] * weight;
    }
    uint8_t *to = target.row(y);
    for (size_t index = 0; index < sum.size(); index++)
      to[index] = rounded_byte(sum[index]);
  }
}

// The same where the area is a whole number of pixels.
void average_blocks(const fbd_picture &source, Raster &target, int block_width, int block_height) {
  const float share = 1.0f / (block_width * block_height);
  const bool is_two_by_two = block_width == 2 && block_height == 2;
  std::vector<int32_t> sums(target.stride());
  for (int y = 0; y < target.height; y++) {
    std::fill(sums.begin(), sums.end(), 0);
    for (int row = 0; row < block_height; row++) {
      const uint8_t *from = source.pixels + (static_cast<size_t>(y) * block_height + row) * source.stride;
      for (int x = 0; x < target.width; x++)
        for (int column = 0; column < block_width; column++, from += channels)
          for (int channel = 0; channel < channels; channel++)
            sums[x * channels + channel] += from[channel];
    }
    uint8_t *to = target.row(y);
    for (size_t index = 0; index < sums.size(); index++)
      to[index] = is_two_by_two ? static_cast<uint8_t>((sums[index] + 2) >> 2)
                                : rounded_byte(static_cast<float>(sums[index]) * share);
  }
}

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
void interpolate(const fbd_picture &source, Raster &target, double scale_x, double scale_y, bool shrinks) {
  std::vector<Between> columns = between(source.width, target.width, scale_x, shrinks);
  const std::vector<Between> rows = between(source.height, target.height, scale_y, shrinks);
  // At the sides, the pixel on the edge stands for those beyond.
  for (Between &column : columns)
    if (column.first < 0 || column.first >= source.width - 1)
      column = {column.first < 0 ? 0 : source.width - 1, {2048, 0}};

  // Where the two pixels are there, and two more bytes behind them; and a number behind the sums of the last one.
  int pairs = 0;
  while (pairs < target.width - 1 && columns[pairs].first + 3 <= source.width)
    pairs++;

  // Sixteenths of the sums, which fit into 15 bits.
  std::vector<int16_t> wide[2];
  int held[2] = {-1, -1};
  for (int y = 0; y < target.height; y++) {
    const int16_t *lines[2];
    for (int k = 0; k < 2; k++) {
      const int row = std::min(std::max(rows[y].first + k, 0), source.height - 1);
      // Neighbouring rows are kept in different places.
      std::vector<int16_t> &line = wide[row & 1];
      if (held[row & 1] != row) {
        held[row & 1] = row;
        line.resize(target.stride());
        const uint8_t *from = source.pixels + static_cast<size_t>(row) * source.stride;
        for (int x = 0; x < pairs; x++)
          store_sixteenths(weighed_pair(from + static_cast<size_t>(columns[x].first) * channels,
                                        columns[x].weights[0], columns[x].weights[1]),
                           line.data() + static_cast<size_t>(x) * channels);
        for (int x = pairs; x < target.width; x++) {
          const uint8_t *pixel = from + static_cast<size_t>(columns[x].first) * channels;
          // Beyond the edge nothing is read, not even for a weight of nothing.
          const int next = columns[x].weights[1] ? channels : 0;
          for (int channel = 0; channel < channels; channel++)
            line[x * channels + channel] = static_cast<int16_t>(
                (pixel[channel] * columns[x].weights[0] + pixel[channel + next] * columns[x].weights[1]) >> 4);
        }
      }
      lines[k] = line.data();
    }
    uint8_t *to = target.row(y);
    const int16_t upper = static_cast<int16_t>(rows[y].weights[0]), lower = static_cast<int16_t>(rows[y].weights[1]);
    for (size_t index = 0; index < target.stride(); index++)
      to[index] = static_cast<uint8_t>(
          (((upper * lines[0][index]) >> 16) + ((lower * lines[1][index]) >> 16) + 2) >> 2);
  }
}

} // namespace

Raster scaled(const fbd_picture &picture, Size size) {
  if (picture.width == size.width && picture.height == size.height)
    return Raster(picture);
  Raster target(size);
  // Divided twice, as OpenCV does.
  double scale_x = 1.0 / (static_cast<double>(size.width) / picture.width);
  double scale_y = 1.0 / (static_cast<double>(size.height) / picture.height);
  if (scale_x >= 1 && scale_y >= 1) {
    int block_width = rounded(scale_x), block_height = rounded(scale_y);
    if (std::abs(scale_x - block_width) < DBL_EPSILON && std::abs(scale_y - block_height) < DBL_EPSILON)
      average_blocks(picture, target, block_width, block_height);
    else
      average(picture, target, scale_x, scale_y);
  } else {
    interpolate(picture, target, scale_x, scale_y, size.width < picture.width || size.height < picture.height);
  }
  return target;
}

} // namespace facedetection
