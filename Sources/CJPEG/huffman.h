// Huffman tables of our own readers and writers (T.81, annex C and K.2).
#ifndef CJPEG_HUFFMAN_H
#define CJPEG_HUFFMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// As streams store them: how many codes there are of each length from 1 to 16, and their symbols.
typedef struct fbj_huffman {
  uint8_t counts[16];
  uint8_t symbols[256];
  int symbol_count;
  bool is_defined;
} fbj_huffman;

enum { FBJ_LOOK_BITS = 11 };

// What the next bits say: by the first of them where the code is short, else by the codes of each length.
typedef struct fbj_decoder {
  // The symbol, shifted left by 8, with the bits of its code; 0 where the code is longer, or there is none.
  uint16_t looks[1 << FBJ_LOOK_BITS];
  // By length: what lies behind the last code of it, left-aligned in 16 bits, and what leads from a code to its symbol.
  uint32_t limits[17];
  int32_t offsets[17];
  uint8_t symbols[256];
} fbj_decoder;

// False where the codes are no prefix code.
bool fbj_decoder_make(fbj_decoder *decoder, const fbj_huffman *table);

// The entry of a code that is longer than a look; 0 where there is no such code. `window` has the next bits on top.
uint32_t fbj_decoder_long(const fbj_decoder *decoder, uint64_t window);

// Makes the table that needs the fewest bits for symbols that come so often (T.81, K.2), as libjpeg does it where several do.
// The last place of `frequencies` is used up. False where a code would become longer than any picture makes it.
bool fbj_huffman_optimize(fbj_huffman *table, uint64_t frequencies[257]);

// By symbol, its code and how many bits that has (T.81, C.2); 0 bits where it has none.
void fbj_huffman_codes(const fbj_huffman *table, uint32_t codes[256], uint8_t lengths[256]);

#endif
