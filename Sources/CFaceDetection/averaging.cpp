// Pictures brought down to a smaller size by whole numbers, as `AreaResampler` does it: the same sums, several at a time.
#include "barrier.hpp"
#include "include/CFaceDetection.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace facedetection;

namespace {

constexpr int channels = 3;

#if defined(__x86_64__)

#define WITH_AVX2 __attribute__((target("avx2")))

// Adds a row times its share to the sums.
WITH_AVX2 void add_row(const uint8_t *row, size_t count, uint16_t share, uint32_t *sums) {
  const __m256i shares = _mm256_set1_epi32(share);
  const auto add = [&](uint32_t *to, __m128i bytes) WITH_AVX2 {
    __m256i *at = reinterpret_cast<__m256i *>(to);
    const __m256i product = _mm256_mullo_epi32(_mm256_cvtepu8_epi32(bytes), shares);
    _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), product));
  };
  size_t index = 0;
  for (; index + 16 <= count; index += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(row + index));
    add(sums + index, bytes);
    add(sums + index + 8, _mm_srli_si128(bytes, 8));
  }
  for (; index < count; index++)
    sums[index] += static_cast<uint32_t>(row[index]) * share;
}

// Makes a row of the target of the sums, behind which one more number can be read.
WITH_AVX2 void narrow(const uint32_t *sums, const fbd_shares &columns, int width, uint8_t *to) {
  const __m256i lower = _mm256_setr_epi32(1, 3, 5, 7, 0, 0, 0, 0);
  const __m128i bytes = _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  for (int x = 0; x < width; x++) {
    __m256i colors = _mm256_set1_epi64x(int64_t{1} << 31);
    const uint32_t *from = sums + columns.firsts[x] * channels;
    for (ptrdiff_t at = columns.starts[x]; at < columns.starts[x + 1]; at++, from += channels) {
      const __m256i values = _mm256_cvtepu32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
      colors = _mm256_add_epi64(colors, _mm256_mul_epu32(values, _mm256_set1_epi64x(columns.shares[at])));
    }
    const __m128i upper = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(colors, lower));
    const int32_t pixel = _mm_cvtsi128_si32(_mm_shuffle_epi8(upper, bytes));
    std::memcpy(to + static_cast<size_t>(x) * channels, &pixel, channels);
  }
}

#endif

// Whether all pixels that shares name are there.
bool fits(const fbd_shares &shares, int source, int target) {
  if (shares.starts[0] < 0)
    return false;
  for (int to = 0; to < target; to++) {
    const ptrdiff_t count = shares.starts[to + 1] - shares.starts[to];
    if (count < 1 || shares.firsts[to] < 0 || shares.firsts[to] + count > source)
      return false;
  }
  return true;
}

} // namespace

int32_t fbd_can_average(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") ? 1 : 0;
#else
  return 0;
#endif
}

fbd_status fbd_average(fbd_picture picture, fbd_shares columns, fbd_shares rows, fbd_canvas canvas,
                       fbd_message *message) {
  return barrier(message, FBD_ENGINE_FAILED, [&] {
    check(picture);
    check(canvas);
    if (!fbd_can_average() || !fits(columns, picture.width, canvas.width) || !fits(rows, picture.height, canvas.height))
      throw Refusal{FBD_INVALID_ARGUMENT, "the shares do not lie in the picture"};
#if defined(__x86_64__)
    const size_t count = static_cast<size_t>(picture.width) * channels;
    std::vector<uint32_t> sums(count + 1);
    for (int y = 0; y < canvas.height; y++) {
      std::fill(sums.begin(), sums.end(), 0);
      for (ptrdiff_t at = rows.starts[y]; at < rows.starts[y + 1]; at++) {
        const size_t row = static_cast<size_t>(rows.firsts[y] + at - rows.starts[y]);
        add_row(picture.pixels + row * picture.stride, count, rows.shares[at], sums.data());
      }
      narrow(sums.data(), columns, canvas.width, canvas.pixels + static_cast<size_t>(y) * canvas.stride);
    }
#endif
  });
}
