// Networks through cv::dnn.
#include <opencv2/dnn.hpp>

#include "barrier.hpp"
#include "network.hpp"

namespace facedetection {

namespace {

class OpenCVNetwork : public Network {
public:
  OpenCVNetwork(const uint8_t *model, size_t count, const std::vector<std::string> &outputs)
      : net(cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(model), count)),
        names(outputs.begin(), outputs.end()) {
    if (net.empty())
      throw Refusal{FBD_MODEL_UNREADABLE, "the file holds no network"};
    // OpenCV reuses fused layers wrongly when the input size changes, as it does between two looks.
    net.enableFusion(false);
    for (const cv::String &name : names)
      if (net.getLayerId(name) < 0)
        throw Refusal{FBD_MODEL_UNREADABLE, "the network lacks an output that is read"};
  }

  void run(const Input &input, bool swaps, std::vector<Output> &outputs) override {
    cv::Mat picture(input.height, input.width, CV_8UC3, const_cast<uint8_t *>(input.rgb), input.stride);
    cv::Mat padded = cv::Mat::zeros(input.padded_height, input.padded_width, CV_8UC3);
    picture.copyTo(padded(cv::Rect(0, 0, input.width, input.height)));
    net.setInput(cv::dnn::blobFromImage(padded, 1.0, cv::Size(), cv::Scalar(), swaps, false));
    net.forward(results, names);
    outputs.clear();
    for (const cv::Mat &result : results)
      outputs.push_back({result.ptr<float>(), result.total()});
  }

private:
  cv::dnn::Net net;
  std::vector<cv::String> names;
  std::vector<cv::Mat> results;
};

} // namespace

std::unique_ptr<Network> make_opencv_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs) {
  return std::make_unique<OpenCVNetwork>(model, count, outputs);
}

} // namespace facedetection
