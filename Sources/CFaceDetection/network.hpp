// The seam between what a network means and what computes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace facedetection {

// A neural network that looks at one picture at a time.
class Network {
public:
  virtual ~Network() = default;

  // The elements of one output in the order in which the model file lays them out.
  struct Output {
    const float *values;
    size_t count;
  };

  // Interleaved 8-bit RGB. The network sees it in the upper left of a black picture whose sides are multiples of
  // `input_multiple`.
  struct Input {
    const uint8_t *rgb;
    size_t stride;
    int width, height;
    int padded_width, padded_height;
  };

  // Runs on a picture; `swaps` where the model wants BGR. The outputs, in the order asked for when the network was
  // made, stay valid until the next run.
  virtual void run(const Input &input, bool swaps, std::vector<Output> &outputs) = 0;
};

// Both networks halve their input five times.
constexpr int input_multiple = 32;

// Our own engine, which needs no library. Throws std::runtime_error when the bytes are not a model, lack an output,
// or use what is not implemented; they are no longer needed afterwards.
std::unique_ptr<Network> make_native_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs);

// OpenCV's engine: several times slower, and memory grows with the picture. What ours is measured against.
std::unique_ptr<Network> make_opencv_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs);

} // namespace facedetection
