// Pictures as the networks want them: scaled and turned, bit for bit as OpenCV 4.6 does it, whose results the
// thresholds were fitted to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "barrier.hpp"
#include "pixel_rows.hpp"
#include "rows.hpp"

namespace facedetection {

// The rows of a picture that is still being made; nobody waits for those of one that is there.
class AwaitedRows {
public:
  AwaitedRows() = default;
  AwaitedRows(fbd_wait_for_rows wait, void *context) : wait(wait), context(context) {}

  bool expected() const { return wait != nullptr; }
  // Waits until so many are there; throws where they never will be.
  void reach(int rows) {
    if (!wait || rows <= reached)
      return;
    if (!wait(context, rows))
      throw Refusal{FBD_ENGINE_FAILED, "the picture was not made"};
    reached = rows;
  }

private:
  fbd_wait_for_rows wait = nullptr;
  void *context = nullptr;
  int reached = 0;
};

// Somebody else's picture, which is never written to.
class PictureRows : public Rows {
public:
  explicit PictureRows(const fbd_picture &picture, AwaitedRows awaited = {})
      : Rows(picture.width, picture.height), picture(picture), awaited(awaited) {}

  const uint8_t *row(int y) override {
    awaited.reach(y + 1);
    return picture.pixels + static_cast<size_t>(y) * picture.stride;
  }
  const fbd_picture *whole() const override { return awaited.expected() ? nullptr : &picture; }

private:
  const fbd_picture picture;
  AwaitedRows awaited;
};

// A picture with all its rows in memory: those of another one.
class Raster {
public:
  explicit Raster(std::unique_ptr<Rows> rows);

  const fbd_picture &picture() const { return all; }

private:
  std::unique_ptr<Rows> rows; // which may hold them already
  std::vector<uint8_t> own;
  fbd_picture all;
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

// The picture at a size: averaged where both sides shrink, else interpolated. It must be there as long as its rows are asked for.
// Of a picture that is still being made none is averaged.
std::unique_ptr<Rows> scaled(const fbd_picture &picture, Size size, PixelInstructions instructions,
                             AwaitedRows awaited = {});

// Turned around its centre; what comes from outside is black.
std::unique_ptr<Rows> turned(std::unique_ptr<Rows> picture, const Turn &turn, PixelInstructions instructions);

// The size of what `turned` returns, which holds every corner.
Size turned_size(Size size, const Turn &turn);

} // namespace facedetection
