// A second opinion on what a render shows: a decoder that shares no code with libjpeg.
#include <limits.h>

#include "CJPEGTestSupport.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#pragma clang diagnostic pop

bool fbt_decode_with_stb(const uint8_t *bytes, size_t count, int *width, int *height, fbt_buffer *pixels) {
  int components = 0;
  if (count > INT_MAX)
    return false;
  // stb_image allocates with malloc, so the buffer is freed like the others.
  pixels->bytes = stbi_load_from_memory(bytes, (int)count, width, height, &components, 3);
  pixels->count = pixels->bytes ? (size_t)*width * (size_t)*height * 3 : 0;
  return pixels->bytes != NULL;
}
