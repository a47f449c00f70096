// Boxes and labels for the overlay.
#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "opencv_barrier.hpp"

using namespace facedetection;

namespace {

cv::Mat drawable(const fbd_canvas &canvas) {
  check(canvas);
  return cv::Mat(canvas.height, canvas.width, CV_8UC3, canvas.pixels, canvas.stride);
}

cv::Scalar scalar(fbo_color color) { return cv::Scalar(color.red, color.green, color.blue); }

// Dark letters on a light plate and the other way round (Rec. 601 luma).
cv::Scalar ink(fbo_color plate) {
  double luma = 0.299 * plate.red + 0.587 * plate.green + 0.114 * plate.blue;
  return luma > 140 ? cv::Scalar::all(0) : cv::Scalar::all(255);
}

// A line of text and the space it takes.
struct Lettering {
  static constexpr int face = cv::FONT_HERSHEY_SIMPLEX;
  int stroke;
  double scale;
  cv::Size letters;
  int padding;

  Lettering(const char *text, int text_height) {
    if (text_height < 4 || text_height > 512)
      throw Refusal{FBD_INVALID_ARGUMENT, "the text height is not 4 to 512 pixels"};
    stroke = std::max(1, text_height / 8);
    scale = cv::getFontScaleFromHeight(face, text_height, stroke);
    int baseline = 0;
    letters = cv::getTextSize(text, face, scale, stroke, &baseline);
    padding = std::max(2, text_height / 3);
  }

  cv::Size plate() const { return cv::Size(letters.width + 2 * padding, letters.height + 2 * padding); }
};

} // namespace

fbd_status facedetection::draw_box(fbd_canvas canvas, int32_t x, int32_t y, int32_t width, int32_t height,
                                   int32_t thickness, fbo_color color, fbd_message *message) {
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    cv::Mat target = drawable(canvas);
    if (width <= 0 || height <= 0 || thickness <= 0)
      throw Refusal{FBD_INVALID_ARGUMENT, "the box or its outline is empty"};
    // Frame by frame inwards: OpenCV's thick lines straddle the edge and would cover what lies outside.
    for (int inset = 0; inset < thickness && 2 * inset < width && 2 * inset < height; inset++)
      cv::rectangle(target, cv::Rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset),
                    scalar(color), 1);
  });
}

fbd_status facedetection::draw_line(fbd_canvas canvas, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                                    int32_t thickness, fbo_color color, fbd_message *message) {
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    cv::Mat target = drawable(canvas);
    if (thickness <= 0 || thickness > 64)
      throw Refusal{FBD_INVALID_ARGUMENT, "the line is not 1 to 64 pixels thick"};
    cv::line(target, cv::Point(from_x, from_y), cv::Point(to_x, to_y), scalar(color), thickness, cv::LINE_AA);
  });
}

fbd_status facedetection::measure_label(const char *text, int32_t text_height, int32_t *width, int32_t *height,
                                        fbd_message *message) {
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    Lettering lettering(text, text_height);
    *width = lettering.plate().width;
    *height = lettering.plate().height;
  });
}

fbd_status facedetection::draw_label(fbd_canvas canvas, const char *text, int32_t x, int32_t y, int32_t text_height,
                                     fbo_color plate, fbd_message *message) {
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    cv::Mat target = drawable(canvas);
    Lettering lettering(text, text_height);
    cv::rectangle(target, cv::Rect(cv::Point(x, y), lettering.plate()), scalar(plate), cv::FILLED);
    cv::Point corner(x + lettering.padding, y + lettering.padding + lettering.letters.height);
    cv::putText(target, text, corner, Lettering::face, lettering.scale, ink(plate), lettering.stroke,
                cv::LINE_AA);
  });
}
