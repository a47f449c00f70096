#include "blocks.h"

#include <stdlib.h>
#include <sys/mman.h>

const uint8_t fbj_natural_order[DCTSIZE2] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

uint64_t fbj_nonzero(const JCOEF *block) {
  uint64_t nonzero = 0;
  for (int k = 0; k < DCTSIZE2; k++)
    nonzero |= (uint64_t)(block[fbj_natural_order[k]] != 0) << k;
  return nonzero;
}

static uint32_t rounded_up(uint32_t number, int step) {
  return (number + (uint32_t)step - 1) / (uint32_t)step * (uint32_t)step;
}

// Memory comes in a few large pages then, where the system has them, instead of thousands of small ones.
static void ask_for_large_pages(void *start, size_t count) {
  const uintptr_t large = 2 << 20;
  uintptr_t from = ((uintptr_t)start + large - 1) / large * large, to = ((uintptr_t)start + count) / large * large;
  if (from < to)
    madvise((void *)from, to - from, MADV_HUGEPAGE);
}

bool fbj_blocks_make(struct jpeg_decompress_struct *source, jvirt_barray_ptr arrays[FBJ_MAX_COMPONENTS],
                     fbj_blocks *blocks) {
  for (int c = 0; c < source->num_components; c++) {
    const jpeg_component_info *info = &source->comp_info[c];
    fbj_plane *plane = &blocks->planes[c];
    plane->width = rounded_up(info->width_in_blocks, info->h_samp_factor);
    plane->height = rounded_up(info->height_in_blocks, info->v_samp_factor);
    arrays[c] = source->mem->request_virt_barray((j_common_ptr)source, JPOOL_IMAGE, TRUE, plane->width,
                                                 plane->height, (JDIMENSION)info->v_samp_factor);
  }
  blocks->count = source->num_components;
  source->mem->realize_virt_arrays((j_common_ptr)source);
  for (int c = 0; c < source->num_components; c++) {
    fbj_plane *plane = &blocks->planes[c];
    plane->rows = malloc(plane->height * sizeof plane->rows[0]);
    plane->nonzero = calloc((size_t)plane->width * plane->height, sizeof plane->nonzero[0]);
    if (!plane->rows || !plane->nonzero)
      return false;
    JBLOCKROW first = source->mem->access_virt_barray((j_common_ptr)source, arrays[c], 0, 1, TRUE)[0];
    ask_for_large_pages(first, (size_t)plane->width * plane->height * sizeof first[0]);
    // There is no backing store, so that a row stays where it is.
    for (uint32_t y = 0; y < plane->height; y++)
      plane->rows[y] =
          source->mem->access_virt_barray((j_common_ptr)source, arrays[c], y, 1, TRUE)[0];
  }
  return true;
}

void fbj_blocks_free(fbj_blocks *blocks) {
  for (int c = 0; c < blocks->count; c++) {
    free(blocks->planes[c].rows);
    free(blocks->planes[c].nonzero);
  }
  *blocks = (fbj_blocks){0};
}
