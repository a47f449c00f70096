// Decoding HEVC with libde265. Rules cited are those of ITU-T H.265 (08/2021).
#define _GNU_SOURCE
#include "codec.h"

#include <libde265/de265.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

// MARK: Library

/// The functions that are called, by their names there.
static struct {
  de265_decoder_context *(*new_decoder)(void);
  de265_error (*free_decoder)(de265_decoder_context *);
  de265_error (*push_NAL)(de265_decoder_context *, const void *, int, de265_PTS, void *);
  de265_error (*flush_data)(de265_decoder_context *);
  de265_error (*decode)(de265_decoder_context *, int *);
  de265_error (*get_warning)(de265_decoder_context *);
  const struct de265_image *(*peek_next_picture)(de265_decoder_context *);
  const struct de265_image *(*get_next_picture)(de265_decoder_context *);
  int (*get_image_width)(const struct de265_image *, int);
  int (*get_image_height)(const struct de265_image *, int);
  enum de265_chroma (*get_chroma_format)(const struct de265_image *);
  int (*get_bits_per_pixel)(const struct de265_image *, int);
  const uint8_t *(*get_image_plane)(const struct de265_image *, int, int *);
  void (*set_image_plane)(struct de265_image *, int, void *, int, void *);
  void (*set_image_allocation_functions)(de265_decoder_context *, struct de265_image_allocation *, void *);
  const struct de265_image_allocation *(*get_default_image_allocation_functions)(void);
  void (*set_parameter_bool)(de265_decoder_context *, enum de265_param, int);
  void (*set_verbosity)(int);
  de265_error (*init)(void);
} library;

static bool open_decoder(void) {
  void *const found = open_library("libde265.so.0");
#define FIND(name) find_function(found, "de265_" #name, &library.name)
  const bool is_whole = found && FIND(new_decoder) && FIND(free_decoder) && FIND(push_NAL) && FIND(flush_data) &&
    FIND(decode) && FIND(get_warning) && FIND(peek_next_picture) && FIND(get_next_picture) &&
    FIND(get_image_width) && FIND(get_image_height) &&
    FIND(get_chroma_format) && FIND(get_bits_per_pixel) && FIND(get_image_plane) && FIND(set_image_plane) &&
    FIND(set_image_allocation_functions) && FIND(get_default_image_allocation_functions) && FIND(set_parameter_bool) && FIND(set_verbosity) && FIND(init);
#undef FIND
  if (!is_whole)
    return false;
  library.set_verbosity(0);
  // Its tables are made once, and kept.
  return library.init() == DE265_OK;
}

// MARK: NAL units

/// Types of NAL units (table 7-1).
enum {
  FIRST_INTRA = 16,
  LAST_INTRA = 21,
  VIDEO_PARAMETERS = 32,
  PICTURE_PARAMETERS = 34,
  DELIMITER = 35,
  FILLER = 38,
  PREFIX_INFORMATION = 39,
  SUFFIX_INFORMATION = 40,
};

/// What is done with a NAL unit.
typedef enum treatment {
  DECODED,
  /// It says nothing about samples.
  PASSED_OVER,
  REFUSED,
} treatment;

/// What is done with the NAL unit, by its header (7.3.1.2).
static treatment treatment_of(const uint8_t *unit, uint64_t count) {
  if (count < 3 || unit[0] & 0x80)
    return REFUSED;
  const int type = unit[0] >> 1, layer = (unit[0] & 1) << 5 | unit[1] >> 3;
  // Other layers, and what accompanies pictures, are not for this decoder; nor are they for its parsers.
  if (layer || type == DELIMITER || (type >= FILLER && type <= SUFFIX_INFORMATION))
    return PASSED_OVER;
  const bool is_decoded =
    (type >= FIRST_INTRA && type <= LAST_INTRA) || (type >= VIDEO_PARAMETERS && type <= PICTURE_PARAMETERS);
  return is_decoded ? DECODED : REFUSED;
}

/// Whether the NAL unit is the first slice of a picture (7.3.6.1).
static bool begins_picture(const uint8_t *unit) { return unit[0] >> 1 <= LAST_INTRA && unit[2] & 0x80; }

/// Walks over the NAL units, each behind its length in 4 bytes.
/// @param decoder what those are pushed to that it decodes; null to look only.
/// @returns whether they are all there, of known types, and of one picture.
static fbc_status walk(const job *job, de265_decoder_context *decoder, int32_t *detail) {
  uint64_t pictures = 0;
  for (uint64_t offset = 0; offset < job->input_count;) {
    const uint8_t *const head = job->input + offset;
    if (job->input_count - offset < 4)
      return FBC_DAMAGED;
    const uint64_t count = (uint64_t)head[0] << 24 | (uint64_t)head[1] << 16 | (uint64_t)head[2] << 8 | head[3];
    if (count > job->input_count - offset - 4 || count > INT32_MAX)
      return FBC_DAMAGED;
    const uint8_t *const unit = head + 4;
    offset += 4 + count;
    switch (treatment_of(unit, count)) {
    case REFUSED:
      return FBC_DAMAGED;
    case PASSED_OVER:
      continue;
    case DECODED:
      pictures += begins_picture(unit);
      if (decoder && (*detail = library.push_NAL(decoder, unit, (int)count, 0, NULL)))
        return *detail == DE265_ERROR_OUT_OF_MEMORY ? FBC_OUT_OF_MEMORY : FBC_DAMAGED;
    }
  }
  return pictures == 1 ? FBC_OK : FBC_DAMAGED;
}

// MARK: Memory

enum {
  /// Minimum coding blocks are at least so large (7.4.3.2.1), so coded pictures are whole numbers of them.
  BLOCK = 8,
  /// What vector code may touch behind a plane, and how planes are aligned.
  PADDING = 64,
  /// Samples of the coded picture that may lie outside of its conformance window, on each axis: encoders fill up blocks.
  MARGIN = 512,
};

/// The memory of the one picture that is decoded.
typedef struct canvas {
  /// What was asked for, and what is there.
  fbc_shape asked, found;
  /// The planes, one behind the other; null until the decoder asks for them.
  uint8_t *memory;
  /// Blocks of luma in the coded picture.
  size_t columns, rows;
  /// Bytes of a row of luma, and of a sample.
  size_t row_bytes, sample_bytes;
  uint64_t seed;
  /// Why there is no memory.
  fbc_status status;
} canvas;

/// A word that no picture holds by chance, nor by design: nobody outside knows the seed. Source: splitmix64 of Sebastiano
/// Vigna, https://prng.di.unimi.it/splitmix64.c
static uint64_t mark(uint64_t seed, size_t place) {
  uint64_t word = seed + (uint64_t)place * 0x9e3779b97f4a7c15;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

/// Where the mark of a block stands: in its upper left.
static uint8_t *place_of(const canvas *canvas, size_t column, size_t row) {
  return canvas->memory + row * BLOCK * canvas->row_bytes + column * BLOCK * canvas->sample_bytes;
}

/// Marks every block of luma. The library does not say that parts of a picture are in no slice; where a mark is left,
/// nothing has been decoded. Coding tree blocks have 16 samples at least, so what is filtered along the edges of decoded
/// neighbours does not reach the upper left block of one that is missing.
static void mark_blocks(const canvas *canvas) {
  for (size_t row = 0; row < canvas->rows; row++)
    for (size_t column = 0; column < canvas->columns; column++) {
      const uint64_t word = mark(canvas->seed, row * canvas->columns + column);
      memcpy(place_of(canvas, column, row), &word, sizeof word);
    }
}

static bool is_whole(const canvas *canvas) {
  for (size_t row = 0; row < canvas->rows; row++)
    for (size_t column = 0; column < canvas->columns; column++) {
      uint64_t word;
      memcpy(&word, place_of(canvas, column, row), sizeof word);
      if (word == mark(canvas->seed, row * canvas->columns + column))
        return false;
    }
  return true;
}

/// Why a picture that the decoder is about to make is none to make; looks at numbers alone.
static fbc_status judge(canvas *canvas, const struct de265_image_spec *spec, const struct de265_image *image) {
  // A second picture, or one that a slice refers to and that is not there.
  if (canvas->memory)
    return FBC_DAMAGED;
  if (spec->visible_width < 1 || spec->visible_height < 1)
    return FBC_DAMAGED;
  const int chroma = library.get_chroma_format(image), depth = library.get_bits_per_pixel(image, 0);
  canvas->found = (fbc_shape){
    .width = (uint32_t)spec->visible_width,
    .height = (uint32_t)spec->visible_height,
    .chroma = (uint32_t)chroma,
    .luma_depth = (uint32_t)depth,
    .chroma_depth = (uint32_t)(chroma == de265_chroma_mono ? depth : library.get_bits_per_pixel(image, 1)),
  };
  if (!fbc_is_same_shape(canvas->found, canvas->asked))
    return FBC_MISMATCH;
  if (
    spec->width < spec->visible_width || spec->height < spec->visible_height || spec->width % BLOCK ||
    spec->height % BLOCK)
    return FBC_DAMAGED;
  return spec->width - spec->visible_width > MARGIN || spec->height - spec->visible_height > MARGIN ? FBC_UNSUPPORTED
                                                                                                     : FBC_OK;
}

static size_t round_up(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

/// Whose memory the decoder is given; one picture is decoded at a time.
static canvas *current = NULL;

/// Gives the decoder memory for a picture of the shape that was asked for, and for no other.
static int get_buffer(
  de265_decoder_context *decoder, struct de265_image_spec *spec, struct de265_image *image, void *context) {
  (void)decoder;
  (void)context;
  canvas *const canvas = current;
  if (!canvas)
    return 0;
  canvas->status = judge(canvas, spec, image);
  if (canvas->status != FBC_OK)
    return 0;
  const size_t alignment = spec->alignment > 0 ? (size_t)spec->alignment : 1;
  const size_t width = (size_t)spec->width, height = (size_t)spec->height;
  const uint32_t chroma = canvas->asked.chroma;
  const size_t chroma_width = chroma == FBC_GRAY ? 0 : chroma == FBC_FULL ? width : width / 2;
  const size_t chroma_height = chroma == FBC_GRAY ? 0 : chroma == FBC_HALF ? height / 2 : height;
  canvas->sample_bytes = canvas->asked.luma_depth > 8 ? 2 : 1;
  // In samples; sides are below 2^17, so nothing overflows.
  const size_t stride = round_up(width, alignment), chroma_stride = round_up(chroma_width, alignment);
  const size_t plane = round_up(stride * height * canvas->sample_bytes, PADDING) + PADDING;
  const size_t chroma_plane = round_up(chroma_stride * chroma_height * canvas->sample_bytes, PADDING) + PADDING;
  canvas->memory = aligned_alloc(PADDING, plane + 2 * chroma_plane);
  if (!canvas->memory) {
    canvas->status = FBC_OUT_OF_MEMORY;
    return 0;
  }
  memset(canvas->memory, 0, plane + 2 * chroma_plane);
  canvas->columns = width / BLOCK;
  canvas->rows = height / BLOCK;
  canvas->row_bytes = stride * canvas->sample_bytes;
  mark_blocks(canvas);
  uint8_t *const planes[] = {canvas->memory, canvas->memory + plane, canvas->memory + plane + chroma_plane};
  for (int index = 0; index < 3; index++) {
    const bool is_there = !index || chroma;
    const int bytes = is_there ? (int)((index ? chroma_stride : stride) * canvas->sample_bytes) : 0;
    library.set_image_plane(image, index, is_there ? planes[index] : NULL, bytes, NULL);
    // A version that counts rows in samples would write beyond them.
    int taken = bytes;
    if (is_there)
      library.get_image_plane(image, index, &taken);
    if (taken != bytes) {
      canvas->status = FBC_UNSUPPORTED;
      return 0;
    }
  }
  return 1;
}

/// The memory is the canvas's, which outlives the decoder.
static void release_buffer(de265_decoder_context *decoder, struct de265_image *image, void *context) {
  (void)decoder;
  (void)image;
  (void)context;
}

// MARK: Decoding

/// Whether a warning says nothing about samples: that there are fewer threads than could be, or that an SEI message is
/// not understood. All others are about bytes that are not as they should be.
static bool is_harmless(de265_error warning) {
  return warning == DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING ||
    warning == DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM ||
    warning == DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI;
}

/// Has the decoder do what it was given, until it has no more.
static fbc_status run(de265_decoder_context *decoder, int32_t *detail) {
  // Every step takes a NAL unit from the queue, or puts a picture out; a decoder that stands still says so by an error.
  for (int more = 1; more;) {
    *detail = library.decode(decoder, &more);
    if (*detail == DE265_OK && !more)
      break;
    if (*detail != DE265_OK)
      return *detail == DE265_ERROR_OUT_OF_MEMORY ? FBC_OUT_OF_MEMORY : FBC_DAMAGED;
    // Asked for before it is taken, it would be put out again and again.
    if (library.peek_next_picture(decoder))
      break;
  }
  de265_error warning;
  while ((warning = library.get_warning(decoder)) != DE265_OK)
    if (!is_harmless(warning)) {
      *detail = warning;
      return FBC_DAMAGED;
    }
  return FBC_OK;
}

enum {
  /// Bytes of a picture that are copied before they are given back.
  PIECE = 1 << 20,
};

/// Moves a picture's samples, row by row: a large picture is not to be there twice.
static fbc_status move(const struct de265_image *image, const job *job) {
  const size_t sample_bytes = job->shape.luma_depth > 8 ? 2 : 1;
  uint8_t *output = job->output;
  for (uint32_t plane = 0; plane < (job->shape.chroma ? 3 : 1); plane++) {
    int stride = 0;
    const uint8_t *row = library.get_image_plane(image, (int)plane, &stride);
    const int width = library.get_image_width(image, (int)plane), height = library.get_image_height(image, (int)plane);
    if (
      !row || width < 1 || height < 1 || stride < (int64_t)width * (int64_t)sample_bytes ||
      (uint64_t)width * (uint64_t)height != fbc_plane_samples(job->shape, plane))
      return FBC_MISMATCH;
    const size_t count = (size_t)width * sample_bytes;
    const uint8_t *moved = row;
    for (int index = 0; index < height; index++, row += stride, output += count) {
      memcpy(output, row, count);
      if (row - moved < PIECE)
        continue;
      forget(moved, (size_t)(row - moved));
      moved = row;
    }
  }
  return FBC_OK;
}

static fbc_status decode_with(de265_decoder_context *decoder, canvas *canvas, job *job) {
  struct de265_image_allocation functions = {.get_buffer = get_buffer, .release_buffer = release_buffer};
  current = canvas;
  library.set_image_allocation_functions(decoder, &functions, NULL);
  // Pictures with sample adaptive offset get their memory from here, whatever a decoder was told (1.0.11). It is a variable
  // of the library that its header calls constant.
  *(struct de265_image_allocation *)(uintptr_t)library.get_default_image_allocation_functions() = functions;
  library.set_parameter_bool(decoder, DE265_DECODER_PARAM_SUPPRESS_FAULTY_PICTURES, 1);
  int32_t *const detail = &job->response.detail;
  fbc_status status = walk(job, decoder, detail);
  // It has copied what it was given.
  forget_input(job);
  if (status == FBC_OK && (*detail = library.flush_data(decoder)))
    status = FBC_DAMAGED;
  if (status == FBC_OK)
    status = run(decoder, detail);
  // What the decoder made of being given no memory says less than why.
  if (canvas->status != FBC_OK)
    status = canvas->status;
  if (status == FBC_MISMATCH)
    job->response.shape = canvas->found;
  if (status != FBC_OK)
    return status;
  const struct de265_image *const image = library.get_next_picture(decoder);
  if (!image || !canvas->memory || !is_whole(canvas))
    return FBC_DAMAGED;
  status = move(image, job);
  if (status == FBC_OK)
    job->response.count = fbc_sample_bytes(job->shape);
  return status;
}

static fbc_status decode(job *job) {
  if (job->output_count < fbc_sample_bytes(job->shape))
    return FBC_TOO_LARGE;
  // Samples of one picture have one size here.
  if (job->shape.chroma > FBC_FULL || job->shape.luma_depth != job->shape.chroma_depth)
    return FBC_UNSUPPORTED;
  fbc_status status = walk(job, NULL, NULL);
  if (status != FBC_OK)
    return status;
  canvas canvas = {.asked = job->shape, .status = FBC_OK};
  if (getrandom(&canvas.seed, sizeof canvas.seed, 0) != sizeof canvas.seed)
    return FBC_OUT_OF_MEMORY;
  de265_decoder_context *const decoder = library.new_decoder();
  if (!decoder)
    return FBC_OUT_OF_MEMORY;
  status = decode_with(decoder, &canvas, job);
  library.free_decoder(decoder);
  current = NULL;
  free(canvas.memory);
  return status;
}

const codec hevc_decoder = {.operation = FBC_DECODE_HEVC, .open = open_decoder, .perform = decode};
