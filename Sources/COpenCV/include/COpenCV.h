/// COpenCV: what needs OpenCV, in a library of its own. Nothing links it; see `opencv_functions.h` of CFaceDetection.
#ifndef COPENCV_H
#define COPENCV_H

#ifdef __cplusplus
extern "C" {
#endif

/// All that the library does; an `fbo_entry`.
__attribute__((visibility("default"))) const struct fbo_functions *faceblur_opencv_functions(void);

#ifdef __cplusplus
}
#endif

#endif
