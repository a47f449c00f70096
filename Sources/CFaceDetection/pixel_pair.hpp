// Two neighbouring pixels of three bytes each, weighed against each other with whole numbers, a vector at a time where the processor has
// vectors.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace facedetection {

// A sum for each colour; four numbers, of which the last one means nothing.
#if defined(__SSE2__)

using Sums = __m128i;

// Weights of less than 32768, the second pixel's in the upper half. Of the pixels eight bytes are read.
inline Sums weighed_pair(const uint8_t *pixels, int weights) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(pixels));
  // Each colour of the first pixel beside that of the second one.
  const __m128i pairs = _mm_unpacklo_epi8(bytes, _mm_srli_si128(bytes, 3));
  return _mm_madd_epi16(_mm_unpacklo_epi8(pairs, _mm_setzero_si128()), _mm_set1_epi32(weights));
}

inline Sums added(Sums a, Sums b) { return _mm_add_epi32(a, b); }

// Sixteenths of sums of less than 2^19; four numbers are written.
inline void store_sixteenths(Sums sums, int16_t *to) {
  const __m128i parts = _mm_srai_epi32(sums, 4);
  _mm_storel_epi64(reinterpret_cast<__m128i *>(to), _mm_packs_epi32(parts, parts));
}

// In 1024ths, rounded; four bytes are written.
inline void store_rounded(Sums sums, uint8_t *to) {
  const __m128i whole = _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(512)), 10);
  const __m128i words = _mm_packs_epi32(whole, whole);
  const int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
  std::memcpy(to, &bytes, sizeof bytes);
}

#else

struct Sums {
  int32_t of[4];
};

inline Sums weighed_pair(const uint8_t *pixels, int weights) {
  const int first = weights & 0xFFFF, second = weights >> 16;
  return {{pixels[0] * first + pixels[3] * second, pixels[1] * first + pixels[4] * second,
           pixels[2] * first + pixels[5] * second, 0}};
}

inline Sums added(Sums a, Sums b) {
  return {{a.of[0] + b.of[0], a.of[1] + b.of[1], a.of[2] + b.of[2], 0}};
}

inline void store_sixteenths(Sums sums, int16_t *to) {
  for (int channel = 0; channel < 4; channel++)
    to[channel] = static_cast<int16_t>(sums.of[channel] >> 4);
}

inline void store_rounded(Sums sums, uint8_t *to) {
  for (int channel = 0; channel < 4; channel++)
    to[channel] = static_cast<uint8_t>((sums.of[channel] + 512) >> 10);
}

#endif

} // namespace facedetection
