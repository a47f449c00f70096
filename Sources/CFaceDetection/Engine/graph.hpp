// A network as a short list of fused layers, independent of the picture's size.
#pragma once

#include <string>
#include <vector>

#include "../network.hpp"
#include "onnx.hpp"

namespace facedetection {

// Sides that are multiples of `input_multiple` stay whole through this many halvings.
constexpr int most_halvings = 5;
static_assert(input_multiple == 1 << most_halvings, "the sides of tensors are exact");

// Tensor 0 is the picture.
struct Tensor {
  int channels = 0;
  int halvings = 0;
};

enum class LayerKind {
  picture,       // turns the picture's bytes into floats
  dense,         // convolution, 1x1 or 3x3, over all channels
  depthwise,     // 3x3 convolution, each channel on its own
  deconvolution, // 2x2 transposed convolution of stride 2
  pool,          // 2x2 maximum of stride 2
  add,           // input + other
  output,        // hands the result out
};

struct Layer {
  explicit Layer(LayerKind kind) : kind(kind) {}

  LayerKind kind;
  int input = -1;  // the tensor read
  int output = -1; // the tensor written, or which result this hands out
  int kernel = 1;
  int stride = 1;
  bool rectifies = false;
  // Of a depthwise convolution: whether only the largest of two by two pixels is kept.
  bool pools = false;
  // Added last, after the rectifier; doubled in size first when `doubles_other`.
  int other = -1;
  bool doubles_other = false;
  // dense and deconvolution: [row][column][input channel][output channel]; depthwise: [row][column][channel].
  std::vector<float> weights, bias;
  // Of an output: which channels of its input it hands out, and how.
  int first_channel = 0, channels = 0;
  bool sigmoid = false;
  bool channels_last = false;
};

struct Graph {
  std::vector<Tensor> tensors;
  std::vector<Layer> layers;
};

// Keeps only what the outputs named depend on. Throws std::runtime_error for a model that is malformed or
// uses what is not implemented.
Graph make_graph(const onnx::Model &model, const std::vector<std::string> &outputs);

// Makes the small convolutions before the outputs into fewer larger ones; part of `make_graph`.
void merge_heads(Graph &graph);

// Makes one layer of a depthwise convolution and the pool that alone reads it; part of `make_graph`.
void merge_pools(Graph &graph);

} // namespace facedetection
