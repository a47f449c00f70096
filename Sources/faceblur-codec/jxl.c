// JPEGs in JPEG XL, and out of it, with libjxl.
#define _GNU_SOURCE
#include "codec.h"

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <stdio.h>
#include <string.h>

// MARK: Library

static struct {
  JxlDecoder *(*DecoderCreate)(const JxlMemoryManager *);
  void (*DecoderDestroy)(JxlDecoder *);
  JxlDecoderStatus (*DecoderSubscribeEvents)(JxlDecoder *, int);
  JxlDecoderStatus (*DecoderSetKeepOrientation)(JxlDecoder *, JXL_BOOL);
  JxlDecoderStatus (*DecoderSetInput)(JxlDecoder *, const uint8_t *, size_t);
  size_t (*DecoderReleaseInput)(JxlDecoder *);
  void (*DecoderCloseInput)(JxlDecoder *);
  JxlDecoderStatus (*DecoderProcessInput)(JxlDecoder *);
  JxlDecoderStatus (*DecoderGetBasicInfo)(const JxlDecoder *, JxlBasicInfo *);
  JxlDecoderStatus (*DecoderSetJPEGBuffer)(JxlDecoder *, uint8_t *, size_t);
  size_t (*DecoderReleaseJPEGBuffer)(JxlDecoder *);
  JxlEncoder *(*EncoderCreate)(const JxlMemoryManager *);
  void (*EncoderDestroy)(JxlEncoder *);
  JxlEncoderStatus (*EncoderUseContainer)(JxlEncoder *, JXL_BOOL);
  JxlEncoderStatus (*EncoderStoreJPEGMetadata)(JxlEncoder *, JXL_BOOL);
  JxlEncoderFrameSettings *(*EncoderFrameSettingsCreate)(JxlEncoder *, const JxlEncoderFrameSettings *);
  JxlEncoderStatus (*EncoderFrameSettingsSetOption)(
    JxlEncoderFrameSettings *, JxlEncoderFrameSettingId, int64_t);
  JxlEncoderStatus (*EncoderAddJPEGFrame)(const JxlEncoderFrameSettings *, const uint8_t *, size_t);
  void (*EncoderCloseInput)(JxlEncoder *);
  JxlEncoderStatus (*EncoderProcessOutput)(JxlEncoder *, uint8_t **, size_t *);
  JxlEncoderError (*EncoderGetError)(JxlEncoder *);
} library;

static bool open_library_once(void) {
  char soname[32];
  snprintf(soname, sizeof soname, "libjxl.so.%d.%d", JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION);
  void *const found = open_library(soname);
#define FIND(name) find_function(found, "Jxl" #name, &library.name)
  return found && FIND(DecoderCreate) && FIND(DecoderDestroy) &&
    FIND(DecoderSubscribeEvents) && FIND(DecoderSetKeepOrientation) && FIND(DecoderSetInput) &&
    FIND(DecoderReleaseInput) && FIND(DecoderCloseInput) && FIND(DecoderProcessInput) && FIND(DecoderGetBasicInfo) &&
    FIND(DecoderSetJPEGBuffer) && FIND(DecoderReleaseJPEGBuffer) && FIND(EncoderCreate) && FIND(EncoderDestroy) &&
    FIND(EncoderUseContainer) && FIND(EncoderStoreJPEGMetadata) && FIND(EncoderFrameSettingsCreate) &&
    FIND(EncoderFrameSettingsSetOption) && FIND(EncoderAddJPEGFrame) && FIND(EncoderCloseInput) &&
    FIND(EncoderProcessOutput) && FIND(EncoderGetError);
#undef FIND
}

// MARK: Decoding

/// Whether the picture is the one that was asked for; where it is not, its size stands in the answer.
static fbc_status check(JxlDecoder *decoder, job *job) {
  JxlBasicInfo info;
  if (library.DecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS)
    return FBC_DAMAGED;
  if (info.xsize != job->shape.width || info.ysize != job->shape.height) {
    job->response.shape.width = info.xsize;
    job->response.shape.height = info.ysize;
    return FBC_MISMATCH;
  }
  // What was a JPEG is one picture, and no more channels.
  return info.have_animation || info.have_preview || info.num_extra_channels ? FBC_UNSUPPORTED : FBC_OK;
}

static fbc_status run_decoder(JxlDecoder *decoder, job *job) {
  bool is_begun = false, is_whole = false;
  uint64_t left = job->output_count;
  for (;;) {
    const JxlDecoderStatus event = library.DecoderProcessInput(decoder);
    fbc_status status = FBC_OK;
    job->response.detail = (int32_t)event;
    switch (event) {
    case JXL_DEC_BASIC_INFO:
      status = check(decoder, job);
      break;
    case JXL_DEC_JPEG_RECONSTRUCTION:
      if (is_begun || library.DecoderSetJPEGBuffer(decoder, job->output, (size_t)job->output_count))
        status = FBC_DAMAGED;
      is_begun = true;
      break;
    case JXL_DEC_FULL_IMAGE:
      // Without a buffer for pixels there is a picture only where there is a JPEG.
      if (!is_begun || is_whole)
        return FBC_DAMAGED;
      is_whole = true;
      left = library.DecoderReleaseJPEGBuffer(decoder);
      break;
    case JXL_DEC_SUCCESS:
      if (!is_whole || left >= job->output_count)
        return FBC_DAMAGED;
      job->response.count = job->output_count - left;
      job->response.detail = 0;
      return FBC_OK;
    case JXL_DEC_JPEG_NEED_MORE_OUTPUT:
      return FBC_TOO_LARGE;
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
      // The picture is there, and no JPEG.
      return FBC_UNSUPPORTED;
    default:
      return FBC_DAMAGED;
    }
    if (status != FBC_OK)
      return status;
  }
}

static fbc_status decode(job *job) {
  JxlDecoder *const decoder = library.DecoderCreate(NULL);
  if (!decoder)
    return FBC_OUT_OF_MEMORY;
  fbc_status status = FBC_DAMAGED;
  const int events = JXL_DEC_BASIC_INFO | JXL_DEC_JPEG_RECONSTRUCTION | JXL_DEC_FULL_IMAGE;
  if (
    library.DecoderSubscribeEvents(decoder, events) == JXL_DEC_SUCCESS &&
    // Sizes are those of the JPEG's own header, however it is turned.
    library.DecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
    library.DecoderSetInput(decoder, job->input, (size_t)job->input_count) == JXL_DEC_SUCCESS) {
    library.DecoderCloseInput(decoder);
    status = run_decoder(decoder, job);
  }
  library.DecoderDestroy(decoder);
  return status;
}

// MARK: Encoding

enum {
  /// 1…9, the quickest first; the library's default.
  EFFORT = 7,
};

static fbc_status meaning(JxlEncoderError error) {
  return error == JXL_ENC_ERR_OOM ? FBC_OUT_OF_MEMORY : FBC_UNSUPPORTED;
}

static fbc_status run_encoder(JxlEncoder *encoder, job *job) {
  // Without a runner, this thread does it all.
  JxlEncoderFrameSettings *const settings = library.EncoderFrameSettingsCreate(encoder, NULL);
  if (!settings)
    return FBC_OUT_OF_MEMORY;
  if (
    library.EncoderUseContainer(encoder, JXL_TRUE) || library.EncoderStoreJPEGMetadata(encoder, JXL_TRUE) ||
    library.EncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, EFFORT) ||
    library.EncoderAddJPEGFrame(settings, job->input, (size_t)job->input_count))
    return meaning(library.EncoderGetError(encoder));
  library.EncoderCloseInput(encoder);
  uint8_t *place = job->output;
  size_t left = (size_t)job->output_count;
  switch (library.EncoderProcessOutput(encoder, &place, &left)) {
  case JXL_ENC_SUCCESS:
    job->response.count = job->output_count - left;
    return FBC_OK;
  case JXL_ENC_NEED_MORE_OUTPUT:
    return FBC_TOO_LARGE;
  default:
    return meaning(library.EncoderGetError(encoder));
  }
}

static fbc_status encode(job *job) {
  JxlEncoder *const encoder = library.EncoderCreate(NULL);
  if (!encoder)
    return FBC_OUT_OF_MEMORY;
  const fbc_status status = run_encoder(encoder, job);
  if (status != FBC_OK)
    job->response.detail = (int32_t)library.EncoderGetError(encoder);
  library.EncoderDestroy(encoder);
  return status;
}

const codec jxl_decoder = {.operation = FBC_DECODE_JPEGXL, .open = open_library_once, .perform = decode};
const codec jxl_encoder = {.operation = FBC_ENCODE_JPEGXL, .open = open_library_once, .perform = encode};
