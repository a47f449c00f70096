#include <stdlib.h>
#include <string.h>

#include "session.h"

static bool read_layout(TIFF *tiff, session *session, ftt_layout *layout) {
  uint16_t bits = 1, samples = 1, photometric = 0, compression = 1, planar = 1, orientation = 0, predictor = 1;
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &layout->width) ||
      !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &layout->height) ||
      !TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric))
    return ftt_fail(session, "a tag is missing");
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation);
  if (compression == COMPRESSION_LZW || compression == COMPRESSION_DEFLATE || compression == COMPRESSION_ADOBE_DEFLATE)
    TIFFGetField(tiff, TIFFTAG_PREDICTOR, &predictor);
  layout->bits = bits;
  layout->samples = samples;
  layout->photometric = photometric;
  layout->compression = compression;
  layout->planar = planar;
  layout->orientation = orientation;
  layout->predictor = predictor;
  uint16_t extra_count = 0;
  uint16_t *extras = NULL;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extras);
  layout->extra_count = extra_count < 8 ? extra_count : 8;
  for (int index = 0; index < layout->extra_count && extras; index++)
    layout->extras[index] = extras[index];
  if (TIFFIsTiled(tiff)) {
    if (!TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &layout->tile_width) ||
        !TIFFGetField(tiff, TIFFTAG_TILELENGTH, &layout->tile_height))
      return ftt_fail(session, "a tile's size is missing");
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &layout->rows_per_strip);
    if (layout->rows_per_strip > layout->height)
      layout->rows_per_strip = layout->height;
  }
  if ((bits != 8 && bits != 16) || samples == 0)
    return ftt_fail(session, "samples of another size");
  return true;
}

/// Puts the samples of one strip or tile in their places.
static void spread(const uint8_t *chunk, const ftt_layout *layout, uint32_t left, uint32_t top, uint32_t width,
                   uint32_t height, int plane, uint16_t *raw) {
  int first = plane < 0 ? 0 : plane;
  int last = plane < 0 ? layout->samples : plane + 1;
  size_t place = 0;
  for (uint32_t y = top; y < top + height; y++) {
    for (uint32_t x = left; x < left + width; x++) {
      for (int sample = first; sample < last; sample++) {
        uint16_t value;
        if (layout->bits == 16) {
          memcpy(&value, chunk + place, 2);
          place += 2;
        } else {
          value = chunk[place++];
        }
        if (x < layout->width && y < layout->height)
          raw[((size_t)y * layout->width + x) * (size_t)layout->samples + (size_t)sample] = value;
      }
    }
  }
}

static bool read_samples(TIFF *tiff, session *session, ftt_picture *picture) {
  const ftt_layout *layout = &picture->layout;
  bool is_tiled = TIFFIsTiled(tiff);
  uint32_t width = is_tiled ? layout->tile_width : layout->width;
  uint32_t height = is_tiled ? layout->tile_height : layout->rows_per_strip;
  if (width == 0 || height == 0)
    return ftt_fail(session, "a side of nothing");
  int planes = layout->planar == 2 ? layout->samples : 1;
  tmsize_t most = is_tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
  picture->chunk_count = is_tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  if (most <= 0 || most > 1 << 28 || picture->chunk_count > 1 << 20)
    return ftt_fail(session, "more than the limit");
  uint8_t *chunk = malloc((size_t)most);
  picture->chunk_sizes = calloc(picture->chunk_count + 1, sizeof *picture->chunk_sizes);
  if (!chunk || !picture->chunk_sizes) {
    free(chunk);
    return ftt_fail(session, "out of memory");
  }
  uint32_t number = 0;
  bool is_read = true;
  for (int plane = 0; is_read && plane < planes; plane++) {
    for (uint32_t top = 0; is_read && top < layout->height; top += height) {
      for (uint32_t left = 0; is_read && left < layout->width; left += width) {
        uint32_t there = is_tiled || height <= layout->height - top ? height : layout->height - top;
        size_t pixels = (size_t)width * there * (size_t)(planes > 1 ? 1 : layout->samples);
        tmsize_t count = (tmsize_t)(pixels * (size_t)(layout->bits / 8));
        tmsize_t read = count > most          ? -1
                        : is_tiled ? TIFFReadEncodedTile(tiff, number, chunk, count)
                                   : TIFFReadEncodedStrip(tiff, number, chunk, count);
        is_read = read == count && number < picture->chunk_count;
        if (is_read) {
          spread(chunk, layout, left, top, width, there, planes > 1 ? plane : -1, picture->raw);
          picture->chunk_sizes[number] = TIFFGetStrileByteCount(tiff, number);
        }
        number++;
      }
    }
  }
  free(chunk);
  return is_read || ftt_fail(session, "a chunk is too short");
}

static bool read_picture(TIFF *tiff, session *session, size_t max_samples, ftt_picture *picture) {
  ftt_layout *layout = &picture->layout;
  if (!read_layout(tiff, session, layout))
    return false;
  picture->big_endian = TIFFIsBigEndian(tiff) != 0;
  picture->big = TIFFIsBigTIFF(tiff) != 0;
  size_t pixels = (size_t)layout->width * layout->height;
  if (pixels == 0 || pixels > max_samples / (size_t)layout->samples)
    return ftt_fail(session, "more samples than the limit");
  picture->raw = calloc(pixels * (size_t)layout->samples, sizeof *picture->raw);
  if (!picture->raw)
    return ftt_fail(session, "out of memory");
  if (!read_samples(tiff, session, picture))
    return false;
  uint32_t count = 0;
  void *profile = NULL;
  if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &count, &profile) && count > 0) {
    picture->profile = malloc(count);
    if (!picture->profile)
      return ftt_fail(session, "out of memory");
    memcpy(picture->profile, profile, count);
    picture->profile_count = count;
  }
  picture->pages = 1;
  while (picture->pages < 100 && TIFFReadDirectory(tiff))
    picture->pages++;
  return true;
}

bool ftt_read(const uint8_t *bytes, size_t count, size_t max_samples, ftt_picture *picture) {
  memset(picture, 0, sizeof *picture);
  session session;
  memset(&session, 0, sizeof session);
  session.source = bytes;
  session.source_count = count;
  TIFF *tiff = ftt_open(&session, "rm");
  bool is_read = tiff && read_picture(tiff, &session, max_samples, picture);
  if (tiff)
    TIFFClose(tiff);
  picture->warnings = session.warnings;
  memcpy(picture->message, session.message, sizeof picture->message);
  return is_read;
}

void ftt_picture_free(ftt_picture *picture) {
  free(picture->raw);
  free(picture->profile);
  free(picture->chunk_sizes);
  memset(picture, 0, sizeof *picture);
}
