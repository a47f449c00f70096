#ifndef CAV1TESTSUPPORT_SUPPORT_H
#define CAV1TESTSUPPORT_SUPPORT_H

#include "CAV1TestSupport.h"

#pragma clang assume_nonnull begin

/// Samples of a row or a column of a plane: those of chroma rounded up.
static inline int avt_side(int side, int plane, int step) { return plane == 0 ? side : (side + step - 1) / step; }
static inline int avt_step_x(int chroma) { return chroma == 1 || chroma == 2 ? 2 : 1; }
static inline int avt_step_y(int chroma) { return chroma == 1 ? 2 : 1; }
static inline int avt_plane_count(int chroma) { return chroma == 0 ? 1 : 3; }

/// Says why, and that it failed.
bool avt_fail(avt_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Makes room for the samples of a picture whose shape is known.
bool avt_allocate(avt_picture *picture, avt_message *message);

#pragma clang assume_nonnull end

#endif
