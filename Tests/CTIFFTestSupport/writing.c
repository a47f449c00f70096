#include <stdlib.h>
#include <string.h>

#include "session.h"

static bool set_tags(TIFF *tiff, const ftt_options *options) {
  const ftt_layout *layout = &options->layout;
  bool is_set = TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, layout->width) &&
                TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, layout->height) &&
                TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, layout->bits) &&
                TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, layout->samples) &&
                TIFFSetField(tiff, TIFFTAG_COMPRESSION, layout->compression) &&
                TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, layout->photometric) &&
                TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, layout->planar);
  if (is_set && layout->extra_count > 0)
    is_set = TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, layout->extra_count, layout->extras);
  if (is_set && layout->predictor > 1)
    is_set = TIFFSetField(tiff, TIFFTAG_PREDICTOR, layout->predictor);
  if (is_set && layout->rows_per_strip > 0)
    is_set = TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, layout->rows_per_strip);
  if (is_set && layout->rows_per_strip == 0)
    is_set = TIFFSetField(tiff, TIFFTAG_TILEWIDTH, layout->tile_width) &&
             TIFFSetField(tiff, TIFFTAG_TILELENGTH, layout->tile_height);
  if (is_set && layout->orientation > 0)
    is_set = TIFFSetField(tiff, TIFFTAG_ORIENTATION, layout->orientation);
  if (is_set && options->profile)
    is_set = TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)options->profile_count, options->profile);
  if (is_set && options->resolution > 0)
    is_set = TIFFSetField(tiff, TIFFTAG_XRESOLUTION, options->resolution) &&
             TIFFSetField(tiff, TIFFTAG_YRESOLUTION, options->resolution) &&
             TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  return is_set;
}

/// Fills one strip or tile with samples; what lies beyond the picture repeats its edge.
static size_t fill(uint8_t *target, const uint16_t *samples, const ftt_layout *layout, uint32_t left, uint32_t top,
                   uint32_t width, uint32_t height, int plane) {
  int first = plane < 0 ? 0 : plane;
  int last = plane < 0 ? layout->samples : plane + 1;
  size_t place = 0;
  for (uint32_t y = top; y < top + height; y++) {
    uint32_t row = y < layout->height ? y : layout->height - 1;
    for (uint32_t x = left; x < left + width; x++) {
      uint32_t column = x < layout->width ? x : layout->width - 1;
      const uint16_t *pixel = samples + ((size_t)row * layout->width + column) * (size_t)layout->samples;
      for (int sample = first; sample < last; sample++) {
        if (layout->bits == 16) {
          memcpy(target + place, pixel + sample, 2);
          place += 2;
        } else {
          target[place++] = (uint8_t)pixel[sample];
        }
      }
    }
  }
  return place;
}

static bool write_page(TIFF *tiff, const uint16_t *samples, const ftt_options *options) {
  const ftt_layout *layout = &options->layout;
  if (!set_tags(tiff, options))
    return false;
  bool is_tiled = layout->rows_per_strip == 0;
  uint32_t rows = layout->rows_per_strip < layout->height ? layout->rows_per_strip : layout->height;
  uint32_t width = is_tiled ? layout->tile_width : layout->width;
  uint32_t height = is_tiled ? layout->tile_height : rows;
  int planes = layout->planar == 2 ? layout->samples : 1;
  size_t most = (size_t)width * height * (size_t)layout->samples * 2;
  uint8_t *chunk = malloc(most > 0 ? most : 1);
  if (!chunk)
    return false;
  uint32_t number = 0;
  bool is_written = true;
  for (int plane = 0; plane < planes; plane++) {
    for (uint32_t top = 0; top < layout->height; top += height) {
      for (uint32_t left = 0; left < layout->width; left += width) {
        uint32_t there = is_tiled || top + height <= layout->height ? height : layout->height - top;
        size_t count = fill(chunk, samples, layout, left, top, width, there, planes > 1 ? plane : -1);
        tmsize_t written = is_tiled ? TIFFWriteEncodedTile(tiff, number, chunk, (tmsize_t)count)
                                    : TIFFWriteEncodedStrip(tiff, number, chunk, (tmsize_t)count);
        is_written = is_written && written == (tmsize_t)count;
        number++;
      }
    }
  }
  free(chunk);
  return is_written && TIFFWriteDirectory(tiff);
}

bool ftt_write(const uint16_t *samples, const ftt_options *options, ftt_buffer *output) {
  session session;
  memset(&session, 0, sizeof session);
  memset(output, 0, sizeof *output);
  session.output = output;
  char mode[5] = {'w', options->big_endian ? 'b' : 'l', options->big ? '8' : '4', 0, 0};
  TIFF *tiff = ftt_open(&session, mode);
  bool is_written = tiff != NULL;
  for (int page = 0; is_written && page < options->pages; page++)
    is_written = write_page(tiff, samples, options);
  if (tiff)
    TIFFClose(tiff);
  // It warns of the older number of deflate, which is to be written all the same.
  is_written = is_written && !session.has_failed;
  if (!is_written)
    ftt_buffer_free(output);
  return is_written;
}
