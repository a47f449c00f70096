// The kernels for AVX2 with fused multiplication and addition: 16 registers of 8 floats.
#include "kernels.hpp"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

namespace facedetection {
namespace {
constexpr int lanes = 8;
// Up to 12 sums leave room for the weights.
constexpr int most_vectors = 2;
constexpr int columns_at_once = 5, columns_at_once_halving = 3, pooled_at_once = 2;
constexpr int pixels_at_once[] = {10, 6};
} // namespace
} // namespace facedetection

#include "kernels_body.hpp"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace facedetection {

const Kernels avx2_kernels = {lanes, most_vectors, dense, nullptr, depthwise, depthwise_pooled,
                                  pool, add, to_float, sigmoid, nullptr, nullptr};

} // namespace facedetection

#endif
