#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fht_buffer_free(fht_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = 0;
}

void fht_picture_free(fht_picture *picture) {
  free(picture->samples);
  free(picture->rgb);
  picture->samples = NULL;
  picture->rgb = NULL;
  picture->count = 0;
}

bool fht_fail(fht_message *message, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  return false;
}

bool fht_allocate(fht_picture *picture, fht_message *message) {
  size_t count = 0;
  for (int plane = 0; plane < fht_plane_count(picture->chroma); plane++)
    count += (size_t)fht_side(picture->width, plane, fht_step_x(picture->chroma)) *
             (size_t)fht_side(picture->height, plane, fht_step_y(picture->chroma));
  picture->samples = calloc(count > 0 ? count : 1, sizeof *picture->samples);
  picture->count = count;
  return picture->samples ? true : fht_fail(message, "out of memory");
}
