// The arithmetic, one row at a time. Rows hold their pixels one after another, each with all its channels,
// padded with zero channels to a whole number of vectors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../include/CFaceDetection.h"

namespace facedetection {

// What is multiplied may lie in pairs: two numbers of 16 bits, of successive channels, in the place of one float. Such a number, a bfloat16,
// is a float's upper half.

struct ConvolutionRow {
  // Where the first output pixel's window begins, in each row of the window.
  const float *input[4];
  // Added to the result, unless null.
  const float *other;
  float *output;
};

// A window is `rows` rows of `taps` runs of `depth` consecutive floats, or pairs.
struct Convolution {
  const float *weights, *bias;
  int rows = 1, taps = 1, depth = 0;
  size_t tap_spacing = 0;   // floats from one run to the next
  size_t pixel_spacing = 0; // floats from one output pixel's window to the next one's
  int vectors = 0;          // of each output pixel
  bool rectifies = false;
  // Whether the result is written in pairs.
  bool rounds = false;
  // Of a depthwise convolution: whether the input lies in pairs. All that is counted here is counted in floats all the same.
  bool widens = false;
};

struct Kernels {
  // Floats in a vector.
  int lanes;
  // The largest group of vectors of one output pixel that `dense` computes at a time.
  int most_vectors;

  // Weights: for each group of vectors, for each float of the window, the group's output channels.
  void (*dense)(const Convolution &, const ConvolutionRow &, size_t width);
  // The same where input and weights lie in pairs. Null where floats are multiplied as fast: then nothing is in pairs.
  void (*dense_of_pairs)(const Convolution &, const ConvolutionRow &, size_t width);
  // Weights: for each vector, nine vectors. `tap_spacing` is the floats of one pixel; the depth is ignored.
  void (*depthwise)(const Convolution &, const ConvolutionRow &, size_t width);
  // The largest of two by two pixels, each as above: `width` of them, of two rows whose windows begin in successive rows of the input.
  void (*depthwise_pooled)(const Convolution &, const ConvolutionRow &, size_t width);
  void (*pool)(const float *upper, const float *lower, float *output, size_t vectors, size_t width);
  // Each pixel of `other` serves 2^halvings pixels.
  void (*add)(const float *input, const float *other, int halvings, float *output, size_t vectors, size_t width);
  void (*to_float)(const uint8_t *bytes, float *output, size_t count);
  void (*sigmoid)(float *values, size_t count);
  // Rounds whole vectors of floats to halves of pairs, to the nearest, and of two to the even one.
  void (*to_pairs)(const float *floats, float *pairs, size_t count);
  // The same of bytes, of which none is rounded: to `count` halves, which may begin within a pair.
  void (*bytes_to_halves)(const uint8_t *bytes, void *halves, size_t count);
};

// The size of the group that begins at `vector`: the groups share the vectors out evenly.
inline int group_size(int vector, int vectors, int most_vectors) {
  int left = vectors - vector, groups = (left + most_vectors - 1) / most_vectors;
  return (left + groups - 1) / groups;
}

extern const Kernels portable_kernels;
#if defined(__x86_64__)
extern const Kernels avx2_kernels, avx512_kernels, avx512bf16_kernels;
#endif

// Those for some instructions; null where this processor lacks them.
const Kernels *kernels_for(fbd_instructions instructions);

} // namespace facedetection
