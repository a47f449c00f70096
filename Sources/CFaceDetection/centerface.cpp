// CenterFace: a heat map of face centres, one cell for four by four pixels. It wants RGB, and BGR costs a quarter of
// its recall.
#include "architecture.hpp"

namespace facedetection {

namespace {

constexpr int stride = 4;

void decode_centerface(const std::vector<Network::Output> &outputs, int width, int height, float threshold,
                       std::vector<fbd_face> &faces) {
  int columns = width / stride, rows = height / stride;
  size_t cells = static_cast<size_t>(columns) * rows;
  const auto &heat = outputs[0], &scale = outputs[1], &offset = outputs[2];
  expect(heat, cells);
  expect(scale, cells * 2);
  expect(offset, cells * 2);
  for (size_t cell = 0; cell < cells; cell++) {
    float score = heat.values[cell];
    if (!(score >= threshold))
      continue;
    // Both planes come with the vertical one first.
    float x = static_cast<float>(cell % columns) + offset.values[cells + cell] + 0.5f;
    float y = static_cast<float>(cell / columns) + offset.values[cell] + 0.5f;
    append(faces, x * stride, y * stride, std::exp(scale.values[cells + cell]) * stride,
           std::exp(scale.values[cell]) * stride, std::min(score, 1.0f));
  }
}

} // namespace

const Architecture &centerface() {
  static const Architecture architecture = {false, {"537", "538", "539"}, decode_centerface};
  return architecture;
}

} // namespace facedetection
