// The order in which the rows of all layers are computed.
#pragma once

#include <vector>

#include "graph.hpp"

namespace facedetection {

// Computes one row of a layer.
struct Step {
  int layer, row;
};

struct RowRange {
  int first, last;
};

struct Schedule {
  std::vector<Step> steps;
  // For each tensor, how many successive rows exist at a time.
  std::vector<int> rows_kept;
  // For each tensor, the place that its only row shares with other tensors' rows, or -1.
  std::vector<int> slots;
};

// The rows of its input that a layer reads for one row of its result; they may lie outside the input.
RowRange input_rows(const Layer &layer, int row);

// A row is computed only when another one needs it, so that it is soon read, while still in the cache, and
// hardly any row is kept for long.
Schedule make_schedule(const Graph &graph, int height);

// The slots of a schedule that has all else.
std::vector<int> shared_slots(const Graph &graph, const Schedule &schedule);

} // namespace facedetection
