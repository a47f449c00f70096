/// What reading and writing with libpng have in common.
#ifndef CPNGTESTSUPPORT_SESSION_H
#define CPNGTESTSUPPORT_SESSION_H

#include <png.h>
#include <setjmp.h>

#include "CPNGTestSupport.h"

/// The barrier of one entry point, and the words of libpng.
typedef struct barrier {
  jmp_buf jump;
  long warnings;
  char message[96];
} barrier;

void fpt_on_error(png_structp png, png_const_charp message);
void fpt_on_warning(png_structp png, png_const_charp message);

/// Memory that ends the session where there is none.
void *fpt_allocate(barrier *barrier, size_t count, size_t size);

#endif
