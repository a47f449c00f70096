/// CReviewPage: the review page's files, compiled in from `page/`, so that none of them can be missing or another one.
#ifndef CREVIEWPAGE_H
#define CREVIEWPAGE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nullable
#endif

/// A file as it was when the program was built. The bytes live as long as the program runs.
typedef struct crp_file {
  /// What it is asked for by: `/review.js`.
  const char *path;
  /// Its media type.
  const char *type;
  const uint8_t *bytes;
  size_t count;
} crp_file;

/// The file at a place, from 0; null behind the last one.
const crp_file *_Nullable crp_at(size_t index);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
