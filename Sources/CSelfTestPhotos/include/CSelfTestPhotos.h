/// CSelfTestPhotos: one small portrait in every format that is read, compiled in from `photos/`, so that an installation can
/// try itself out with nothing but what it is.
#ifndef CSELFTESTPHOTOS_H
#define CSELFTESTPHOTOS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nullable
#endif

/// A photo as it was when the program was built. The bytes live as long as the program runs.
typedef struct csp_photo {
  /// What its format is called: `JPEG XL`.
  const char *format;
  /// The ending of its file's name.
  const char *extension;
  const uint8_t *bytes;
  size_t count;
} csp_photo;

/// The photo at a place, from 0; null behind the last one.
const csp_photo *_Nullable csp_at(size_t index);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
