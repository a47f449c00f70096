// The coefficients of a picture as plain rows of blocks, for readers and writers of our own.
#ifndef CJPEG_BLOCKS_H
#define CJPEG_BLOCKS_H

#include "session.h"

// One component. Rows and columns are rounded up to whole MCUs, as libjpeg has them.
typedef struct fbj_plane {
  uint32_t width, height;
  // By row, its blocks in natural order; they lie in memory of libjpeg's.
  JBLOCKROW *rows;
  // By row and column, which coefficients of AC are not zero: bit k for the one at place k of the zigzag order (T.81, A.3.6). Bit 0 says nothing.
  uint64_t *nonzero;
} fbj_plane;

typedef struct fbj_blocks {
  // 0 as long as there are none.
  int count;
  fbj_plane planes[FBJ_MAX_COMPONENTS];
} fbj_blocks;

// By place in the zigzag order, the place in natural order.
extern const uint8_t fbj_natural_order[DCTSIZE2];

// Which coefficients of a block are not zero, in zigzag order.
uint64_t fbj_nonzero(const JCOEF *block);

// Takes the memory for the coefficients of `source`, all zero, whose header has been read. Runs inside the caller's barrier.
// Returns false where there is no memory for what belongs to us; `fbj_blocks_free` is called either way.
bool fbj_blocks_make(struct jpeg_decompress_struct *source, jvirt_barray_ptr arrays[FBJ_MAX_COMPONENTS],
                     fbj_blocks *blocks);

// Frees what belongs to us; libjpeg frees the rest with its decompressor.
void fbj_blocks_free(fbj_blocks *blocks);

// Reads all scans of a progressive Huffman stream (T.81, annex G), of which libjpeg has read the header, into `blocks`.
// Returns false where anything is not just as the standard has it, and nothing can be said about the stream then.
bool fbj_progressive_read(const struct jpeg_decompress_struct *source, const uint8_t *bytes, size_t count,
                          uint32_t max_scans, fbj_blocks *blocks);

// Writes `blocks` as one sequential scan with optimised tables, from SOI to EOI, byte for byte what libjpeg makes of the same
// parameters, and tells how it stands in the middle. Runs inside the caller's barrier.
void fbj_sequential_write(fbj_session *session, const struct jpeg_decompress_struct *source,
                          const struct jpeg_compress_struct *target, unsigned restart_interval,
                          const fbj_blocks *blocks, fbj_destination *destination, fbj_seam *seam);

#endif
