#include "scans.h"

#include <string.h>

// Bits from the top of `window`; at least 56 of them are there behind a refill. Past the end they are zeros.
typedef struct bit_reader {
  uint64_t window;
  unsigned count;
  const uint8_t *next, *end;
} bit_reader;

static inline void refill(bit_reader *bits) {
  // As soon as this is reached, more was taken than there is, whatever `count` says.
  if (__builtin_expect(bits->next > bits->end + 8, 0)) {
    bits->count |= 56;
    return;
  }
  uint64_t bytes;
  memcpy(&bytes, bits->next, sizeof bytes);
  bits->window |= __builtin_bswap64(bytes) >> bits->count;
  bits->next += (63 - bits->count) >> 3;
  bits->count |= 56;
}

static inline void drop(bit_reader *bits, unsigned count) {
  bits->window <<= count;
  bits->count -= count;
}

// 1 to 32 bits.
static inline uint32_t take(bit_reader *bits, unsigned count) {
  uint32_t value = (uint32_t)(bits->window >> (64 - count));
  drop(bits, count);
  return value;
}

// Whether all bits were taken but those that fill up the last byte.
static bool is_at_end(const bit_reader *bits, const uint8_t *start, size_t count) {
  if (bits->next > bits->end + 8)
    return false;
  int64_t taken = (int64_t)(bits->next - start) * 8 - bits->count;
  int64_t left = (int64_t)count * 8 - taken;
  return left >= 0 && left < 8;
}

// The next symbol, shifted left by 8, with the bits of its code; 0 where there is no such code.
static inline uint32_t look(const bit_reader *bits, const fbj_decoder *decoder) {
  uint32_t entry = decoder->looks[bits->window >> (64 - FBJ_LOOK_BITS)];
  return __builtin_expect(entry != 0, 1) ? entry : fbj_decoder_long(decoder, bits->window);
}

// Takes the next symbol of AC: how many zeros come first, and of how many bits what follows them is. False where there is no such code.
static inline bool take_symbol(bit_reader *bits, const fbj_decoder *decoder, unsigned *zeros, unsigned *size) {
  // Two codes with their values are at most 62 bits, of which there may be 56: so one at a time.
  refill(bits);
  uint32_t entry = look(bits, decoder);
  if (entry == 0)
    return false;
  drop(bits, entry & 255);
  *zeros = entry >> 12;
  *size = entry >> 8 & 15;
  return true;
}

// A value of so many bits, 1 to 15, of which the first one is 0 where it is negative (T.81, F.2.2.1).
static inline int32_t extended(uint32_t value, unsigned size) {
  return (int32_t)value - (int32_t)((value >> (size - 1)) - 1 & ((1u << size) - 1));
}

static inline bool fits(int32_t value) { return value == (JCOEF)value; }

// The first bits of a DC (T.81, G.1.2.1).
static bool read_dc_first(bit_reader *bits, const fbj_decoder *decoder, int low, int32_t *last, JCOEF *block) {
  refill(bits);
  uint32_t entry = look(bits, decoder), size = entry >> 8;
  if (entry == 0 || size > 15)
    return false;
  drop(bits, entry & 255);
  if (size)
    *last += extended(take(bits, size), size);
  if (*last < -32768 || *last > 32767 || !fits(*last * (1 << low)))
    return false;
  block[0] = (JCOEF)(*last * (1 << low));
  return true;
}

// The first bits of the AC coefficients of a block (T.81, G.1.2.2).
static inline bool read_ac_first(bit_reader *bits, const fbj_scan *scan, uint32_t *run, JCOEF *block,
                                 uint64_t *nonzero) {
  if (*run > 0) {
    (*run)--;
    return true;
  }
  const fbj_decoder *decoder = scan->decoders[0];
  uint64_t found = 0;
  for (int k = scan->first; k <= scan->last; k++) {
    unsigned zeros, size;
    if (!take_symbol(bits, decoder, &zeros, &size))
      return false;
    if (size) {
      k += (int)zeros;
      int32_t value = extended(take(bits, size), size) * (1 << scan->low);
      if (k > scan->last || !fits(value))
        return false;
      block[fbj_natural_order[k]] = (JCOEF)value;
      found |= 1ull << k;
    } else if (zeros == 15) {
      k += 15;
    } else {
      *run = (1u << zeros) - 1;
      if (zeros)
        *run += take(bits, zeros);
      break;
    }
  }
  *nonzero |= found;
  return true;
}

// The next bits, 0 to 32 of them.
static inline uint64_t take_some(bit_reader *bits, unsigned count) {
  uint64_t value = bits->window >> 1 >> (63 - count);
  drop(bits, count);
  return value;
}

// The bits that correct some coefficients, at the bottom, that of the last one lowest.
static inline void take_corrections(bit_reader *bits, uint64_t places, uint64_t *corrections) {
  unsigned count = (unsigned)__builtin_popcountll(places);
  for (; __builtin_expect(count > 32, 0); count -= 32) {
    refill(bits);
    *corrections = *corrections << 32 | take_some(bits, 32);
    refill(bits);
  }
  *corrections = *corrections << count | take_some(bits, count);
}

// Moves coefficients that are not zero away from it, each where its bit is set; their bits stand as they are taken.
static inline void correct(uint64_t places, uint64_t corrections, int32_t step, JCOEF *block) {
  if (places == 0)
    return;
  corrections <<= 64 - __builtin_popcountll(places);
  do {
    JCOEF *value = &block[fbj_natural_order[__builtin_ctzll(places)]];
    int32_t change = step & (int32_t)((int64_t)corrections >> 63), sign = *value >> 15;
    *value = (JCOEF)(*value + ((change ^ sign) - sign));
    corrections <<= 1;
    places &= places - 1;
  } while (places);
}

// Of some places the one behind so many others, 0 to 15; 0 where there are not so many.
static inline uint64_t place_behind(uint64_t places, unsigned others, bool deposits) {
#if defined(__x86_64__)
  if (deposits) {
    // The loop below goes round so differently often that processors guess it wrong nearly every time.
    uint64_t place;
    __asm__("pdep %2, %1, %0" : "=r"(place) : "r"(1ull << others), "r"(places));
    return place;
  }
#endif
  for (; others && places; others--)
    places &= places - 1;
  return places & -places;
}

// One more bit of the AC coefficients of a block (T.81, G.1.2.3).
static inline __attribute__((always_inline)) bool read_ac_refined(bit_reader *bits, const fbj_scan *scan,
                                                                  uint32_t *run, JCOEF *block,
                                                                  uint64_t *nonzero, bool deposits) {
  const fbj_decoder *decoder = scan->decoders[0];
  const int32_t step = 1 << scan->low;
  // From the next coefficient to the last one of the scan.
  uint64_t rest = (~0ull << scan->first) & (~0ull >> (63 - scan->last));
  const uint64_t before = *nonzero & rest;
  uint64_t corrections = 0, found = 0;
  if (*run == 0)
    while (rest) {
      unsigned zeros, size;
      if (!take_symbol(bits, decoder, &zeros, &size))
        return false;
      if (size == 0 && zeros < 15) {
        *run = (1u << zeros) + (uint32_t)take_some(bits, zeros);
        break;
      }
      if (size > 1)
        return false;
      uint64_t place = place_behind(rest & ~before, zeros, deposits);
      if (place == 0)
        return false;
      if (size) {
        block[fbj_natural_order[__builtin_ctzll(place)]] = (JCOEF)(take(bits, 1) ? step : -step);
        found |= place;
      }
      take_corrections(bits, rest & before & (place - 1), &corrections);
      rest &= -(place << 1);
    }
  if (*run > 0) {
    refill(bits);
    take_corrections(bits, rest & before, &corrections);
    (*run)--;
  }
  correct(before, corrections, step, block);
  *nonzero |= found;
  return true;
}

static inline __attribute__((always_inline)) bool
read_row_refined(bit_reader *bits, const fbj_scan *scan, uint32_t *run, JBLOCKROW row, uint64_t *nonzero, uint32_t count,
                 bool deposits) {
  for (uint32_t x = 0; x < count; x++)
    if (!read_ac_refined(bits, scan, run, row[x], &nonzero[x], deposits))
      return false;
  return true;
}

// As many blocks of a row.
static bool read_refined(bit_reader *bits, const fbj_scan *scan, uint32_t *run, JBLOCKROW row, uint64_t *nonzero,
                         uint32_t count) {
  return read_row_refined(bits, scan, run, row, nonzero, count, false);
}

#if defined(__x86_64__)
// The same on processors that deposit and count bits with one instruction each.
__attribute__((target("bmi,bmi2,popcnt"))) static bool
read_refined_by_deposits(bit_reader *bits, const fbj_scan *scan, uint32_t *run, JBLOCKROW row, uint64_t *nonzero,
                         uint32_t count) {
  return read_row_refined(bits, scan, run, row, nonzero, count, true);
}

// AMD's first ones take hundreds of cycles for a deposit.
static bool deposits_quickly(void) {
  return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") && !__builtin_cpu_is("znver1") &&
         !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4");
}
#else
#define read_refined_by_deposits read_refined
static bool deposits_quickly(void) { return false; }
#endif

void fbj_scan_units(const fbj_scan *scan, const struct jpeg_decompress_struct *source, uint32_t *across,
                    uint32_t *down) {
  if (scan->component_count == 1) {
    const jpeg_component_info *info = &source->comp_info[scan->components[0]];
    *across = info->width_in_blocks;
    *down = info->height_in_blocks;
    return;
  }
  uint32_t width = (uint32_t)source->max_h_samp_factor * DCTSIZE;
  uint32_t height = (uint32_t)source->max_v_samp_factor * DCTSIZE;
  *across = (source->image_width + width - 1) / width;
  *down = (source->image_height + height - 1) / height;
}

// Units of several components hold the DC of all their blocks.
static bool read_dc_units(bit_reader *bits, const fbj_scan *scan, const struct jpeg_decompress_struct *source,
                          fbj_blocks *blocks, uint32_t x, uint32_t y, int32_t last[FBJ_MAX_COMPONENTS]) {
  for (int c = 0; c < scan->component_count; c++) {
    const jpeg_component_info *info = &source->comp_info[scan->components[c]];
    uint32_t across = scan->component_count == 1 ? 1 : (uint32_t)info->h_samp_factor;
    uint32_t down = scan->component_count == 1 ? 1 : (uint32_t)info->v_samp_factor;
    for (uint32_t row = y * down; row < (y + 1) * down; row++)
      for (uint32_t column = x * across; column < (x + 1) * across; column++) {
        JCOEF *block = blocks->planes[scan->components[c]].rows[row][column];
        if (scan->high == 0) {
          if (!read_dc_first(bits, scan->decoders[c], scan->low, &last[c], block))
            return false;
        } else {
          refill(bits);
          block[0] |= (JCOEF)(take(bits, 1) << scan->low);
        }
      }
  }
  return true;
}

bool fbj_scan_read(const fbj_scan *scan, const struct jpeg_decompress_struct *source, fbj_blocks *blocks,
                   uint64_t from, uint64_t to, const uint8_t *bytes, size_t count) {
  uint32_t across, down;
  fbj_scan_units(scan, source, &across, &down);
  bit_reader bits = {.next = bytes, .end = bytes + count};
  int32_t last[FBJ_MAX_COMPONENTS] = {0};
  uint32_t run = 0;
  uint32_t y = (uint32_t)(from / across), x = (uint32_t)(from % across);
  fbj_plane *plane = &blocks->planes[scan->components[0]];
  bool (*const read)(bit_reader *, const fbj_scan *, uint32_t *, JBLOCKROW, uint64_t *, uint32_t) =
      deposits_quickly() ? read_refined_by_deposits : read_refined;
  for (uint64_t left = to - from; left > 0; y++, x = 0) {
    uint32_t end = left < across - x ? x + (uint32_t)left : across;
    left -= end - x;
    if (scan->first == 0) {
      for (; x < end; x++)
        if (!read_dc_units(&bits, scan, source, blocks, x, y, last))
          return false;
    } else {
      JBLOCKROW row = plane->rows[y];
      uint64_t *nonzero = plane->nonzero + (size_t)y * plane->width;
      if (scan->high == 0) {
        for (; x < end; x++)
          if (!read_ac_first(&bits, scan, &run, row[x], &nonzero[x]))
            return false;
      } else if (!read(&bits, scan, &run, row + x, nonzero + x, end - x)) {
        return false;
      }
    }
  }
  return is_at_end(&bits, bytes, count);
}
