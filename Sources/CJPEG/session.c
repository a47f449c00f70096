#include "session.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static fbj_status status_for_error(int code) {
  switch (code) {
  case JERR_NO_SOI:
    return FBJ_NOT_A_JPEG;
  case JERR_BAD_PRECISION:
  case JERR_SOF_UNSUPPORTED:
  case JERR_ARITH_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
    return FBJ_UNSUPPORTED;
  case JERR_OUT_OF_MEMORY:
    return FBJ_OUT_OF_MEMORY;
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
    return FBJ_TOO_LARGE;
  case JERR_INPUT_EMPTY:
  case JERR_INPUT_EOF:
    return FBJ_TRUNCATED;
  default:
    return FBJ_DAMAGED;
  }
}

static void keep_message(fbj_session *session, j_common_ptr cinfo) {
  char text[JMSG_LENGTH_MAX];
  session->manager.format_message(cinfo, text);
  strncpy(session->message->text, text, sizeof session->message->text - 1);
}

static void on_error(j_common_ptr cinfo) {
  fbj_session *session = (fbj_session *)cinfo->err;
  keep_message(session, cinfo);
  session->status = status_for_error(cinfo->err->msg_code);
  longjmp(session->barrier, 1);
}

static void on_message(j_common_ptr cinfo, int level) {
  fbj_session *session = (fbj_session *)cinfo->err;
  // Tracing; and a version that libjpeg does not know, which says nothing about the picture.
  if (level >= 0 || cinfo->err->msg_code == JWRN_JFIF_MAJOR)
    return;
  if (cinfo->err->num_warnings++ == 0)
    keep_message(session, cinfo);
  // Picture data that is not there: libjpeg would go on and paint it grey.
  if (cinfo->err->msg_code == JWRN_JPEG_EOF || cinfo->err->msg_code == JWRN_HIT_MARKER) {
    keep_message(session, cinfo);
    session->status = FBJ_TRUNCATED;
    longjmp(session->barrier, 1);
  }
  if (session->warnings_are_fatal) {
    session->status = FBJ_WARNED;
    longjmp(session->barrier, 1);
  }
}

// Called by libjpeg once per row of MCUs. A 94 KB file with 1000 scans would otherwise cost 5 seconds.
static void on_progress(j_common_ptr cinfo) {
  fbj_session *session = (fbj_session *)cinfo->err;
  if (!cinfo->is_decompressor)
    return;
  if ((uint32_t)((j_decompress_ptr)cinfo)->input_scan_number > session->max_scans)
    fbj_session_fail(session, FBJ_TOO_LARGE, "the stream holds more scans than any camera or editor writes");
}

struct jpeg_error_mgr *fbj_session_begin(fbj_session *session, fbj_message *message, fbj_limits limits) {
  memset(session, 0, sizeof *session);
  memset(message, 0, sizeof *message);
  session->message = message;
  session->max_scans = limits.max_scans;
  struct jpeg_error_mgr *manager = jpeg_std_error(&session->manager);
  manager->error_exit = on_error;
  manager->emit_message = on_message;
  session->progress.progress_monitor = on_progress;
  return manager;
}

void fbj_session_resume(fbj_session *session, fbj_message *message) {
  memset(message, 0, sizeof *message);
  session->message = message;
  session->status = FBJ_OK;
}

_Noreturn void fbj_session_fail(fbj_session *session, fbj_status status, const char *sentence) {
  session->status = status;
  strncpy(session->message->text, sentence, sizeof session->message->text - 1);
  longjmp(session->barrier, 1);
}

void fbj_open_source(fbj_session *session, struct jpeg_decompress_struct *source, const uint8_t *bytes,
                     size_t count, fbj_limits limits) {
  if (count > ULONG_MAX)
    fbj_session_fail(session, FBJ_TOO_LARGE, "the file is larger than libjpeg can address");
  jpeg_create_decompress(source);
  source->progress = &session->progress;
  // No hidden cap: the limits are ours, and the environment variable JPEGMEM must not override them.
  source->mem->max_memory_to_use = 0;
  jpeg_mem_src(source, bytes, (unsigned long)count);
  jpeg_read_header(source, TRUE);

  uint64_t pixels = (uint64_t)source->image_width * source->image_height;
  if (pixels == 0)
    fbj_session_fail(session, FBJ_DAMAGED, "the header claims an empty picture");
  if (pixels > limits.max_pixels)
    fbj_session_fail(session, FBJ_TOO_LARGE, "the header claims more pixels than the limit allows");
  if (source->num_components != 1 && source->num_components != 3 && source->num_components != 4)
    fbj_session_fail(session, FBJ_UNSUPPORTED, "the number of colour components is not 1, 3 or 4");

  // Huffman coding spends at least one bit on every block, so a file that is too short for what it claims is
  // refused before anything of that size is allocated.
  uint64_t blocks = 0;
  for (int c = 0; c < source->num_components; c++)
    blocks += (uint64_t)source->comp_info[c].width_in_blocks * source->comp_info[c].height_in_blocks;
  if (!source->arith_code && (uint64_t)count * 8 < blocks)
    fbj_session_fail(session, FBJ_TRUNCATED, "the file is too short for the picture its header claims");
}

void fbj_scale(fbj_session *session, struct jpeg_decompress_struct *source, uint32_t eighths) {
  if (eighths != 1 && eighths != 2 && eighths != 4 && eighths != 8)
    fbj_session_fail(session, FBJ_INVALID_ARGUMENT, "the scale is not 1, 2, 4 or 8 eighths");
  source->scale_num = eighths;
  source->scale_denom = 8;
}

void fbj_copy_quantizers(const struct jpeg_decompress_struct *source, uint32_t component,
                         uint16_t quantizers[64]) {
  const JQUANT_TBL *table = NULL;
  if (component < (uint32_t)source->num_components)
    table = source->comp_info[component].quant_table;
  for (int k = 0; k < DCTSIZE2; k++)
    quantizers[k] = table && table->quantval[k] ? table->quantval[k] : 1;
}

enum { FIRST_OUTPUT_BYTES = 1 << 16 };

static void on_output_begin(j_compress_ptr target) {
  fbj_destination *destination = (fbj_destination *)target->dest;
  destination->bytes = malloc(FIRST_OUTPUT_BYTES);
  if (!destination->bytes)
    ERREXIT1(target, JERR_OUT_OF_MEMORY, 10);
  destination->capacity = FIRST_OUTPUT_BYTES;
  destination->manager.next_output_byte = destination->bytes;
  destination->manager.free_in_buffer = destination->capacity;
}

// libjpeg asks for room only when the buffer is full, whatever `free_in_buffer` says at that moment.
static boolean on_output_full(j_compress_ptr target) {
  fbj_destination *destination = (fbj_destination *)target->dest;
  size_t filled = destination->capacity;
  uint8_t *grown = filled > SIZE_MAX / 2 ? NULL : realloc(destination->bytes, filled * 2);
  if (!grown)
    ERREXIT1(target, JERR_OUT_OF_MEMORY, 11);
  destination->bytes = grown;
  destination->capacity = filled * 2;
  destination->manager.next_output_byte = grown + filled;
  destination->manager.free_in_buffer = filled;
  return TRUE;
}

static void on_output_end(j_compress_ptr target) {
  fbj_destination *destination = (fbj_destination *)target->dest;
  destination->count = destination->capacity - destination->manager.free_in_buffer;
}

fbj_status fbj_out_of_memory(fbj_message *message) {
  *message = (fbj_message){.text = "there is not enough memory"};
  return FBJ_OUT_OF_MEMORY;
}

void fbj_open_target(struct jpeg_compress_struct *target, fbj_destination *destination) {
  jpeg_create_compress(target);
  target->mem->max_memory_to_use = 0;
  destination->manager.init_destination = on_output_begin;
  destination->manager.empty_output_buffer = on_output_full;
  destination->manager.term_destination = on_output_end;
  target->dest = &destination->manager;
}

// Names that decoders do not know make three components YCbCr, like 1, 2 and 3; a byte each could be anything.
static void rename_components(struct jpeg_compress_struct *target) {
  static const unsigned char known[][FBJ_MAX_COMPONENTS] = {{0}, {0, 1, 2}, {0, 1, 2, 3}, "RGB", {'C', 'M', 'Y', 'K'}};
  static const int counts[] = {1, 3, 4, 3, 4};
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    int same = counts[k] == target->num_components;
    for (int c = 0; same && c < target->num_components; c++)
      same = target->comp_info[c].component_id == known[k][c];
    if (same)
      return;
  }
  for (int c = 0; c < target->num_components; c++)
    target->comp_info[c].component_id = c + 1;
}

void fbj_separate_scans(struct jpeg_compress_struct *target, fbj_scans scans) {
  // One scan may hold ten blocks per MCU; components that come to more get a scan each.
  int blocks = 0;
  for (int c = 0; c < target->num_components; c++)
    blocks += target->comp_info[c].h_samp_factor * target->comp_info[c].v_samp_factor;
  if (target->num_components > 1 && blocks > C_MAX_BLOCKS_IN_MCU) {
    for (int c = 0; c < target->num_components; c++)
      scans[c] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {c}, .Ss = 0, .Se = DCTSIZE2 - 1};
    target->scan_info = scans;
    target->num_scans = target->num_components;
  }
}

void fbj_make_progressive(struct jpeg_compress_struct *target, fbj_scans scans) {
  if (!target->scan_info) {
    jpeg_simple_progression(target);
    return;
  }
  // Its first scan would hold the DCs of all components.
  const int components = target->num_components;
  for (int c = 0; c < components; c++) {
    scans[c] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {c}, .Ss = 0, .Se = 0};
    scans[components + c] = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {c}, .Ss = 1, .Se = DCTSIZE2 - 1};
  }
  target->num_scans = 2 * components;
}

void fbj_copy_parameters(fbj_session *session, struct jpeg_decompress_struct *source,
                         struct jpeg_compress_struct *target, fbj_scans scans) {
  jpeg_copy_critical_parameters(source, target);
  // The encoder divides by every quantiser.
  for (int table = 0; table < NUM_QUANT_TBLS; table++)
    for (int k = 0; target->quant_tbl_ptrs[table] && k < DCTSIZE2; k++)
      if (target->quant_tbl_ptrs[table]->quantval[k] == 0)
        fbj_session_fail(session, FBJ_DAMAGED, "a quantisation table holds a zero");

  // The source's own tables may lack a code that a changed block needs, and libjpeg-turbo 2.1.5 does not
  // notice: it writes a corrupt stream. Optimised tables always fit.
  target->optimize_coding = TRUE;
  target->write_JFIF_header = FALSE;
  target->write_Adobe_marker = FALSE;

  rename_components(target);
  // The factors of a single component mean nothing.
  if (target->num_components == 1)
    target->comp_info[0].h_samp_factor = target->comp_info[0].v_samp_factor = 1;
  fbj_separate_scans(target, scans);
}

void fbj_take_output(fbj_destination *destination, fbj_status status, fbj_buffer *output) {
  output->bytes = status == FBJ_OK ? destination->bytes : NULL;
  output->count = status == FBJ_OK ? destination->count : 0;
  if (status != FBJ_OK)
    free(destination->bytes);
}

void fbj_buffer_free(fbj_buffer *buffer) {
  free(buffer->bytes);
  buffer->bytes = NULL;
  buffer->count = 0;
}
