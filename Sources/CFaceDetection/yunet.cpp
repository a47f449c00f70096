// YuNet 2023mar. cv::FaceDetectorYN of OpenCV 4.6 cannot read this file, so the decoding of the outputs is done here.
#include "architecture.hpp"

namespace facedetection {

namespace {

constexpr int strides[] = {8, 16, 32};

float clamp01(float value) { return std::min(1.0f, std::max(0.0f, value)); }

// Of each stride, cell (r, c) is row r * columns + c of the outputs.
void decode_yunet(const std::vector<Network::Output> &outputs, int width, int height, float threshold,
                  std::vector<fbd_face> &faces) {
  for (size_t level = 0; level < 3; level++) {
    int stride = strides[level], columns = width / stride;
    size_t cells = static_cast<size_t>(columns) * (height / stride);
    const auto &cls = outputs[level], &obj = outputs[3 + level], &bbox = outputs[6 + level];
    expect(cls, cells);
    expect(obj, cells);
    expect(bbox, cells * 4);
    for (size_t cell = 0; cell < cells; cell++) {
      float score = std::sqrt(clamp01(cls.values[cell]) * clamp01(obj.values[cell]));
      if (!(score >= threshold))
        continue;
      const float *box = bbox.values + cell * 4;
      float x = static_cast<float>(cell % columns) + box[0], y = static_cast<float>(cell / columns) + box[1];
      append(faces, x * stride, y * stride, std::exp(box[2]) * stride, std::exp(box[3]) * stride, score);
    }
  }
}

} // namespace

const Architecture &yunet() {
  static const Architecture architecture = {
      true,
      {"cls_8", "cls_16", "cls_32", "obj_8", "obj_16", "obj_32", "bbox_8", "bbox_16", "bbox_32"},
      decode_yunet};
  return architecture;
}

} // namespace facedetection
