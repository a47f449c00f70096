#include "support.h"

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <stdlib.h>
#include <string.h>

static bool accepted(aom_codec_err_t error, const char *what, avt_message *message) {
  return error == AOM_CODEC_OK ? true
                               : avt_fail(message, "libaom: %s: %s", what, aom_codec_err_to_string(error));
}

static bool configure(aom_codec_ctx_t *encoder, const avt_coding *coding, avt_message *message) {
  const struct {
    int control;
    int value;
    const char *name;
  } settings[] = {
      {AOME_SET_CPUUSED, 8, "speed"},
      {AOME_SET_CQ_LEVEL, coding->lossless ? 0 : coding->quantizer, "quantizer"},
      {AV1E_SET_LOSSLESS, coding->lossless, "lossless"},
      {AV1E_SET_AQ_MODE, 0, "quantizers of parts"},
      {AV1E_SET_DELTAQ_MODE, 0, "quantizers of blocks"},
      {AV1E_SET_TILE_COLUMNS, coding->tile_columns, "columns"},
      {AV1E_SET_TILE_ROWS, coding->tile_rows, "rows"},
      {AV1E_SET_SUPERBLOCK_SIZE, AOM_SUPERBLOCK_SIZE_64X64, "superblocks"},
      {AV1E_SET_NUM_TG, coding->groups, "groups"},
      {AV1E_SET_COLOR_PRIMARIES, coding->primaries, "primaries"},
      {AV1E_SET_TRANSFER_CHARACTERISTICS, coding->transfer, "transfer"},
      {AV1E_SET_MATRIX_COEFFICIENTS, coding->matrix, "matrix"},
      {AV1E_SET_COLOR_RANGE, coding->full_range ? AOM_CR_FULL_RANGE : AOM_CR_STUDIO_RANGE, "range"},
      {AV1E_SET_CHROMA_SAMPLE_POSITION, coding->chroma_position, "places of chroma"},
      {AV1E_SET_FILM_GRAIN_TEST_VECTOR, coding->grain, "film grain"},
  };
  for (size_t index = 0; index < sizeof settings / sizeof *settings; index++)
    if (!accepted(aom_codec_control(encoder, settings[index].control, settings[index].value), settings[index].name,
                  message))
      return false;
  return true;
}

static aom_img_fmt_t format_of(const avt_coding *coding) {
  const aom_img_fmt_t formats[] = {AOM_IMG_FMT_I420, AOM_IMG_FMT_I420, AOM_IMG_FMT_I422, AOM_IMG_FMT_I444};
  aom_img_fmt_t format = formats[coding->chroma & 3];
  return coding->depth > 8 ? format | AOM_IMG_FMT_HIGHBITDEPTH : format;
}

/// Samples as libaom takes them: of a grey picture the chroma planes are there, and in the middle.
static void fill(aom_image_t *image, const uint16_t *samples, const avt_coding *coding) {
  for (int plane = 0; plane < 3; plane++) {
    int chroma = coding->chroma == 0 ? 1 : coding->chroma;
    int width = avt_side(coding->width, plane, avt_step_x(chroma));
    int height = avt_side(coding->height, plane, avt_step_y(chroma));
    bool is_there = plane == 0 || coding->chroma != 0;
    for (int y = 0; y < height; y++) {
      uint8_t *row = image->planes[plane] + (ptrdiff_t)y * image->stride[plane];
      for (int x = 0; x < width; x++) {
        uint16_t sample = is_there ? *samples++ : (uint16_t)(1 << (coding->depth - 1));
        if (coding->depth > 8)
          ((uint16_t *)(void *)row)[x] = sample;
        else
          row[x] = (uint8_t)sample;
      }
    }
  }
  image->monochrome = coding->chroma == 0;
  image->bit_depth = (unsigned)coding->depth;
}

static bool take_packets(aom_codec_ctx_t *encoder, avt_buffer *output, avt_message *message) {
  aom_codec_iter_t place = NULL;
  const aom_codec_cx_pkt_t *packet;
  while ((packet = aom_codec_get_cx_data(encoder, &place))) {
    if (packet->kind != AOM_CODEC_CX_FRAME_PKT)
      continue;
    uint8_t *bytes = realloc(output->bytes, output->count + packet->data.frame.sz);
    if (!bytes)
      return avt_fail(message, "out of memory");
    memcpy(bytes + output->count, packet->data.frame.buf, packet->data.frame.sz);
    output->bytes = bytes;
    output->count += packet->data.frame.sz;
  }
  return true;
}

static bool encode_with(aom_codec_ctx_t *encoder, const uint16_t *samples, const avt_coding *coding,
                        avt_buffer *output, avt_message *message) {
  if (!configure(encoder, coding, message))
    return false;
  aom_image_t *image = aom_img_alloc(NULL, format_of(coding), (unsigned)coding->width, (unsigned)coding->height, 32);
  if (!image)
    return avt_fail(message, "out of memory");
  fill(image, samples, coding);
  bool is_coded = accepted(aom_codec_encode(encoder, image, 0, 1, AOM_EFLAG_FORCE_KF), "picture", message) &&
                  take_packets(encoder, output, message);
  // Nothing more, until the picture comes out.
  for (int call = 0; call < 4 && is_coded && output->count == 0; call++)
    is_coded =
        accepted(aom_codec_encode(encoder, NULL, 0, 0, 0), "end", message) && take_packets(encoder, output, message);
  aom_img_free(image);
  return is_coded && output->count == 0 ? avt_fail(message, "libaom gives no picture") : is_coded;
}

bool avt_encode(const uint16_t *samples, const avt_coding *coding, avt_buffer *output, avt_message *message) {
  memset(output, 0, sizeof *output);
  memset(message, 0, sizeof *message);
  aom_codec_enc_cfg_t settings;
  aom_codec_iface_t *encoders = aom_codec_av1_cx();
  if (!accepted(aom_codec_enc_config_default(encoders, &settings, AOM_USAGE_GOOD_QUALITY), "settings", message))
    return false;
  settings.g_w = (unsigned)coding->width;
  settings.g_h = (unsigned)coding->height;
  settings.g_profile = coding->chroma == 2 || coding->depth == 12 ? 2 : coding->chroma == 3 ? 1 : 0;
  settings.g_bit_depth = (aom_bit_depth_t)coding->depth;
  settings.g_input_bit_depth = (unsigned)coding->depth;
  settings.monochrome = coding->chroma == 0;
  settings.g_threads = 1;
  settings.g_lag_in_frames = 0;
  // One picture alone is a still one.
  settings.g_limit = coding->still ? 1 : 0;
  settings.full_still_picture_hdr = !coding->reduced;
  settings.rc_end_usage = AOM_Q;
  settings.rc_min_quantizer = settings.rc_max_quantizer = coding->lossless ? 0 : (unsigned)coding->quantizer;
  settings.kf_mode = AOM_KF_AUTO;
  settings.rc_superres_mode = coding->superres > 8 ? AOM_SUPERRES_FIXED : AOM_SUPERRES_NONE;
  if (coding->superres > 8)
    settings.rc_superres_denominator = settings.rc_superres_kf_denominator = (unsigned)coding->superres;
  aom_codec_ctx_t encoder;
  memset(&encoder, 0, sizeof encoder);
  if (!accepted(aom_codec_enc_init(&encoder, encoders, &settings, coding->depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0),
                "encoder", message))
    return false;
  bool is_coded = encode_with(&encoder, samples, coding, output, message);
  aom_codec_destroy(&encoder);
  return is_coded;
}
