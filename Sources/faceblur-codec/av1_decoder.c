// Decoding AV1 with dav1d. Rules cited are those of the AV1 Bitstream & Decoding Process Specification.
#define _GNU_SOURCE
#include "codec.h"

#include <dav1d/dav1d.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: Library

static struct {
  void (*default_settings)(Dav1dSettings *);
  int (*open)(Dav1dContext **, const Dav1dSettings *);
  int (*send_data)(Dav1dContext *, Dav1dData *);
  int (*get_picture)(Dav1dContext *, Dav1dPicture *);
  void (*close)(Dav1dContext **);
  int (*data_wrap)(Dav1dData *, const uint8_t *, size_t, void (*)(const uint8_t *, void *), void *);
  void (*data_unref)(Dav1dData *);
  void (*picture_unref)(Dav1dPicture *);
} library;

static bool open_decoder(void) {
  char soname[32];
  snprintf(soname, sizeof soname, "libdav1d.so.%d", DAV1D_API_VERSION_MAJOR);
  void *const found = open_library(soname);
#define FIND(name) find_function(found, "dav1d_" #name, &library.name)
  return found && FIND(default_settings) && FIND(open) && FIND(send_data) && FIND(get_picture) && FIND(close) &&
    FIND(data_wrap) && FIND(data_unref) && FIND(picture_unref);
#undef FIND
}

// MARK: OBUs

/// Types of OBUs (6.2.2).
enum {
  SEQUENCE_HEADER = 1,
  FRAME_HEADER = 3,
  TILE_GROUP = 4,
  FRAME = 6,
  TILE_LIST = 8,
};

/// An OBU among others.
typedef struct unit {
  const uint8_t *bytes;
  /// With its header.
  uint64_t count;
  int type;
} unit;

/// Takes the next OBU (5.3.2, 5.3.3).
/// @returns false where it is not all there.
static bool next(const job *job, uint64_t *offset, unit *unit) {
  const uint8_t *const bytes = job->input + *offset;
  const uint64_t left = job->input_count - *offset;
  if (!left || bytes[0] & 0x80)
    return false;
  const bool is_extended = bytes[0] & 4, has_size = bytes[0] & 2;
  uint64_t head = is_extended ? 2 : 1, size = 0;
  if (head > left)
    return false;
  if (!has_size)
    size = left - head;
  // leb128 (4.10.5): at most 8 bytes, and at most 2^32 - 1.
  for (int index = 0, more = has_size; more; index++) {
    if (index == 8 || head == left)
      return false;
    size |= (uint64_t)(bytes[head] & 0x7f) << 7 * index;
    more = bytes[head++] & 0x80;
  }
  if (size > UINT32_MAX || size > left - head)
    return false;
  unit->bytes = bytes;
  unit->count = head + size;
  unit->type = bytes[0] >> 3 & 15;
  *offset += unit->count;
  return true;
}

/// Whether an OBU makes samples. All others are not for this decoder, nor for its parsers.
static bool is_decoded(int type) {
  return type == SEQUENCE_HEADER || type == FRAME_HEADER || type == TILE_GROUP || type == FRAME;
}

/// Whether the OBUs are all there, and of one frame.
static bool is_one_frame(const job *job) {
  unit unit;
  uint64_t frames = 0;
  for (uint64_t offset = 0; offset < job->input_count;) {
    if (!next(job, &offset, &unit) || unit.type == TILE_LIST)
      return false;
    frames += unit.type == FRAME || unit.type == FRAME_HEADER;
  }
  return frames == 1;
}

// MARK: Memory

enum {
  /// What planes are aligned to, in samples, and padded with.
  UNIT = 128,
  /// Bytes between a row's end and the next one's beginning, so that rows a power of two apart do not share lines of the cache.
  SHIFT = DAV1D_PICTURE_ALIGNMENT,
};

/// What was asked for, and what is there.
typedef struct canvas {
  fbc_shape asked, found;
  /// Why there is no memory.
  fbc_status status;
} canvas;

static fbc_shape shape_of(const Dav1dPictureParameters *picture) {
  // The layouts' numbers are the chroma formats'.
  return (fbc_shape){
    .width = (uint32_t)picture->w,
    .height = (uint32_t)picture->h,
    .chroma = (uint32_t)picture->layout,
    .luma_depth = (uint32_t)picture->bpc,
    .chroma_depth = (uint32_t)picture->bpc,
  };
}

_Static_assert(
  (int)DAV1D_PIXEL_LAYOUT_I400 == FBC_GRAY && (int)DAV1D_PIXEL_LAYOUT_I420 == FBC_HALF &&
    (int)DAV1D_PIXEL_LAYOUT_I422 == FBC_HALF_WIDTH && (int)DAV1D_PIXEL_LAYOUT_I444 == FBC_FULL,
  "layouts are chroma formats");

static size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// Gives the decoder memory for a picture of the shape that was asked for, or for the narrower one that becomes it (superres,
/// 7.16), and for no other. It is all zeros: what a decoder leaves out must not be what another photo left there.
static int allocate(Dav1dPicture *picture, void *context) {
  canvas *const canvas = context;
  const fbc_shape found = shape_of(&picture->p);
  fbc_shape upscaled = found;
  upscaled.width = canvas->asked.width;
  const bool is_first = !canvas->found.width;
  if (is_first)
    canvas->found = found;
  // The picture that comes out is allocated first.
  const bool is_fit = is_first ? fbc_is_same_shape(found, canvas->asked)
                               : fbc_is_same_shape(upscaled, canvas->asked) && found.width <= canvas->asked.width;
  if (!is_fit) {
    canvas->status = is_first ? FBC_MISMATCH : FBC_DAMAGED;
    return DAV1D_ERR(EINVAL);
  }
  const size_t sample_bytes = found.luma_depth > 8 ? 2 : 1;
  // Sides are below 2^16, so nothing overflows.
  const size_t width = round_up(found.width, UNIT), height = round_up(found.height, UNIT);
  const size_t row = width * sample_bytes + SHIFT, plane = row * height;
  const bool is_narrow = found.chroma != FBC_FULL;
  const size_t chroma_row = found.chroma ? (is_narrow ? width / 2 : width) * sample_bytes + SHIFT : 0;
  const size_t chroma_plane = chroma_row * (found.chroma == FBC_HALF ? height / 2 : height);
  const size_t count = plane + 2 * chroma_plane + DAV1D_PICTURE_ALIGNMENT;
  uint8_t *const memory = aligned_alloc(DAV1D_PICTURE_ALIGNMENT, round_up(count, DAV1D_PICTURE_ALIGNMENT));
  if (!memory) {
    canvas->status = FBC_OUT_OF_MEMORY;
    return DAV1D_ERR(ENOMEM);
  }
  memset(memory, 0, count);
  picture->data[0] = memory;
  picture->data[1] = found.chroma ? memory + plane : NULL;
  picture->data[2] = found.chroma ? memory + plane + chroma_plane : NULL;
  picture->stride[0] = (ptrdiff_t)row;
  picture->stride[1] = (ptrdiff_t)chroma_row;
  picture->allocator_data = memory;
  return 0;
}

static void release(Dav1dPicture *picture, void *context) {
  (void)context;
  free(picture->allocator_data);
}

/// The OBUs are the client's memory.
static void keep(const uint8_t *bytes, void *context) {
  (void)bytes;
  (void)context;
}

// MARK: Decoding

static fbc_status meaning(int error) {
  return error == DAV1D_ERR(ENOMEM)  ? FBC_OUT_OF_MEMORY
    : error == DAV1D_ERR(ENOPROTOOPT) ? FBC_UNSUPPORTED
                                      : FBC_DAMAGED;
}

/// Copies a picture's samples, row by row.
static void copy(const Dav1dPicture *picture, const job *job) {
  const fbc_shape shape = job->shape;
  const size_t sample_bytes = shape.luma_depth > 8 ? 2 : 1;
  uint8_t *output = job->output;
  for (uint32_t plane = 0; plane < (shape.chroma ? 3 : 1); plane++) {
    const size_t width = plane && shape.chroma != FBC_FULL ? (shape.width + 1) / 2 : shape.width;
    const size_t count = width * sample_bytes, rows = fbc_plane_samples(shape, plane) / width;
    const uint8_t *row = picture->data[plane];
    for (size_t index = 0; index < rows; index++, row += picture->stride[plane ? 1 : 0], output += count)
      memcpy(output, row, count);
  }
}

/// Hands the decoder what it is to decode.
/// @param picture what comes out; nothing where nothing does.
static fbc_status run(Dav1dContext *decoder, Dav1dPicture *picture, job *job) {
  int32_t *const detail = &job->response.detail;
  unit unit;
  for (uint64_t offset = 0; offset < job->input_count;) {
    if (!next(job, &offset, &unit))
      return FBC_DAMAGED;
    if (!is_decoded(unit.type))
      continue;
    Dav1dData data = {0};
    if ((*detail = library.data_wrap(&data, unit.bytes, (size_t)unit.count, keep, NULL)))
      return meaning(*detail);
    // One that waits for its picture to be taken has got a picture, and is given more.
    *detail = library.send_data(decoder, &data);
    library.data_unref(&data);
    if (*detail)
      return *detail == DAV1D_ERR(EAGAIN) ? FBC_DAMAGED : meaning(*detail);
  }
  *detail = library.get_picture(decoder, picture);
  if (*detail)
    return *detail == DAV1D_ERR(EAGAIN) ? FBC_DAMAGED : meaning(*detail);
  // There is nothing left, neither another picture nor what is none.
  Dav1dPicture second = {0};
  const int rest = library.get_picture(decoder, &second);
  if (!rest)
    library.picture_unref(&second);
  return rest == DAV1D_ERR(EAGAIN) ? FBC_OK : FBC_DAMAGED;
}

static fbc_status decode(job *job) {
  const uint64_t count = fbc_sample_bytes(job->shape);
  if (job->output_count < count)
    return FBC_TOO_LARGE;
  if (job->shape.chroma > FBC_FULL || job->shape.luma_depth != job->shape.chroma_depth)
    return FBC_UNSUPPORTED;
  if (!is_one_frame(job))
    return FBC_DAMAGED;
  canvas canvas = {.asked = job->shape, .status = FBC_OK};
  Dav1dSettings settings;
  library.default_settings(&settings);
  // By this thread, and no other.
  settings.n_threads = 1;
  settings.max_frame_delay = 1;
  // Grain is a part of the picture.
  settings.apply_grain = 1;
  // Rules that no sample depends on are broken by photos that everybody shows.
  settings.strict_std_compliance = 0;
  const uint64_t pixels = (uint64_t)job->shape.width * job->shape.height;
  settings.frame_size_limit = (unsigned)(pixels > UINT32_MAX ? UINT32_MAX : pixels);
  settings.allocator = (Dav1dPicAllocator){&canvas, allocate, release};
  settings.logger.callback = NULL;
  Dav1dContext *decoder = NULL;
  if ((job->response.detail = library.open(&decoder, &settings)))
    return FBC_OUT_OF_MEMORY;
  Dav1dPicture picture = {0};
  fbc_status status = run(decoder, &picture, job);
  // What the decoder made of being given no memory says less than why.
  if (canvas.status != FBC_OK)
    status = canvas.status;
  if (status == FBC_OK && !fbc_is_same_shape(shape_of(&picture.p), job->shape))
    status = FBC_DAMAGED;
  if (status == FBC_OK) {
    copy(&picture, job);
    job->response.count = count;
    job->response.detail = 0;
  }
  if (status == FBC_MISMATCH)
    job->response.shape = canvas.found;
  if (picture.data[0])
    library.picture_unref(&picture);
  library.close(&decoder);
  return status;
}

const codec av1_decoder = {.operation = FBC_DECODE_AV1, .open = open_decoder, .perform = decode};
