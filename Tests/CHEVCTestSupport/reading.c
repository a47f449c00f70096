#include "support.h"

#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refused(struct heif_error error, fht_message *message) {
  if (error.code == heif_error_Ok)
    return false;
  fht_fail(message, "libheif: %s", error.message ? error.message : "no reason");
  return true;
}

static bool note_metadata(const struct heif_image_handle *handle, fht_summary *summary, fht_message *message) {
  int count = heif_image_handle_get_number_of_metadata_blocks(handle, NULL);
  heif_item_id *ids = calloc((size_t)count + 1, sizeof *ids);
  summary->metadata = calloc((size_t)count + 1, sizeof *summary->metadata);
  bool is_noted = ids && summary->metadata;
  if (is_noted)
    count = heif_image_handle_get_list_of_metadata_block_IDs(handle, NULL, ids, count);
  for (int index = 0; is_noted && index < count; index++) {
    fht_metadata *block = &summary->metadata[summary->metadata_count++];
    const char *type = heif_image_handle_get_metadata_type(handle, ids[index]);
    const char *content = heif_image_handle_get_metadata_content_type(handle, ids[index]);
    snprintf(block->type, sizeof block->type, "%s", type ? type : "");
    snprintf(block->content_type, sizeof block->content_type, "%s", content ? content : "");
    block->count = heif_image_handle_get_metadata_size(handle, ids[index]);
    block->data = malloc(block->count + 1);
    is_noted = block->data && !refused(heif_image_handle_get_metadata(handle, ids[index], block->data), message);
  }
  free(ids);
  return is_noted;
}

static void note_auxiliaries(const struct heif_image_handle *handle, fht_summary *summary) {
  summary->auxiliary_count = heif_image_handle_get_number_of_auxiliary_images(handle, 0);
  int count = heif_image_handle_get_list_of_auxiliary_image_IDs(handle, 0, summary->auxiliaries, 16);
  for (int index = 0; index < count; index++) {
    struct heif_image_handle *auxiliary = NULL;
    const char *type = NULL;
    struct heif_error error =
        heif_image_handle_get_auxiliary_image_handle(handle, summary->auxiliaries[index], &auxiliary);
    if (error.code != heif_error_Ok)
      continue;
    error = heif_image_handle_get_auxiliary_type(auxiliary, &type);
    if (error.code == heif_error_Ok && type) {
      snprintf(summary->auxiliary_types[index], sizeof summary->auxiliary_types[index], "%s", type);
      heif_image_handle_free_auxiliary_types(auxiliary, &type);
    }
    heif_image_handle_release(auxiliary);
  }
}

static bool note_colors(const struct heif_image_handle *handle, fht_summary *summary, fht_message *message) {
  struct heif_color_profile_nclx *nclx = NULL;
  struct heif_error error = heif_image_handle_get_nclx_color_profile(handle, &nclx);
  if (error.code == heif_error_Ok && nclx) {
    summary->has_nclx = true;
    summary->primaries = nclx->color_primaries;
    summary->transfer = nclx->transfer_characteristics;
    summary->matrix = nclx->matrix_coefficients;
    summary->full_range = nclx->full_range_flag != 0;
    heif_nclx_color_profile_free(nclx);
  }
  summary->profile_count = heif_image_handle_get_raw_color_profile_size(handle);
  if (summary->profile_count == 0)
    return true;
  summary->profile = malloc(summary->profile_count);
  return summary->profile && !refused(heif_image_handle_get_raw_color_profile(handle, summary->profile), message);
}

static bool summarize(const struct heif_image_handle *handle, fht_summary *summary, fht_message *message) {
  summary->coded_width = heif_image_handle_get_ispe_width(handle);
  summary->coded_height = heif_image_handle_get_ispe_height(handle);
  summary->width = heif_image_handle_get_width(handle);
  summary->height = heif_image_handle_get_height(handle);
  summary->luma_depth = heif_image_handle_get_luma_bits_per_pixel(handle);
  summary->has_alpha = heif_image_handle_has_alpha_channel(handle) != 0;
  summary->has_depth = heif_image_handle_has_depth_image(handle) != 0;
  summary->thumbnail_count = heif_image_handle_get_number_of_thumbnails(handle);
  heif_image_handle_get_list_of_thumbnail_IDs(handle, summary->thumbnails, 16);
  note_auxiliaries(handle, summary);
  return note_colors(handle, summary, message) && note_metadata(handle, summary, message);
}

bool fht_summarize(const uint8_t *file, size_t count, fht_summary *summary, fht_message *message) {
  memset(summary, 0, sizeof *summary);
  memset(message, 0, sizeof *message);
  struct heif_context *context = heif_context_alloc();
  struct heif_image_handle *handle = NULL;
  bool is_read = context && !refused(heif_context_read_from_memory_without_copy(context, file, count, NULL), message) &&
                 !refused(heif_context_get_primary_image_ID(context, &summary->primary), message) &&
                 !refused(heif_context_get_primary_image_handle(context, &handle), message);
  if (is_read) {
    summary->top_level_count = heif_context_get_number_of_top_level_images(context);
    is_read = summarize(handle, summary, message);
  }
  heif_image_handle_release(handle);
  heif_context_free(context);
  return is_read;
}

void fht_summary_free(fht_summary *summary) {
  for (size_t index = 0; index < summary->metadata_count; index++)
    free(summary->metadata[index].data);
  free(summary->metadata);
  free(summary->profile);
  memset(summary, 0, sizeof *summary);
}

static bool take_rgb(const struct heif_image *image, fht_picture *picture, fht_message *message) {
  int stride = 0;
  const uint8_t *rows = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
  if (!rows)
    return fht_fail(message, "libheif gives no pixels");
  picture->width = heif_image_get_width(image, heif_channel_interleaved);
  picture->height = heif_image_get_height(image, heif_channel_interleaved);
  size_t row_bytes = (size_t)picture->width * 3;
  picture->rgb = malloc(row_bytes * (size_t)picture->height + 1);
  if (!picture->rgb)
    return fht_fail(message, "out of memory");
  for (int y = 0; y < picture->height; y++)
    memcpy(picture->rgb + (size_t)y * row_bytes, rows + (ptrdiff_t)y * stride, row_bytes);
  picture->count = row_bytes * (size_t)picture->height;
  picture->depth = 8;
  return true;
}

static bool view_with(const struct heif_image_handle *handle, const fht_view *view, fht_picture *picture,
                      fht_message *message) {
  struct heif_decoding_options *options = heif_decoding_options_alloc();
  if (!options)
    return fht_fail(message, "out of memory");
  options->ignore_transformations = view->untransformed;
  options->convert_hdr_to_8bit = 1;
  options->strict_decoding = view->strict;
  struct heif_image *image = NULL;
  struct heif_error error =
      heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, options);
  heif_decoding_options_free(options);
  if (refused(error, message))
    return false;
  picture->warnings = heif_image_get_decoding_warnings(image, 0, NULL, 0);
  bool is_taken = take_rgb(image, picture, message);
  heif_image_release(image);
  return is_taken;
}

bool fht_view_file(const uint8_t *file, size_t count, const fht_view *view, fht_picture *picture, fht_message *message) {
  memset(picture, 0, sizeof *picture);
  memset(message, 0, sizeof *message);
  struct heif_context *context = heif_context_alloc();
  struct heif_image_handle *handle = NULL;
  bool is_read = context && !refused(heif_context_read_from_memory_without_copy(context, file, count, NULL), message);
  if (is_read)
    is_read = !refused(view->item == 0 ? heif_context_get_primary_image_handle(context, &handle)
                                       : heif_context_get_image_handle(context, view->item, &handle),
                       message);
  is_read = is_read && view_with(handle, view, picture, message);
  heif_image_handle_release(handle);
  heif_context_free(context);
  return is_read;
}
