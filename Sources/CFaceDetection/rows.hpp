// Pictures that networks look at.
#pragma once

#include <cstdint>

#include "include/face_detection_types.h"

namespace facedetection {

// A picture that is made row by row, so that it need not be in memory as a whole. Interleaved 8-bit RGB.
class Rows {
public:
  const int width, height;

  Rows(int width, int height) : width(width), height(height) {}
  virtual ~Rows() = default;
  Rows(const Rows &) = delete;
  Rows &operator=(const Rows &) = delete;

  // A row, which stays as it is until the next one is asked for. Those who ask for them in order get them fastest.
  virtual const uint8_t *row(int y) = 0;
  // All rows, where they are in memory.
  virtual const fbd_picture *whole() const { return nullptr; }
};

} // namespace facedetection
