// Networks through cv::dnn.
#include <opencv2/dnn.hpp>

#include "opencv_barrier.hpp"

using namespace facedetection;

struct fbo_network {
  cv::dnn::Net net;
  std::vector<cv::String> names;
  std::vector<cv::Mat> results;
};

fbd_status facedetection::network_create(const uint8_t *model, size_t count, const char *const *outputs,
                                         size_t output_count, fbo_network **network, fbd_message *message) {
  *network = nullptr;
  return opencv_barrier(message, FBD_MODEL_UNREADABLE, [&] {
    auto made = std::make_unique<fbo_network>();
    made->net = cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(model), count);
    made->names.assign(outputs, outputs + output_count);
    if (made->net.empty())
      throw Refusal{FBD_MODEL_UNREADABLE, "the file holds no network"};
    // OpenCV reuses fused layers wrongly when the input size changes, as it does between two looks.
    made->net.enableFusion(false);
    for (const cv::String &name : made->names)
      if (made->net.getLayerId(name) < 0)
        throw Refusal{FBD_MODEL_UNREADABLE, "the network lacks an output that is read"};
    *network = made.release();
  });
}

fbd_status facedetection::network_run(fbo_network *network, const fbo_input *input, int32_t swaps,
                                      fbo_output *outputs, fbd_message *message) {
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    const cv::Mat picture = view({input->rgb, input->width, input->height, input->stride});
    if (input->padded_width < input->width || input->padded_height < input->height)
      throw Refusal{FBD_INVALID_ARGUMENT, "the padded picture is smaller than the picture"};
    cv::Mat padded = cv::Mat::zeros(input->padded_height, input->padded_width, CV_8UC3);
    picture.copyTo(padded(cv::Rect(0, 0, input->width, input->height)));
    network->net.setInput(cv::dnn::blobFromImage(padded, 1.0, cv::Size(), cv::Scalar(), swaps != 0, false));
    network->net.forward(network->results, network->names);
    for (size_t index = 0; index < network->names.size(); index++)
      outputs[index] = {network->results[index].ptr<float>(), network->results[index].total()};
  });
}

void facedetection::network_destroy(fbo_network *network) { delete network; }
