// Leaves out what is blank: the corners of a turned picture, and what is black at its sides.
#include <cstring>

#include "streaming.hpp"

namespace facedetection {
namespace {

// What lies in it of pairs of columns that share one of another tensor: what is computed begins and ends between two of them.
Blank in_pairs(Blank blank) {
  for (Span *span : {&blank.left, &blank.right})
    *span = {(span->begin + 1) & ~1, span->end & ~1};
  return blank;
}

// Floats that are copied at a time, so that they stay in the nearest cache.
constexpr size_t most_copied = 2048;

} // namespace

void StreamingNetwork::forget_blank() {
  has_blank = false;
  blank_rows.resize(rings.size());
  for (size_t tensor = 0; tensor < rings.size(); tensor++)
    blank_rows[tensor].assign(static_cast<size_t>(rings[tensor].capacity), BlankRow());
}

void StreamingNetwork::note_blank(int row, const Blank &blank) {
  has_blank = has_blank || blank.left.count() > 0 || blank.right.count() > 0;
  if (has_blank)
    blank_row(0, row).blank = blank;
}

StreamingNetwork::BlankRow &StreamingNetwork::blank_row(int tensor, int row) {
  std::vector<BlankRow> &kept = blank_rows[static_cast<size_t>(tensor)];
  return kept[static_cast<size_t>(row) % kept.size()];
}

Blank StreamingNetwork::blank_of(const Step &step) {
  const Layer &layer = graph.layers[step.layer];
  const Ring &input = rings[layer.input];
  const RowRange window = input_rows(layer, step.row);
  Blank all = Blank::all(input.width);
  for (int row = window.first; row <= window.last; row++) {
    const bool is_outside = row < 0 || row >= input.height;
    // Around the picture is black, around all else that is made of it are zeros.
    if (is_outside && layer.input != 0)
      return {};
    if (!is_outside)
      all = common(all, blank_row(layer.input, row).blank);
  }
  if (layer.input == 0)
    all = beyond_edges(all, input.width);
  if (layer.other >= 0) {
    Blank other = blank_row(layer.other, layer.doubles_other ? step.row / 2 : step.row).blank;
    if (layer.doubles_other)
      other = {{2 * other.left.begin, 2 * other.left.end}, {2 * other.right.begin, 2 * other.right.end}};
    all = common(all, other);
  }
  const Blank result = blank_result(layer, all, rings[layer.output].width);
  return layer.doubles_other ? in_pairs(result) : result;
}

void StreamingNetwork::fill(const Step &step, Span span, Span filled) {
  if (span.count() == 0)
    return;
  const int tensor = graph.layers[step.layer].output;
  const std::vector<float> &pixel = program->blank_pixels(swaps)[static_cast<size_t>(tensor)];
  if (filled.count() == 0)
    filled = {span.end, span.end};
  const Span before = {span.begin, std::min(span.end, filled.begin)}, behind = {std::max(span.begin, filled.end), span.end};
  for (Span missing : {before, behind}) {
    const size_t count = static_cast<size_t>(missing.count()) * pixel.size();
    float *to = pixels(tensor, step.row) + static_cast<size_t>(missing.begin) * pixel.size();
    // What is there already serves as much again, in whole pixels.
    const size_t most = std::max<size_t>(most_copied / pixel.size(), 1) * pixel.size();
    for (size_t done = 0; done < count;) {
      const size_t more = done == 0 ? pixel.size() : std::min({done, count - done, most});
      std::memcpy(to + done, done == 0 ? pixel.data() : to, more * sizeof(float));
      done += more;
    }
  }
}

void StreamingNetwork::run_busy(const Step &step) {
  const Layer &layer = graph.layers[step.layer];
  const int width = rings[layer.kind == LayerKind::deconvolution ? layer.input : layer.output].width;
  if (!has_blank)
    return run_step(step, {0, width});
  BlankRow &row = blank_row(layer.output, step.row);
  row.blank = layer.kind == LayerKind::deconvolution ? Blank{} : blank_of(step);
  Blank blank = row.blank;
  Span busy[3];
  const int count = busy_spans(blank, width, busy);
  for (int index = 0; index < count; index++)
    run_step(step, busy[index]);
  // Rows that share their place with those of other tensors lose what was filled in.
  const Blank filled = schedule.slots[layer.output] < 0 ? row.filled : Blank{};
  fill(step, blank.left, filled.left);
  fill(step, blank.right, filled.right);
  row.filled = blank;
}

} // namespace facedetection
