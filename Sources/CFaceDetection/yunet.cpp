// YuNet 2023mar through cv::dnn. cv::FaceDetectorYN of OpenCV 4.6 cannot read this file, so the decoding of
// the outputs is done here.
#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

#include "barrier.hpp"

using namespace facedetection;

namespace {

// The network halves its input five times, so both sides are multiples of 32.
constexpr int input_multiple = 32;
constexpr int strides[] = {8, 16, 32};

int round_up(int value) { return (value + input_multiple - 1) / input_multiple * input_multiple; }

float clamp01(float value) { return std::min(1.0f, std::max(0.0f, value)); }

// Scales the picture and pads it with zeros at the right and the bottom.
cv::Mat network_input(const fbd_picture &picture, cv::Size size) {
  cv::Mat source = view(picture);
  cv::Mat padded = cv::Mat::zeros(round_up(size.height), round_up(size.width), CV_8UC3);
  cv::Mat inner = padded(cv::Rect(cv::Point(0, 0), size));
  bool shrinks = size.width < source.cols || size.height < source.rows;
  cv::resize(source, inner, size, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  // The pixels are RGB and the network wants BGR: swapRB.
  return cv::dnn::blobFromImage(padded, 1.0, cv::Size(), cv::Scalar(), true, false);
}

} // namespace

struct fbd_yunet {
  cv::dnn::Net net;
  std::vector<cv::String> outputs;
  std::vector<fbd_face> faces;

  // Reads the cells of one stride: cell (r, c) is row r * columns + c of each output.
  void decode(const std::vector<cv::Mat> &results, size_t level, int columns, int rows, float threshold) {
    int stride = strides[level];
    const cv::Mat &cls = results[level], &obj = results[3 + level], &bbox = results[6 + level];
    size_t cells = static_cast<size_t>(columns) * rows;
    if (cls.total() != cells || obj.total() != cells || bbox.total() != cells * 4)
      throw Refusal{FBD_ENGINE_FAILED, "the network's output does not have the expected size"};
    const float *class_scores = cls.ptr<float>(), *object_scores = obj.ptr<float>(), *boxes = bbox.ptr<float>();
    for (size_t cell = 0; cell < cells; cell++) {
      float score = std::sqrt(clamp01(class_scores[cell]) * clamp01(object_scores[cell]));
      if (!(score >= threshold))
        continue;
      const float *box = boxes + cell * 4;
      float width = std::exp(box[2]) * stride, height = std::exp(box[3]) * stride;
      float x = (static_cast<float>(cell % columns) + box[0]) * stride - width / 2;
      float y = (static_cast<float>(cell / columns) + box[1]) * stride - height / 2;
      if (std::isfinite(x) && std::isfinite(y) && std::isfinite(width) && std::isfinite(height))
        faces.push_back({x, y, width, height, score});
    }
  }
};

fbd_status fbd_yunet_create(const uint8_t *model, size_t count, fbd_yunet **detector, fbd_message *message) {
  *detector = nullptr;
  return barrier(message, FBD_MODEL_UNREADABLE, [&] {
    auto created = std::make_unique<fbd_yunet>();
    created->net = cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(model), count);
    if (created->net.empty())
      throw Refusal{FBD_MODEL_UNREADABLE, "the file holds no network"};
    // OpenCV reuses fused layers wrongly when the input size changes, as it does between two scales.
    created->net.enableFusion(false);
    for (const char *kind : {"cls", "obj", "bbox"})
      for (int stride : strides) {
        cv::String name = cv::format("%s_%d", kind, stride);
        if (created->net.getLayerId(name) < 0)
          throw Refusal{FBD_MODEL_UNREADABLE, "the network lacks an output of YuNet 2023mar"};
        created->outputs.push_back(name);
      }
    *detector = created.release();
  });
}

fbd_status fbd_yunet_detect(fbd_yunet *detector, fbd_picture picture, int32_t long_side, float threshold,
                            fbd_faces *faces, fbd_message *message) {
  *faces = {nullptr, 0};
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    check(picture);
    if (!(threshold >= 0 && threshold <= 1))
      throw Refusal{FBD_INVALID_ARGUMENT, "the threshold is not 0 to 1"};
    detector->faces.clear();
    cv::Size size = scaled_size(picture, long_side);
    cv::Mat input = network_input(picture, size);
    detector->net.setInput(input);
    std::vector<cv::Mat> results;
    detector->net.forward(results, detector->outputs);
    int columns = round_up(size.width), rows = round_up(size.height);
    for (size_t level = 0; level < 3; level++)
      detector->decode(results, level, columns / strides[level], rows / strides[level], threshold);

    float back_x = static_cast<float>(picture.width) / size.width;
    float back_y = static_cast<float>(picture.height) / size.height;
    for (fbd_face &face : detector->faces)
      face = {face.x * back_x, face.y * back_y, face.width * back_x, face.height * back_y, face.score};
    sort_strongest_first(detector->faces);
    if (detector->faces.size() > FBD_MAX_CANDIDATES)
      detector->faces.resize(FBD_MAX_CANDIDATES);
    *faces = {detector->faces.data(), detector->faces.size()};
  });
}

void fbd_yunet_destroy(fbd_yunet *detector) { delete detector; }
