/// CJPEG: reading, editing and writing JPEG streams over libjpeg-turbo.
///
/// The only place that sees libjpeg's structs and setjmp. Every entry point is one setjmp barrier: it returns
/// a status, never exits, never prints, and leaves a sentence in `message` when the status is not `FBJ_OK`.
/// Input bytes are never written to and never kept after the call returns.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define FBJ_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define FBJ_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#pragma clang assume_nonnull begin
#else
#define FBJ_CLOSED_ENUM
#define FBJ_SWIFT_NAME(name)
#define _Nullable
#define _Nonnull
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call.
typedef enum FBJ_CLOSED_ENUM fbj_status {
  FBJ_OK FBJ_SWIFT_NAME(ok) = 0,
  /// The bytes do not begin as a JPEG stream does.
  FBJ_NOT_A_JPEG FBJ_SWIFT_NAME(notAJPEG),
  /// A JPEG of a kind that is not read here: 12-bit, lossless, hierarchical, two components.
  FBJ_UNSUPPORTED FBJ_SWIFT_NAME(unsupported),
  /// The header claims more than the limits allow.
  FBJ_TOO_LARGE FBJ_SWIFT_NAME(tooLarge),
  /// The stream ends before the picture does.
  FBJ_TRUNCATED FBJ_SWIFT_NAME(truncated),
  /// The stream breaks the format's rules.
  FBJ_DAMAGED FBJ_SWIFT_NAME(damaged),
  /// The decoder warned, so the coefficients cannot be trusted; the pixels still can be shown.
  FBJ_WARNED FBJ_SWIFT_NAME(warned),
  FBJ_OUT_OF_MEMORY FBJ_SWIFT_NAME(outOfMemory),
  /// The caller passed a size, a rectangle or a component that does not exist.
  FBJ_INVALID_ARGUMENT FBJ_SWIFT_NAME(invalidArgument),
} fbj_status;

/// One sentence about a failure or the first warning; empty when there is none.
typedef struct fbj_message {
  char text[256];
} fbj_message;

/// What a hostile header may claim before it is refused.
typedef struct fbj_limits {
  uint64_t max_pixels;
  uint32_t max_scans;
} fbj_limits;

enum { FBJ_MAX_COMPONENTS = 4 };

/// One colour component.
typedef struct fbj_component {
  /// Sampling factors: blocks per MCU across and down.
  uint32_t blocks_per_mcu_x, blocks_per_mcu_y;
  /// Blocks that carry picture, without the padding of the last MCUs.
  uint32_t width_in_blocks, height_in_blocks;
  /// In natural order, each at least 1: what an encoder that takes the stream's parameters over divides by.
  uint16_t quantizers[64];
} fbj_component;

/// What the header says, as the decoder understood it.
typedef struct fbj_header {
  /// Stored size in pixels, orientation not applied.
  uint32_t width, height;
  /// Size of one MCU in pixels.
  uint32_t mcu_width, mcu_height;
  /// 1 (grey), 3 or 4.
  uint32_t component_count;
  fbj_component components[FBJ_MAX_COMPONENTS];
  /// Whether the picture is stored in several passes of growing detail.
  bool progressive;
  /// Whether the components are grey or JFIF's YCbCr, as the decoder concluded from all markers.
  bool standard_colors;
  /// JFIF marker: pixel density.
  bool has_jfif;
  uint8_t density_unit;
  uint16_t density_x, density_y;
  /// Adobe marker: the colour transform that decides how components become colours, as decoders read it: 0, 1 for three components, 2 for four.
  bool has_adobe;
  uint8_t adobe_transform;
} fbj_header;

/// Bytes made by this library; free with `fbj_buffer_free`.
typedef struct fbj_buffer {
  uint8_t *_Nullable bytes;
  size_t count;
} fbj_buffer;

void fbj_buffer_free(fbj_buffer *buffer);

/// Reads the header and checks it against the limits; nothing of the picture's size is allocated.
fbj_status fbj_read_header(const uint8_t *bytes, size_t count, fbj_limits limits, fbj_header *header,
                           fbj_message *message);

/// Size of the picture decoded at `eighths`/8: `ceil(size * eighths / 8)`.
uint32_t fbj_scaled_size(uint32_t size, uint32_t eighths);

/// Decodes to interleaved RGB, stored orientation, at 1/8, 2/8, 4/8 or 8/8 of the size.
/// `capacity` is at least `3 * scaled width * scaled height`. A harmless warning returns `FBJ_OK` and its
/// text in `message`.
fbj_status fbj_decode_rgb(const uint8_t *bytes, size_t count, fbj_limits limits, uint32_t eighths,
                          uint8_t *pixels, size_t capacity, fbj_message *message);

/// Decodes four components to interleaved inks, as the light that each lets through (255 is none of an ink), at the scales of
/// `fbj_decode_rgb`. `capacity` is at least `4 * scaled width * scaled height`. Warnings as in `fbj_decode_rgb`.
fbj_status fbj_decode_inks(const uint8_t *bytes, size_t count, fbj_limits limits, uint32_t eighths, uint8_t *inks,
                           size_t capacity, fbj_message *message);

/// Decodes at full size to interleaved samples of the stream's own components, without colour conversion. Each pixel is
/// made from its own coding unit alone.
/// `capacity` is at least `component_count * width * height`. Warnings as in `fbj_decode_rgb`.
fbj_status fbj_decode_components(const uint8_t *bytes, size_t count, fbj_limits limits, uint8_t *samples,
                                 size_t capacity, fbj_message *message);

/// Encodes what `fbj_decode_components` gave with the quantisation and sampling of `bytes`, as a baseline
/// stream without any application segment.
fbj_status fbj_encode_components(const uint8_t *bytes, size_t count, fbj_limits limits,
                                 const uint8_t *samples, size_t sample_count, fbj_buffer *output,
                                 fbj_message *message);

/// Encodes interleaved RGB as 4:4:4 with a JFIF header.
fbj_status fbj_encode_rgb(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t quality,
                          fbj_buffer *output, fbj_message *message);

/// A picture being decoded to interleaved RGB, in stored orientation, one row after another from the top.
typedef struct fbj_row_reader fbj_row_reader;

/// Reads the header and starts. `bytes` must stay where they are until the reader is closed. Four components are
/// `FBJ_UNSUPPORTED`; any decoder warning is refused with `FBJ_WARNED`, here and below.
fbj_status fbj_row_reader_open(const uint8_t *bytes, size_t count, fbj_limits limits,
                               fbj_row_reader *_Nullable *_Nonnull reader, fbj_message *message);

/// As `fbj_row_reader_open`, for rows of grey, RGB or inks as they are stored, 1, 3 or 4 samples a pixel. No pixel is made of
/// what lies in another coding unit, and a warning is no failure: it is left in `message` of the call that met it.
fbj_status fbj_row_reader_open_unmixed(const uint8_t *bytes, size_t count, fbj_limits limits,
                                       fbj_row_reader *_Nullable *_Nonnull reader, fbj_message *message);

/// As `fbj_row_reader_open`, for the rows of what `fbj_decode_rgb` makes at 1/8, 2/8, 4/8 or 8/8 of the size, the same bytes,
/// each `3 * scaled width`. A warning is no failure: it is left in `message` of the call that met it.
fbj_status fbj_row_reader_open_scaled(const uint8_t *bytes, size_t count, fbj_limits limits, uint32_t eighths,
                                      fbj_row_reader *_Nullable *_Nonnull reader, fbj_message *message);

/// Decodes the next row; `capacity` is at least its samples, `3 * width` if not said otherwise. With the last row the
/// stream is read to its end. After a failure the reader can only be closed.
fbj_status fbj_row_reader_next(fbj_row_reader *reader, uint8_t *row, size_t capacity, fbj_message *message);

/// Copies the 64 quantisers of a component in natural order, each at least 1.
void fbj_row_reader_quantizers(const fbj_row_reader *reader, uint32_t component,
                               uint16_t quantizers[_Nonnull 64]);

void fbj_row_reader_close(fbj_row_reader *_Nullable reader);

/// A picture being encoded from interleaved RGB, one row after another from the top.
typedef struct fbj_row_writer fbj_row_writer;

/// Starts a picture of the size, colours, quantisation and sampling of `bytes`, which are not kept, without any
/// application segment. A grey one becomes YCbCr, 4:4:4, with its one table; one of inks becomes YCbCr with coding units of
/// the same size. It is sequential, with the standard Huffman tables, or progressive.
fbj_status fbj_row_writer_open(const uint8_t *bytes, size_t count, fbj_limits limits, bool progressive,
                               fbj_row_writer *_Nullable *_Nonnull writer, fbj_message *message);

/// How a picture is coded that no other one is the model of.
typedef struct fbj_row_form {
  /// 1 to 65500 pixels each.
  uint32_t width, height;
  /// Grey alone, of rows whose three samples are the same in each pixel; else YCbCr.
  bool gray;
  /// Whether two by two pixels share their colour.
  bool halved;
  /// libjpeg's, 1 to 100.
  uint32_t quality;
} fbj_row_form;

/// Starts a sequential picture with the standard Huffman tables, without any application segment.
fbj_status fbj_row_writer_open_new(fbj_row_form form, fbj_row_writer *_Nullable *_Nonnull writer, fbj_message *message);

/// Encodes the next row of `3 * width` samples. After a failure the writer can only be closed.
fbj_status fbj_row_writer_append(fbj_row_writer *writer, const uint8_t *row, size_t count, fbj_message *message);

/// Hands over the whole stream, once, when all rows are there.
fbj_status fbj_row_writer_finish(fbj_row_writer *writer, fbj_buffer *output, fbj_message *message);

void fbj_row_writer_close(fbj_row_writer *_Nullable writer);

/// The quantised coefficients of one stream, open for editing.
typedef struct fbj_coefficients fbj_coefficients;

/// Reads every coefficient. Any decoder warning is refused with `FBJ_WARNED`.
fbj_status fbj_coefficients_open(const uint8_t *bytes, size_t count, fbj_limits limits,
                                 fbj_coefficients *_Nullable *_Nonnull coefficients, fbj_message *message);

/// As `fbj_coefficients_open`, and the same coefficients, but of a progressive Huffman stream that is beyond doubt read by code of
/// our own, and in a fraction of the time. Any other stream libjpeg reads, and tells what it finds.
fbj_status fbj_coefficients_open_quickly(const uint8_t *bytes, size_t count, fbj_limits limits,
                                         fbj_coefficients *_Nullable *_Nonnull coefficients, fbj_message *message);

/// Copies the 64 quantisers of a component in natural order, each at least 1.
void fbj_coefficients_quantizers(const fbj_coefficients *coefficients, uint32_t component,
                                 uint16_t quantizers[_Nonnull 64]);

/// Copies the quantised DC coefficients of a rectangle of blocks, row by row, into `dc`
/// (`width * height` values). The rectangle lies inside `width_in_blocks` by `height_in_blocks`.
fbj_status fbj_coefficients_read_dc(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                                    uint32_t width, uint32_t height, int16_t *dc, fbj_message *message);

/// Copies `width` blocks of a row into `blocks`, 64 values each in natural order.
fbj_status fbj_coefficients_read(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                                 uint32_t width, int16_t *blocks, fbj_message *message);

/// Replaces blocks of a row: where `mask` is not zero, the block becomes the next 64 values of `blocks`, in
/// natural order. `blocks` holds `64 * width` values, `mask` holds `width`.
fbj_status fbj_coefficients_write(fbj_coefficients *coefficients, uint32_t component, uint32_t x, uint32_t y,
                                  uint32_t width, const int16_t *blocks, const uint8_t *mask,
                                  fbj_message *message);

/// Lends the rows of a component's blocks, `height_in_blocks` of them, from the top. They stay where they are until the handle is
/// closed.
fbj_status fbj_coefficients_lend(fbj_coefficients *coefficients, uint32_t component,
                                 const int16_t *_Nullable *_Nonnull rows, uint32_t count, fbj_message *message);

/// A row of MCUs in the middle of a stream that was written.
typedef struct fbj_seam {
  /// 0 for none.
  uint32_t row;
  /// Where its first bit stands: its byte, which is no stuffing, and its place in that, the highest bit at 0.
  size_t byte;
  uint32_t bit;
  /// The last DC of each component before it.
  int32_t dcs[FBJ_MAX_COMPONENTS];
} fbj_seam;

/// Writes the coefficients as a sequential Huffman stream, or as a progressive one, with optimised tables and
/// the source's restart interval, without any application segment. Once per handle. The bytes are the same, whoever has read the
/// coefficients; `seam` may be none.
fbj_status fbj_coefficients_encode(fbj_coefficients *coefficients, bool progressive, fbj_buffer *output,
                                   fbj_seam *seam, fbj_message *message);

void fbj_coefficients_close(fbj_coefficients *_Nullable coefficients);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
