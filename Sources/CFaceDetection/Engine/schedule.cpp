#include "schedule.hpp"

#include <algorithm>
#include <utility>

namespace facedetection {

RowRange input_rows(const Layer &layer, int row) {
  switch (layer.kind) {
  case LayerKind::deconvolution: return {row / 2, row / 2};
  case LayerKind::pool: return {row * 2, row * 2 + 1};
  default: break;
  }
  int first = layer.pools ? row * 2 : row * layer.stride, last = layer.pools ? first + 1 : first;
  int reach = layer.kernel / 2;
  return {first - reach, last + reach};
}

namespace {

int other_row(const Layer &layer, int row) { return layer.doubles_other ? row / 2 : row; }

class Scheduler {
public:
  Scheduler(const Graph &graph, int height)
      : graph(graph), height(height), computed(graph.layers.size()), writers(graph.tensors.size()),
        readers(graph.tensors.size()) {
    schedule.rows_kept.resize(graph.tensors.size());
    for (size_t index = 0; index < graph.layers.size(); index++) {
      const Layer &layer = graph.layers[index];
      if (layer.kind != LayerKind::output)
        writers[layer.output] = index;
      if (layer.input >= 0)
        readers[layer.input].push_back(index);
      if (layer.other >= 0)
        readers[layer.other].push_back(index);
    }
  }

  // All outputs advance together, from the top of the picture to its bottom.
  void run() {
    for (int bottom = input_multiple; bottom <= height; bottom += input_multiple)
      for (size_t index = 0; index < graph.layers.size(); index++) {
        const Layer &layer = graph.layers[index];
        if (layer.kind == LayerKind::output)
          while (computed[index] < bottom >> halvings(layer.input))
            compute(index);
      }
  }

  Schedule schedule;

private:
  int halvings(int tensor) const { return graph.tensors[tensor].halvings; }

  void compute(size_t index) {
    const Layer &layer = graph.layers[index];
    int row = computed[index];
    if (layer.input >= 0)
      demand(layer.input, std::min(input_rows(layer, row).last, (height >> halvings(layer.input)) - 1));
    if (layer.other >= 0)
      demand(layer.other, other_row(layer, row));
    schedule.steps.push_back({static_cast<int>(index), row});
    computed[index]++;
    if (layer.kind == LayerKind::output)
      return;
    // This row must not replace one that is still to be read.
    size_t tensor = static_cast<size_t>(layer.output);
    int oldest = row;
    for (size_t reader : readers[tensor])
      oldest = std::min(oldest, oldest_needed(graph.layers[reader], layer.output, computed[reader]));
    schedule.rows_kept[tensor] = std::max(schedule.rows_kept[tensor], row + 1 - std::max(oldest, 0));
  }

  // The recursion is as deep as the network, whose size the reader of the file limits.
  void demand(int tensor, int row) {
    size_t writer = writers[tensor];
    while (computed[writer] <= row)
      compute(writer);
  }

  static int oldest_needed(const Layer &reader, int tensor, int row) {
    int oldest = reader.input == tensor ? input_rows(reader, row).first : other_row(reader, row);
    return reader.other == tensor ? std::min(oldest, other_row(reader, row)) : oldest;
  }

  const Graph &graph;
  const int height;
  std::vector<int> computed;                // rows of each layer
  std::vector<size_t> writers;              // the layer that makes each tensor
  std::vector<std::vector<size_t>> readers; // the layers that read each tensor
};

} // namespace

Schedule make_schedule(const Graph &graph, int height) {
  Scheduler scheduler(graph, height);
  scheduler.run();
  Schedule schedule = std::move(scheduler.schedule);
  schedule.slots = shared_slots(graph, schedule);
  return schedule;
}

} // namespace facedetection
