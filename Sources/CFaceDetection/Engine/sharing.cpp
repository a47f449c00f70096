// Finds which tensors of a single row can lie in the same memory, because none is needed while another is.
#include <algorithm>
#include <set>

#include "schedule.hpp"

namespace facedetection {
namespace {

class Sharer {
public:
  Sharer(const Graph &graph, const Schedule &schedule)
      : graph(graph), schedule(schedule), may_share(graph.tensors.size()), conflicts(graph.tensors.size()) {
    for (size_t tensor = 1; tensor < graph.tensors.size(); tensor++)
      may_share[tensor] = schedule.rows_kept[tensor] == 1;
    // A 3x3 window needs the zeros at the ends of the row, which another tensor would overwrite.
    for (const Layer &layer : graph.layers)
      if (layer.kernel == 3)
        may_share[layer.input] = false;
  }

  std::vector<int> run() {
    // Backwards, so that the first sight of a row is its last use.
    for (auto step = schedule.steps.rbegin(); step != schedule.steps.rend(); ++step) {
      const Layer &layer = graph.layers[step->layer];
      keep(layer.input);
      keep(layer.other);
      if (layer.kind == LayerKind::output)
        continue;
      keep(layer.output);
      needed.erase(layer.output);
    }
    std::vector<int> slots(graph.tensors.size(), -1);
    for (size_t tensor = 0; tensor < slots.size(); tensor++)
      if (may_share[tensor])
        slots[tensor] = free_slot(tensor, slots);
    return slots;
  }

private:
  void keep(int tensor) {
    if (tensor < 0 || !may_share[tensor] || !needed.insert(tensor).second)
      return;
    for (int other : needed)
      if (other != tensor) {
        conflicts[tensor].insert(other);
        conflicts[other].insert(tensor);
      }
  }

  int free_slot(size_t tensor, const std::vector<int> &slots) const {
    auto is_taken = [&](int slot) {
      return std::any_of(conflicts[tensor].begin(), conflicts[tensor].end(),
                         [&](int other) { return slots[other] == slot; });
    };
    int slot = 0;
    while (is_taken(slot))
      slot++;
    return slot;
  }

  const Graph &graph;
  const Schedule &schedule;
  std::vector<bool> may_share;
  std::vector<std::set<int>> conflicts; // for each tensor, those that are needed at the same time
  std::set<int> needed;                 // at the current step
};

} // namespace

std::vector<int> shared_slots(const Graph &graph, const Schedule &schedule) { return Sharer(graph, schedule).run(); }

} // namespace facedetection
