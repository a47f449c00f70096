// Merges the small convolutions at a network's ends that read the same tensor: one vector holds the channels
// of several.
#include <map>
#include <tuple>

#include "graph.hpp"

namespace facedetection {
namespace {

constexpr size_t none = static_cast<size_t>(-1);

// A 1x1 convolution, perhaps followed by a depthwise one, that leads to nothing but an output.
struct Head {
  size_t dense = none, depthwise = none, output = none;
};

class Merger {
public:
  explicit Merger(Graph &graph) : graph(graph), readers(graph.tensors.size()) {
    for (size_t index = 0; index < graph.layers.size(); index++)
      for (int tensor : {graph.layers[index].input, graph.layers[index].other})
        if (tensor >= 0)
          readers[tensor].push_back(index);
  }

  void run() {
    // Only heads of the same kind share a place in this map.
    std::map<std::tuple<int, bool, bool, bool>, Head> firsts;
    std::vector<bool> absorbed(graph.layers.size());
    for (size_t index = 0; index < graph.layers.size(); index++) {
      Head head = head_at(index);
      if (head.output == none)
        continue;
      const Layer &dense = graph.layers[index];
      bool goes_on = head.depthwise != none;
      bool rectifies_last = goes_on && graph.layers[head.depthwise].rectifies;
      auto [place, is_first] =
          firsts.emplace(std::make_tuple(dense.input, dense.rectifies, goes_on, rectifies_last), head);
      if (is_first)
        continue;
      Layer &output = graph.layers[head.output];
      output.first_channel = absorb(place->second.dense, head.dense);
      absorbed[head.dense] = true;
      if (goes_on) {
        absorb(place->second.depthwise, head.depthwise);
        absorbed[head.depthwise] = true;
      }
      output.input = graph.layers[place->second.output].input;
    }
    std::vector<Layer> kept;
    for (size_t index = 0; index < graph.layers.size(); index++)
      if (!absorbed[index])
        kept.push_back(std::move(graph.layers[index]));
    graph.layers = std::move(kept);
  }

private:
  // The only layer that reads what this one writes.
  size_t only_reader(const Layer &layer) const {
    const std::vector<size_t> &found = readers[layer.output];
    return found.size() == 1 ? found[0] : none;
  }

  Head head_at(size_t index) const {
    const Layer &dense = graph.layers[index];
    Head head;
    if (dense.kind != LayerKind::dense || dense.kernel != 1 || dense.stride != 1 || dense.other >= 0 ||
        dense.input == 0)
      return head;
    head.dense = index;
    size_t next = only_reader(dense);
    if (next != none && graph.layers[next].kind == LayerKind::depthwise && graph.layers[next].stride == 1 &&
        graph.layers[next].other < 0) {
      head.depthwise = next;
      next = only_reader(graph.layers[next]);
    }
    if (next != none && graph.layers[next].kind == LayerKind::output)
      head.output = next;
    return head;
  }

  // Appends the channels of one convolution to another's; returns where they begin.
  int absorb(size_t into_index, size_t from_index) {
    Layer &into = graph.layers[into_index];
    const Layer &from = graph.layers[from_index];
    size_t before = into.bias.size(), added = from.bias.size(), rows = into.weights.size() / before;
    std::vector<float> weights;
    for (size_t row = 0; row < rows; row++) {
      auto one = into.weights.begin() + row * before;
      auto two = from.weights.begin() + row * added;
      weights.insert(weights.end(), one, one + before);
      weights.insert(weights.end(), two, two + added);
    }
    into.weights = std::move(weights);
    into.bias.insert(into.bias.end(), from.bias.begin(), from.bias.end());
    graph.tensors[into.output].channels += static_cast<int>(added);
    return static_cast<int>(before);
  }

  Graph &graph;
  std::vector<std::vector<size_t>> readers; // the layers that read each tensor
};

} // namespace

void merge_heads(Graph &graph) { Merger(graph).run(); }

} // namespace facedetection
