#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <x265.h>

/// One encoder at a time: x265 fills tables that all of them share.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool append(fht_buffer *output, const x265_nal *units, uint32_t count, fht_message *message) {
  size_t added = 0;
  for (uint32_t index = 0; index < count; index++)
    added += units[index].sizeBytes;
  uint8_t *bytes = realloc(output->bytes, output->count + added + 1);
  if (!bytes)
    return fht_fail(message, "out of memory");
  output->bytes = bytes;
  for (uint32_t index = 0; index < count; index++) {
    memcpy(bytes + output->count, units[index].payload, units[index].sizeBytes);
    output->count += units[index].sizeBytes;
  }
  return true;
}

static void configure(x265_param *param, const fht_coding *coding) {
  param->logLevel = X265_LOG_NONE;
  // One thread, so that nothing waits for another; x265 cuts a picture into slices only where it codes rows side by side.
  bool has_slices = coding->slices > 1;
  param->numaPools = has_slices ? "2" : "none";
  param->frameNumThreads = 1;
  param->bEnableWavefront = has_slices;
  param->sourceWidth = coding->width;
  param->sourceHeight = coding->height;
  param->internalCsp = coding->chroma;
  param->internalBitDepth = coding->depth;
  param->fpsNum = 1;
  param->fpsDenom = 1;
  param->totalFrames = 1;
  param->keyframeMax = 1;
  param->bOpenGOP = 0;
  param->bframes = 0;
  param->lookaheadDepth = 0;
  param->scenecutThreshold = 0;
  param->maxNumReferences = 1;
  param->bAnnexB = 0;
  param->bRepeatHeaders = 1;
  param->maxCUSize = (uint32_t)coding->unit;
  param->minCUSize = 8;
  param->bEnableLoopFilter = coding->deblocking;
  param->bEnableSAO = coding->sao;
  param->maxSlices = (unsigned)coding->slices;
  param->bEnableAccessUnitDelimiters = coding->delimiter;
  param->bEmitInfoSEI = coding->settings;
  param->decodedPictureHashSEI = coding->sums ? 1 : 0;
  param->bLossless = coding->lossless;
  param->rc.rateControlMode = X265_RC_CQP;
  param->rc.qp = coding->qp;
  param->rc.ipFactor = 1;
  param->rc.aqMode = X265_AQ_NONE;
  param->rc.cuTree = 0;
  param->vui.bEnableVideoSignalTypePresentFlag = 1;
  param->vui.bEnableVideoFullRangeFlag = coding->full_range;
  param->vui.videoFormat = 5;
  if (coding->primaries != 2 || coding->transfer != 2 || coding->matrix != 2) {
    param->vui.bEnableColorDescriptionPresentFlag = 1;
    param->vui.colorPrimaries = coding->primaries;
    param->vui.transferCharacteristics = coding->transfer;
    param->vui.matrixCoeffs = coding->matrix;
  }
}

/// The samples as x265 takes them: bytes where they have 8 bits.
static void *packed(const uint16_t *samples, const fht_coding *coding, x265_picture *picture) {
  size_t total = 0, place = 0;
  size_t bytes = coding->depth > 8 ? 2 : 1;
  int planes = fht_plane_count(coding->chroma);
  size_t counts[3] = {0, 0, 0};
  for (int plane = 0; plane < planes; plane++) {
    int width = fht_side(coding->width, plane, fht_step_x(coding->chroma));
    counts[plane] = (size_t)width * (size_t)fht_side(coding->height, plane, fht_step_y(coding->chroma));
    picture->stride[plane] = (int)((size_t)width * bytes);
    total += counts[plane];
  }
  uint8_t *memory = malloc(total * bytes + 1);
  if (!memory)
    return NULL;
  for (int plane = 0; plane < planes; plane++) {
    picture->planes[plane] = memory + place * bytes;
    place += counts[plane];
  }
  if (bytes == 2)
    memcpy(memory, samples, total * 2);
  else
    for (size_t index = 0; index < total; index++)
      memory[index] = (uint8_t)samples[index];
  return memory;
}

static bool encode_with(const x265_api *api, x265_encoder *encoder, x265_picture *picture, fht_buffer *output,
                        fht_message *message) {
  x265_nal *units = NULL;
  uint32_t count = 0;
  int coded = 0;
  // The picture, then nothing more, until it comes out.
  for (int call = 0; call < 8 && coded == 0; call++) {
    coded = api->encoder_encode(encoder, &units, &count, call == 0 ? picture : NULL, NULL);
    if (coded < 0)
      return fht_fail(message, "x265 cannot code the picture");
    if (coded > 0 && !append(output, units, count, message))
      return false;
  }
  return coded > 0 ? true : fht_fail(message, "x265 gives no picture");
}

static bool encode(const uint16_t *samples, const fht_coding *coding, fht_buffer *output, fht_message *message) {
  const x265_api *api = x265_api_get(coding->depth);
  if (!api)
    return fht_fail(message, "x265 has no encoder of %d bits", coding->depth);
  x265_param *param = api->param_alloc();
  x265_picture *picture = api->picture_alloc();
  x265_encoder *encoder = NULL;
  void *memory = NULL;
  bool is_coded = false;
  if (!param || !picture || api->param_default_preset(param, "ultrafast", NULL) < 0) {
    fht_fail(message, "x265 has no settings");
  } else {
    configure(param, coding);
    api->picture_init(param, picture);
    picture->bitDepth = coding->depth;
    picture->colorSpace = coding->chroma;
    memory = packed(samples, coding, picture);
    encoder = memory ? api->encoder_open(param) : NULL;
    is_coded = encoder ? encode_with(api, encoder, picture, output, message)
                       : fht_fail(message, "x265 refuses the settings");
  }
  if (encoder)
    api->encoder_close(encoder);
  free(memory);
  if (picture)
    api->picture_free(picture);
  if (param)
    api->param_free(param);
  return is_coded;
}

bool fht_encode(const uint16_t *samples, const fht_coding *coding, fht_buffer *output, fht_message *message) {
  memset(output, 0, sizeof *output);
  memset(message, 0, sizeof *message);
  // There x265 3.5 writes what nobody can read, and beyond its memory.
  if (coding->slices > 1 && coding->width <= 2 * coding->unit)
    return fht_fail(message, "x265 cuts only wider pictures into slices");
  pthread_mutex_lock(&lock);
  bool is_coded = encode(samples, coding, output, message);
  pthread_mutex_unlock(&lock);
  return is_coded;
}
