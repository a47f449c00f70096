// Reads progressive streams of which nothing is doubtful. Whatever else there is, libjpeg reads, and says what is wrong with it.
#include <stdlib.h>
#include <string.h>

#include "scans.h"

enum { SOF2 = 0xC2, DHT = 0xC4, RST0 = 0xD0, RST7 = 0xD7, SOI = 0xD8, EOI = 0xD9, SOS = 0xDA, DQT = 0xDB, DRI = 0xDD };

typedef struct stream {
  const struct jpeg_decompress_struct *source;
  const uint8_t *bytes;
  size_t count;
  size_t place;
  fbj_huffman dc[4], ac[4];
  fbj_decoder decoders[FBJ_MAX_COMPONENTS];
  unsigned restart_interval;
  bool has_frame, has_scan;
  uint32_t scans_left;
  // By component and coefficient, which bits are still to come; -1 where none has come yet.
  int8_t precision[FBJ_MAX_COMPONENTS][DCTSIZE2];
  // The bytes of one scan, or of a part of it, without those that are stuffed in.
  uint8_t *unstuffed;
} stream;

// Tables, as T.81, B.2.4.2 has them.
static bool take_tables(stream *stream, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (count < 17 || (bytes[0] & 0xEC) != 0)
      return false;
    fbj_huffman *table = &(bytes[0] & 0x10 ? stream->ac : stream->dc)[bytes[0] & 3];
    memset(table, 0, sizeof *table);
    memcpy(table->counts, bytes + 1, 16);
    int symbols = 0;
    for (int length = 0; length < 16; length++)
      symbols += table->counts[length];
    if (symbols > 256 || (size_t)symbols > count - 17)
      return false;
    memcpy(table->symbols, bytes + 17, (size_t)symbols);
    table->symbol_count = symbols;
    table->is_defined = true;
    bytes += 17 + symbols;
    count -= 17 + (size_t)symbols;
  }
  return true;
}

static int component_named(const struct jpeg_decompress_struct *source, int name) {
  int found = -1;
  for (int c = 0; c < source->num_components; c++)
    if (source->comp_info[c].component_id == name) {
      if (found >= 0)
        return -1;
      found = c;
    }
  return found;
}

// Whether each coefficient of a scan comes when it is due (T.81, G.1.1.1), and notes it.
static bool takes_its_turn(stream *stream, const fbj_scan *scan) {
  for (int c = 0; c < scan->component_count; c++) {
    int8_t *precision = stream->precision[scan->components[c]];
    if (scan->first > 0 && precision[0] < 0)
      return false;
    for (int k = scan->first; k <= scan->last; k++) {
      if (scan->high == 0 ? precision[k] >= 0 : precision[k] != scan->high)
        return false;
      precision[k] = (int8_t)scan->low;
    }
  }
  return true;
}

// A scan's header, as T.81, B.2.3 and G.1.1.1 have it.
static bool take_scan(stream *stream, const uint8_t *bytes, size_t count, fbj_scan *scan) {
  if (count < 1 || bytes[0] < 1 || bytes[0] > stream->source->num_components || count != 4 + 2 * (size_t)bytes[0])
    return false;
  *scan = (fbj_scan){.component_count = bytes[0]};
  const uint8_t *rest = bytes + 1 + 2 * scan->component_count;
  scan->first = rest[0];
  scan->last = rest[1];
  scan->high = rest[2] >> 4;
  scan->low = rest[2] & 15;
  bool is_dc = scan->first == 0;
  if (is_dc ? scan->last != 0 : scan->last < scan->first || scan->last > 63 || scan->component_count != 1)
    return false;
  if (scan->low > 13 || (scan->high != 0 && scan->low != scan->high - 1))
    return false;
  int blocks = 0;
  for (int c = 0; c < scan->component_count; c++) {
    int component = component_named(stream->source, bytes[1 + 2 * c]);
    // Components stand in the order of the frame (T.81, B.2.3).
    if (component < 0 || (c > 0 && component <= scan->components[c - 1]))
      return false;
    scan->components[c] = component;
    const jpeg_component_info *info = &stream->source->comp_info[component];
    blocks += info->h_samp_factor * info->v_samp_factor;
    int selectors = bytes[2 + 2 * c];
    if (is_dc && scan->high != 0)
      continue;
    int number = is_dc ? selectors >> 4 : selectors & 15;
    if (number > 3)
      return false;
    const fbj_huffman *table = &(is_dc ? stream->dc : stream->ac)[number];
    if (!table->is_defined || !fbj_decoder_make(&stream->decoders[c], table))
      return false;
    for (int k = 0; is_dc && k < table->symbol_count; k++)
      if (table->symbols[k] > 15)
        return false;
    scan->decoders[c] = &stream->decoders[c];
  }
  if (scan->component_count > 1 && blocks > D_MAX_BLOCKS_IN_MCU)
    return false;
  return takes_its_turn(stream, scan);
}

// Copies what stands before the next marker, without stuffed bytes (T.81, B.1.1.5).
static bool unstuff(stream *stream, size_t *count) {
  uint8_t *target = stream->unstuffed;
  const uint8_t *next = stream->bytes + stream->place, *end = stream->bytes + stream->count;
  for (;;) {
    const uint8_t *mark = memchr(next, 0xFF, (size_t)(end - next));
    if (!mark || mark + 1 >= end)
      return false;
    size_t plain = (size_t)(mark - next);
    memcpy(target, next, plain);
    target += plain;
    next = mark;
    if (mark[1] != 0)
      break;
    *target++ = 0xFF;
    next += 2;
  }
  stream->place = (size_t)(next - stream->bytes);
  *count = (size_t)(target - stream->unstuffed);
  memset(target, 0, FBJ_SCAN_PADDING);
  return true;
}

static bool read_scan(stream *stream, const fbj_scan *scan, fbj_blocks *blocks) {
  uint32_t across, down;
  fbj_scan_units(scan, stream->source, &across, &down);
  uint64_t units = (uint64_t)across * down, step = stream->restart_interval ? stream->restart_interval : units;
  int restarts = 0;
  for (uint64_t from = 0; from < units; from += step) {
    if (from > 0) {
      // Behind what was unstuffed there is a marker.
      if (stream->bytes[stream->place + 1] != RST0 + (restarts++ & 7))
        return false;
      stream->place += 2;
    }
    uint64_t to = units - from < step ? units : from + step;
    size_t count;
    if (!unstuff(stream, &count) ||
        !fbj_scan_read(scan, stream->source, blocks, from, to, stream->unstuffed, count))
      return false;
  }
  return true;
}

// One segment, and what follows a scan's header. `ended` is set at the end of the picture.
static bool take_segment(stream *stream, fbj_blocks *blocks, bool *ended) {
  if (stream->count - stream->place < 2 || stream->bytes[stream->place] != 0xFF)
    return false;
  uint8_t code = stream->bytes[stream->place + 1];
  stream->place += 2;
  if (code == EOI) {
    *ended = true;
    return true;
  }
  if (stream->count - stream->place < 2)
    return false;
  const uint8_t *bytes = stream->bytes + stream->place;
  size_t length = (size_t)bytes[0] << 8 | bytes[1];
  if (length < 2 || length > stream->count - stream->place)
    return false;
  stream->place += length;
  bytes += 2;
  length -= 2;
  switch (code) {
  case SOF2:
    if (stream->has_frame)
      return false;
    return stream->has_frame = true;
  case DHT:
    return take_tables(stream, bytes, length);
  case DQT:
    // libjpeg has read those before the first scan; each component takes its own with its first scan.
    return !stream->has_scan;
  case DRI:
    if (length != 2)
      return false;
    stream->restart_interval = (unsigned)bytes[0] << 8 | bytes[1];
    return true;
  case SOS: {
    fbj_scan scan;
    if (!stream->has_frame || stream->scans_left-- == 0 || !take_scan(stream, bytes, length, &scan))
      return false;
    stream->has_scan = true;
    return read_scan(stream, &scan, blocks);
  }
  default:
    return (code >= 0xE0 && code <= 0xEF) || code == 0xFE;
  }
}

bool fbj_progressive_read(const struct jpeg_decompress_struct *source, const uint8_t *bytes, size_t count,
                          uint32_t max_scans, fbj_blocks *blocks) {
  if (!source->progressive_mode || source->arith_code || count < 4 || bytes[0] != 0xFF || bytes[1] != SOI ||
      count > SIZE_MAX - FBJ_SCAN_PADDING)
    return false;
  stream *stream = calloc(1, sizeof *stream);
  if (!stream)
    return false;
  stream->source = source;
  stream->bytes = bytes;
  stream->count = count;
  stream->place = 2;
  stream->scans_left = max_scans;
  stream->unstuffed = malloc(count + FBJ_SCAN_PADDING);
  memset(stream->precision, -1, sizeof stream->precision);
  bool ended = false, reads = stream->unstuffed != NULL;
  while (reads && !ended)
    reads = take_segment(stream, blocks, &ended);
  for (int c = 0; reads && c < source->num_components; c++)
    reads = stream->precision[c][0] >= 0;
  free(stream->unstuffed);
  free(stream);
  return reads;
}
