/// COpenCVTestSupport: what OpenCV itself makes of a picture, apart from the code under test.
#ifndef COPENCVTESTSUPPORT_H
#define COPENCVTESTSUPPORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Scales interleaved 8-bit RGB to a size, with cv::resize, and then turns it by 0 to 359 degrees against the clock, with
/// cv::rotate or cv::warpAffine. All rows are without gaps.
/// - Returns: how many bytes the result has; it is written only if the capacity suffices. 0 where OpenCV throws.
size_t opencv_look(const uint8_t *pixels, int32_t width, int32_t height, int32_t scaled_width, int32_t scaled_height,
                   int32_t degrees, uint8_t *look, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
