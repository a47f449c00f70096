#include <stdlib.h>
#include <string.h>

#include "session.h"

/// One file on its way. It belongs to the function that calls the one with the barrier, so it is whole after a jump.
typedef struct writing {
  barrier barrier;
  png_structp png;
  png_infop info;
  uint8_t *row;
  const uint16_t *samples;
  const fpt_options *options;
  fpt_buffer *output;
} writing;

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  fpt_buffer *output = png_get_io_ptr(png);
  if (count > output->capacity - output->count) {
    size_t capacity = output->capacity * 2 + count + 4096;
    uint8_t *larger = realloc(output->bytes, capacity);
    if (!larger)
      png_error(png, "out of memory");
    output->bytes = larger;
    output->capacity = capacity;
  }
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
}

static void flush_bytes(png_structp png) { (void)png; }

static void set_palette(writing *writing) {
  const fpt_options *options = writing->options;
  png_color palette[256];
  for (int index = 0; index < options->palette_count; index++) {
    palette[index].red = options->palette[index][0];
    palette[index].green = options->palette[index][1];
    palette[index].blue = options->palette[index][2];
  }
  if (options->palette_count > 0)
    png_set_PLTE(writing->png, writing->info, palette, options->palette_count);
  if (options->transparency_count > 0) {
    png_color_16 color;
    memset(&color, 0, sizeof color);
    color.gray = options->transparency_gray;
    color.red = options->transparency_color[0];
    color.green = options->transparency_color[1];
    color.blue = options->transparency_color[2];
    png_set_tRNS(writing->png, writing->info, options->transparency_alpha, options->transparency_count, &color);
  }
}

static void write_all(writing *writing) {
  const fpt_options *options = writing->options;
  writing->png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &writing->barrier, fpt_on_error, fpt_on_warning);
  writing->info = writing->png ? png_create_info_struct(writing->png) : NULL;
  if (!writing->info)
    longjmp(writing->barrier.jump, 1);
  png_set_write_fn(writing->png, writing->output, write_bytes, flush_bytes);
  png_set_user_limits(writing->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(writing->png, writing->info, options->width, options->height, options->bit_depth, options->color_type,
               options->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  set_palette(writing);
  if (options->filters > 0)
    png_set_filter(writing->png, PNG_FILTER_TYPE_BASE, options->filters);
  png_set_compression_level(writing->png, options->level);
  png_write_info(writing->png, writing->info);
  png_set_packing(writing->png);
  int passes = png_set_interlace_handling(writing->png);
  size_t samples = (size_t)options->width * png_get_channels(writing->png, writing->info);
  writing->row = fpt_allocate(&writing->barrier, samples, 2);
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < options->height; y++) {
      const uint16_t *source = writing->samples + y * samples;
      for (size_t index = 0; index < samples; index++) {
        if (options->bit_depth == 16) {
          writing->row[2 * index] = (uint8_t)(source[index] >> 8);
          writing->row[2 * index + 1] = (uint8_t)source[index];
        } else {
          writing->row[index] = (uint8_t)source[index];
        }
      }
      png_write_row(writing->png, writing->row);
    }
  }
  png_write_end(writing->png, writing->info);
}

static bool guarded(writing *writing) {
  if (setjmp(writing->barrier.jump))
    return false;
  write_all(writing);
  return true;
}

bool fpt_write(const uint16_t *samples, const fpt_options *options, fpt_buffer *output) {
  writing writing;
  memset(&writing, 0, sizeof writing);
  memset(output, 0, sizeof *output);
  writing.samples = samples;
  writing.options = options;
  writing.output = output;
  bool is_written = guarded(&writing);
  png_destroy_write_struct(&writing.png, &writing.info);
  free(writing.row);
  if (!is_written)
    fpt_buffer_free(output);
  return is_written;
}
