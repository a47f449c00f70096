#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void avt_buffer_free(avt_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = 0;
}

void avt_picture_free(avt_picture *picture) {
  free(picture->samples);
  picture->samples = NULL;
  picture->count = 0;
}

bool avt_fail(avt_message *message, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  return false;
}

bool avt_allocate(avt_picture *picture, avt_message *message) {
  size_t count = 0;
  for (int plane = 0; plane < avt_plane_count(picture->chroma); plane++)
    count += (size_t)avt_side(picture->width, plane, avt_step_x(picture->chroma)) *
             (size_t)avt_side(picture->height, plane, avt_step_y(picture->chroma));
  free(picture->samples);
  picture->samples = calloc(count > 0 ? count : 1, sizeof *picture->samples);
  picture->count = count;
  return picture->samples ? true : avt_fail(message, "out of memory");
}
