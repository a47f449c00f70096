#include "support.h"

#include <stdlib.h>

void fxt_buffer_free(fxt_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = 0;
}

bool fxt_buffer_grow(fxt_buffer *buffer, size_t count) {
  uint8_t *bytes = realloc(buffer->bytes, count);
  if (!bytes)
    return false;
  buffer->bytes = bytes;
  buffer->count = count;
  return true;
}
