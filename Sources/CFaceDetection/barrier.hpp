// The exception barrier and the checks that every entry point shares.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

#include "include/CFaceDetection.h"

namespace facedetection {

// A refusal of ours, as opposed to an exception of OpenCV's.
struct Refusal {
  fbd_status status;
  const char *sentence;
};

inline void say(fbd_message *message, const char *sentence) {
  std::strncpy(message->text, sentence, sizeof message->text - 1);
  message->text[sizeof message->text - 1] = 0;
}

// OpenCV logs to stderr and prints every error before it throws; both are ours to report.
inline void silence_opencv() {
  static std::once_flag once;
  std::call_once(once, [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    cv::redirectError([](int, const char *, const char *, const char *, int, void *) { return 0; });
  });
}

// Runs `body` and turns whatever it throws into a status: an exception that reached Swift would abort.
template <typename Body>
fbd_status barrier(fbd_message *message, fbd_status on_opencv_error, Body body) noexcept {
  message->text[0] = 0;
  try {
    silence_opencv();
    body();
    return FBD_OK;
  } catch (const Refusal &refusal) {
    say(message, refusal.sentence);
    return refusal.status;
  } catch (const std::bad_alloc &) {
    say(message, "out of memory");
    return FBD_OUT_OF_MEMORY;
  } catch (const cv::Exception &exception) {
    say(message, exception.err.c_str());
    return exception.code == cv::Error::StsNoMem ? FBD_OUT_OF_MEMORY : on_opencv_error;
  } catch (const std::exception &exception) {
    say(message, exception.what());
    return on_opencv_error;
  } catch (...) {
    say(message, "unknown error");
    return FBD_ENGINE_FAILED;
  }
}

// The same bound as libjpeg's on one side of a picture.
constexpr int32_t longest_side = 65500;

template <typename Picture>
void check(const Picture &picture) {
  bool fits = picture.pixels && picture.width > 0 && picture.height > 0 && picture.width <= longest_side &&
              picture.height <= longest_side && picture.stride >= static_cast<size_t>(picture.width) * 3;
  if (!fits)
    throw Refusal{FBD_INVALID_ARGUMENT, "the picture's size or stride is out of range"};
}

// A view of the caller's pixels, never written to.
inline cv::Mat view(const fbd_picture &picture) {
  check(picture);
  return cv::Mat(picture.height, picture.width, CV_8UC3, const_cast<uint8_t *>(picture.pixels), picture.stride);
}

// The size whose long side is `long_side`, the other at least one pixel.
inline cv::Size scaled_size(const fbd_picture &picture, int32_t long_side) {
  if (long_side < 32 || long_side > 8192)
    throw Refusal{FBD_INVALID_ARGUMENT, "the detection size is not 32 to 8192 pixels"};
  double scale = static_cast<double>(long_side) / std::max(picture.width, picture.height);
  return cv::Size(std::max(1, cvRound(picture.width * scale)), std::max(1, cvRound(picture.height * scale)));
}

// A total order, so that equal scores come in the same order in every run.
inline void sort_strongest_first(std::vector<fbd_face> &faces) {
  std::sort(faces.begin(), faces.end(), [](const fbd_face &a, const fbd_face &b) {
    return std::make_tuple(-a.score, a.y, a.x, a.width, a.height) <
           std::make_tuple(-b.score, b.y, b.x, b.width, b.height);
  });
}

} // namespace facedetection
