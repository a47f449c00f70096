/// What the face detectors and the library over OpenCV have in common.
#ifndef FACE_DETECTION_TYPES_H
#define FACE_DETECTION_TYPES_H

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

/// Waits until the first `rows` rows of a picture that is being made are there; 0 where they never will be.
typedef int32_t (*fbd_wait_for_rows)(void *context, int32_t rows);

/// Interleaved 8-bit RGB that is written to.
typedef struct fbd_canvas {
  uint8_t *pixels;
  int32_t width, height;
  size_t stride;
} fbd_canvas;

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

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
