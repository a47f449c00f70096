#include "huffman.h"

#include <string.h>

bool fbj_decoder_make(fbj_decoder *decoder, const fbj_huffman *table) {
  memset(decoder, 0, sizeof *decoder);
  memcpy(decoder->symbols, table->symbols, sizeof decoder->symbols);
  uint32_t code = 0;
  int place = 0;
  for (int length = 1; length <= 16; length++) {
    // No code may be all ones (T.81, C.2).
    if (code + table->counts[length - 1] >= 1u << length)
      return false;
    decoder->offsets[length] = place - (int32_t)code;
    for (int k = 0; k < table->counts[length - 1]; k++, code++, place++) {
      if (place >= table->symbol_count)
        return false;
      if (length > FBJ_LOOK_BITS)
        continue;
      uint32_t first = code << (FBJ_LOOK_BITS - length);
      for (uint32_t look = first; look < first + (1u << (FBJ_LOOK_BITS - length)); look++)
        decoder->looks[look] = (uint16_t)(table->symbols[place] << 8 | length);
    }
    decoder->limits[length] = code << (16 - length);
    code <<= 1;
  }
  return place == table->symbol_count;
}

uint32_t fbj_decoder_long(const fbj_decoder *decoder, uint64_t window) {
  uint32_t bits = (uint32_t)(window >> 48);
  for (int length = FBJ_LOOK_BITS + 1; length <= 16; length++)
    if (bits < decoder->limits[length]) {
      int32_t place = (int32_t)(bits >> (16 - length)) + decoder->offsets[length];
      return place < 0 || place > 255 ? 0 : (uint32_t)decoder->symbols[place] << 8 | (uint32_t)length;
    }
  return 0;
}

// The rarest symbol that is left, of several the last one; -1 for none.
static int rarest(const uint64_t frequencies[257], int but) {
  int found = -1;
  for (int k = 0; k <= 256; k++)
    if (frequencies[k] && k != but && (found < 0 || frequencies[k] <= frequencies[found]))
      found = k;
  return found;
}

enum { MOST_BITS = 32 };

bool fbj_huffman_optimize(fbj_huffman *table, uint64_t frequencies[257]) {
  int sizes[257] = {0}, others[257];
  int counts[MOST_BITS + 1] = {0};
  memset(others, -1, sizeof others);
  // Keeps the code of all ones free (T.81, K.2).
  frequencies[256] = 1;
  for (;;) {
    int one = rarest(frequencies, -1), other = rarest(frequencies, one);
    if (other < 0)
      break;
    frequencies[one] += frequencies[other];
    frequencies[other] = 0;
    // All symbols of both trees move one bit away from the root (T.81, figure K.1).
    int last = one;
    for (sizes[last]++; others[last] >= 0; sizes[last]++)
      last = others[last];
    others[last] = other;
    for (last = other; last >= 0; last = others[last])
      sizes[last]++;
  }
  for (int k = 0; k <= 256; k++) {
    if (sizes[k] > MOST_BITS)
      return false;
    if (sizes[k])
      counts[sizes[k]]++;
  }
  // No code may have more than 16 bits (T.81, figure K.3).
  for (int length = MOST_BITS; length > 16; length--)
    while (counts[length] > 0) {
      int shorter = length - 2;
      while (shorter > 0 && counts[shorter] == 0)
        shorter--;
      if (shorter == 0)
        return false;
      counts[length] -= 2;
      counts[length - 1]++;
      counts[shorter + 1] += 2;
      counts[shorter]--;
    }
  int longest = 16;
  while (longest > 0 && counts[longest] == 0)
    longest--;
  if (longest > 0)
    counts[longest]--;
  memset(table, 0, sizeof *table);
  for (int length = 1; length <= 16; length++)
    table->counts[length - 1] = (uint8_t)counts[length];
  // By how often they come, and then by value (T.81, figure K.4).
  for (int length = 1; length <= MOST_BITS; length++)
    for (int k = 0; k < 256; k++)
      if (sizes[k] == length)
        table->symbols[table->symbol_count++] = (uint8_t)k;
  table->is_defined = true;
  return true;
}

void fbj_huffman_codes(const fbj_huffman *table, uint32_t codes[256], uint8_t lengths[256]) {
  memset(lengths, 0, 256);
  memset(codes, 0, 256 * sizeof codes[0]);
  uint32_t code = 0;
  int place = 0;
  for (int length = 1; length <= 16; length++, code <<= 1)
    for (int k = 0; k < table->counts[length - 1] && place < table->symbol_count; k++) {
      codes[table->symbols[place]] = code++;
      lengths[table->symbols[place++]] = (uint8_t)length;
    }
}
