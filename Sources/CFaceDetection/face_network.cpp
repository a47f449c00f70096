// One look at a picture with a network: scaling, running, decoding, and back to the picture's own pixels.
#include <opencv2/imgproc.hpp>

#include "architecture.hpp"
#include "Engine/kernels.hpp"

using namespace facedetection;

namespace {

// OpenCV 4.6 computes wide inputs that are 32 pixels high wrongly.
constexpr int smallest_side = 2 * input_multiple;

int round_up(int value) {
  return std::max(smallest_side, (value + input_multiple - 1) / input_multiple * input_multiple);
}

// Scales the picture and pads it with zeros at the right and the bottom.
cv::Mat network_input(const fbd_picture &picture, cv::Size size) {
  cv::Mat source = view(picture);
  cv::Mat padded = cv::Mat::zeros(round_up(size.height), round_up(size.width), CV_8UC3);
  cv::Mat inner = padded(cv::Rect(cv::Point(0, 0), size));
  bool shrinks = size.width < source.cols || size.height < source.rows;
  cv::resize(source, inner, size, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  return padded;
}

const Architecture &architecture_of(fbd_architecture architecture) {
  switch (architecture) {
  case FBD_YUNET:
    return yunet;
  case FBD_CENTERFACE:
    return centerface;
  }
  throw Refusal{FBD_INVALID_ARGUMENT, "there is no such architecture"};
}

std::unique_ptr<Network> make_network(fbd_engine engine, const uint8_t *model, size_t count,
                                      const std::vector<std::string> &outputs) {
  switch (engine) {
  case FBD_NATIVE:
    return make_native_network(model, count, outputs);
  case FBD_OPENCV:
    return make_opencv_network(model, count, outputs);
  }
  throw Refusal{FBD_INVALID_ARGUMENT, "there is no such engine"};
}

} // namespace

struct fbd_network {
  const Architecture &architecture;
  std::unique_ptr<Network> network;
  std::vector<Network::Output> outputs;
  std::vector<fbd_face> faces;
};

fbd_status fbd_network_create(fbd_architecture kind, fbd_engine engine, const uint8_t *model, size_t count,
                              fbd_network **network, fbd_message *message) {
  *network = nullptr;
  return barrier(message, FBD_MODEL_UNREADABLE, [&] {
    const Architecture &architecture = architecture_of(kind);
    *network = new fbd_network{architecture, make_network(engine, model, count, architecture.outputs), {}, {}};
  });
}

fbd_status fbd_network_detect(fbd_network *network, fbd_picture picture, int32_t long_side, float threshold,
                              fbd_faces *faces, fbd_message *message) {
  *faces = {nullptr, 0};
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    check(picture);
    if (!(threshold >= 0 && threshold <= 1))
      throw Refusal{FBD_INVALID_ARGUMENT, "the threshold is not 0 to 1"};
    cv::Size size = scaled_size(picture, long_side);
    cv::Mat input = network_input(picture, size);
    const Architecture &architecture = network->architecture;
    network->network->run(input.data, input.step, input.cols, input.rows, architecture.wants_bgr, network->outputs);
    network->faces.clear();
    architecture.decode(network->outputs, input.cols, input.rows, threshold, network->faces);

    float back_x = static_cast<float>(picture.width) / size.width;
    float back_y = static_cast<float>(picture.height) / size.height;
    for (fbd_face &face : network->faces)
      face = {face.x * back_x, face.y * back_y, face.width * back_x, face.height * back_y, face.score};
    sort_strongest_first(network->faces);
    if (network->faces.size() > FBD_MAX_CANDIDATES)
      network->faces.resize(FBD_MAX_CANDIDATES);
    *faces = {network->faces.data(), network->faces.size()};
  });
}

const char *fbd_native_instructions(void) { return best_kernels().name; }

void fbd_network_destroy(fbd_network *network) { delete network; }
