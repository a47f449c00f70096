// Writes one sequential scan of all components (T.81, annex F), in two passes: one counts symbols, one writes them.
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "huffman.h"

typedef struct pass {
  const struct jpeg_compress_struct *target;
  const fbj_blocks *blocks;
  int count;
  // The pictures's blocks of each component, and the units (MCUs) of all.
  uint32_t width[FBJ_MAX_COMPONENTS], height[FBJ_MAX_COMPONENTS];
  uint32_t across, down;
  uint32_t restart_interval;
} pass;

// A coded value: how many bits it has (T.81, F.1.2.1), of a number that is not zero.
static inline unsigned size_of(int32_t value) {
  return 32 - (unsigned)__builtin_clz((uint32_t)(value < 0 ? -value : value));
}

// How often each symbol of one table comes.
typedef struct counter {
  uint64_t frequencies[257];
} counter;

typedef struct codes {
  uint32_t codes[256];
  uint8_t lengths[256];
} codes;

// Where bits go: the last ones are at the bottom of `window`.
typedef struct bit_writer {
  uint64_t window;
  unsigned count;
  uint8_t *next;
} bit_writer;

// Writes 32 bits, and behind each byte of ones one of zeros (T.81, F.1.2.3).
static inline void flush(bit_writer *bits) {
  bits->count -= 32;
  uint32_t word = (uint32_t)(bits->window >> bits->count);
  // Whether one of the four bytes is all ones.
  if (__builtin_expect((((~word - 0x01010101u) & word) & 0x80808080u) == 0, 1)) {
    uint32_t stored = __builtin_bswap32(word);
    memcpy(bits->next, &stored, sizeof stored);
    bits->next += sizeof stored;
    return;
  }
  for (int shift = 24; shift >= 0; shift -= 8) {
    uint8_t byte = (uint8_t)(word >> shift);
    *bits->next++ = byte;
    if (byte == 0xFF)
      *bits->next++ = 0;
  }
}

// At most 31 bits.
static inline void put(bit_writer *bits, uint32_t value, unsigned count) {
  bits->window = bits->window << count | value;
  bits->count += count;
  if (bits->count >= 32)
    flush(bits);
}

// Writes all bytes that are whole.
static void flush_bytes(bit_writer *bits) {
  while (bits->count >= 8) {
    bits->count -= 8;
    uint8_t byte = (uint8_t)(bits->window >> bits->count);
    *bits->next++ = byte;
    if (byte == 0xFF)
      *bits->next++ = 0;
  }
}

// Fills up the last byte with ones.
static void end_bits(bit_writer *bits) {
  unsigned missing = -bits->count & 7;
  put(bits, (1u << missing) - 1, missing);
  flush_bytes(bits);
}

// A code and the value behind it, of which a negative one is one less (T.81, F.1.2.1).
static inline void put_value(bit_writer *bits, const codes *codes, unsigned symbol, int32_t value, unsigned size) {
  uint32_t low = (uint32_t)(value + (value >> 31)) & ((1u << size) - 1);
  put(bits, codes->codes[symbol] << size | low, codes->lengths[symbol] + size);
}

// No decoder has more of eight bits a sample: 11 bits of a difference, 10 of a coefficient (T.81, F.1.2).
static inline bool count_dc(counter *counter, int32_t difference) {
  unsigned size = difference ? size_of(difference) : 0;
  counter->frequencies[size]++;
  return size <= 11;
}

static inline bool count_ac(counter *counter, const JCOEF *block, uint64_t nonzero) {
  unsigned last = 0, most = 0;
  for (uint64_t rest = nonzero & ~1ull; rest; rest &= rest - 1) {
    unsigned k = (unsigned)__builtin_ctzll(rest), zeros = k - last - 1;
    last = k;
    unsigned size = size_of(block[fbj_natural_order[k]]);
    most |= 1u << size;
    if (__builtin_expect(zeros > 15, 0)) {
      counter->frequencies[0xF0] += zeros >> 4;
      zeros &= 15;
    }
    counter->frequencies[(zeros << 4 | size) & 255]++;
  }
  if (last < 63)
    counter->frequencies[0]++;
  return most < 1u << 11;
}

static inline void put_ac(bit_writer *bits, const codes *codes, const JCOEF *block, uint64_t nonzero) {
  unsigned last = 0;
  for (uint64_t rest = nonzero & ~1ull; rest; rest &= rest - 1) {
    unsigned k = (unsigned)__builtin_ctzll(rest), zeros = k - last - 1;
    last = k;
    int32_t value = block[fbj_natural_order[k]];
    unsigned size = size_of(value);
    for (; __builtin_expect(zeros > 15, 0); zeros -= 16)
      put(bits, codes->codes[0xF0], codes->lengths[0xF0]);
    put_value(bits, codes, zeros << 4 | size, value, size);
  }
  if (last < 63)
    put(bits, codes->codes[0], codes->lengths[0]);
}

// How far a pass has come.
typedef struct place {
  int32_t last[FBJ_MAX_COMPONENTS];
  uint32_t to_restart, restarts;
} place;

// Goes through rows `from` to `to` of units. Blocks beyond the edge are those before them without AC, as libjpeg writes them.
// Either `counters` or `codes` is there; both are by table number, those of AC behind four of DC.
static inline __attribute__((always_inline)) bool go_through(const pass *pass, uint32_t from,
                                                             uint32_t to, place *place, counter *counters,
                                                             const codes *codes, bit_writer *bits) {
  int32_t *last = place->last;
  bool fits = true;
  for (uint32_t y = from; y < to; y++)
    for (uint32_t x = 0; x < pass->across; x++) {
      if (pass->restart_interval && place->to_restart-- == 0) {
        memset(last, 0, sizeof place->last);
        place->to_restart = pass->restart_interval - 1;
        if (codes) {
          end_bits(bits);
          *bits->next++ = 0xFF;
          *bits->next++ = (uint8_t)(0xD0 + (place->restarts++ & 7));
        }
      }
      for (int c = 0; c < pass->count; c++) {
        const jpeg_component_info *info = &pass->target->comp_info[c];
        const fbj_plane *plane = &pass->blocks->planes[c];
        uint32_t h = pass->count == 1 ? 1 : (uint32_t)info->h_samp_factor;
        uint32_t v = pass->count == 1 ? 1 : (uint32_t)info->v_samp_factor;
        for (uint32_t row = y * v; row < (y + 1) * v; row++)
          for (uint32_t column = x * h; column < (x + 1) * h; column++) {
            bool is_seen = row < pass->height[c] && column < pass->width[c];
            const JCOEF *block = is_seen ? plane->rows[row][column] : NULL;
            uint64_t nonzero = is_seen ? plane->nonzero[(size_t)row * plane->width + column] : 0;
            int32_t difference = is_seen ? block[0] - last[c] : 0;
            last[c] += difference;
            if (codes) {
              unsigned size = difference ? size_of(difference) : 0;
              put_value(bits, &codes[info->dc_tbl_no], size, difference, size);
              put_ac(bits, &codes[4 + info->ac_tbl_no], block, nonzero);
            } else {
              fits &= count_dc(&counters[info->dc_tbl_no], difference);
              fits &= count_ac(&counters[4 + info->ac_tbl_no], block, nonzero);
            }
          }
      }
    }
  return fits;
}

static bool count_symbols(const pass *pass, counter counters[8]) {
  place place = {.to_restart = pass->restart_interval};
  return go_through(pass, 0, pass->down, &place, counters, NULL, NULL);
}

static void put_rows(const pass *pass, uint32_t from, uint32_t to, place *place, const codes codes[8],
                     bit_writer *bits) {
  go_through(pass, from, to, place, NULL, codes, bits);
}

static void put_16(uint8_t **next, unsigned value) {
  *(*next)++ = (uint8_t)(value >> 8);
  *(*next)++ = (uint8_t)value;
}

// The marker and its length, that of what follows and its own two bytes.
static void begin_segment(uint8_t **next, uint8_t code, unsigned length) {
  *(*next)++ = 0xFF;
  *(*next)++ = code;
  put_16(next, length + 2);
}

// More than all segments before the scan can have: four tables of quantisers, eight of codes, and some headers.
enum { MOST_HEADER_BYTES = 4 * 133 + 8 * (21 + 256) + 256 };

// Each table once, in the order in which components name them (T.81, B.2).
static void put_headers(const pass *pass, const fbj_huffman tables[8], uint8_t **next) {
  const struct jpeg_compress_struct *target = pass->target;
  bool written[8] = {false}, is_extended = false;
  put_16(next, 0xFFD8);
  for (int c = 0; c < pass->count; c++) {
    int number = target->comp_info[c].quant_tbl_no;
    const JQUANT_TBL *table = target->quant_tbl_ptrs[number];
    bool is_wide = false;
    for (int k = 0; k < DCTSIZE2; k++)
      is_wide |= table->quantval[k] > 255;
    is_extended |= is_wide || target->comp_info[c].dc_tbl_no > 1 || target->comp_info[c].ac_tbl_no > 1;
    if (written[number])
      continue;
    written[number] = true;
    begin_segment(next, 0xDB, is_wide ? 129 : 65);
    *(*next)++ = (uint8_t)(number + (is_wide ? 16 : 0));
    for (int k = 0; k < DCTSIZE2; k++) {
      unsigned value = table->quantval[fbj_natural_order[k]];
      if (is_wide)
        *(*next)++ = (uint8_t)(value >> 8);
      *(*next)++ = (uint8_t)value;
    }
  }
  begin_segment(next, is_extended ? 0xC1 : 0xC0, 6 + 3 * (unsigned)pass->count);
  *(*next)++ = 8;
  put_16(next, target->image_height);
  put_16(next, target->image_width);
  *(*next)++ = (uint8_t)pass->count;
  for (int c = 0; c < pass->count; c++) {
    const jpeg_component_info *info = &target->comp_info[c];
    *(*next)++ = (uint8_t)info->component_id;
    *(*next)++ = (uint8_t)(info->h_samp_factor << 4 | info->v_samp_factor);
    *(*next)++ = (uint8_t)info->quant_tbl_no;
  }
  memset(written, 0, sizeof written);
  for (int k = 0; k < 2 * pass->count; k++) {
    const jpeg_component_info *info = &target->comp_info[k / 2];
    int number = k % 2 == 0 ? info->dc_tbl_no : 4 + info->ac_tbl_no;
    if (written[number])
      continue;
    written[number] = true;
    const fbj_huffman *table = &tables[number];
    begin_segment(next, 0xC4, 17 + (unsigned)table->symbol_count);
    *(*next)++ = (uint8_t)(number < 4 ? number : 16 + number - 4);
    memcpy(*next, table->counts, 16);
    memcpy(*next + 16, table->symbols, (size_t)table->symbol_count);
    *next += 16 + table->symbol_count;
  }
  if (pass->restart_interval) {
    begin_segment(next, 0xDD, 2);
    put_16(next, pass->restart_interval);
  }
  begin_segment(next, 0xDA, 4 + 2 * (unsigned)pass->count);
  *(*next)++ = (uint8_t)pass->count;
  for (int c = 0; c < pass->count; c++) {
    const jpeg_component_info *info = &target->comp_info[c];
    *(*next)++ = (uint8_t)info->component_id;
    *(*next)++ = (uint8_t)(info->dc_tbl_no << 4 | info->ac_tbl_no);
  }
  memcpy(*next, (const uint8_t[]){0, DCTSIZE2 - 1, 0}, 3);
  *next += 3;
}

static pass pass_of(const struct jpeg_decompress_struct *source, const struct jpeg_compress_struct *target,
                    unsigned restart_interval, const fbj_blocks *blocks) {
  pass pass = {.target = target, .blocks = blocks, .count = blocks->count, .restart_interval = restart_interval};
  for (int c = 0; c < pass.count; c++) {
    pass.width[c] = source->comp_info[c].width_in_blocks;
    pass.height[c] = source->comp_info[c].height_in_blocks;
  }
  uint32_t unit_width = (uint32_t)source->max_h_samp_factor * DCTSIZE;
  uint32_t unit_height = (uint32_t)source->max_v_samp_factor * DCTSIZE;
  pass.across = pass.count == 1 ? pass.width[0] : (source->image_width + unit_width - 1) / unit_width;
  pass.down = pass.count == 1 ? pass.height[0] : (source->image_height + unit_height - 1) / unit_height;
  return pass;
}

typedef struct state {
  counter counters[8];
  fbj_huffman tables[8];
  codes codes[8];
} state;

// False where there is no memory; `why` is set where something cannot be written.
static bool write(const pass *pass, state *state, fbj_destination *destination, fbj_seam *seam,
                  const char **why) {
  if (!count_symbols(pass, state->counters)) {
    *why = "a coefficient is larger than any encoder makes it";
    return true;
  }
  uint64_t bits = 0;
  for (int number = 0; number < 8; number++) {
    counter *counter = &state->counters[number];
    uint64_t frequencies[257];
    memcpy(frequencies, counter->frequencies, sizeof frequencies);
    if (!fbj_huffman_optimize(&state->tables[number], frequencies)) {
      *why = "a code is longer than any picture makes it";
      return true;
    }
    fbj_huffman_codes(&state->tables[number], state->codes[number].codes, state->codes[number].lengths);
    for (int symbol = 0; symbol < 256; symbol++)
      bits += counter->frequencies[symbol] * (state->codes[number].lengths[symbol] + (unsigned)(symbol & 15));
  }
  // Every byte could need one behind it, and every unit a marker with a byte to fill up.
  uint64_t restarts = pass->restart_interval ? (uint64_t)pass->across * pass->down / pass->restart_interval : 0;
  uint64_t most = MOST_HEADER_BYTES + bits / 8 * 2 + 4 * restarts + 64;
  destination->bytes = most > SIZE_MAX ? NULL : malloc((size_t)most);
  if (!destination->bytes)
    return false;
  destination->capacity = (size_t)most;
  uint8_t *next = destination->bytes;
  put_headers(pass, state->tables, &next);
  bit_writer writer = {.next = next};
  place place = {.to_restart = pass->restart_interval};
  put_rows(pass, 0, pass->down / 2, &place, state->codes, &writer);
  flush_bytes(&writer);
  *seam = (fbj_seam){.row = pass->down / 2, .byte = (size_t)(writer.next - destination->bytes), .bit = writer.count};
  memcpy(seam->dcs, place.last, sizeof seam->dcs);
  put_rows(pass, pass->down / 2, pass->down, &place, state->codes, &writer);
  end_bits(&writer);
  put_16(&writer.next, 0xFFD9);
  destination->count = (size_t)(writer.next - destination->bytes);
  return true;
}

void fbj_sequential_write(fbj_session *session, const struct jpeg_decompress_struct *source,
                          const struct jpeg_compress_struct *target, unsigned restart_interval,
                          const fbj_blocks *blocks, fbj_destination *destination, fbj_seam *seam) {
  pass pass = pass_of(source, target, restart_interval, blocks);
  state *state = calloc(1, sizeof *state);
  const char *why = NULL;
  bool has_memory = state && write(&pass, state, destination, seam, &why);
  free(state);
  if (!has_memory)
    fbj_session_fail(session, FBJ_OUT_OF_MEMORY, "there is not enough memory");
  if (why)
    fbj_session_fail(session, FBJ_DAMAGED, why);
}
