// Networks in OpenCV's engine, through the library's table of functions.
#include "barrier.hpp"
#include "network.hpp"
#include "raster.hpp"

namespace facedetection {

namespace {

class OpenCVNetwork : public Network {
public:
  OpenCVNetwork(const uint8_t *model, size_t count, const std::vector<std::string> &outputs,
                const fbo_functions &opencv)
      : opencv(opencv), results(outputs.size()) {
    std::vector<const char *> names;
    for (const std::string &name : outputs)
      names.push_back(name.c_str());
    fbd_message message;
    expect_ok(opencv.network_create(model, count, names.data(), names.size(), &network, &message), message);
  }
  ~OpenCVNetwork() override { opencv.network_destroy(network); }
  OpenCVNetwork(const OpenCVNetwork &) = delete;
  OpenCVNetwork &operator=(const OpenCVNetwork &) = delete;

  void run(Input input, bool swaps, std::vector<Output> &outputs) override {
    const Raster raster(std::move(input.rows));
    const fbd_picture &picture = raster.picture();
    const fbo_input whole = {picture.pixels, picture.stride,     picture.width,
                             picture.height, input.padded_width, input.padded_height};
    fbd_message message;
    expect_ok(opencv.network_run(network, &whole, swaps, results.data(), &message), message);
    outputs = results;
  }

  // OpenCV computes one picture on all cores.
  std::unique_ptr<Network> beside() const override {
    throw Refusal{FBD_INVALID_ARGUMENT, "OpenCV's networks share nothing"};
  }

private:
  static void expect_ok(fbd_status status, const fbd_message &message) {
    if (status == FBD_OUT_OF_MEMORY)
      throw std::bad_alloc();
    if (status != FBD_OK)
      throw std::runtime_error(message.text);
  }

  const fbo_functions &opencv;
  fbo_network *network = nullptr;
  std::vector<Output> results;
};

} // namespace

std::unique_ptr<Network> make_opencv_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs,
                                             const fbo_functions &opencv) {
  return std::make_unique<OpenCVNetwork>(model, count, outputs, opencv);
}

} // namespace facedetection
