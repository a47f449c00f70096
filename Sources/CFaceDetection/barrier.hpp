// The exception barrier and the checks that every entry point shares. The library over OpenCV has them, too: hidden, so
// that neither side ever runs the other's.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "include/face_detection_types.h"

namespace facedetection __attribute__((visibility("hidden"))) {

// A refusal of ours, as opposed to an exception of a library's.
struct Refusal {
  fbd_status status;
  const char *sentence;
};

inline void say(fbd_message *message, const char *sentence) {
  std::strncpy(message->text, sentence, sizeof message->text - 1);
  message->text[sizeof message->text - 1] = 0;
}

// Runs `body` and turns whatever it throws into a status: an exception that reached Swift would abort.
template <typename Body>
fbd_status barrier(fbd_message *message, fbd_status on_error, Body body) noexcept {
  message->text[0] = 0;
  try {
    body();
    return FBD_OK;
  } catch (const Refusal &refusal) {
    say(message, refusal.sentence);
    return refusal.status;
  } catch (const std::bad_alloc &) {
    say(message, "out of memory");
    return FBD_OUT_OF_MEMORY;
  } catch (const std::exception &exception) {
    say(message, exception.what());
    return on_error;
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

struct Size {
  int width, height;
};

// To the nearest whole number, halves to the even one.
inline int rounded(double value) { return static_cast<int>(std::lrint(value)); }

// The size whose long side is `long_side`, the other at least one pixel.
inline Size scaled_size(const fbd_picture &picture, int32_t long_side) {
  if (long_side < 32 || long_side > 8192)
    throw Refusal{FBD_INVALID_ARGUMENT, "the detection size is not 32 to 8192 pixels"};
  double scale = static_cast<double>(long_side) / std::max(picture.width, picture.height);
  return {std::max(1, rounded(picture.width * scale)), std::max(1, rounded(picture.height * scale))};
}

// A total order, so that equal scores come in the same order in every run.
inline void sort_strongest_first(std::vector<fbd_face> &faces) {
  std::sort(faces.begin(), faces.end(), [](const fbd_face &a, const fbd_face &b) {
    return std::make_tuple(-a.score, a.y, a.x, a.width, a.height) <
           std::make_tuple(-b.score, b.y, b.x, b.width, b.height);
  });
}

} // namespace facedetection
