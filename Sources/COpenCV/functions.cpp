// The one way into the library.
#include "include/COpenCV.h"
#include "opencv_barrier.hpp"

using namespace facedetection;

const fbo_functions *faceblur_opencv_functions(void) {
  static const fbo_functions functions = {
      FBO_ABI,
      set_thread_count,
      network_create,
      network_run,
      network_destroy,
      haar_create,
      haar_detect,
      haar_destroy,
      draw_box,
      draw_line,
      measure_label,
      draw_label,
  };
  return &functions;
}
