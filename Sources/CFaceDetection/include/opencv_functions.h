/// What needs OpenCV: Haar cascades, the overlay's boxes, lines and letters, and OpenCV's engine for networks, which
/// ours is compared with.
///
/// It is a library of its own, which is opened when first needed; this header is all that the two sides share. Every
/// function is an exception barrier that returns a status and leaves a sentence in `message` when the status is not
/// `FBD_OK`.
#ifndef OPENCV_FUNCTIONS_H
#define OPENCV_FUNCTIONS_H

#include "face_detection_types.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The version of what this header and `face_detection_types.h` declare; to be raised with every change of them.
enum { FBO_ABI = 1 };

/// What a network looks at: interleaved 8-bit RGB in the upper left of a black picture.
typedef struct fbo_input {
  const uint8_t *rgb;
  size_t stride;
  int32_t width, height;
  int32_t padded_width, padded_height;
} fbo_input;

/// The elements of one output in the order in which the model file lays them out.
typedef struct fbo_output {
  const float *_Nullable values;
  size_t count;
} fbo_output;

/// A neural network in OpenCV's engine.
typedef struct fbo_network fbo_network;

/// One Haar cascade.
typedef struct fbo_haar fbo_haar;

/// An 8-bit RGB colour.
typedef struct fbo_color {
  uint8_t red, green, blue;
} fbo_color;

/// All that the library does. A detector is used by one thread at a time; different ones are independent.
typedef struct fbo_functions {
  /// `FBO_ABI` of the header that the library was built with. It stays first in every version.
  int32_t abi;

  /// Sets how many threads OpenCV uses in this process, at least 1.
  fbd_status (*set_thread_count)(int32_t count, fbd_message *message);

  /// Builds a network from the bytes of an ONNX file; `outputs` are the names of those that are read.
  fbd_status (*network_create)(const uint8_t *model, size_t count, const char *_Nonnull const *_Nonnull outputs,
                               size_t output_count, fbo_network *_Nullable *_Nonnull network, fbd_message *message);
  /// Runs it on a picture; `swaps` is not zero where the model wants BGR. Fills as many `outputs` as were named, in
  /// their order; they are valid until the next run.
  fbd_status (*network_run)(fbo_network *network, const fbo_input *input, int32_t swaps, fbo_output *outputs,
                            fbd_message *message);
  void (*network_destroy)(fbo_network *_Nullable network);

  /// Builds the cascade from the bytes of its XML file.
  fbd_status (*haar_create)(const uint8_t *model, size_t count, fbo_haar *_Nullable *_Nonnull detector,
                            fbd_message *message);
  /// One pass over the picture scaled so that its long side is `long_side` pixels, `mirrored` left to right if
  /// not zero (boxes come back unmirrored). The score of a box that `n` windows agree on is `n / (n + 3)`.
  fbd_status (*haar_detect)(fbo_haar *detector, fbd_picture picture, int32_t long_side, int32_t mirrored,
                            fbd_faces *faces, fbd_message *message);
  void (*haar_destroy)(fbo_haar *_Nullable detector);

  /// Draws the outline of a box, in pixels of the canvas, `thickness` pixels wide.
  fbd_status (*draw_box)(fbd_canvas canvas, int32_t x, int32_t y, int32_t width, int32_t height, int32_t thickness,
                         fbo_color color, fbd_message *message);
  /// Draws a straight line between two pixels of the canvas.
  fbd_status (*draw_line)(fbd_canvas canvas, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                          int32_t thickness, fbo_color color, fbd_message *message);
  /// The size in pixels of the plate that `draw_label` draws.
  fbd_status (*measure_label)(const char *text, int32_t text_height, int32_t *width, int32_t *height,
                              fbd_message *message);
  /// Draws a line of ASCII text on a filled plate whose upper left corner is at (x, y). `text_height` is the height of
  /// a capital letter in pixels.
  fbd_status (*draw_label)(fbd_canvas canvas, const char *text, int32_t x, int32_t y, int32_t text_height,
                           fbo_color plate, fbd_message *message);
} fbo_functions;

/// The type of `faceblur_opencv_functions`, the one symbol that the library exports.
typedef const fbo_functions *_Nonnull (*fbo_entry)(void);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
