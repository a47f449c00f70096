// The kernels for any processor: four floats are a vector of SSE2 as of NEON.
#include "kernels.hpp"

namespace facedetection {
namespace {
constexpr int lanes = 4;
// Up to 12 sums fit in 16 registers, with room for the weights.
constexpr int most_vectors = 2;
constexpr int pixels_at_once[] = {10, 6};
} // namespace
} // namespace facedetection

#include "kernels_body.hpp"

namespace facedetection {

const Kernels portable_kernels = {"portable", lanes, most_vectors, dense, depthwise, pool, add, to_float, sigmoid};

const Kernels &best_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return avx512_kernels;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2_kernels;
#endif
  return portable_kernels;
}

} // namespace facedetection
