#include <stdlib.h>
#include <string.h>

#include "session.h"

/// One pass over a file. It belongs to the function that calls the one with the barrier, so it is whole after a jump.
typedef struct reading {
  barrier barrier;
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count, place, max_pixels;
  uint8_t *pixels;
  png_bytep *rows;
  size_t chunk_capacity;
  fpt_picture *picture;
} reading;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  reading *reading = png_get_io_ptr(png);
  if (count > reading->count - reading->place)
    png_error(png, "the file ends");
  memcpy(target, reading->bytes + reading->place, count);
  reading->place += count;
}

static int keep_chunk(png_structp png, png_unknown_chunkp chunk) {
  reading *reading = png_get_user_chunk_ptr(png);
  fpt_picture *picture = reading->picture;
  if (picture->chunk_count == reading->chunk_capacity) {
    size_t capacity = reading->chunk_capacity * 2 + 8;
    fpt_chunk *chunks = realloc(picture->chunks, capacity * sizeof *chunks);
    if (!chunks)
      return -1;
    picture->chunks = chunks;
    reading->chunk_capacity = capacity;
  }
  fpt_chunk *kept = &picture->chunks[picture->chunk_count];
  memset(kept, 0, sizeof *kept);
  memcpy(kept->type, chunk->name, 4);
  kept->location = chunk->location & PNG_AFTER_IDAT ? 8 : chunk->location & PNG_HAVE_PLTE ? 2 : 1;
  kept->count = chunk->size;
  kept->data = malloc(chunk->size > 0 ? chunk->size : 1);
  if (!kept->data)
    return -1;
  memcpy(kept->data, chunk->data, chunk->size);
  picture->chunk_count++;
  return 1;
}

/// The picture's header, and limits of libpng that would be in the way.
static void begin(reading *reading) {
  reading->png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading->barrier, fpt_on_error, fpt_on_warning);
  reading->info = reading->png ? png_create_info_struct(reading->png) : NULL;
  if (!reading->info)
    longjmp(reading->barrier.jump, 1);
  png_set_read_fn(reading->png, reading, read_bytes);
  png_set_user_limits(reading->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(reading->png, 0);
  png_set_chunk_cache_max(reading->png, 0);
}

static void check_size(reading *reading) {
  size_t pixels = (size_t)png_get_image_width(reading->png, reading->info) *
                  png_get_image_height(reading->png, reading->info);
  if (pixels > reading->max_pixels)
    png_error(reading->png, "more pixels than the limit");
}

/// Rows in one piece of memory, as many bytes each as libpng now says.
static void read_rows(reading *reading) {
  size_t height = png_get_image_height(reading->png, reading->info);
  png_set_interlace_handling(reading->png);
  png_read_update_info(reading->png, reading->info);
  size_t row_bytes = png_get_rowbytes(reading->png, reading->info);
  reading->pixels = fpt_allocate(&reading->barrier, height, row_bytes);
  reading->rows = fpt_allocate(&reading->barrier, height, sizeof *reading->rows);
  for (size_t y = 0; y < height; y++)
    reading->rows[y] = reading->pixels + y * row_bytes;
  png_read_image(reading->png, reading->rows);
  png_read_end(reading->png, reading->info);
}

static void note_header(reading *reading) {
  fpt_picture *picture = reading->picture;
  picture->width = png_get_image_width(reading->png, reading->info);
  picture->height = png_get_image_height(reading->png, reading->info);
  picture->bit_depth = png_get_bit_depth(reading->png, reading->info);
  picture->color_type = png_get_color_type(reading->png, reading->info);
  picture->interlaced = png_get_interlace_type(reading->png, reading->info) != PNG_INTERLACE_NONE;
  picture->channels = png_get_channels(reading->png, reading->info);
  png_colorp palette = NULL;
  if (png_get_PLTE(reading->png, reading->info, &palette, &picture->palette_count)) {
    for (int index = 0; index < picture->palette_count; index++) {
      picture->palette[index][0] = palette[index].red;
      picture->palette[index][1] = palette[index].green;
      picture->palette[index][2] = palette[index].blue;
    }
  }
  png_bytep alpha = NULL;
  png_color_16p color = NULL;
  if (png_get_tRNS(reading->png, reading->info, &alpha, &picture->transparency_count, &color)) {
    if (picture->color_type == PNG_COLOR_TYPE_PALETTE) {
      memcpy(picture->transparency_alpha, alpha, (size_t)picture->transparency_count);
    } else if (color) {
      picture->transparency_gray = color->gray;
      picture->transparency_color[0] = color->red;
      picture->transparency_color[1] = color->green;
      picture->transparency_color[2] = color->blue;
    }
  }
}

/// The samples as they are stored.
static void read_raw(reading *reading) {
  // What libpng would make something of by itself, given out as it is like all that it does not know.
  static const char known[] = "eXIf\0acTL\0fcTL\0fdAT\0cICP\0caBX\0dSIG";
  begin(reading);
  png_set_keep_unknown_chunks(reading->png, PNG_HANDLE_CHUNK_ALWAYS, NULL, -1);
  png_set_keep_unknown_chunks(reading->png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep)known, sizeof known / 5);
  png_set_read_user_chunk_fn(reading->png, reading, keep_chunk);
  png_read_info(reading->png, reading->info);
  check_size(reading);
  note_header(reading);
  fpt_picture *picture = reading->picture;
  png_set_packing(reading->png);
  read_rows(reading);
  size_t samples = (size_t)picture->width * (size_t)picture->channels;
  picture->raw = fpt_allocate(&reading->barrier, samples * picture->height, sizeof *picture->raw);
  for (uint32_t y = 0; y < picture->height; y++) {
    const uint8_t *row = reading->rows[y];
    uint16_t *target = picture->raw + y * samples;
    for (size_t index = 0; index < samples; index++)
      target[index] = picture->bit_depth == 16 ? (uint16_t)(row[2 * index] << 8 | row[2 * index + 1]) : row[index];
  }
}

/// What is seen.
static void read_seen(reading *reading) {
  begin(reading);
  png_read_info(reading->png, reading->info);
  check_size(reading);
  png_set_expand_16(reading->png);
  png_set_gray_to_rgb(reading->png);
  png_set_tRNS_to_alpha(reading->png);
  png_set_add_alpha(reading->png, 0xFFFF, PNG_FILLER_AFTER);
  read_rows(reading);
  fpt_picture *picture = reading->picture;
  size_t samples = (size_t)picture->width * 4;
  if (png_get_rowbytes(reading->png, reading->info) != 2 * samples)
    png_error(reading->png, "the rows are of another size");
  picture->rgba = fpt_allocate(&reading->barrier, samples * picture->height, sizeof *picture->rgba);
  for (uint32_t y = 0; y < picture->height; y++) {
    const uint8_t *row = reading->rows[y];
    for (size_t index = 0; index < samples; index++)
      picture->rgba[y * samples + index] = (uint16_t)(row[2 * index] << 8 | row[2 * index + 1]);
  }
}

static bool guarded(reading *reading, void (*pass)(struct reading *)) {
  if (setjmp(reading->barrier.jump))
    return false;
  pass(reading);
  return true;
}

static bool run(reading *template, void (*pass)(struct reading *)) {
  reading reading = *template;
  bool is_read = guarded(&reading, pass);
  png_destroy_read_struct(&reading.png, &reading.info, NULL);
  free(reading.pixels);
  free(reading.rows);
  fpt_picture *picture = reading.picture;
  picture->warnings += reading.barrier.warnings;
  if (!is_read || picture->message[0] == 0)
    memcpy(picture->message, reading.barrier.message, sizeof picture->message);
  return is_read;
}

bool fpt_read(const uint8_t *bytes, size_t count, size_t max_pixels, fpt_picture *picture) {
  memset(picture, 0, sizeof *picture);
  reading reading;
  memset(&reading, 0, sizeof reading);
  reading.bytes = bytes;
  reading.count = count;
  reading.max_pixels = max_pixels;
  reading.picture = picture;
  return run(&reading, read_raw) && run(&reading, read_seen);
}

void fpt_picture_free(fpt_picture *picture) {
  for (size_t index = 0; index < picture->chunk_count; index++)
    free(picture->chunks[index].data);
  free(picture->chunks);
  free(picture->raw);
  free(picture->rgba);
  memset(picture, 0, sizeof *picture);
}
