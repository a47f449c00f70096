// The kernels for AVX-512, which has 32 registers of 16 floats.
#include "kernels.hpp"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f")
#endif

namespace facedetection {
namespace {
constexpr int lanes = 16;
// Up to 24 sums leave room for the weights.
constexpr int most_vectors = 4;
constexpr int columns_at_once = 8, columns_at_once_halving = 6, pooled_at_once = 4;
constexpr int pixels_at_once[] = {14, 8, 8, 6};
} // namespace
} // namespace facedetection

#include "kernels_body.hpp"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace facedetection {

const Kernels avx512_kernels = {lanes, most_vectors, dense, nullptr, depthwise, depthwise_pooled,
                                  pool, add, to_float, sigmoid, nullptr, nullptr};

} // namespace facedetection

#endif
