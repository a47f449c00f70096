#include <stdlib.h>

#include "support.h"

void fwt_buffer_free(fwt_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = 0;
}

size_t fwt_plane_bytes(uint32_t width, uint32_t height) {
  const size_t half = ((size_t)width + 1) / 2 * (((size_t)height + 1) / 2);
  return (size_t)width * height + 2 * half;
}
