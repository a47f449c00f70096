// The kernels for one vector length. Included once by each file that has set a target and defined `lanes`,
// `most_vectors` and `pixels_at_once`, and where there is HAS_PAIRS, `Halves`, `add_products`, `widened` and
// `rounded`; the names are local to that file. No header may be included here:
// its inline functions would be compiled for the target and could replace everyone's.
//
// Arrays of vectors stay in registers once the loops over them are unrolled, which GCC must be told to do.

namespace facedetection {
namespace {

typedef float Vector __attribute__((vector_size(lanes * sizeof(float))));
typedef int32_t Integers __attribute__((vector_size(lanes * sizeof(int32_t))));
typedef uint8_t Bytes __attribute__((vector_size(lanes)));

// Memory is reached through these, which need no alignment.
typedef Vector UnalignedVector __attribute__((aligned(4), may_alias));
typedef Bytes UnalignedBytes __attribute__((aligned(1), may_alias));

inline __attribute__((always_inline)) Vector load(const float *from) {
  return *reinterpret_cast<const UnalignedVector *>(from);
}
inline __attribute__((always_inline)) void store(float *to, Vector vector) {
  *reinterpret_cast<UnalignedVector *>(to) = vector;
}
inline __attribute__((always_inline)) Vector maximum(Vector a, Vector b) { return a > b ? a : b; }

// What a row holds: floats, or pairs where the processor has instructions for them.
struct Floats {
  static inline __attribute__((always_inline)) Vector loaded(const float *row, size_t at) { return load(row + at); }
  static inline __attribute__((always_inline)) Vector added(Vector sum, float value, Vector weight) { return sum + value * weight; }
};

#ifdef HAS_PAIRS
typedef Halves UnalignedHalves __attribute__((aligned(2), may_alias));
typedef uint16_t UnalignedHalf __attribute__((may_alias));

struct Pairs {
  static inline __attribute__((always_inline)) Vector loaded(const float *row, size_t at) {
    return widened(*reinterpret_cast<const UnalignedHalves *>(row + at / 2));
  }
  static inline __attribute__((always_inline)) Vector added(Vector sum, float pair, Vector weights) {
    return add_products(sum, pair, weights);
  }
};
inline __attribute__((always_inline)) void store_rounded(float *to, Vector vector) {
  *reinterpret_cast<UnalignedHalves *>(to) = rounded(vector);
}
#endif

template <int pixels, int vectors>
inline __attribute__((always_inline)) void finish(const Convolution &layer, const ConvolutionRow &row, size_t at,
                                                  size_t spacing, Vector (&sums)[pixels][vectors]) {
  if (layer.rectifies)
#pragma GCC unroll 16
    for (int pixel = 0; pixel < pixels; pixel++)
#pragma GCC unroll 16
      for (int vector = 0; vector < vectors; vector++)
        sums[pixel][vector] = maximum(sums[pixel][vector], Vector{});
  if (row.other)
#pragma GCC unroll 16
    for (int pixel = 0; pixel < pixels; pixel++)
#pragma GCC unroll 16
      for (int vector = 0; vector < vectors; vector++)
        sums[pixel][vector] += load(row.other + at + pixel * spacing + vector * lanes);
#ifdef HAS_PAIRS
  if (layer.rounds) {
#pragma GCC unroll 16
    for (int pixel = 0; pixel < pixels; pixel++)
#pragma GCC unroll 16
      for (int vector = 0; vector < vectors; vector++)
        store_rounded(row.output + (at + pixel * spacing + vector * lanes) / 2, sums[pixel][vector]);
    return;
  }
#endif
#pragma GCC unroll 16
  for (int pixel = 0; pixel < pixels; pixel++)
#pragma GCC unroll 16
    for (int vector = 0; vector < vectors; vector++)
      store(row.output + at + pixel * spacing + vector * lanes, sums[pixel][vector]);
}

// All sums stay in registers; each weight that is loaded serves all pixels.
template <typename Factors, int pixels, int vectors>
inline __attribute__((always_inline)) void dense_block(const Convolution &layer, const ConvolutionRow &row, const float *weights,
                                                       size_t channel, size_t x) {
  Vector sums[pixels][vectors];
#pragma GCC unroll 16
  for (int vector = 0; vector < vectors; vector++)
#pragma GCC unroll 16
    for (int pixel = 0; pixel < pixels; pixel++)
      sums[pixel][vector] = load(layer.bias + channel + vector * lanes);
  const size_t step = layer.pixel_spacing;
  for (int y = 0; y < layer.rows; y++)
    for (int tap = 0; tap < layer.taps; tap++) {
      const float *input = row.input[y] + x * step + tap * layer.tap_spacing;
      for (int k = 0; k < layer.depth; k++, weights += vectors * lanes) {
        Vector weight[vectors];
#pragma GCC unroll 16
        for (int vector = 0; vector < vectors; vector++)
          weight[vector] = load(weights + vector * lanes);
#pragma GCC unroll 16
        for (int pixel = 0; pixel < pixels; pixel++) {
          const float value = input[pixel * step + k];
#pragma GCC unroll 16
          for (int vector = 0; vector < vectors; vector++)
            sums[pixel][vector] = Factors::added(sums[pixel][vector], value, weight[vector]);
        }
      }
    }
  size_t spacing = static_cast<size_t>(layer.vectors) * lanes;
  finish<pixels, vectors>(layer, row, x * spacing + channel, spacing, sums);
}

// Blocks of `size` pixels, which is at most `pixels` and no more than the row has. The last one overlaps its predecessor rather than being
// narrower: the pixels computed twice come out the same.
template <typename Factors, int vectors, int pixels>
inline __attribute__((always_inline)) void dense_blocks(const Convolution &layer, const ConvolutionRow &row, const float *weights,
                                                        size_t channel, size_t width, size_t size) {
  if constexpr (pixels > 1)
    if (size < pixels)
      return dense_blocks<Factors, vectors, pixels - 1>(layer, row, weights, channel, width, size);
  for (size_t x = 0; x < width; x += pixels)
    dense_block<Factors, pixels, vectors>(layer, row, weights, channel, x + pixels <= width ? x : width - pixels);
}

// As few blocks as there can be, which share the row out evenly.
template <typename Factors, int vectors>
inline __attribute__((always_inline)) void dense_row(const Convolution &layer, const ConvolutionRow &row, const float *weights,
                                                     size_t channel, size_t width) {
  constexpr size_t most = pixels_at_once[vectors - 1];
  const size_t blocks = (width + most - 1) / most;
  if (blocks > 0)
    dense_blocks<Factors, vectors, most>(layer, row, weights, channel, width, (width + blocks - 1) / blocks);
}

static_assert(most_vectors <= 4, "the cases below");

// Copies of the arguments, which no row that is written can overlap.
template <typename Factors>
inline __attribute__((always_inline)) void dense_of(const Convolution &given_layer, const ConvolutionRow &given_row, size_t width) {
  const Convolution layer = given_layer;
  const ConvolutionRow row = given_row;
  const float *weights = layer.weights;
  size_t window = static_cast<size_t>(layer.rows) * layer.taps * layer.depth;
  for (int vector = 0, count; vector < layer.vectors; vector += count) {
    count = group_size(vector, layer.vectors, most_vectors);
    size_t channel = static_cast<size_t>(vector) * lanes;
    switch (count) {
    case 1: dense_row<Factors, 1>(layer, row, weights, channel, width); break;
    case 2: dense_row<Factors, 2>(layer, row, weights, channel, width); break;
    case 3: dense_row<Factors, most_vectors < 3 ? 1 : 3>(layer, row, weights, channel, width); break;
    case 4: dense_row<Factors, most_vectors < 4 ? 1 : 4>(layer, row, weights, channel, width); break;
    }
    weights += window * static_cast<size_t>(count) * lanes;
  }
}

void dense(const Convolution &layer, const ConvolutionRow &row, size_t width) { dense_of<Floats>(layer, row, width); }

#ifdef HAS_PAIRS
void dense_of_pairs(const Convolution &layer, const ConvolutionRow &row, size_t width) { dense_of<Pairs>(layer, row, width); }

void to_pairs(const float *floats, float *pairs, size_t count) {
  for (size_t at = 0; at < count; at += lanes)
    store_rounded(pairs + at / 2, load(floats + at));
}

void bytes_to_halves(const uint8_t *bytes, void *halves, size_t count) {
  UnalignedHalf *output = static_cast<UnalignedHalf *>(halves);
  size_t at = 0;
  for (; at + lanes <= count; at += lanes) {
    Bytes read = *reinterpret_cast<const UnalignedBytes *>(bytes + at);
    *reinterpret_cast<UnalignedHalves *>(output + at) =
        rounded(__builtin_convertvector(__builtin_convertvector(read, Integers), Vector));
  }
  for (; at < count; at++)
    output[at] = rounded(Vector{} + static_cast<float>(bytes[at]))[0];
}
#endif

template <typename Values, int pixels, int stride>
inline __attribute__((always_inline)) void depthwise_block(const Convolution &layer, const ConvolutionRow &row,
                                                           const float *weights, size_t channel, size_t x) {
  constexpr int columns = (pixels - 1) * stride + 3;
  const size_t spacing = layer.tap_spacing;
  Vector sums[pixels][1];
#pragma GCC unroll 16
  for (int pixel = 0; pixel < pixels; pixel++)
    sums[pixel][0] = load(layer.bias + channel);
#pragma GCC unroll 3
  for (int y = 0; y < 3; y++) {
    const size_t at = x * stride * spacing + channel;
    Vector values[columns];
#pragma GCC unroll 16
    for (int column = 0; column < columns; column++)
      values[column] = Values::loaded(row.input[y], at + column * spacing);
#pragma GCC unroll 16
    for (int tap = 0; tap < 3; tap++) {
      Vector weight = load(weights + (y * 3 + tap) * lanes);
#pragma GCC unroll 16
      for (int pixel = 0; pixel < pixels; pixel++)
        sums[pixel][0] += values[pixel * stride + tap] * weight;
    }
  }
  finish<pixels, 1>(layer, row, x * spacing + channel, spacing, sums);
}

// All channels of a few pixels, then the next pixels: memory is read in order.
template <typename Values, int pixels, int stride>
inline __attribute__((always_inline)) void depthwise_pixels(const Convolution &layer, const ConvolutionRow &row,
                                                            size_t x) {
  const size_t channels = layer.tap_spacing;
  for (size_t channel = 0; channel < channels; channel += lanes)
    depthwise_block<Values, pixels, stride>(layer, row, layer.weights + channel * 9, channel, x);
}

template <typename Values, int pixels, int stride>
inline __attribute__((always_inline)) void depthwise_row(const Convolution &layer, const ConvolutionRow &row, size_t width) {
  if (width < pixels)
    for (size_t x = 0; x < width; x++)
      depthwise_pixels<Values, 1, stride>(layer, row, x);
  else
    for (size_t x = 0; x < width; x += pixels)
      depthwise_pixels<Values, pixels, stride>(layer, row, x + pixels <= width ? x : width - pixels);
}

template <typename Values>
inline __attribute__((always_inline)) void depthwise_of(const Convolution &given_layer, const ConvolutionRow &given_row, size_t width) {
  const Convolution layer = given_layer;
  const ConvolutionRow row = given_row;
  if (layer.pixel_spacing == layer.tap_spacing)
    depthwise_row<Values, columns_at_once, 1>(layer, row, width);
  else
    depthwise_row<Values, columns_at_once_halving, 2>(layer, row, width);
}

void depthwise(const Convolution &layer, const ConvolutionRow &row, size_t width) {
#ifdef HAS_PAIRS
  if (layer.widens)
    return depthwise_of<Pairs>(layer, row, width);
#endif
  depthwise_of<Floats>(layer, row, width);
}

// Of each column that is loaded all pixels are made in whose windows it lies, in both rows.
template <typename Values, int pixels>
inline __attribute__((always_inline)) void pooled_block(const Convolution &layer, const ConvolutionRow &row, size_t channel,
                                                        size_t x) {
  constexpr int columns = 2 * pixels + 2;
  const size_t spacing = layer.tap_spacing;
  const float *weights = layer.weights + channel * 9;
  Vector sums[2][2 * pixels];
#pragma GCC unroll 16
  for (int pixel = 0; pixel < 2 * pixels; pixel++)
    sums[0][pixel] = sums[1][pixel] = load(layer.bias + channel);
#pragma GCC unroll 4
  for (int y = 0; y < 4; y++) {
    const size_t at = 2 * x * spacing + channel;
    Vector values[columns];
#pragma GCC unroll 16
    for (int column = 0; column < columns; column++)
      values[column] = Values::loaded(row.input[y], at + column * spacing);
#pragma GCC unroll 2
    for (int lower = 0; lower < 2; lower++) {
      if (y < lower || y > lower + 2)
        continue;
#pragma GCC unroll 3
      for (int tap = 0; tap < 3; tap++) {
        Vector weight = load(weights + ((y - lower) * 3 + tap) * lanes);
#pragma GCC unroll 16
        for (int pixel = 0; pixel < 2 * pixels; pixel++)
          sums[lower][pixel] += values[pixel + tap] * weight;
      }
    }
  }
#pragma GCC unroll 16
  for (int pixel = 0; pixel < pixels; pixel++) {
    const int left = 2 * pixel, right = left + 1;
    Vector largest = maximum(maximum(sums[0][left], sums[0][right]), maximum(sums[1][left], sums[1][right]));
    if (layer.rectifies)
      largest = maximum(largest, Vector{});
#ifdef HAS_PAIRS
    if (layer.rounds) {
      store_rounded(row.output + ((x + pixel) * spacing + channel) / 2, largest);
      continue;
    }
#endif
    store(row.output + (x + pixel) * spacing + channel, largest);
  }
}

template <typename Values, int pixels>
inline __attribute__((always_inline)) void pooled_pixels(const Convolution &layer, const ConvolutionRow &row, size_t x) {
  for (size_t channel = 0; channel < layer.tap_spacing; channel += lanes)
    pooled_block<Values, pixels>(layer, row, channel, x);
}

template <typename Values>
inline __attribute__((always_inline)) void depthwise_pooled_of(const Convolution &given_layer, const ConvolutionRow &given_row,
                                                               size_t width) {
  const Convolution layer = given_layer;
  const ConvolutionRow row = given_row;
  if (width < pooled_at_once)
    for (size_t x = 0; x < width; x++)
      pooled_pixels<Values, 1>(layer, row, x);
  else
    for (size_t x = 0; x < width; x += pooled_at_once)
      pooled_pixels<Values, pooled_at_once>(layer, row, x + pooled_at_once <= width ? x : width - pooled_at_once);
}

void depthwise_pooled(const Convolution &layer, const ConvolutionRow &row, size_t width) {
#ifdef HAS_PAIRS
  if (layer.widens)
    return depthwise_pooled_of<Pairs>(layer, row, width);
#endif
  depthwise_pooled_of<Floats>(layer, row, width);
}

void pool(const float *upper, const float *lower, float *output, size_t vectors, size_t width) {
  size_t spacing = vectors * lanes;
  for (size_t x = 0; x < width; x++)
    for (size_t channel = 0; channel < spacing; channel += lanes) {
      size_t left = 2 * x * spacing + channel, right = left + spacing;
      store(output + x * spacing + channel, maximum(maximum(load(upper + left), load(upper + right)),
                                                    maximum(load(lower + left), load(lower + right))));
    }
}

void add(const float *input, const float *other, int halvings, float *output, size_t vectors, size_t width) {
  size_t spacing = vectors * lanes;
  for (size_t x = 0; x < width; x++)
    for (size_t channel = 0; channel < spacing; channel += lanes) {
      size_t at = x * spacing + channel;
      store(output + at, load(input + at) + load(other + (x >> halvings) * spacing + channel));
    }
}

void to_float(const uint8_t *bytes, float *output, size_t count) {
  size_t at = 0;
  for (; at + lanes <= count; at += lanes) {
    Bytes read = *reinterpret_cast<const UnalignedBytes *>(bytes + at);
    store(output + at, __builtin_convertvector(__builtin_convertvector(read, Integers), Vector));
  }
  for (; at < count; at++)
    output[at] = bytes[at];
}

// e^x = 2^n e^r, with n whole and |r| <= ln(2) / 2, where the Taylor series errs by less than rounding does.
inline __attribute__((always_inline)) Vector exponential(Vector x) {
  // Adding this number rounds to a whole one, which then sits in the lowest bits.
  constexpr float rounder = 12582912.0f;
  constexpr float ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
  Vector limit = Vector{} + 87.0f;
  x = maximum(-maximum(-x, -limit), -limit);
  Vector rounded = x * 1.44269504f + rounder;
  Vector n = rounded - rounder;
  Vector r = x - n * ln2_high - n * ln2_low;
  Vector sum = Vector{} + 1.0f / 5040;
  constexpr float coefficients[] = {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 1.0f / 2, 1.0f, 1.0f};
  for (float coefficient : coefficients)
    sum = sum * r + coefficient;
  Vector half = Vector{} + rounder;
  Integers exponent = (Integers)rounded - (Integers)half + 127;
  exponent <<= 23;
  return sum * (Vector)exponent;
}

void sigmoid(float *values, size_t count) {
  for (size_t at = 0; at < count; at += lanes) {
    size_t here = count - at < lanes ? count - at : static_cast<size_t>(lanes);
    float some[lanes] = {};
    __builtin_memcpy(some, values + at, here * sizeof(float));
    store(some, 1.0f / (1.0f + exponential(-load(some))));
    __builtin_memcpy(values + at, some, here * sizeof(float));
  }
}

} // namespace
} // namespace facedetection
