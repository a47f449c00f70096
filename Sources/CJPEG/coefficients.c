// The coefficient path: everything outside the chosen blocks is written back as it was read.
#include <stdlib.h>
#include <string.h>

#include "blocks.h"

struct fbj_coefficients {
  fbj_session session;
  struct jpeg_decompress_struct source;
  jvirt_barray_ptr *arrays;
  unsigned restart_interval;
  // What a reader of ours has read, and whose arrays; none where libjpeg has read them.
  fbj_blocks blocks;
  jvirt_barray_ptr own_arrays[FBJ_MAX_COMPONENTS];
};

// Reads the coefficients without libjpeg. Runs inside the barrier.
static bool read_quickly(fbj_coefficients *opened, const uint8_t *bytes, size_t count, fbj_limits limits) {
  struct jpeg_decompress_struct *source = &opened->source;
  // What libjpeg takes over with the first scan of each component.
  for (int c = 0; c < source->num_components; c++) {
    int number = source->comp_info[c].quant_tbl_no;
    if (number < 0 || number >= NUM_QUANT_TBLS || !source->quant_tbl_ptrs[number])
      return false;
    source->comp_info[c].quant_table = source->quant_tbl_ptrs[number];
  }
  opened->arrays = opened->own_arrays;
  return fbj_blocks_make(source, opened->own_arrays, &opened->blocks) &&
         fbj_progressive_read(source, bytes, count, limits.max_scans, &opened->blocks);
}

static fbj_status open(const uint8_t *bytes, size_t count, fbj_limits limits, bool quickly,
                       fbj_coefficients **coefficients, fbj_message *message) {
  *coefficients = NULL;
  fbj_coefficients *opened = calloc(1, sizeof *opened);
  if (!opened)
    return fbj_out_of_memory(message);
  opened->source.err = fbj_session_begin(&opened->session, message, limits);
  opened->session.warnings_are_fatal = true;
  if (setjmp(opened->session.barrier) == 0) {
    fbj_open_source(&opened->session, &opened->source, bytes, count, limits);
    opened->restart_interval = opened->source.restart_interval;
    if (!quickly)
      opened->arrays = jpeg_read_coefficients(&opened->source);
    else if (!opened->source.progressive_mode || !read_quickly(opened, bytes, count, limits)) {
      // What it is that is not as it should be, libjpeg says.
      fbj_coefficients_close(opened);
      return open(bytes, count, limits, false, coefficients, message);
    }
    *coefficients = opened;
    return FBJ_OK;
  }
  fbj_status status = opened->session.status;
  fbj_coefficients_close(opened);
  return status;
}

fbj_status fbj_coefficients_open(const uint8_t *bytes, size_t count, fbj_limits limits,
                                 fbj_coefficients **coefficients, fbj_message *message) {
  return open(bytes, count, limits, false, coefficients, message);
}

fbj_status fbj_coefficients_open_quickly(const uint8_t *bytes, size_t count, fbj_limits limits,
                                         fbj_coefficients **coefficients, fbj_message *message) {
  return open(bytes, count, limits, true, coefficients, message);
}

void fbj_coefficients_close(fbj_coefficients *coefficients) {
  if (!coefficients)
    return;
  fbj_blocks_free(&coefficients->blocks);
  jpeg_destroy_decompress(&coefficients->source);
  free(coefficients);
}

void fbj_coefficients_quantizers(const fbj_coefficients *coefficients, uint32_t component,
                                 uint16_t quantizers[64]) {
  fbj_copy_quantizers(&coefficients->source, component, quantizers);
}

// One row of blocks, after checking that the rectangle lies inside the component. Runs inside the barrier.
static JBLOCKROW block_row(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                           uint32_t width, bool writable) {
  struct jpeg_decompress_struct *source = &coefficients->source;
  if (component >= (uint32_t)source->num_components)
    fbj_session_fail(&coefficients->session, FBJ_INVALID_ARGUMENT, "there is no such component");
  const jpeg_component_info *info = &source->comp_info[component];
  if (y >= info->height_in_blocks || x > info->width_in_blocks || width > info->width_in_blocks - x)
    fbj_session_fail(&coefficients->session, FBJ_INVALID_ARGUMENT, "the rectangle leaves the component");
  JBLOCKARRAY rows = source->mem->access_virt_barray((j_common_ptr)source, coefficients->arrays[component], y,
                                                     1, writable ? TRUE : FALSE);
  return rows[0] + x;
}

fbj_status fbj_coefficients_read_dc(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                                    uint32_t width, uint32_t height, int16_t *dc, fbj_message *message) {
  fbj_session_resume(&coefficients->session, message);
  if (setjmp(coefficients->session.barrier) == 0) {
    for (uint32_t row = 0; row < height; row++) {
      JBLOCKROW blocks = block_row(coefficients, component, x, y + row, width, false);
      for (uint32_t column = 0; column < width; column++)
        dc[(size_t)row * width + column] = blocks[column][0];
    }
  }
  return coefficients->session.status;
}

fbj_status fbj_coefficients_read(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                                 uint32_t width, int16_t *blocks, fbj_message *message) {
  fbj_session_resume(&coefficients->session, message);
  if (setjmp(coefficients->session.barrier) == 0) {
    JBLOCKROW row = block_row(coefficients, component, x, y, width, false);
    memcpy(blocks, row, (size_t)width * sizeof row[0]);
  }
  return coefficients->session.status;
}

fbj_status fbj_coefficients_write(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                                  uint32_t width, const int16_t *blocks, const uint8_t *mask,
                                  fbj_message *message) {
  fbj_session_resume(&coefficients->session, message);
  if (setjmp(coefficients->session.barrier) == 0) {
    JBLOCKROW row = block_row(coefficients, component, x, y, width, true);
    const fbj_plane *plane = coefficients->blocks.count ? &coefficients->blocks.planes[component] : NULL;
    for (uint32_t column = 0; column < width; column++) {
      if (!mask[column])
        continue;
      memcpy(row[column], blocks + (size_t)column * DCTSIZE2, sizeof row[column]);
      if (plane)
        plane->nonzero[(size_t)y * plane->width + x + column] = fbj_nonzero(row[column]);
    }
  }
  return coefficients->session.status;
}

// The encoder has state of its own but shares the handle's barrier, so one setjmp covers both.
typedef struct fbj_transcoder {
  struct jpeg_compress_struct target;
  fbj_destination destination;
  fbj_scans scans;
} fbj_transcoder;

// The restart interval; 0 where no scan has more MCUs than that, so that it could be any number.
static unsigned reached_interval(const fbj_coefficients *coefficients, bool interleaved) {
  const struct jpeg_decompress_struct *source = &coefficients->source;
  uint64_t most = 0;
  for (int c = 0; c < source->num_components; c++) {
    const jpeg_component_info *info = &source->comp_info[c];
    uint64_t across = interleaved ? (info->width_in_blocks + info->h_samp_factor - 1) / info->h_samp_factor
                                  : info->width_in_blocks;
    uint64_t down = interleaved ? (info->height_in_blocks + info->v_samp_factor - 1) / info->v_samp_factor
                                : info->height_in_blocks;
    most = across * down > most ? across * down : most;
  }
  return coefficients->restart_interval < most ? coefficients->restart_interval : 0;
}

fbj_status fbj_coefficients_lend(fbj_coefficients *coefficients, uint32_t component, const int16_t **rows,
                                 uint32_t count, fbj_message *message) {
  fbj_session_resume(&coefficients->session, message);
  if (setjmp(coefficients->session.barrier) == 0)
    for (uint32_t y = 0; y < count; y++)
      // There is no backing store, so that a row stays where it is.
      rows[y] = block_row(coefficients, component, 0, y, 0, false)[0];
  return coefficients->session.status;
}

fbj_status fbj_coefficients_encode(fbj_coefficients *coefficients, bool progressive, fbj_buffer *output,
                                   fbj_seam *seam, fbj_message *message) {
  *seam = (fbj_seam){0};
  output->bytes = NULL;
  output->count = 0;
  fbj_session_resume(&coefficients->session, message);
  fbj_transcoder *transcoder = calloc(1, sizeof *transcoder);
  if (!transcoder)
    return fbj_out_of_memory(message);
  struct jpeg_compress_struct *target = &transcoder->target;
  target->err = &coefficients->session.manager;
  if (setjmp(coefficients->session.barrier) == 0) {
    fbj_open_target(target, &transcoder->destination);
    fbj_copy_parameters(&coefficients->session, &coefficients->source, target, transcoder->scans);
    target->restart_interval =
        reached_interval(coefficients, !progressive && !target->scan_info && target->num_components > 1);
    if (coefficients->blocks.count && !progressive && !target->scan_info) {
      fbj_sequential_write(&coefficients->session, &coefficients->source, target, target->restart_interval,
                           &coefficients->blocks, &transcoder->destination, seam);
    } else {
      if (progressive)
        fbj_make_progressive(target, transcoder->scans);
      jpeg_write_coefficients(target, coefficients->arrays);
      jpeg_finish_compress(target);
    }
  }
  fbj_status status = coefficients->session.status;
  jpeg_destroy_compress(target);
  fbj_take_output(&transcoder->destination, status, output);
  free(transcoder);
  return status;
}
