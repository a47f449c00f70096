// Pictures row by row: what is changed pixel by pixel never lies in memory whole.
#include <stdlib.h>

#include "session.h"

struct fbj_row_reader {
  fbj_session session;
  struct jpeg_decompress_struct source;
};

// What rows are made of the stream, and what becomes of a warning.
typedef struct row_form {
  uint32_t eighths;
  bool unmixed;
  bool warnings_are_fatal;
} row_form;

static void refuse_cmyk(fbj_session *session, const struct jpeg_decompress_struct *source) {
  if (source->num_components == 4)
    fbj_session_fail(session, FBJ_UNSUPPORTED, "its colours are inks (CMYK), not red, green and blue");
}

// libjpeg's colours for rows of as many samples a pixel as there are components.
static J_COLOR_SPACE plain_colors(const struct jpeg_decompress_struct *source) {
  switch (source->num_components) {
  case 1:
    return JCS_GRAYSCALE;
  case 4:
    return JCS_CMYK;
  default:
    return JCS_RGB;
  }
}

// Runs inside the reader's barrier.
static void start_rows(fbj_row_reader *reader, row_form form) {
  struct jpeg_decompress_struct *source = &reader->source;
  fbj_scale(&reader->session, source, form.eighths);
  if (form.unmixed) {
    source->out_color_space = plain_colors(source);
    // Both reach across coding units.
    source->do_fancy_upsampling = FALSE;
    source->do_block_smoothing = FALSE;
  } else {
    refuse_cmyk(&reader->session, source);
    source->out_color_space = JCS_RGB;
  }
  jpeg_start_decompress(source);
}

static fbj_status open_rows(const uint8_t *bytes, size_t count, fbj_limits limits, row_form form,
                            fbj_row_reader **reader, fbj_message *message) {
  *reader = NULL;
  fbj_row_reader *opened = calloc(1, sizeof *opened);
  if (!opened)
    return fbj_out_of_memory(message);
  opened->source.err = fbj_session_begin(&opened->session, message, limits);
  opened->session.warnings_are_fatal = form.warnings_are_fatal;
  if (setjmp(opened->session.barrier) == 0) {
    fbj_open_source(&opened->session, &opened->source, bytes, count, limits);
    start_rows(opened, form);
    *reader = opened;
    return FBJ_OK;
  }
  fbj_status status = opened->session.status;
  fbj_row_reader_close(opened);
  return status;
}

fbj_status fbj_row_reader_open(const uint8_t *bytes, size_t count, fbj_limits limits, fbj_row_reader **reader,
                               fbj_message *message) {
  row_form form = {.eighths = 8, .warnings_are_fatal = true};
  return open_rows(bytes, count, limits, form, reader, message);
}

fbj_status fbj_row_reader_open_unmixed(const uint8_t *bytes, size_t count, fbj_limits limits, fbj_row_reader **reader,
                                       fbj_message *message) {
  row_form form = {.eighths = 8, .unmixed = true};
  return open_rows(bytes, count, limits, form, reader, message);
}

fbj_status fbj_row_reader_open_scaled(const uint8_t *bytes, size_t count, fbj_limits limits, uint32_t eighths,
                                      fbj_row_reader **reader, fbj_message *message) {
  row_form form = {.eighths = eighths};
  return open_rows(bytes, count, limits, form, reader, message);
}

fbj_status fbj_row_reader_next(fbj_row_reader *reader, uint8_t *row, size_t capacity, fbj_message *message) {
  fbj_session_resume(&reader->session, message);
  if (setjmp(reader->session.barrier) == 0) {
    struct jpeg_decompress_struct *source = &reader->source;
    if (source->output_scanline >= source->output_height ||
        capacity < (size_t)source->output_width * (size_t)source->output_components)
      fbj_session_fail(&reader->session, FBJ_INVALID_ARGUMENT, "there is no such row, or no room for it");
    JSAMPROW target = row;
    jpeg_read_scanlines(source, &target, 1);
    if (source->output_scanline == source->output_height)
      jpeg_finish_decompress(source);
  }
  return reader->session.status;
}

void fbj_row_reader_quantizers(const fbj_row_reader *reader, uint32_t component, uint16_t quantizers[64]) {
  fbj_copy_quantizers(&reader->source, component, quantizers);
}

void fbj_row_reader_close(fbj_row_reader *reader) {
  if (!reader)
    return;
  jpeg_destroy_decompress(&reader->source);
  free(reader);
}

struct fbj_row_writer {
  fbj_session session;
  struct jpeg_compress_struct target;
  fbj_destination destination;
  fbj_scans scans;
};

// Grey and inks become YCbCr. A grey photo has one quantisation table, so all of its colours get that; inks that are stored
// as they are have tables for inks, of which the first one serves for all, too.
static void make_color(struct jpeg_compress_struct *target, const struct jpeg_decompress_struct *source,
                       fbj_scans scans) {
  bool is_parted = source->jpeg_color_space == JCS_YCCK;
  int tables[3];
  for (int c = 0; c < 3; c++)
    tables[c] = target->comp_info[is_parted ? c : 0].quant_tbl_no;
  bool is_single = source->num_components == 1;
  jpeg_set_colorspace(target, JCS_YCbCr);
  target->write_JFIF_header = FALSE;
  for (int c = 0; c < target->num_components; c++) {
    // Coding units stay as large as they are.
    target->comp_info[c].h_samp_factor = c == 0 && !is_single ? source->max_h_samp_factor : 1;
    target->comp_info[c].v_samp_factor = c == 0 && !is_single ? source->max_v_samp_factor : 1;
    target->comp_info[c].quant_tbl_no = tables[c];
  }
  target->scan_info = NULL;
  target->num_scans = 0;
  fbj_separate_scans(target, scans);
}

// Runs inside the writer's barrier.
static void begin_like(fbj_row_writer *writer, struct jpeg_decompress_struct *source, bool progressive) {
  struct jpeg_compress_struct *target = &writer->target;
  fbj_open_target(target, &writer->destination);
  fbj_copy_parameters(&writer->session, source, target, writer->scans);
  if (source->num_components != 3)
    make_color(target, source, writer->scans);
  target->input_components = 3;
  target->in_color_space = JCS_RGB;
  // The standard tables have every code, so nothing of the picture's size need be kept to count them.
  target->optimize_coding = FALSE;
  if (progressive)
    fbj_make_progressive(target, writer->scans);
  jpeg_start_compress(target, TRUE);
}

fbj_status fbj_row_writer_open(const uint8_t *bytes, size_t count, fbj_limits limits, bool progressive,
                               fbj_row_writer **writer, fbj_message *message) {
  *writer = NULL;
  fbj_row_writer *opened = calloc(1, sizeof *opened);
  struct jpeg_decompress_struct *source = calloc(1, sizeof *source);
  if (!opened || !source) {
    free(opened);
    free(source);
    return fbj_out_of_memory(message);
  }
  source->err = fbj_session_begin(&opened->session, message, limits);
  opened->target.err = source->err;
  if (setjmp(opened->session.barrier) == 0) {
    fbj_open_source(&opened->session, source, bytes, count, limits);
    begin_like(opened, source, progressive);
    *writer = opened;
  }
  jpeg_destroy_decompress(source);
  free(source);
  fbj_status status = opened->session.status;
  if (status != FBJ_OK)
    fbj_row_writer_close(opened);
  return status;
}

// Runs inside the writer's barrier.
static void begin_new(fbj_row_writer *writer, fbj_row_form form) {
  struct jpeg_compress_struct *target = &writer->target;
  if (form.width == 0 || form.height == 0 || form.width > JPEG_MAX_DIMENSION || form.height > JPEG_MAX_DIMENSION)
    fbj_session_fail(&writer->session, FBJ_INVALID_ARGUMENT, "a JPEG is 1 to 65500 pixels wide and high");
  fbj_open_target(target, &writer->destination);
  target->image_width = form.width;
  target->image_height = form.height;
  target->input_components = 3;
  target->in_color_space = JCS_RGB;
  jpeg_set_defaults(target);
  if (form.gray)
    jpeg_set_colorspace(target, JCS_GRAYSCALE);
  jpeg_set_quality(target, (int)form.quality, TRUE);
  target->comp_info[0].h_samp_factor = form.halved && !form.gray ? 2 : 1;
  target->comp_info[0].v_samp_factor = form.halved && !form.gray ? 2 : 1;
  target->dct_method = JDCT_ISLOW;
  target->optimize_coding = FALSE;
  target->write_JFIF_header = FALSE;
  target->write_Adobe_marker = FALSE;
  jpeg_start_compress(target, TRUE);
}

fbj_status fbj_row_writer_open_new(fbj_row_form form, fbj_row_writer **writer, fbj_message *message) {
  *writer = NULL;
  fbj_row_writer *opened = calloc(1, sizeof *opened);
  if (!opened)
    return fbj_out_of_memory(message);
  fbj_limits no_input = {0, 0};
  opened->target.err = fbj_session_begin(&opened->session, message, no_input);
  if (setjmp(opened->session.barrier) == 0) {
    begin_new(opened, form);
    *writer = opened;
    return FBJ_OK;
  }
  fbj_status status = opened->session.status;
  fbj_row_writer_close(opened);
  return status;
}

fbj_status fbj_row_writer_append(fbj_row_writer *writer, const uint8_t *row, size_t count,
                                 fbj_message *message) {
  fbj_session_resume(&writer->session, message);
  if (setjmp(writer->session.barrier) == 0) {
    struct jpeg_compress_struct *target = &writer->target;
    if (target->next_scanline >= target->image_height || count != (size_t)target->image_width * 3)
      fbj_session_fail(&writer->session, FBJ_INVALID_ARGUMENT, "the row is not one of the picture's");
    JSAMPROW source = (JSAMPROW)row;
    jpeg_write_scanlines(target, &source, 1);
  }
  return writer->session.status;
}

fbj_status fbj_row_writer_finish(fbj_row_writer *writer, fbj_buffer *output, fbj_message *message) {
  fbj_session_resume(&writer->session, message);
  if (setjmp(writer->session.barrier) == 0)
    jpeg_finish_compress(&writer->target);
  fbj_take_output(&writer->destination, writer->session.status, output);
  writer->destination.bytes = NULL;
  return writer->session.status;
}

void fbj_row_writer_close(fbj_row_writer *writer) {
  if (!writer)
    return;
  jpeg_destroy_compress(&writer->target);
  free(writer->destination.bytes);
  free(writer);
}
