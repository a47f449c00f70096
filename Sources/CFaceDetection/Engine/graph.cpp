// Turns the nodes of an ONNX file into fused layers.
#include "graph.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "node.hpp"

namespace facedetection {
namespace {

// Far beyond any layer of interest; keeps all products of sizes well inside their types.
constexpr int64_t most_channels = 1 << 15;

[[noreturn]] void refuse(const std::string &sentence) { throw std::runtime_error(sentence); }

// What a name stands for: a tensor, seen in a certain way.
struct Value {
  int tensor = -1;
  bool doubled = false;       // after Resize
  bool channels_last = false; // after Transpose
  bool is_list = false;       // after Reshape to 1 x cells x channels
  bool sigmoid = false;

  bool is_plain() const { return tensor > 0 && !doubled && !channels_last && !sigmoid; }
};

class Builder {
public:
  Builder(const onnx::Model &model, const std::vector<std::string> &outputs) : model(model) {
    std::string picture;
    for (const std::string &input : model.inputs)
      if (!model.constants.count(input)) {
        if (!picture.empty())
          refuse("the network has more than one input");
        picture = input;
      }
    if (picture.empty())
      refuse("the network has no input");
    graph.tensors.push_back({3, 0});
    graph.layers.emplace_back(LayerKind::picture);
    graph.layers.back().output = 0;
    values[picture].tensor = 0;

    for (const onnx::Node *node : needed(outputs))
      add(NodeReader(model, *node));
    for (size_t index = 0; index < outputs.size(); index++)
      add_output(value(outputs[index]), static_cast<int>(index));
  }

  Graph graph;

private:
  // The nodes that the outputs depend on, in the file's order; counts how often each value is used.
  std::vector<const onnx::Node *> needed(const std::vector<std::string> &outputs) {
    for (const std::string &output : outputs)
      uses[output]++;
    std::vector<const onnx::Node *> kept;
    for (size_t index = model.nodes.size(); index-- > 0;) {
      const onnx::Node &node = model.nodes[index];
      if (node.outputs.empty() || !uses.count(node.outputs[0]))
        continue;
      for (const std::string &input : node.inputs)
        uses[input]++;
      kept.insert(kept.begin(), &node);
    }
    return kept;
  }

  const Value &value(const std::string &name) const {
    auto found = values.find(name);
    if (found == values.end())
      refuse("the network uses or lacks the value " + name);
    return found->second;
  }

  const Value &input(const NodeReader &node, size_t index) const { return value(node.input(index)); }

  // The layer whose result only this node reads, so that the node can become part of it.
  Layer *fusible(const NodeReader &node, size_t input) {
    const Value &operand = this->input(node, input);
    if (!operand.is_plain() || uses[node.input(input)] != 1)
      return nullptr;
    Layer &layer = graph.layers[producers[operand.tensor]];
    return layer.bias.empty() || layer.other >= 0 ? nullptr : &layer;
  }

  void define(const NodeReader &node, const Value &defined) {
    if (!values.emplace(node.output(), defined).second)
      refuse("the network defines a value twice");
  }

  // Appends the layer that makes the node's output.
  void append(const NodeReader &node, Layer layer, int64_t channels, int halvings) {
    node.require(channels > 0 && channels <= most_channels, "too many channels");
    node.require(halvings >= 0 && halvings <= most_halvings, "the result is too large or too small");
    layer.output = static_cast<int>(graph.tensors.size());
    producers[layer.output] = static_cast<int>(graph.layers.size());
    Value made;
    made.tensor = layer.output;
    graph.tensors.push_back({static_cast<int>(channels), halvings});
    graph.layers.push_back(std::move(layer));
    define(node, made);
  }

  void add(const NodeReader &node) {
    const std::string &operation = node.operation();
    if (operation == "Conv" || operation == "ConvTranspose")
      add_convolution(node, operation == "ConvTranspose");
    else if (operation == "BatchNormalization")
      fold_normalization(node);
    else if (operation == "Relu")
      fuse_rectifier(node);
    else if (operation == "Add")
      add_sum(node);
    else if (operation == "MaxPool")
      add_pool(node);
    else if (operation == "Identity" || operation == "Dropout") {
      // Who else uses the input uses the same layer.
      uses[node.output()] += uses[node.input(0)] - 1;
      define(node, input(node, 0));
    } else
      add_view(node);
  }

  void add_convolution(const NodeReader &node, bool transposed) {
    const Value from = input(node, 0);
    node.require(from.is_plain() || from.tensor == 0, "its input is not a picture or a layer's result");
    const Tensor source = graph.tensors[from.tensor];
    const onnx::Tensor &kernel = node.constant(1);
    node.require(kernel.dims.size() == 4 && kernel.dims[2] == kernel.dims[3], "its kernel is not square");
    int64_t size = kernel.dims[2];
    int64_t output_channels = kernel.dims[transposed ? 1 : 0], input_channels = kernel.dims[transposed ? 0 : 1];
    node.require(output_channels > 0 && output_channels <= most_channels, "too many channels");
    int64_t group = node.integer("group", 1);
    bool on_its_own = !transposed && from.tensor != 0 && size == 3 && group == source.channels &&
                      output_channels == group && input_channels == 1;
    node.require(on_its_own || (group == 1 && input_channels == source.channels), "its groups");
    node.require(transposed ? size == 2 : size == 1 || size == 3, "its kernel size");
    node.require(node.all_are("kernel_shape", size, size), "its kernel size");
    node.require(node.all_are("dilations", 1, 1), "its dilations");
    node.require(node.all_are("pads", size == 3 ? 1 : 0, 0), "its padding");
    node.require(node.all_are("output_padding", 0, 0), "its padding");
    node.require(!node.has("auto_pad") && !node.has("output_shape"), "its padding");
    bool halves = node.all_are("strides", 2, 1);
    node.require(transposed ? halves : halves || node.all_are("strides", 1, 1), "its strides");

    Layer layer(transposed ? LayerKind::deconvolution : on_its_own ? LayerKind::depthwise : LayerKind::dense);
    layer.input = from.tensor;
    layer.kernel = static_cast<int>(size);
    layer.stride = halves ? 2 : 1;
    size_t outer = static_cast<size_t>(kernel.dims[0]), inner = static_cast<size_t>(kernel.dims[1]);
    size_t taps = static_cast<size_t>(size * size);
    std::vector<float> read = node.floats(1, outer * inner * taps);
    layer.weights.resize(read.size());
    size_t outputs = static_cast<size_t>(output_channels), inputs = static_cast<size_t>(input_channels);
    // A few outputs at a time: their weights are read far from each other, and written side by side.
    constexpr size_t side_by_side = 16;
    for (size_t tap = 0; tap < taps; tap++)
      for (size_t first = 0; first < outputs; first += side_by_side)
        for (size_t in = 0; in < inputs; in++)
          for (size_t out = first; out < std::min(first + side_by_side, outputs); out++) {
            size_t place = transposed ? in * outputs + out : out * inputs + in;
            layer.weights[(tap * inputs + in) * outputs + out] = read[place * taps + tap];
          }
    layer.bias = node.input_count() > 2 ? node.floats(2, outputs) : std::vector<float>(outputs);
    append(node, std::move(layer), output_channels, source.halvings + (transposed ? -1 : halves ? 1 : 0));
  }

  void fold_normalization(const NodeReader &node) {
    Layer *layer = fusible(node, 0);
    node.require(layer && !layer->rectifies, "it does not follow a convolution");
    size_t channels = layer->bias.size();
    std::vector<float> gain = node.floats(1, channels), offset = node.floats(2, channels);
    std::vector<float> mean = node.floats(3, channels), variance = node.floats(4, channels);
    float epsilon = node.real("epsilon", 1e-5f);
    for (size_t channel = 0; channel < channels; channel++) {
      float factor = gain[channel] / std::sqrt(variance[channel] + epsilon);
      for (size_t at = channel; at < layer->weights.size(); at += channels)
        layer->weights[at] *= factor;
      layer->bias[channel] = (layer->bias[channel] - mean[channel]) * factor + offset[channel];
    }
    define(node, input(node, 0));
  }

  void fuse_rectifier(const NodeReader &node) {
    Layer *layer = fusible(node, 0);
    node.require(layer, "it does not follow a convolution");
    layer->rectifies = true;
    define(node, input(node, 0));
  }

  void add_sum(const NodeReader &node) {
    Value left = input(node, 0), right = input(node, 1);
    if (left.doubled)
      std::swap(left, right);
    Value other = right;
    other.doubled = false;
    node.require(left.is_plain() && other.is_plain(), "its inputs are not layers' results");
    const Tensor &one = graph.tensors[left.tensor];
    const Tensor &two = graph.tensors[right.tensor];
    node.require(one.channels == two.channels && one.halvings == two.halvings - (right.doubled ? 1 : 0),
                 "its inputs differ in size");

    // The later of the two convolutions adds the other's result to its own.
    if (!right.doubled)
      for (size_t index : {0, 1}) {
        Layer *layer = fusible(node, index);
        int added = index == 0 ? right.tensor : left.tensor;
        if (layer && layer->kind != LayerKind::deconvolution && added < layer->output) {
          layer->other = added;
          return define(node, input(node, index));
        }
      }
    Layer layer(LayerKind::add);
    layer.input = left.tensor;
    layer.other = right.tensor;
    layer.doubles_other = right.doubled;
    append(node, std::move(layer), one.channels, one.halvings);
  }

  void add_pool(const NodeReader &node) {
    const Value &from = input(node, 0);
    node.require(from.is_plain(), "its input is not a layer's result");
    node.require(node.has("kernel_shape") && node.all_are("kernel_shape", 2, 0), "its kernel size");
    node.require(node.has("strides") && node.all_are("strides", 2, 1), "its strides");
    node.require(node.all_are("pads", 0, 0) && node.all_are("dilations", 1, 1), "its padding");
    node.require(!node.has("auto_pad"), "its padding");
    Layer layer(LayerKind::pool);
    layer.input = from.tensor;
    layer.stride = 2;
    const Tensor &source = graph.tensors[from.tensor];
    append(node, std::move(layer), source.channels, source.halvings + 1);
  }

  // The nodes that only change how a result is seen.
  void add_view(const NodeReader &node) {
    Value seen = input(node, 0);
    node.require(seen.tensor > 0 && !seen.doubled, "its input is not a layer's result");
    const std::string &operation = node.operation();
    if (operation == "Resize") {
      node.require(seen.is_plain() && node.input_count() == 3, "its inputs");
      node.require(node.text("mode") == "nearest" && node.text("nearest_mode") == "floor" &&
                       node.text("coordinate_transformation_mode") == "asymmetric" &&
                       node.floats(2, 4) == std::vector<float>{1, 1, 2, 2},
                   "it does more than double each pixel");
      seen.doubled = true;
    } else if (operation == "Transpose") {
      node.require(!seen.channels_last && node.integers("perm") == std::vector<int64_t>{0, 2, 3, 1}, "its order");
      seen.channels_last = true;
    } else if (operation == "Reshape") {
      std::vector<int64_t> shape = {1, -1, graph.tensors[seen.tensor].channels};
      node.require(seen.channels_last && !seen.is_list && node.constant(1).integers == shape, "its shape");
      seen.is_list = true;
    } else if (operation == "Sigmoid") {
      node.require(!seen.sigmoid, "it follows another one");
      seen.sigmoid = true;
    } else {
      refuse("the network has a node of the unknown kind " + operation);
    }
    define(node, seen);
  }

  void add_output(const Value &result, int index) {
    if (result.tensor <= 0 || result.doubled)
      refuse("an output of the network is not a layer's result");
    Layer layer(LayerKind::output);
    layer.input = result.tensor;
    layer.output = index;
    layer.channels = graph.tensors[result.tensor].channels;
    layer.sigmoid = result.sigmoid;
    layer.channels_last = result.channels_last;
    graph.layers.push_back(layer);
  }

  const onnx::Model &model;
  std::unordered_map<std::string, Value> values;
  std::unordered_map<std::string, int> uses;
  std::unordered_map<int, int> producers; // the layer that makes a tensor
};

} // namespace

Graph make_graph(const onnx::Model &model, const std::vector<std::string> &outputs) {
  Graph graph = std::move(Builder(model, outputs).graph);
  merge_heads(graph);
  merge_pools(graph);
  return graph;
}

} // namespace facedetection
