// Reads a model and lays out its weights as the kernels want them.
#include <algorithm>
#include <utility>

#include "streaming.hpp"

namespace facedetection {

Program::Program(Graph made, const Kernels &kernels)
    : graph(std::move(made)), kernels(kernels), in_pairs(graph.tensors.size()), prepared(graph.layers.size()) {
  if (kernels.dense_of_pairs)
    choose_pairs();
  for (size_t index = 0; index < graph.layers.size(); index++) {
    Layer &layer = graph.layers[index];
    prepare_layer(layer, prepared[index]);
    layer.weights = std::vector<float>();
    layer.bias = std::vector<float>();
  }
}

// Of a picture in pairs rows have the room that floats take, too, because a pixel has no whole number of pairs.
size_t Program::spacing(int tensor) const {
  const size_t channels = padded_channels(tensor);
  return tensor != 0 && in_pairs[static_cast<size_t>(tensor)] ? channels / 2 : channels;
}

// The picture's pixels are packed; all others are padded to whole vectors.
size_t Program::padded_channels(int tensor) const {
  size_t channels = static_cast<size_t>(graph.tensors[tensor].channels);
  size_t lanes = static_cast<size_t>(kernels.lanes);
  return tensor == 0 ? channels : (channels + lanes - 1) / lanes * lanes;
}

void Program::prepare_layer(const Layer &layer, Prepared &ready) const {
  if (layer.bias.empty())
    return;
  const size_t input_spacing = padded_channels(layer.input), output_spacing = padded_channels(layer.output);
  Convolution &convolution = ready.convolution;
  // Of the four weights of a deconvolution each pixel has one; of four pixels that are pooled one is kept.
  ready.multiply_adds = layer.weights.size();
  if (layer.kind == LayerKind::deconvolution)
    ready.multiply_adds /= 4;
  if (layer.pools)
    ready.multiply_adds *= 4;
  convolution.rectifies = layer.rectifies;
  convolution.widens = layer.kind == LayerKind::depthwise && in_pairs[static_cast<size_t>(layer.input)];
  convolution.rounds = in_pairs[static_cast<size_t>(layer.output)];
  const bool transposes = layer.kind == LayerKind::deconvolution;
  convolution.pixel_spacing = input_spacing * static_cast<size_t>(transposes ? 1 : layer.stride);
  convolution.tap_spacing = input_spacing;
  convolution.vectors = static_cast<int>(output_spacing) / kernels.lanes;
  if (layer.kind == LayerKind::depthwise) {
    ready.variants[0] = packed_depthwise(layer);
    return;
  }
  const int channels = graph.tensors[layer.input].channels;
  convolution.rows = convolution.taps = transposes ? 1 : layer.kernel;
  convolution.depth = channels;
  // Without padding between them, the pixels of one row of the window are one run.
  if (input_spacing == static_cast<size_t>(channels)) {
    convolution.depth *= convolution.taps;
    convolution.taps = 1;
  }
  if (transposes)
    convolution.vectors *= 2;
  if (ready.takes_pairs) {
    convolution.depth = (convolution.depth + 1) / 2;
    convolution.pixel_spacing /= 2;
    convolution.tap_spacing /= 2;
  }
  ready.variants[0] = packed(layer, ready, 0);
  if (transposes || layer.input == 0)
    ready.variants[1] = packed(layer, ready, 1);
}

Convolution Program::convolution(int layer, int row, bool swaps) const {
  const bool transposes = graph.layers[layer].kind == LayerKind::deconvolution;
  const Prepared &ready = prepared[layer];
  const Weights &weights = ready.variants[transposes ? row % 2 : graph.layers[layer].input == 0 && swaps];
  Convolution convolution = ready.convolution;
  convolution.weights = weights.weights.data();
  convolution.bias = weights.bias.data();
  return convolution;
}

Program::Weights Program::packed_depthwise(const Layer &layer) const {
  size_t lanes = static_cast<size_t>(kernels.lanes), channels = layer.bias.size();
  Weights made;
  made.bias = layer.bias;
  made.bias.resize(padded_channels(layer.output));
  made.weights.resize(made.bias.size() * 9);
  for (size_t channel = 0; channel < channels; channel++)
    for (size_t tap = 0; tap < 9; tap++)
      made.weights[(channel / lanes * 9 + tap) * lanes + channel % lanes] = layer.weights[tap * channels + channel];
  return made;
}

Program::Weights Program::packed(const Layer &layer, const Prepared &ready, int variant) const {
  const size_t lanes = static_cast<size_t>(kernels.lanes), output_spacing = padded_channels(layer.output);
  const size_t outputs = layer.bias.size();
  const size_t inputs = static_cast<size_t>(graph.tensors[layer.input].channels);
  const bool transposes = layer.kind == LayerKind::deconvolution;
  // A row of a deconvolution computes its left and its right pixel side by side.
  const size_t sides = transposes ? 2 : 1;
  const size_t window = transposes ? inputs : static_cast<size_t>(layer.kernel * layer.kernel) * inputs;

  Weights made;
  made.bias.resize(sides * output_spacing);
  for (size_t side = 0; side < sides; side++)
    std::copy(layer.bias.begin(), layer.bias.end(), made.bias.begin() + side * output_spacing);

  const int vectors = static_cast<int>(made.bias.size() / lanes);
  const size_t runs = static_cast<size_t>(ready.convolution.rows * ready.convolution.taps);
  std::vector<float> lines;
  for (int vector = 0, count; vector < vectors; vector += count) {
    count = group_size(vector, vectors, kernels.most_vectors);
    lines.clear();
    for (size_t at = 0; at < window; at++) {
      // The other order of red, green and blue.
      size_t input = layer.input == 0 && variant == 1 ? at / inputs * inputs + (inputs - 1 - at % inputs) : at;
      const size_t end = static_cast<size_t>(vector + count) * lanes;
      for (size_t column = static_cast<size_t>(vector) * lanes; column < end;) {
        // What lies side by side: weights, then zeros up to the next side.
        const size_t side = column / output_spacing, channel = column % output_spacing;
        const size_t here = std::min(end - column, output_spacing - channel);
        const size_t weights = std::min(here, outputs - std::min(channel, outputs));
        const size_t tap = transposes ? static_cast<size_t>(variant) * 2 + side : 0;
        if (weights > 0) {
          const float *from = layer.weights.data() + (tap * inputs + input) * outputs + channel;
          lines.insert(lines.end(), from, from + weights);
        }
        lines.insert(lines.end(), here - weights, 0.0f);
        column += here;
      }
    }
    const std::vector<float> packed =
        ready.takes_pairs ? paired(lines, static_cast<size_t>(count) * lanes, window / runs) : std::move(lines);
    made.weights.insert(made.weights.end(), packed.begin(), packed.end());
  }
  return made;
}

std::unique_ptr<Network> make_native_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs, const Kernels &kernels) {
  return std::make_unique<StreamingNetwork>(
      std::make_shared<const Program>(make_graph(onnx::read(model, count), outputs), kernels));
}

} // namespace facedetection
