#include <stdio.h>
#include <stdlib.h>

#include "session.h"

static void note(barrier *barrier, png_const_charp message) {
  snprintf(barrier->message, sizeof barrier->message, "%s", message);
}

void fpt_on_error(png_structp png, png_const_charp message) {
  barrier *barrier = png_get_error_ptr(png);
  note(barrier, message);
  longjmp(barrier->jump, 1);
}

void fpt_on_warning(png_structp png, png_const_charp message) {
  barrier *barrier = png_get_error_ptr(png);
  if (barrier->warnings++ == 0)
    note(barrier, message);
}

void *fpt_allocate(barrier *barrier, size_t count, size_t size) {
  void *memory = calloc(count > 0 ? count : 1, size);
  if (!memory) {
    note(barrier, "out of memory");
    longjmp(barrier->jump, 1);
  }
  return memory;
}

void fpt_buffer_free(fpt_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = buffer->capacity = 0;
}
