// What every function of the library shares.
#pragma once

#include <memory>
#include <mutex>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

#include "barrier.hpp"
#include "opencv_functions.h"

namespace facedetection __attribute__((visibility("hidden"))) {

// OpenCV logs to stderr and prints every error before it throws; both are ours to report.
inline void silence_opencv() {
  static std::once_flag once;
  std::call_once(once, [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    cv::redirectError([](int, const char *, const char *, const char *, int, void *) { return 0; });
  });
}

// The barrier for what OpenCV throws, too.
template <typename Body>
fbd_status opencv_barrier(fbd_message *message, fbd_status on_error, Body body) noexcept {
  return barrier(message, on_error, [&] {
    silence_opencv();
    try {
      body();
    } catch (const cv::Exception &exception) {
      if (exception.code == cv::Error::StsNoMem)
        throw std::bad_alloc();
      throw std::runtime_error(exception.err);
    }
  });
}

// A view of the caller's pixels, never written to.
inline cv::Mat view(const fbd_picture &picture) {
  check(picture);
  return cv::Mat(picture.height, picture.width, CV_8UC3, const_cast<uint8_t *>(picture.pixels), picture.stride);
}

// The functions behind the table.
fbd_status set_thread_count(int32_t count, fbd_message *message);
fbd_status network_create(const uint8_t *model, size_t count, const char *const *outputs, size_t output_count,
                          fbo_network **network, fbd_message *message);
fbd_status network_run(fbo_network *network, const fbo_input *input, int32_t swaps, fbo_output *outputs,
                       fbd_message *message);
void network_destroy(fbo_network *network);
fbd_status haar_create(const uint8_t *model, size_t count, fbo_haar **detector, fbd_message *message);
fbd_status haar_detect(fbo_haar *detector, fbd_picture picture, int32_t long_side, int32_t mirrored,
                       fbd_faces *faces, fbd_message *message);
void haar_destroy(fbo_haar *detector);
fbd_status draw_box(fbd_canvas canvas, int32_t x, int32_t y, int32_t width, int32_t height, int32_t thickness,
                    fbo_color color, fbd_message *message);
fbd_status draw_line(fbd_canvas canvas, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                     int32_t thickness, fbo_color color, fbd_message *message);
fbd_status measure_label(const char *text, int32_t text_height, int32_t *width, int32_t *height,
                         fbd_message *message);
fbd_status draw_label(fbd_canvas canvas, const char *text, int32_t x, int32_t y, int32_t text_height,
                      fbo_color plate, fbd_message *message);

} // namespace facedetection
