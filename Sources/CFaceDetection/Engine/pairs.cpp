// Which tensors and weights lie in pairs of bfloat16, and how weights come there.
#include <cstring>

#include "streaming.hpp"

namespace facedetection {
namespace {

// The upper half of the nearest float that has nothing in its lower one; of two that are as near, of the even one.
uint32_t rounded(float value) {
  if (value != value)
    return 0x7fc0;
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

// Half of what rounding takes from a weight is given to the next one of the sum. What is multiplied is of one sign, mostly, so that the sum
// comes nearer to what it was; were all of it given, single weights would be too far from what they were.
uint32_t rounded(float weight, float &carried) {
  if (weight == 0)
    return 0;
  const float wanted = weight + carried;
  const uint32_t half = rounded(wanted), bits = half << 16;
  float made;
  std::memcpy(&made, &bits, sizeof made);
  carried = (wanted - made) / 2;
  return half;
}

// Channels from which on a depthwise layer gains by an input in pairs, although it has to widen them: rows of fewer stay in the nearest cache.
constexpr int least_widened = 96;

bool multiplies_all_channels(const Layer &layer) {
  return layer.kind == LayerKind::dense || layer.kind == LayerKind::deconvolution;
}

} // namespace

// In floats stays what is added, what is handed out, and what leads there without another dense layer: scores and boxes come of few sums there,
// in which rounding does not even out.
void Program::choose_pairs() {
  const std::vector<Layer> &layers = graph.layers;
  // By tensor.
  std::vector<bool> leads_out(graph.tensors.size()), may_be(graph.tensors.size());
  for (size_t index = layers.size(); index-- > 0;) {
    const Layer &layer = layers[index];
    const bool ends = layer.kind == LayerKind::output || leads_out[static_cast<size_t>(layer.output)];
    prepared[index].takes_pairs = multiplies_all_channels(layer) && !ends;
    for (int tensor : {layer.input, layer.other})
      if (tensor >= 0 && ends && !multiplies_all_channels(layer))
        leads_out[static_cast<size_t>(tensor)] = true;
  }
  for (const Layer &layer : layers)
    if (layer.kind == LayerKind::dense || layer.kind == LayerKind::depthwise || layer.kind == LayerKind::picture)
      may_be[static_cast<size_t>(layer.output)] = true;
  for (size_t index = 0; index < layers.size(); index++) {
    const Layer &layer = layers[index];
    if (layer.input >= 0 && !reads_pairs(index, leads_out))
      may_be[static_cast<size_t>(layer.input)] = false;
    if (layer.other >= 0)
      may_be[static_cast<size_t>(layer.other)] = false;
  }
  in_pairs = may_be;
  // For a layer one row is rounded at a time, and none of the picture.
  for (size_t index = 0; index < layers.size(); index++) {
    const Layer &layer = layers[index];
    if ((layer.kernel == 3 || layer.input == 0) && !in_pairs[static_cast<size_t>(layer.input)])
      prepared[index].takes_pairs = false;
  }
}

// Whether a layer can read its input in pairs, and gains by it.
bool Program::reads_pairs(size_t index, const std::vector<bool> &leads_out) const {
  const Layer &layer = graph.layers[index];
  // The pixels of a picture are packed: every other one begins within a pair.
  if (layer.input == 0 && (layer.kernel != 3 || layer.stride != 2))
    return false;
  if (layer.kind == LayerKind::depthwise)
    return !leads_out[static_cast<size_t>(layer.output)] &&
           graph.tensors[static_cast<size_t>(layer.input)].channels >= least_widened;
  return prepared[index].takes_pairs;
}

std::vector<float> paired(const std::vector<float> &lines, size_t line, size_t run) {
  const size_t count = lines.size() / line;
  std::vector<float> made((count + count / run * (run % 2)) / 2 * line);
  // Of each channel, what is added to its next weight.
  std::vector<float> carried(line);
  std::vector<uint32_t> pairs(line);
  float *to = made.data();
  for (size_t begin = 0; begin < count; begin += run)
    for (size_t at = begin; at < begin + run; at += 2, to += line) {
      const float *first = lines.data() + at * line;
      for (size_t column = 0; column < line; column++) {
        pairs[column] = rounded(first[column], carried[column]);
        if (at + 1 < begin + run)
          pairs[column] |= rounded(first[line + column], carried[column]) << 16;
      }
      std::memcpy(to, pairs.data(), line * sizeof(float));
    }
  return made;
}

} // namespace facedetection
