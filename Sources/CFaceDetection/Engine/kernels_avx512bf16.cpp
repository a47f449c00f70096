// The kernels for AVX-512 that multiply pairs of bfloat16: twice as many multiplications in an instruction as of floats. Sums are floats.
#include "kernels.hpp"

#if defined(__x86_64__)

// Before the target is set: what is inline in it is not compiled for that.
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bf16"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bf16")
#endif

namespace facedetection {
namespace {
constexpr int lanes = 16;
// As with AVX-512. A sum takes half as long again, so that twelve at a time are the least that keep the processor busy.
constexpr int most_vectors = 4;
constexpr int columns_at_once = 8, columns_at_once_halving = 6, pooled_at_once = 4;
constexpr int pixels_at_once[] = {14, 8, 8, 6};

typedef float SixteenFloats __attribute__((vector_size(64)));
typedef uint16_t Halves __attribute__((vector_size(32)));

inline __attribute__((always_inline)) SixteenFloats add_products(SixteenFloats sum, float pair, SixteenFloats weights) {
  return (SixteenFloats)_mm512_dpbf16_ps((__m512)sum, (__m512bh)_mm512_set1_ps(pair), (__m512bh)weights);
}
inline __attribute__((always_inline)) SixteenFloats widened(Halves halves) {
  return (SixteenFloats)_mm512_slli_epi32(_mm512_cvtepu16_epi32((__m256i)halves), 16);
}
inline __attribute__((always_inline)) Halves rounded(SixteenFloats floats) {
  return (Halves)_mm512_cvtneps_pbh((__m512)floats);
}
} // namespace
} // namespace facedetection

#define HAS_PAIRS
#include "kernels_body.hpp"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace facedetection {

const Kernels avx512bf16_kernels = {lanes, most_vectors, dense, dense_of_pairs, depthwise, depthwise_pooled, pool, add, to_float,
                                    sigmoid, to_pairs, bytes_to_halves};

} // namespace facedetection

#endif
