// Headers and pixels: decoding to RGB or to raw components, encoding from either.
#include <stdlib.h>
#include <string.h>

#include "session.h"

// The transform that decoders go by, whatever the Adobe marker says: none where it says 0, and else that of the number of components
// (libjpeg, jdapimin.c, default_decompress_parms). A render says that and nothing that decoders have to guess at.
static uint8_t read_transform(const struct jpeg_decompress_struct *source) {
  if (source->Adobe_transform == 0)
    return 0;
  return source->num_components == 3 ? 1 : source->num_components == 4 ? 2 : 0;
}

static void describe(const struct jpeg_decompress_struct *source, fbj_header *header) {
  memset(header, 0, sizeof *header);
  header->width = source->image_width;
  header->height = source->image_height;
  // The MCU of a single component is one block, whatever its sampling factors (ITU-T T.81, A.2.2).
  bool single = source->num_components == 1;
  header->mcu_width = (uint32_t)(single ? 1 : source->max_h_samp_factor) * DCTSIZE;
  header->mcu_height = (uint32_t)(single ? 1 : source->max_v_samp_factor) * DCTSIZE;
  header->component_count = (uint32_t)source->num_components;
  for (int c = 0; c < source->num_components; c++) {
    const jpeg_component_info *component = &source->comp_info[c];
    header->components[c].blocks_per_mcu_x = (uint32_t)(single ? 1 : component->h_samp_factor);
    header->components[c].blocks_per_mcu_y = (uint32_t)(single ? 1 : component->v_samp_factor);
    header->components[c].width_in_blocks = component->width_in_blocks;
    header->components[c].height_in_blocks = component->height_in_blocks;
    int number = component->quant_tbl_no;
    const JQUANT_TBL *table = number >= 0 && number < NUM_QUANT_TBLS ? source->quant_tbl_ptrs[number] : NULL;
    for (int k = 0; k < DCTSIZE2; k++)
      header->components[c].quantizers[k] = table && table->quantval[k] ? table->quantval[k] : 1;
  }
  header->progressive = source->progressive_mode;
  header->standard_colors =
      source->jpeg_color_space == JCS_GRAYSCALE || source->jpeg_color_space == JCS_YCbCr;
  header->has_jfif = source->saw_JFIF_marker;
  header->density_unit = source->density_unit;
  header->density_x = source->X_density;
  header->density_y = source->Y_density;
  header->has_adobe = source->saw_Adobe_marker;
  header->adobe_transform = read_transform(source);
}

// A decompressor behind its own barrier, for the calls that read a whole picture at once.
typedef struct fbj_reader {
  fbj_session session;
  struct jpeg_decompress_struct source;
} fbj_reader;

// NULL where memory is short. The caller sets the barrier: it must be in a frame that is still there.
static fbj_reader *new_reader(fbj_limits limits, fbj_message *message) {
  fbj_reader *reader = calloc(1, sizeof *reader);
  if (reader)
    reader->source.err = fbj_session_begin(&reader->session, message, limits);
  return reader;
}

static fbj_status close_reader(fbj_reader *reader) {
  fbj_status status = reader->session.status;
  jpeg_destroy_decompress(&reader->source);
  free(reader);
  return status;
}

fbj_status fbj_read_header(const uint8_t *bytes, size_t count, fbj_limits limits, fbj_header *header,
                           fbj_message *message) {
  fbj_reader *reader = new_reader(limits, message);
  if (!reader)
    return fbj_out_of_memory(message);
  if (setjmp(reader->session.barrier) == 0) {
    fbj_open_source(&reader->session, &reader->source, bytes, count, limits);
    describe(&reader->source, header);
  }
  return close_reader(reader);
}

uint32_t fbj_scaled_size(uint32_t size, uint32_t eighths) {
  return (uint32_t)(((uint64_t)size * eighths + 7) / 8);
}

// Adobe writes CMYK inverted (255 is no ink); files without its marker hold ink as it is.
static void cmyk_row_to_rgb(const uint8_t *cmyk, uint8_t *rgb, uint32_t width, bool inverted) {
  for (uint32_t x = 0; x < width; x++, cmyk += 4, rgb += 3) {
    unsigned light = inverted ? cmyk[3] : 255u - cmyk[3];
    for (int c = 0; c < 3; c++)
      rgb[c] = (uint8_t)(((inverted ? cmyk[c] : 255u - cmyk[c]) * light + 127) / 255);
  }
}

// Starts a picture at some eighths of its size; returns the bytes of a row that is kept with so many a pixel.
static size_t start_scaled(fbj_reader *reader, uint32_t eighths, J_COLOR_SPACE space, size_t channels,
                           size_t capacity) {
  struct jpeg_decompress_struct *source = &reader->source;
  fbj_scale(&reader->session, source, eighths);
  source->out_color_space = space;
  jpeg_start_decompress(source);
  size_t stride = (size_t)source->output_width * channels;
  if (stride * source->output_height > capacity)
    fbj_session_fail(&reader->session, FBJ_INVALID_ARGUMENT, "the buffer is too small for the picture");
  return stride;
}

static void read_rgb_rows(fbj_reader *reader, uint32_t eighths, uint8_t *pixels, size_t capacity) {
  struct jpeg_decompress_struct *source = &reader->source;
  bool cmyk = source->num_components == 4;
  size_t stride = start_scaled(reader, eighths, cmyk ? JCS_CMYK : JCS_RGB, 3, capacity);
  JSAMPARRAY row = source->mem->alloc_sarray((j_common_ptr)source, JPOOL_IMAGE,
                                             source->output_width * (JDIMENSION)source->output_components, 1);
  while (source->output_scanline < source->output_height) {
    uint8_t *target = pixels + stride * source->output_scanline;
    JSAMPROW direct = target;
    jpeg_read_scanlines(source, cmyk ? row : &direct, 1);
    if (cmyk)
      cmyk_row_to_rgb(row[0], target, source->output_width, source->saw_Adobe_marker);
  }
  jpeg_finish_decompress(source);
}

fbj_status fbj_decode_rgb(const uint8_t *bytes, size_t count, fbj_limits limits, uint32_t eighths,
                          uint8_t *pixels, size_t capacity, fbj_message *message) {
  fbj_reader *reader = new_reader(limits, message);
  if (!reader)
    return fbj_out_of_memory(message);
  if (setjmp(reader->session.barrier) == 0) {
    fbj_open_source(&reader->session, &reader->source, bytes, count, limits);
    read_rgb_rows(reader, eighths, pixels, capacity);
  }
  return close_reader(reader);
}

static void read_ink_rows(fbj_reader *reader, uint32_t eighths, uint8_t *inks, size_t capacity) {
  struct jpeg_decompress_struct *source = &reader->source;
  if (source->num_components != 4)
    fbj_session_fail(&reader->session, FBJ_INVALID_ARGUMENT, "the picture is not made of four inks");
  size_t stride = start_scaled(reader, eighths, JCS_CMYK, 4, capacity);
  while (source->output_scanline < source->output_height) {
    JSAMPROW row = inks + stride * source->output_scanline;
    jpeg_read_scanlines(source, &row, 1);
    for (size_t i = 0; !source->saw_Adobe_marker && i < stride; i++)
      row[i] = (uint8_t)(255 - row[i]);
  }
  jpeg_finish_decompress(source);
}

fbj_status fbj_decode_inks(const uint8_t *bytes, size_t count, fbj_limits limits, uint32_t eighths, uint8_t *inks,
                           size_t capacity, fbj_message *message) {
  fbj_reader *reader = new_reader(limits, message);
  if (!reader)
    return fbj_out_of_memory(message);
  if (setjmp(reader->session.barrier) == 0) {
    fbj_open_source(&reader->session, &reader->source, bytes, count, limits);
    read_ink_rows(reader, eighths, inks, capacity);
  }
  return close_reader(reader);
}

static void read_component_rows(fbj_reader *reader, uint8_t *samples, size_t capacity) {
  struct jpeg_decompress_struct *source = &reader->source;
  source->out_color_space = source->jpeg_color_space;
  // What a pixel is must not depend on its neighbours: they may be in a region.
  source->do_fancy_upsampling = FALSE;
  source->do_block_smoothing = FALSE;
  jpeg_start_decompress(source);
  size_t stride = (size_t)source->output_width * (size_t)source->output_components;
  if (stride * source->output_height > capacity)
    fbj_session_fail(&reader->session, FBJ_INVALID_ARGUMENT, "the buffer is too small for the picture");
  while (source->output_scanline < source->output_height) {
    JSAMPROW row = samples + stride * source->output_scanline;
    jpeg_read_scanlines(source, &row, 1);
  }
  jpeg_finish_decompress(source);
}

fbj_status fbj_decode_components(const uint8_t *bytes, size_t count, fbj_limits limits, uint8_t *samples,
                                 size_t capacity, fbj_message *message) {
  fbj_reader *reader = new_reader(limits, message);
  if (!reader)
    return fbj_out_of_memory(message);
  if (setjmp(reader->session.barrier) == 0) {
    fbj_open_source(&reader->session, &reader->source, bytes, count, limits);
    read_component_rows(reader, samples, capacity);
  }
  return close_reader(reader);
}

// An encoder behind its own barrier, with the stream it takes its tables from, if any.
typedef struct fbj_writer {
  fbj_session session;
  struct jpeg_decompress_struct source;
  struct jpeg_compress_struct target;
  fbj_destination destination;
  fbj_scans scans;
} fbj_writer;

static void write_rows(fbj_writer *writer, const uint8_t *samples) {
  struct jpeg_compress_struct *target = &writer->target;
  size_t stride = (size_t)target->image_width * (size_t)target->input_components;
  while (target->next_scanline < target->image_height) {
    JSAMPROW row = (JSAMPROW)samples + stride * target->next_scanline;
    jpeg_write_scanlines(target, &row, 1);
  }
  jpeg_finish_compress(target);
}

// Frees the encoder and hands over its bytes, or none after a failure.
static fbj_status close_writer(fbj_writer *writer, fbj_buffer *output) {
  fbj_status status = writer->session.status;
  jpeg_destroy_compress(&writer->target);
  jpeg_destroy_decompress(&writer->source);
  fbj_take_output(&writer->destination, status, output);
  free(writer);
  return status;
}

fbj_status fbj_encode_components(const uint8_t *bytes, size_t count, fbj_limits limits,
                                 const uint8_t *samples, size_t sample_count, fbj_buffer *output,
                                 fbj_message *message) {
  *output = (fbj_buffer){0};
  fbj_writer *writer = calloc(1, sizeof *writer);
  if (!writer)
    return fbj_out_of_memory(message);
  writer->source.err = fbj_session_begin(&writer->session, message, limits);
  writer->target.err = writer->source.err;
  if (setjmp(writer->session.barrier) == 0) {
    struct jpeg_decompress_struct *source = &writer->source;
    struct jpeg_compress_struct *target = &writer->target;
    fbj_open_source(&writer->session, source, bytes, count, limits);
    if ((uint64_t)source->image_width * source->image_height * (uint64_t)source->num_components != sample_count)
      fbj_session_fail(&writer->session, FBJ_INVALID_ARGUMENT, "the samples do not fit the stream's size");
    fbj_open_target(target, &writer->destination);
    fbj_copy_parameters(&writer->session, source, target, writer->scans);
    target->in_color_space = source->jpeg_color_space;
    target->input_components = source->num_components;
    jpeg_start_compress(target, TRUE);
    write_rows(writer, samples);
  }
  return close_writer(writer, output);
}

fbj_status fbj_encode_rgb(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t quality,
                          fbj_buffer *output, fbj_message *message) {
  *output = (fbj_buffer){0};
  fbj_writer *writer = calloc(1, sizeof *writer);
  if (!writer)
    return fbj_out_of_memory(message);
  fbj_limits no_input = {0, 0};
  writer->target.err = fbj_session_begin(&writer->session, message, no_input);
  if (setjmp(writer->session.barrier) == 0) {
    struct jpeg_compress_struct *target = &writer->target;
    if (width == 0 || height == 0 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION)
      fbj_session_fail(&writer->session, FBJ_INVALID_ARGUMENT, "a JPEG is 1 to 65500 pixels wide and high");
    fbj_open_target(target, &writer->destination);
    target->image_width = width;
    target->image_height = height;
    target->input_components = 3;
    target->in_color_space = JCS_RGB;
    jpeg_set_defaults(target);
    jpeg_set_quality(target, (int)quality, TRUE);
    // 4:4:4: thin coloured lines and small lettering stay sharp.
    target->comp_info[0].h_samp_factor = 1;
    target->comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(target, TRUE);
    write_rows(writer, pixels);
  }
  return close_writer(writer, output);
}
