#include "support.h"

#include <aom/aom_decoder.h>
#include <aom/aomdx.h>
#include <dav1d/dav1d.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// The samples of planes of bytes or of words.
static bool take_samples(const uint8_t *const planes[3], const ptrdiff_t strides[3], bool is_wide,
                         avt_picture *picture, avt_message *message) {
  if (!avt_allocate(picture, message))
    return false;
  uint16_t *target = picture->samples;
  for (int plane = 0; plane < avt_plane_count(picture->chroma); plane++) {
    int width = avt_side(picture->width, plane, avt_step_x(picture->chroma));
    int height = avt_side(picture->height, plane, avt_step_y(picture->chroma));
    for (int y = 0; y < height; y++) {
      const uint8_t *row = planes[plane] + y * strides[plane];
      for (int x = 0; x < width; x++)
        *target++ = is_wide ? ((const uint16_t *)(const void *)row)[x] : row[x];
    }
  }
  return true;
}

// MARK: libaom

static bool take_image(const aom_image_t *image, avt_picture *picture, avt_message *message) {
  picture->width = (int)image->d_w;
  picture->height = (int)image->d_h;
  picture->depth = (int)image->bit_depth;
  picture->chroma = image->monochrome ? 0 : image->y_chroma_shift ? 1 : image->x_chroma_shift ? 2 : 3;
  picture->full_range = image->range == AOM_CR_FULL_RANGE;
  const uint8_t *planes[3] = {image->planes[0], image->planes[1], image->planes[2]};
  const ptrdiff_t strides[3] = {image->stride[0], image->stride[1], image->stride[2]};
  return take_samples(planes, strides, image->fmt & AOM_IMG_FMT_HIGHBITDEPTH, picture, message);
}

static bool decode_aom(const uint8_t *units, size_t count, avt_picture *picture, avt_message *message) {
  memset(picture, 0, sizeof *picture);
  memset(message, 0, sizeof *message);
  aom_codec_ctx_t decoder;
  memset(&decoder, 0, sizeof decoder);
  aom_codec_dec_cfg_t settings = {.threads = 1, .w = 0, .h = 0, .allow_lowbitdepth = 1};
  if (aom_codec_dec_init(&decoder, aom_codec_av1_dx(), &settings, 0) != AOM_CODEC_OK)
    return avt_fail(message, "libaom has no decoder");
  bool is_decoded = true;
  int pictures = 0;
  if (aom_codec_control(&decoder, AV1D_SET_OUTPUT_ALL_LAYERS, 1) != AOM_CODEC_OK ||
      aom_codec_decode(&decoder, units, count, NULL) != AOM_CODEC_OK)
    is_decoded = avt_fail(message, "libaom: %s", aom_codec_error(&decoder));
  aom_codec_iter_t place = NULL;
  const aom_image_t *image;
  while (is_decoded && (image = aom_codec_get_frame(&decoder, &place)))
    if (pictures++ == 0)
      is_decoded = take_image(image, picture, message);
  if (is_decoded && pictures != 1)
    is_decoded = avt_fail(message, "libaom sees %d pictures", pictures);
  aom_codec_destroy(&decoder);
  return is_decoded;
}

bool avt_decode_aom(const uint8_t *units, size_t count, avt_picture *picture, avt_message *message) {
  // Where libaom makes grain, it keeps what it is at in variables that all decoders of a process share.
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  bool is_decoded = decode_aom(units, count, picture, message);
  pthread_mutex_unlock(&lock);
  return is_decoded;
}

// MARK: dav1d

static void free_nothing(const uint8_t *bytes, void *cookie) {
  (void)bytes;
  (void)cookie;
}

static void say_nothing(void *cookie, const char *format, va_list arguments) {
  (void)cookie;
  (void)format;
  (void)arguments;
}

static bool open_dav1d(Dav1dContext **decoder, avt_message *message) {
  Dav1dSettings settings;
  dav1d_default_settings(&settings);
  settings.n_threads = 1;
  settings.max_frame_delay = 1;
  settings.all_layers = 1;
  settings.strict_std_compliance = 1;
  settings.logger.callback = say_nothing;
  return dav1d_open(decoder, &settings) == 0 ? true : avt_fail(message, "dav1d has no decoder");
}

/// Gives the first picture, and how many there are.
static bool decode_dav1d(const uint8_t *units, size_t count, Dav1dPicture *first, int *pictures, avt_message *message) {
  Dav1dContext *decoder = NULL;
  if (!open_dav1d(&decoder, message))
    return false;
  Dav1dData data;
  memset(&data, 0, sizeof data);
  int error = count > 0 ? dav1d_data_wrap(&data, units, count, free_nothing, NULL) : -EINVAL;
  bool is_over = false;
  while (error == 0 && !is_over) {
    if (data.sz > 0) {
      error = dav1d_send_data(decoder, &data);
      if (error == DAV1D_ERR(EAGAIN))
        error = 0;
    }
    Dav1dPicture picture;
    memset(&picture, 0, sizeof picture);
    int result = error == 0 ? dav1d_get_picture(decoder, &picture) : error;
    if (result == 0) {
      if ((*pictures)++ == 0)
        *first = picture;
      else
        dav1d_picture_unref(&picture);
    } else if (result == DAV1D_ERR(EAGAIN)) {
      is_over = data.sz == 0;
    } else {
      error = result;
    }
  }
  dav1d_data_unref(&data);
  dav1d_close(&decoder);
  return error == 0 ? true : avt_fail(message, "dav1d: %s", strerror(-error));
}

static bool take_picture(const Dav1dPicture *source, avt_picture *picture, avt_message *message) {
  const int chroma[] = {[DAV1D_PIXEL_LAYOUT_I400] = 0, [DAV1D_PIXEL_LAYOUT_I420] = 1, [DAV1D_PIXEL_LAYOUT_I422] = 2,
                        [DAV1D_PIXEL_LAYOUT_I444] = 3};
  picture->width = source->p.w;
  picture->height = source->p.h;
  picture->depth = source->p.bpc;
  picture->chroma = chroma[source->p.layout];
  picture->full_range = source->seq_hdr->color_range != 0;
  const uint8_t *planes[3] = {source->data[0], source->data[1], source->data[2]};
  const ptrdiff_t strides[3] = {source->stride[0], source->stride[1], source->stride[1]};
  return take_samples(planes, strides, source->p.bpc > 8, picture, message);
}

bool avt_decode_dav1d(const uint8_t *units, size_t count, avt_picture *picture, avt_message *message) {
  memset(picture, 0, sizeof *picture);
  memset(message, 0, sizeof *message);
  Dav1dPicture first;
  memset(&first, 0, sizeof first);
  int pictures = 0;
  bool is_decoded = decode_dav1d(units, count, &first, &pictures, message);
  if (is_decoded && pictures != 1)
    is_decoded = avt_fail(message, "dav1d sees %d pictures", pictures);
  is_decoded = is_decoded && take_picture(&first, picture, message);
  if (pictures > 0)
    dav1d_picture_unref(&first);
  return is_decoded;
}

bool avt_read_headers(const uint8_t *units, size_t count, avt_headers *headers, avt_message *message) {
  memset(headers, 0, sizeof *headers);
  memset(message, 0, sizeof *message);
  Dav1dPicture first;
  memset(&first, 0, sizeof first);
  int pictures = 0;
  bool is_read = decode_dav1d(units, count, &first, &pictures, message);
  if (is_read && pictures == 0)
    is_read = avt_fail(message, "dav1d sees no picture");
  if (is_read) {
    const Dav1dSequenceHeader *sequence = first.seq_hdr;
    const Dav1dFrameHeader *frame = first.frame_hdr;
    headers->profile = sequence->profile;
    headers->level = 4 * (sequence->operating_points[0].major_level - 2) + sequence->operating_points[0].minor_level;
    headers->tier = sequence->operating_points[0].tier;
    headers->depth = 8 + 2 * sequence->hbd;
    headers->monochrome = sequence->monochrome;
    headers->subsampling_x = sequence->ss_hor;
    headers->subsampling_y = sequence->ss_ver;
    headers->chroma_position = (int)sequence->chr;
    headers->primaries = (int)sequence->pri;
    headers->transfer = (int)sequence->trc;
    headers->matrix = (int)sequence->mtrx;
    headers->full_range = sequence->color_range;
    headers->still = sequence->still_picture;
    headers->reduced = sequence->reduced_still_picture_header;
    headers->timing = sequence->timing_info_present;
    headers->superres = frame->super_res.enabled;
    headers->film_grain = frame->film_grain.data.num_y_points > 0 || frame->film_grain.data.num_uv_points[0] > 0 ||
                          frame->film_grain.data.num_uv_points[1] > 0;
    headers->width = frame->width[1];
    headers->height = frame->height;
    headers->quantizer = frame->quant.yac;
    headers->tile_columns = frame->tiling.cols;
    headers->tile_rows = frame->tiling.rows;
  }
  if (pictures > 0)
    dav1d_picture_unref(&first);
  return is_read;
}
