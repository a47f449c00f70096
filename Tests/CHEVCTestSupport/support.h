#ifndef CHEVCTESTSUPPORT_SUPPORT_H
#define CHEVCTESTSUPPORT_SUPPORT_H

#include "CHEVCTestSupport.h"

#pragma clang assume_nonnull begin

/// Samples of a row or a column of a plane: those of chroma rounded up.
static inline int fht_side(int side, int plane, int step) { return plane == 0 ? side : (side + step - 1) / step; }
static inline int fht_step_x(int chroma) { return chroma == 1 || chroma == 2 ? 2 : 1; }
static inline int fht_step_y(int chroma) { return chroma == 1 ? 2 : 1; }
static inline int fht_plane_count(int chroma) { return chroma == 0 ? 1 : 3; }

/// Says why, and that it failed.
bool fht_fail(fht_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Makes room for the samples of a picture whose shape is known.
bool fht_allocate(fht_picture *picture, fht_message *message);

#pragma clang assume_nonnull end

#endif
