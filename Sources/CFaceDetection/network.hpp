// The seam between what a network means and what computes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "include/opencv_functions.h"
#include "rows.hpp"

namespace facedetection {

// A neural network that looks at one picture at a time.
class Network {
public:
  virtual ~Network() = default;

  using Output = fbo_output;
  // The network sees it in the upper left of a black picture whose sides are multiples of `input_multiple`.
  struct Input {
    std::unique_ptr<Rows> rows;
    int padded_width, padded_height;
  };

  // Runs on a picture; `swaps` where the model wants BGR. The outputs, in the order asked for when the network was
  // made, stay valid until the next run or `release`.
  virtual void run(Input input, bool swaps, std::vector<Output> &outputs) = 0;

  // Gives back the memory that the outputs lie in, for other networks to compute in.
  virtual void release() {}

  // Multiplications and additions of the last run; none where nobody counts them.
  virtual uint64_t multiply_adds() const { return 0; }

  // The same network for another thread. It shares what does not depend on pictures.
  virtual std::unique_ptr<Network> beside() const = 0;
};

// Both networks halve their input five times.
constexpr int input_multiple = 32;

struct Kernels;

// Our own engine, which needs no library. Throws std::runtime_error when the bytes are not a model, lack an output,
// or use what is not implemented; they are no longer needed afterwards.
std::unique_ptr<Network> make_native_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs, const Kernels &kernels);

// OpenCV's engine: several times slower, and memory grows with the picture. What ours is compared with.
std::unique_ptr<Network> make_opencv_network(const uint8_t *model, size_t count,
                                             const std::vector<std::string> &outputs, const fbo_functions &opencv);

} // namespace facedetection
