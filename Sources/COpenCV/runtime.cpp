// Settings of OpenCV that hold for the whole process.
#include "opencv_barrier.hpp"

using namespace facedetection;

fbd_status facedetection::set_thread_count(int32_t count, fbd_message *message) {
  return opencv_barrier(message, FBD_ENGINE_FAILED, [&] {
    if (count < 1)
      throw Refusal{FBD_INVALID_ARGUMENT, "the thread count is less than 1"};
    cv::setNumThreads(count);
  });
}
