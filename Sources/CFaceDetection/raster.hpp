// Pictures as the networks want them: scaled and turned, bit for bit as OpenCV 4.6 does it, whose results the
// thresholds were fitted to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "barrier.hpp"

namespace facedetection {

// Interleaved 8-bit RGB: somebody else's, which is never written to, or its own.
class Raster {
public:
  const int width, height;

  explicit Raster(const fbd_picture &picture)
      : width(picture.width), height(picture.height), spacing(picture.stride), others(picture.pixels) {}

  // A black picture.
  explicit Raster(Size size)
      : width(size.width), height(size.height), spacing(static_cast<size_t>(size.width) * 3),
        own(spacing * static_cast<size_t>(size.height)) {}

  const uint8_t *row(int y) const { return (others ? others : own.data()) + static_cast<size_t>(y) * spacing; }
  // Of a picture of its own.
  uint8_t *row(int y) { return own.data() + static_cast<size_t>(y) * spacing; }
  // Bytes from one row to the next.
  size_t stride() const { return spacing; }

private:
  size_t spacing;
  const uint8_t *others = nullptr;
  std::vector<uint8_t> own;
};

// A turn by 0 to 359 degrees against the clock.
struct Turn {
  int degrees;
  double cosine, sine;

  explicit Turn(int degrees) : degrees(degrees) {
    double angle = degrees * 3.1415926535897932384626433832795 / 180;
    cosine = std::cos(angle);
    sine = std::sin(angle);
  }
};

// The picture at a size: averaged where both sides shrink, else interpolated.
Raster scaled(const fbd_picture &picture, Size size);

// Turned around its centre; what comes from outside is black.
Raster turned(Raster picture, const Turn &turn);

// The size of what `turned` returns, which holds every corner.
Size turned_size(Size size, const Turn &turn);

} // namespace facedetection
