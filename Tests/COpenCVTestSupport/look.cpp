#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

#include <opencv2/imgproc.hpp>

#include "COpenCVTestSupport.h"

namespace {

cv::Mat scaled(const cv::Mat &source, cv::Size size) {
  cv::Mat result;
  bool shrinks = size.width < source.cols || size.height < source.rows;
  cv::resize(source, result, size, 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_LINEAR);
  return result;
}

cv::Mat turned(const cv::Mat &source, int degrees) {
  if (degrees == 0)
    return source;
  cv::Mat result;
  if (degrees % 90 == 0) {
    const int codes[] = {cv::ROTATE_90_COUNTERCLOCKWISE, cv::ROTATE_180, cv::ROTATE_90_CLOCKWISE};
    cv::rotate(source, result, codes[degrees / 90 - 1]);
    return result;
  }
  double angle = degrees * CV_PI / 180, cosine = std::cos(angle), sine = std::sin(angle);
  cv::Size size(cvRound(source.cols * std::abs(cosine) + source.rows * std::abs(sine)),
                cvRound(source.cols * std::abs(sine) + source.rows * std::abs(cosine)));
  size = {std::max(size.width, 1), std::max(size.height, 1)};
  double from_x = (source.cols - 1) / 2.0, from_y = (source.rows - 1) / 2.0;
  double to_x = size.width / 2.0 - 0.5, to_y = size.height / 2.0 - 0.5;
  cv::Matx23d turn(cosine, sine, to_x - cosine * from_x - sine * from_y,
                   -sine, cosine, to_y + sine * from_x - cosine * from_y);
  cv::warpAffine(source, result, turn, size, cv::INTER_LINEAR);
  return result;
}

} // namespace

size_t opencv_look(const uint8_t *pixels, int32_t width, int32_t height, int32_t scaled_width, int32_t scaled_height,
                   int32_t degrees, uint8_t *look, size_t capacity) {
  try {
    cv::Mat source(height, width, CV_8UC3, const_cast<uint8_t *>(pixels));
    cv::Mat result = turned(scaled(source, cv::Size(scaled_width, scaled_height)), degrees).clone();
    size_t bytes = result.total() * result.elemSize();
    if (bytes <= capacity)
      std::memcpy(look, result.data, bytes);
    return bytes;
  } catch (const std::exception &) {
    return 0;
  }
}
