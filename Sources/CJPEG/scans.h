// The entropy-coded data of progressive scans (T.81, annex G).
#ifndef CJPEG_SCANS_H
#define CJPEG_SCANS_H

#include "blocks.h"
#include "huffman.h"

// A scan whose header is as the standard has it.
typedef struct fbj_scan {
  int component_count;
  int components[FBJ_MAX_COMPONENTS];
  // By component of the scan; that of DC or that of AC, as the scan needs it.
  const fbj_decoder *decoders[FBJ_MAX_COMPONENTS];
  // First and last coefficient in zigzag order, and the bits that are left for later scans, before and after this one.
  int first, last, high, low;
} fbj_scan;

// Reads units `from` to `to` of a scan out of bytes without stuffing, behind which `FBJ_SCAN_PADDING` may be read.
// False where they are not just what the units need.
bool fbj_scan_read(const fbj_scan *scan, const struct jpeg_decompress_struct *source, fbj_blocks *blocks,
                   uint64_t from, uint64_t to, const uint8_t *bytes, size_t count);

enum { FBJ_SCAN_PADDING = 24 };

// How many units (MCUs) a scan has across and down.
void fbj_scan_units(const fbj_scan *scan, const struct jpeg_decompress_struct *source, uint32_t *across,
                    uint32_t *down);

#endif
