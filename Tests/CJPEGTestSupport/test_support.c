#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <setjmp.h>

#include "CJPEGTestSupport.h"

typedef struct barrier {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
} barrier;

static void on_error(j_common_ptr cinfo) { longjmp(((barrier *)cinfo->err)->jump, 1); }

static void on_message(j_common_ptr cinfo, int level) {
  if (level < 0)
    cinfo->err->num_warnings++;
}

static struct jpeg_error_mgr *begin(barrier *barrier) {
  jpeg_std_error(&barrier->manager);
  barrier->manager.error_exit = on_error;
  barrier->manager.emit_message = on_message;
  return &barrier->manager;
}

void fbt_buffer_free(fbt_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = 0;
}

enum { MOST_SCANS = 400 };

static unsigned chance(uint32_t *seed, unsigned below) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 16) % below;
}

// The DC of all components, in one scan where that may hold so many blocks.
static int add_dc(jpeg_scan_info *scans, const struct jpeg_compress_struct *target, bool together, int high, int low) {
  int count = target->num_components;
  if (together) {
    *scans = (jpeg_scan_info){.comps_in_scan = count, .component_index = {0, 1, 2, 3}, .Ah = high, .Al = low};
    return 1;
  }
  for (int c = 0; c < count; c++)
    scans[c] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {c}, .Ah = high, .Al = low};
  return count;
}

static int scans_by_chance(jpeg_scan_info *scans, const struct jpeg_compress_struct *target, uint32_t seed) {
  int blocks = 0, count = 0, dc = (int)chance(&seed, 4);
  for (int c = 0; c < target->num_components; c++)
    blocks += target->comp_info[c].h_samp_factor * target->comp_info[c].v_samp_factor;
  bool together = blocks <= C_MAX_BLOCKS_IN_MCU && chance(&seed, 3) > 0;
  count += add_dc(scans, target, together, 0, dc);
  for (int c = 0; c < target->num_components; c++) {
    for (int first = 1, last; first < DCTSIZE2; first = last + 1) {
      last = chance(&seed, 2) ? DCTSIZE2 - 1 : first + (int)chance(&seed, (unsigned)(DCTSIZE2 - first));
      if (chance(&seed, 9) == 0)
        continue;
      int high = 0, low = (int)chance(&seed, 5);
      do {
        scans[count++] = (jpeg_scan_info){
            .comps_in_scan = 1, .component_index = {c}, .Ss = first, .Se = last, .Ah = high, .Al = low};
        high = low--;
      } while (low >= 0 && count < MOST_SCANS - 80 && chance(&seed, 5));
    }
    if (dc > 0 && chance(&seed, 2))
      count += add_dc(scans + count, target, together, dc, dc - 1), dc--;
  }
  for (; dc > 0 && chance(&seed, 4); dc--)
    count += add_dc(scans + count, target, together, dc, dc - 1);
  return count;
}

bool fbt_encode(const uint8_t *samples, int width, int height, fbt_options options, fbt_buffer *output) {
  barrier barrier;
  struct jpeg_compress_struct target;
  jpeg_scan_info scans[MOST_SCANS];
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  memset(&target, 0, sizeof target);
  target.err = begin(&barrier);
  if (setjmp(barrier.jump)) {
    jpeg_destroy_compress(&target);
    return false;
  }
  jpeg_create_compress(&target);
  jpeg_mem_dest(&target, &bytes, &count);
  target.image_width = (JDIMENSION)width;
  target.image_height = (JDIMENSION)height;
  target.input_components = options.components;
  target.in_color_space = options.components == 1 ? JCS_GRAYSCALE : options.components == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&target);
  if (options.keep_colors)
    jpeg_set_colorspace(&target, target.in_color_space);
  else if (options.components == 4)
    jpeg_set_colorspace(&target, JCS_YCCK);
  jpeg_set_quality(&target, options.quality, TRUE);
  for (int c = 0; c < options.components; c++) {
    target.comp_info[c].h_samp_factor = options.h[c];
    target.comp_info[c].v_samp_factor = options.v[c];
  }
  target.arith_code = options.arithmetic;
  target.optimize_coding = options.optimized_tables;
  target.restart_interval = (unsigned)options.restart_interval;
  if (options.progressive)
    jpeg_simple_progression(&target);
  if (options.scans_by_chance) {
    memset(scans, 0, sizeof scans);
    target.num_scans = scans_by_chance(scans, &target, options.scans_by_chance);
    target.scan_info = scans;
  }
  if (options.separate_scans) {
    memset(scans, 0, sizeof scans);
    for (int c = 0; c < options.components; c++) {
      scans[c].comps_in_scan = 1;
      scans[c].component_index[0] = c;
      scans[c].Se = 63;
    }
    target.scan_info = scans;
    target.num_scans = options.components;
  }
  jpeg_start_compress(&target, TRUE);
  while (target.next_scanline < target.image_height) {
    JSAMPROW row = (JSAMPROW)samples + (size_t)target.next_scanline * (size_t)(width * options.components);
    jpeg_write_scanlines(&target, &row, 1);
  }
  jpeg_finish_compress(&target);
  jpeg_destroy_compress(&target);
  output->bytes = bytes;
  output->count = count;
  return true;
}

bool fbt_read(const uint8_t *bytes, size_t count, fbt_image *image) {
  barrier barrier;
  struct jpeg_decompress_struct source;
  memset(image, 0, sizeof *image);
  memset(&source, 0, sizeof source);
  source.err = begin(&barrier);
  if (setjmp(barrier.jump)) {
    jpeg_destroy_decompress(&source);
    fbt_image_free(image);
    return false;
  }
  jpeg_create_decompress(&source);
  jpeg_mem_src(&source, bytes, count);
  jpeg_read_header(&source, TRUE);
  image->width = (int)source.image_width;
  image->height = (int)source.image_height;
  image->component_count = source.num_components;
  image->progressive = source.progressive_mode;
  image->arithmetic = source.arith_code;
  image->restart_interval = (int)source.restart_interval;
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(&source);
  for (int c = 0; c < source.num_components && c < 4; c++) {
    jpeg_component_info *info = &source.comp_info[c];
    fbt_component *component = &image->components[c];
    component->width_in_blocks = (int)info->width_in_blocks;
    component->height_in_blocks = (int)info->height_in_blocks;
    component->h = info->h_samp_factor;
    component->v = info->v_samp_factor;
    size_t row_values = (size_t)info->width_in_blocks * DCTSIZE2;
    component->coefficients = malloc(row_values * info->height_in_blocks * sizeof(int16_t));
    for (int k = 0; k < DCTSIZE2; k++)
      component->quantizers[k] = info->quant_table ? info->quant_table->quantval[k] : 0;
    for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
      JBLOCKARRAY rows = source.mem->access_virt_barray((j_common_ptr)&source, arrays[c], y, 1, FALSE);
      memcpy(component->coefficients + row_values * y, rows[0], row_values * sizeof(int16_t));
    }
  }
  jpeg_finish_decompress(&source);
  image->warnings = barrier.manager.num_warnings;
  jpeg_destroy_decompress(&source);
  return true;
}

void fbt_image_free(fbt_image *image) {
  for (int c = 0; c < 4; c++) {
    free(image->components[c].coefficients);
    image->components[c].coefficients = NULL;
  }
}

long fbt_decode(const uint8_t *bytes, size_t count, uint8_t *samples, size_t capacity) {
  barrier barrier;
  struct jpeg_decompress_struct source;
  memset(&source, 0, sizeof source);
  source.err = begin(&barrier);
  if (setjmp(barrier.jump)) {
    jpeg_destroy_decompress(&source);
    return -1;
  }
  jpeg_create_decompress(&source);
  jpeg_mem_src(&source, bytes, count);
  jpeg_read_header(&source, TRUE);
  jpeg_start_decompress(&source);
  size_t stride = (size_t)source.output_width * (size_t)source.output_components;
  if (stride * source.output_height > capacity)
    longjmp(barrier.jump, 1);
  while (source.output_scanline < source.output_height) {
    JSAMPROW row = samples + stride * source.output_scanline;
    jpeg_read_scanlines(&source, &row, 1);
  }
  jpeg_finish_decompress(&source);
  long warnings = barrier.manager.num_warnings;
  jpeg_destroy_decompress(&source);
  return warnings;
}
