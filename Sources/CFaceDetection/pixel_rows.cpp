#include "pixel_rows.hpp"

#include "pixel_pair.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace facedetection {
namespace {

constexpr int channels = 3;

// The square of pixels that a place lies in: how far into it, and where its upper and its lower row begin.
struct Square {
  const uint8_t *upper, *lower;
  int upper_weights, lower_weights;
};

inline __attribute__((always_inline)) Square square(const uint8_t *pixels, size_t stride, int x, int y) {
  const int at_x = x >> 5, at_y = y >> 5;
  // Both weights of a row in one number, which a third one multiplies at once.
  const int part_x = at_x & 31, part_y = at_y & 31, weights = part_x << 16 | (32 - part_x);
  const uint8_t *upper = pixels + static_cast<size_t>(at_y >> 5) * stride + static_cast<size_t>(at_x >> 5) * channels;
  return {upper, upper + stride, weights * (32 - part_y), weights * part_y};
}

#if defined(__x86_64__)

#define WITH_AVX2 __attribute__((target("avx2")))

// As `weighed_pair`, with one instruction that puts each colour of the first pixel beside that of the second one.
WITH_AVX2 inline __m128i weighed(const uint8_t *pixels, int weights) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(pixels));
  const __m128i order = _mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1);
  return _mm_madd_epi16(_mm_shuffle_epi8(bytes, order), _mm_set1_epi32(weights));
}

WITH_AVX2 void weigh_pairs_with_avx2(const uint8_t *row, const PixelPair *pairs, size_t count, int16_t *to) {
  for (size_t index = 0; index < count; index++, to += channels) {
    const __m128i parts = _mm_srai_epi32(weighed(row + pairs[index].offset, pairs[index].weights), 4);
    _mm_storel_epi64(reinterpret_cast<__m128i *>(to), _mm_packs_epi32(parts, parts));
  }
}

WITH_AVX2 void weigh_squares_with_avx2(const uint8_t *pixels, size_t stride, const PlacesOfRow &given, int begin, int end,
                                       uint8_t *row) {
  const PlacesOfRow places = given;
  const __m128i lowest_bytes = _mm_setr_epi8(0, 4, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  const auto store = [&](int x, const uint8_t *upper, int upper_weights, int lower_weights) WITH_AVX2 {
    const __m128i sums = _mm_add_epi32(weighed(upper, upper_weights), weighed(upper + stride, lower_weights));
    const __m128i whole = _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(512)), 10);
    const int32_t bytes = _mm_cvtsi128_si32(_mm_shuffle_epi8(whole, lowest_bytes));
    std::memcpy(row + static_cast<size_t>(x) * channels, &bytes, sizeof bytes);
  };
  int x = begin;
  // Where the squares of several pixels lie, and their weights, at once.
  constexpr int several = 8;
  alignas(32) int32_t lines[several], offsets[several], upper_weights[several], lower_weights[several];
  const __m256i whole = _mm256_set1_epi32(32), mask = _mm256_set1_epi32(31), three = _mm256_set1_epi32(channels);
  const __m256i begin_x = _mm256_set1_epi32(places.begin_x), begin_y = _mm256_set1_epi32(places.begin_y);
  for (; x + several <= end; x += several) {
    const auto numbers = [](const int *from) WITH_AVX2 {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
    };
    const auto keep = [](int32_t *to, __m256i values) WITH_AVX2 {
      _mm256_store_si256(reinterpret_cast<__m256i *>(to), values);
    };
    const __m256i at_x = _mm256_srai_epi32(_mm256_add_epi32(begin_x, numbers(places.across + x)), 5);
    const __m256i at_y = _mm256_srai_epi32(_mm256_add_epi32(begin_y, numbers(places.down + x)), 5);
    const __m256i part_x = _mm256_and_si256(at_x, mask), part_y = _mm256_and_si256(at_y, mask);
    const __m256i weights = _mm256_or_si256(_mm256_slli_epi32(part_x, 16), _mm256_sub_epi32(whole, part_x));
    keep(upper_weights, _mm256_mullo_epi32(weights, _mm256_sub_epi32(whole, part_y)));
    keep(lower_weights, _mm256_mullo_epi32(weights, part_y));
    keep(lines, _mm256_srai_epi32(at_y, 5));
    keep(offsets, _mm256_mullo_epi32(_mm256_srai_epi32(at_x, 5), three));
    for (int index = 0; index < several; index++)
      store(x + index, pixels + static_cast<size_t>(lines[index]) * stride + static_cast<size_t>(offsets[index]),
            upper_weights[index], lower_weights[index]);
  }
  for (; x < end; x++) {
    const Square at = square(pixels, stride, places.begin_x + places.across[x], places.begin_y + places.down[x]);
    store(x, at.upper, at.upper_weights, at.lower_weights);
  }
}

#endif

} // namespace

PixelInstructions fastest_pixel_instructions() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    return PixelInstructions::avx2;
#endif
  return PixelInstructions::portable;
}

void weigh_pairs(const uint8_t *row, const PixelPair *pairs, size_t count, int16_t *to,
                 [[maybe_unused]] PixelInstructions instructions) {
#if defined(__x86_64__)
  if (instructions == PixelInstructions::avx2)
    return weigh_pairs_with_avx2(row, pairs, count, to);
#endif
  for (size_t index = 0; index < count; index++, to += channels)
    store_sixteenths(weighed_pair(row + pairs[index].offset, pairs[index].weights), to);
}

void weigh_squares(const uint8_t *pixels, size_t stride, const PlacesOfRow &given, int begin, int end, uint8_t *row,
                   [[maybe_unused]] PixelInstructions instructions) {
#if defined(__x86_64__)
  if (instructions == PixelInstructions::avx2)
    return weigh_squares_with_avx2(pixels, stride, given, begin, end, row);
#endif
  const PlacesOfRow places = given;
  for (int x = begin; x < end; x++) {
    const Square at = square(pixels, stride, places.begin_x + places.across[x], places.begin_y + places.down[x]);
    store_rounded(added(weighed_pair(at.upper, at.upper_weights), weighed_pair(at.lower, at.lower_weights)),
                  row + static_cast<size_t>(x) * channels);
  }
}

} // namespace facedetection
