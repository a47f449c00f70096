#include "streaming.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace facedetection {
namespace {

// The length of a cache line.
constexpr size_t alignment_floats = 16;
// The longest side of a picture that a caller may ask for.
constexpr int longest_side = 1 << 14;
// The bytes of half a pair.
constexpr size_t half_size = 2;

size_t round_up(size_t value, size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

} // namespace

uint64_t StreamingNetwork::multiply_adds() const {
  uint64_t sum = 0;
  for (size_t index = 0; index < graph.layers.size(); index++) {
    if (program->prepared[index].multiply_adds == 0)
      continue;
    const Ring &ring = rings[static_cast<size_t>(graph.layers[index].output)];
    sum += static_cast<uint64_t>(ring.width) * static_cast<uint64_t>(ring.height) * program->prepared[index].multiply_adds;
  }
  return sum;
}

void StreamingNetwork::resize(int new_width, int new_height) {
  width = 0; // in case of an exception below
  schedule = make_schedule(graph, new_height);
  floats = lay_out_results(lay_out_rings(new_width, new_height));
  owner = new_owner();
  width = new_width;
  height = new_height;
}

// Returns the floats used: first a row of zeros, which is what lies above and below every tensor, then the
// shared rows, then the rings.
size_t StreamingNetwork::lay_out_rings(int new_width, int new_height) {
  rings.assign(graph.tensors.size(), Ring());
  size_t zeros = 0;
  std::vector<size_t> slot_floats;
  for (size_t tensor = 0; tensor < rings.size(); tensor++) {
    Ring &ring = rings[tensor];
    ring.width = new_width >> graph.tensors[tensor].halvings;
    ring.height = new_height >> graph.tensors[tensor].halvings;
    ring.capacity = schedule.rows_kept[tensor];
    ring.spacing = program->spacing(static_cast<int>(tensor));
    // A pixel of zeros on either side.
    ring.row_floats = round_up(ring.spacing, alignment_floats) +
                      round_up((static_cast<size_t>(ring.width) + 1) * ring.spacing, alignment_floats);
    zeros = std::max(zeros, ring.row_floats);
    if (schedule.slots[tensor] >= 0) {
      size_t slot = static_cast<size_t>(schedule.slots[tensor]);
      slot_floats.resize(std::max(slot_floats.size(), slot + 1));
      slot_floats[slot] = std::max(slot_floats[slot], ring.row_floats);
    }
  }

  size_t total = zeros;
  std::vector<size_t> slot_offsets;
  for (size_t floats : slot_floats) {
    slot_offsets.push_back(total);
    total += floats;
  }
  size_t rounded = 0;
  for (size_t index = 0; index < graph.layers.size(); index++)
    if (program->must_round(index)) {
      const Ring &input = rings[static_cast<size_t>(graph.layers[index].input)];
      rounded = std::max(rounded, input.spacing * static_cast<size_t>(input.width) / 2);
    }
  rounded_offset = total;
  total += round_up(rounded, alignment_floats);
  for (size_t tensor = 0; tensor < rings.size(); tensor++) {
    Ring &ring = rings[tensor];
    bool shares = schedule.slots[tensor] >= 0;
    ring.offset = shares ? slot_offsets[schedule.slots[tensor]] : total;
    ring.offset += round_up(ring.spacing, alignment_floats);
    total += shares ? 0 : ring.row_floats * static_cast<size_t>(ring.capacity);
  }
  return total;
}

size_t StreamingNetwork::lay_out_results(size_t total) {
  results.clear();
  for (const Layer &layer : graph.layers)
    if (layer.kind == LayerKind::output) {
      Ring result = rings[layer.input];
      result.spacing = static_cast<size_t>(layer.channels);
      result.row_floats = result.spacing * static_cast<size_t>(result.width);
      result.offset = total;
      total += round_up(result.row_floats * static_cast<size_t>(result.height), alignment_floats);
      results.push_back(result);
    }
  return total;
}

float *StreamingNetwork::pixels(int tensor, int row) {
  const Ring &ring = rings[tensor];
  return memory + ring.offset + static_cast<size_t>(row % ring.capacity) * ring.row_floats;
}

// From the pixel left of the first one on.
const float *StreamingNetwork::window_row(int tensor, int row) {
  const Ring &ring = rings[tensor];
  return row < 0 || row >= ring.height ? memory : pixels(tensor, row) - ring.spacing;
}

void StreamingNetwork::read_picture(const Input &input, int row) {
  Blank blank = has_blank ? Blank::all(input.padded_width) : Blank{};
  const uint8_t *rgb = nullptr;
  size_t read = 0;
  const size_t count = static_cast<size_t>(input.padded_width) * 3;
  if (row < input.rows->height) {
    rgb = input.rows->row(row);
    read = static_cast<size_t>(input.rows->width) * 3;
    blank = blank_columns(rgb, input.rows->width, input.padded_width);
  }
  if (program->in_pairs[0]) {
    // So that the window of the first pixel begins with a pair, that left of it does.
    char *to = reinterpret_cast<char *>(pixels(0, row) - 3) + 3 * half_size;
    kernels.bytes_to_halves(rgb, to, read);
    std::memset(to + read * half_size, 0, (count - read) * half_size);
  } else {
    float *to = pixels(0, row);
    kernels.to_float(rgb, to, read);
    std::fill(to + read, to + count, 0.0f);
  }
  note_blank(row, blank);
}

void StreamingNetwork::run_convolution(const Step &step, Span columns) {
  const Layer &layer = graph.layers[step.layer];
  const Convolution convolution = program->convolution(step.layer, step.row, swaps);
  const size_t first = static_cast<size_t>(columns.begin), width = static_cast<size_t>(columns.count());
  ConvolutionRow row;
  RowRange window = input_rows(layer, step.row);
  if (program->must_round(static_cast<size_t>(step.layer)))
    row.input[0] = rounded(step, convolution, columns);
  else
    for (int y = window.first; y <= window.last; y++)
      row.input[y - window.first] = (layer.kernel == 3 ? window_row(layer.input, y) : pixels(layer.input, y)) +
                                    first * convolution.pixel_spacing * (layer.pools ? 2 : 1) / (convolution.widens ? 2 : 1);
  row.other = layer.other >= 0 ? pixels(layer.other, step.row) + first * rings[layer.other].spacing : nullptr;
  row.output = pixels(layer.output, step.row) + first * rings[layer.output].spacing;
  if (program->prepared[static_cast<size_t>(step.layer)].takes_pairs)
    kernels.dense_of_pairs(convolution, row, width);
  else if (layer.pools)
    kernels.depthwise_pooled(convolution, row, width);
  else if (layer.kind == LayerKind::depthwise)
    kernels.depthwise(convolution, row, width);
  else
    kernels.dense(convolution, row, width);
}

// The columns of the row that a step reads.
const float *StreamingNetwork::rounded(const Step &step, const Convolution &convolution, Span columns) {
  const Layer &layer = graph.layers[step.layer];
  const size_t skipped = static_cast<size_t>(columns.begin) * convolution.pixel_spacing * 2;
  float *pairs = memory + rounded_offset;
  kernels.to_pairs(pixels(layer.input, input_rows(layer, step.row).first) + skipped, pairs,
                   static_cast<size_t>(columns.count()) * convolution.pixel_spacing * 2);
  return pairs;
}

void StreamingNetwork::run_output(const Layer &layer, int row) {
  const Ring &result = results[layer.output];
  size_t step = rings[layer.input].spacing;
  size_t columns = static_cast<size_t>(result.width), channels = result.spacing;
  const float *from = pixels(layer.input, row) + layer.first_channel;
  float *values = memory + result.offset;
  if (layer.channels_last) {
    float *to = values + static_cast<size_t>(row) * result.row_floats;
    for (size_t x = 0; x < columns; x++)
      for (size_t channel = 0; channel < channels; channel++)
        to[x * channels + channel] = from[x * step + channel];
    if (layer.sigmoid)
      kernels.sigmoid(to, result.row_floats);
    return;
  }
  for (size_t channel = 0; channel < channels; channel++) {
    float *to = values + (channel * static_cast<size_t>(result.height) + static_cast<size_t>(row)) * columns;
    for (size_t x = 0; x < columns; x++)
      to[x] = from[x * step + channel];
    if (layer.sigmoid)
      kernels.sigmoid(to, columns);
  }
}

void StreamingNetwork::run_step(const Step &step, Span columns) {
  const Layer &layer = graph.layers[step.layer];
  if (layer.kind != LayerKind::pool && layer.kind != LayerKind::add)
    return run_convolution(step, columns);
  const size_t spacing = rings[layer.output].spacing, vectors = spacing / static_cast<size_t>(kernels.lanes);
  const size_t skipped = static_cast<size_t>(columns.begin) * spacing, width = static_cast<size_t>(columns.count());
  float *output = pixels(layer.output, step.row) + skipped;
  if (layer.kind == LayerKind::pool)
    return kernels.pool(pixels(layer.input, step.row * 2) + 2 * skipped,
                        pixels(layer.input, step.row * 2 + 1) + 2 * skipped, output, vectors, width);
  const int halvings = layer.doubles_other ? 1 : 0;
  kernels.add(pixels(layer.input, step.row) + skipped,
              pixels(layer.other, step.row >> halvings) + static_cast<size_t>(columns.begin >> halvings) * spacing,
              halvings, output, vectors, width);
}

void StreamingNetwork::run(Input input, bool swapped, std::vector<Output> &outputs) {
  for (int side : {input.padded_width, input.padded_height})
    if (side <= 0 || side > longest_side || side % input_multiple != 0)
      throw std::invalid_argument("the network's input is not a multiple of 32 pixels wide and high");
  if (input.rows->width <= 0 || input.rows->width > input.padded_width || input.rows->height <= 0 ||
      input.rows->height > input.padded_height)
    throw std::invalid_argument("the network's input is larger than its padding");
  if (input.padded_width != width || input.padded_height != height)
    resize(input.padded_width, input.padded_height);
  if (!arena || arena->owner != owner) {
    release();
    arena = take_arena(owner, floats);
  }
  memory = arena->floats;
  swaps = swapped;
  forget_blank();

  for (const Step &step : schedule.steps) {
    const Layer &layer = graph.layers[step.layer];
    if (layer.kind == LayerKind::picture)
      read_picture(input, step.row);
    else if (layer.kind == LayerKind::output)
      run_output(layer, step.row);
    else
      run_busy(step);
  }

  outputs.clear();
  for (const Ring &result : results)
    outputs.push_back({memory + result.offset, result.row_floats * static_cast<size_t>(result.height)});
}

} // namespace facedetection
