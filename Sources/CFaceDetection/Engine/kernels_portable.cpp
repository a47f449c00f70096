// The kernels for any processor: four floats are a vector of SSE2 as of NEON.
#include "kernels.hpp"

namespace facedetection {
namespace {
constexpr int lanes = 4;
// Up to 12 sums fit in 16 registers, with room for the weights.
constexpr int most_vectors = 2;
constexpr int columns_at_once = 5, columns_at_once_halving = 3, pooled_at_once = 2;
constexpr int pixels_at_once[] = {10, 6};
} // namespace
} // namespace facedetection

#include "kernels_body.hpp"

namespace facedetection {

const Kernels portable_kernels = {lanes, most_vectors, dense, nullptr, depthwise, depthwise_pooled,
                                  pool, add, to_float, sigmoid, nullptr, nullptr};

} // namespace facedetection
