// Encoding HEVC with x265. Rules cited are those of ITU-T H.265 (08/2021).
#define _GNU_SOURCE
#include "codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x265.h>

// MARK: Library

/// The library's three builds, for 8, 10 and 12 bits; null where one is missing.
static const x265_api *builds[3];

static bool open_encoder(void) {
  const x265_api *(*query)(int, int, int *);
  char soname[32];
  snprintf(soname, sizeof soname, "libx265.so.%d", X265_BUILD);
  void *const library = open_library(soname);
  if (!library || !find_function(library, "x265_api_query", &query))
    return false;
  bool is_there = false;
  for (int index = 0; index < 3; index++) {
    const int depth = 8 + 2 * index;
    const x265_api *const build = query(depth, X265_BUILD, NULL);
    // As the header asks: a build with other structures is of no use.
    if (
      build && build->bit_depth == depth && build->api_major_version == X265_MAJOR_VERSION &&
      build->sizeof_param == sizeof(x265_param) && build->sizeof_picture == sizeof(x265_picture)) {
      builds[index] = build;
      is_there = true;
    }
  }
  return is_there;
}

// MARK: Settings

enum { SMALL_BLOCK = 16 };

/// Without loss: nothing is transformed.
static void choose_lossless(x265_param *settings, fbc_shape shape, bool has_small_blocks) {
  const uint32_t block = fbc_hevc_least_block(shape);
  settings->bLossless = 1;
  settings->minCUSize = has_small_blocks && block > SMALL_BLOCK ? SMALL_BLOCK : block;
  settings->maxTUSize = 4;
}

/// With loss: everywhere at one quantiser, which the slice says by itself, so that parameter sets are the same whatever it is.
static void choose_lossy(x265_param *settings, fbc_shape shape, uint32_t quantizer) {
  settings->bLossless = 0;
  settings->rc.rateControlMode = X265_RC_CQP;
  settings->rc.qp = (int)quantizer;
  // Else intra pictures are coded more finely.
  settings->rc.ipFactor = 1;
  settings->bOptQpPPS = 0;
  settings->bCULossless = 0;
  settings->psyRdoq = 0;
  settings->minCUSize = 8;
  settings->maxTUSize = fbc_hevc_block(shape);
}

static void choose(x265_param *settings, fbc_shape shape, uint32_t options, uint32_t quantizer) {
  if (options & FBC_LOSSY)
    choose_lossy(settings, shape, quantizer);
  else
    choose_lossless(settings, shape, (options & FBC_SMALL_BLOCKS) != 0);
  settings->internalCsp = (int)shape.chroma;
  settings->internalBitDepth = settings->sourceBitDepth = (int)shape.luma_depth;
  settings->sourceWidth = (int)shape.width;
  settings->sourceHeight = (int)shape.height;
  settings->fpsNum = settings->fpsDenom = 1;
  settings->maxCUSize = fbc_hevc_block(shape);
  // One picture that depends on nothing.
  settings->totalFrames = 1;
  settings->keyframeMax = 1;
  settings->bframes = 0;
  settings->lookaheadDepth = 0;
  settings->scenecutThreshold = 0;
  settings->bOpenGOP = 0;
  settings->maxNumReferences = 1;
  settings->psyRd = 0;
  settings->rc.aqMode = X265_AQ_NONE;
  settings->rc.cuTree = 0;
  // One slice, by one thread.
  settings->maxSlices = 1;
  settings->frameNumThreads = 1;
  settings->lookaheadThreads = 0;
  settings->lookaheadSlices = 0;
  settings->bEnableWavefront = 0;
  settings->numaPools = "none";
  // Parameter sets and the slice, and nothing beside.
  settings->bAnnexB = 0;
  settings->bRepeatHeaders = 1;
  settings->bEnableAccessUnitDelimiters = 0;
  settings->bEmitInfoSEI = 0;
  settings->bEmitHRDSEI = 0;
  settings->bEmitHDR10SEI = 0;
  settings->decodedPictureHashSEI = 0;
  // It says how long a tick is in any case: where it is asked not to, x265 3.5 leaves out what goes with that but for one bit, and the
  // parameter set is a wrong one (E.2.1), which decoders that read it to its end refuse.
  settings->bEmitVUITimingInfo = 1;
  settings->bEmitVUIHRDInfo = 0;
  settings->bEnablePsnr = settings->bEnableSsim = 0;
  settings->logLevel = X265_LOG_NONE;
  // Filters would change what is to stay.
  settings->bEnableLoopFilter = 0;
  settings->bEnableSAO = 0;
  settings->bEnableStrongIntraSmoothing = 0;
  // Whatever the level is: it is written below.
  settings->bAllowNonConformance = 1;
  settings->vui.bEnableVideoSignalTypePresentFlag = 1;
  // Unspecified.
  settings->vui.videoFormat = 5;
  settings->vui.bEnableVideoFullRangeFlag = (options & FBC_FULL_RANGE) != 0;
  const uint32_t colors = options >> FBC_COLORS_SHIFT;
  settings->vui.bEnableColorDescriptionPresentFlag = colors != 0;
  settings->vui.colorPrimaries = colors & 0xff;
  settings->vui.transferCharacteristics = colors >> 8 & 0xff;
  settings->vui.matrixCoeffs = colors >> 16 & 0xff;
}

// MARK: NAL units

enum {
  /// The level without limits.
  UNLIMITED = 255,
  /// Types of NAL units (table 7-1).
  /// A slice of a picture with which decoding begins, and which no other one precedes on show (IDR_N_LP).
  IDR = 20,
  VIDEO_PARAMETERS = 32,
  SEQUENCE_PARAMETERS = 33,
  PICTURE_PARAMETERS = 34,
  LENGTH = 4,
};

/// Where NAL units are written to.
typedef struct writer {
  uint8_t *bytes;
  uint64_t room, count;
} writer;

/// Whether it is one that the encoder writes: 30 times a level, or that there is none.
static bool is_level(uint8_t number) { return number == UNLIMITED || (number >= 30 && number <= 186 && number % 3 == 0); }

/// Writes a level where the encoder has written another one, or that there is none, which in a set for all its pictures is one byte (7.3.2.1,
/// 7.3.2.2, 7.3.3). Levels are no bytes that emulation prevention asks for (7.4.2).
/// @param place the byte's, once emulation prevention is taken away; from the NAL unit's first.
static bool write_level(uint8_t *unit, uint64_t count, uint64_t place, uint8_t level) {
  for (uint64_t index = 0, zeros = 0, plain = 0; index < count; index++) {
    if (zeros >= 2 && unit[index] == 3) {
      zeros = 0;
      continue;
    }
    if (plain++ == place) {
      const bool was_level = is_level(unit[index]);
      unit[index] = level;
      return was_level;
    }
    zeros = unit[index] ? 0 : zeros + 1;
  }
  return false;
}

/// Appends a NAL unit with its length, if it is of the one type that may come.
static fbc_status append(writer *writer, const x265_nal *unit, uint32_t type, uint8_t level) {
  if (unit->type != type || unit->sizeBytes <= LENGTH)
    return FBC_UNSUPPORTED;
  if (unit->sizeBytes > writer->room - writer->count)
    return FBC_TOO_LARGE;
  uint8_t *const place = writer->bytes + writer->count;
  memcpy(place, unit->payload, unit->sizeBytes);
  writer->count += unit->sizeBytes;
  const uint64_t count = unit->sizeBytes - LENGTH;
  if (unit->type == VIDEO_PARAMETERS && !write_level(place + LENGTH, count, 17, level))
    return FBC_UNSUPPORTED;
  if (unit->type == SEQUENCE_PARAMETERS && !write_level(place + LENGTH, count, 14, level))
    return FBC_UNSUPPORTED;
  return FBC_OK;
}

// MARK: Samples

/// Says where the planes are.
static void lay_out(x265_picture *picture, const job *job) {
  const fbc_shape shape = job->shape;
  const size_t sample_bytes = shape.luma_depth > 8 ? 2 : 1;
  const uint8_t *plane = job->input;
  for (uint32_t index = 0; index < (shape.chroma ? 3 : 1); index++) {
    const bool is_half = index && shape.chroma != FBC_FULL;
    // The encoder only reads from there.
    picture->planes[index] = (void *)(uintptr_t)plane;
    picture->stride[index] = (int)((is_half ? shape.width / 2 : shape.width) * sample_bytes);
    plane += fbc_plane_samples(shape, index) * sample_bytes;
  }
}

// MARK: Encoding

/// Writes what comes out: three parameter sets, then one slice.
static fbc_status run(const x265_api *build, x265_encoder *encoder, x265_picture *picture, job *job) {
  static const uint32_t types[] = {VIDEO_PARAMETERS, SEQUENCE_PARAMETERS, PICTURE_PARAMETERS, IDR};
  enum { TYPES = sizeof types / sizeof *types };
  int32_t *const detail = &job->response.detail;
  x265_nal *units = NULL;
  uint32_t count = 0;
  *detail = build->encoder_encode(encoder, &units, &count, picture, NULL);
  // It may wait for more pictures; now there are none.
  if (!*detail)
    *detail = build->encoder_encode(encoder, &units, &count, NULL, NULL);
  // It gives up where it gets no memory, and says no more than that.
  if (*detail != 1 || count != TYPES)
    return FBC_OUT_OF_MEMORY;
  *detail = 0;
  writer writer = {.bytes = job->output, .room = job->output_count};
  const uint8_t level = fbc_hevc_level(job->shape);
  for (uint32_t index = 0; index < TYPES; index++) {
    const fbc_status status = append(&writer, &units[index], types[index], level);
    if (status != FBC_OK)
      return status;
  }
  job->response.count = writer.count;
  return FBC_OK;
}

static fbc_status encode_with(const x265_api *build, x265_param *settings, x265_picture *picture, job *job) {
  if (build->param_default_preset(settings, "ultrafast", NULL))
    return FBC_UNSUPPORTED;
  choose(settings, job->shape, job->options, job->quantizer);
  build->picture_init(settings, picture);
  lay_out(picture, job);
  x265_encoder *const encoder = build->encoder_open(settings);
  if (!encoder)
    return FBC_UNSUPPORTED;
  const fbc_status status = run(build, encoder, picture, job);
  build->encoder_close(encoder);
  return status;
}

static fbc_status encode(job *job) {
  const fbc_shape shape = job->shape;
  // What takes no loss has no quantiser.
  if (job->input_count != fbc_sample_bytes(shape) || !fbc_is_hevc_quantizer(job->options, job->quantizer))
    return FBC_INVALID_REQUEST;
  // Conformance windows are whole numbers of chroma samples (7.4.3.2.1), so the pictures within are, too.
  if (
    shape.chroma > FBC_FULL || shape.luma_depth != shape.chroma_depth || shape.luma_depth > 12 || shape.luma_depth % 2 ||
    ((shape.chroma == FBC_HALF || shape.chroma == FBC_HALF_WIDTH) && shape.width % 2) ||
    (shape.chroma == FBC_HALF && shape.height % 2))
    return FBC_UNSUPPORTED;
  // The encoder takes no less than a block.
  if (shape.width < fbc_hevc_block(shape) || shape.height < fbc_hevc_block(shape))
    return FBC_UNSUPPORTED;
  const x265_api *const build = builds[(shape.luma_depth - 8) / 2];
  if (!build)
    return FBC_MISSING;
  if (!has_depth(job))
    return FBC_INVALID_REQUEST;
  x265_param *const settings = build->param_alloc();
  x265_picture *const picture = build->picture_alloc();
  const fbc_status status =
    settings && picture ? encode_with(build, settings, picture, job) : FBC_OUT_OF_MEMORY;
  if (picture)
    build->picture_free(picture);
  if (settings)
    build->param_free(settings);
  return status;
}

const codec hevc_encoder = {.operation = FBC_ENCODE_HEVC, .open = open_encoder, .perform = encode};
