#include "CReference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { ROWS_AT_ONCE = 16, COLOURS = 3 };

typedef struct memory {
  uint8_t *bytes;
  size_t capacity;
} memory;

static void reserve(memory *memory, size_t capacity) {
  if (memory->capacity >= capacity) return;
  free(memory->bytes);
  memory->bytes = malloc(capacity);
  if (memory->bytes == NULL) abort();
  memory->capacity = capacity;
}

static void row_pointers(uint8_t *pixels, size_t stride, JDIMENSION first, JSAMPROW rows[ROWS_AT_ONCE]) {
  for (JDIMENSION i = 0; i < ROWS_AT_ONCE; i++) rows[i] = pixels + (first + i) * stride;
}

static void copy_coding(const struct jpeg_decompress_struct *source, struct jpeg_compress_struct *target) {
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    if (source->quant_tbl_ptrs[i] == NULL) continue;
    if (target->quant_tbl_ptrs[i] == NULL) {
      target->quant_tbl_ptrs[i] = jpeg_alloc_quant_table((j_common_ptr)target);
    }
    memcpy(target->quant_tbl_ptrs[i]->quantval, source->quant_tbl_ptrs[i]->quantval,
           sizeof(target->quant_tbl_ptrs[i]->quantval));
  }
  for (int i = 0; i < target->num_components && i < source->num_components; i++) {
    target->comp_info[i].h_samp_factor = source->comp_info[i].h_samp_factor;
    target->comp_info[i].v_samp_factor = source->comp_info[i].v_samp_factor;
    target->comp_info[i].quant_tbl_no = source->comp_info[i].quant_tbl_no;
  }
}

size_t cref_recode(const uint8_t *bytes, size_t count) {
  static memory picture, output;
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct source = {.err = jpeg_std_error(&errors)};
  struct jpeg_compress_struct target = {.err = &errors};
  JSAMPROW rows[ROWS_AT_ONCE];

  jpeg_create_decompress(&source);
  jpeg_mem_src(&source, bytes, (unsigned long)count);
  jpeg_read_header(&source, TRUE);
  source.out_color_space = JCS_RGB;
  jpeg_start_decompress(&source);
  const size_t stride = (size_t)source.output_width * COLOURS;
  // A few rows more, so that a whole batch of row pointers lies inside.
  reserve(&picture, stride * ((size_t)source.output_height + ROWS_AT_ONCE));
  while (source.output_scanline < source.output_height) {
    row_pointers(picture.bytes, stride, source.output_scanline, rows);
    jpeg_read_scanlines(&source, rows, ROWS_AT_ONCE);
  }

  jpeg_create_compress(&target);
  reserve(&output, 2 * count + 65536);
  unsigned char *start = output.bytes;
  unsigned long size = (unsigned long)output.capacity;
  jpeg_mem_dest(&target, &start, &size);
  target.image_width = source.output_width;
  target.image_height = source.output_height;
  target.input_components = COLOURS;
  target.in_color_space = JCS_RGB;
  jpeg_set_defaults(&target);
  copy_coding(&source, &target);
  jpeg_start_compress(&target, TRUE);
  while (target.next_scanline < target.image_height) {
    row_pointers(picture.bytes, stride, target.next_scanline, rows);
    const JDIMENSION left = target.image_height - target.next_scanline;
    jpeg_write_scanlines(&target, rows, left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE);
  }
  jpeg_finish_compress(&target);
  jpeg_destroy_compress(&target);
  jpeg_finish_decompress(&source);
  jpeg_destroy_decompress(&source);
  if (start != output.bytes) free(start);
  return size;
}
