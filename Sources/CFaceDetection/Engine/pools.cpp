// Merges depthwise convolutions with the pools behind them: of four pixels one is written.
#include "graph.hpp"

namespace facedetection {

void merge_pools(Graph &graph) {
  std::vector<int> readers(graph.tensors.size());
  for (const Layer &layer : graph.layers)
    for (int tensor : {layer.input, layer.other})
      if (tensor >= 0)
        readers[tensor]++;
  std::vector<Layer> kept;
  for (Layer &layer : graph.layers) {
    auto maker = kept.end();
    if (layer.kind == LayerKind::pool && readers[layer.input] == 1)
      for (auto before = kept.begin(); before != kept.end(); ++before)
        if (before->kind == LayerKind::depthwise && before->output == layer.input)
          maker = before;
    if (maker == kept.end() || maker->stride != 1 || maker->other >= 0) {
      kept.push_back(std::move(layer));
      continue;
    }
    maker->pools = true;
    maker->output = layer.output;
  }
  graph.layers = std::move(kept);
}

} // namespace facedetection
