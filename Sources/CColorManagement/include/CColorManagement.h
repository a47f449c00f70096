/// CColorManagement: what a colour profile makes of samples, over Little CMS 2.
///
/// The only place that sees lcms2. Nothing of a profile is trusted: its size and the memory that it may take are limited, and
/// what lcms2 complains about is kept silent and returned as a status. Nothing here opens a file or makes a thread.
#ifndef CCOLORMANAGEMENT_H
#define CCOLORMANAGEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define FBM_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define FBM_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#pragma clang assume_nonnull begin
#else
#define FBM_CLOSED_ENUM
#define FBM_SWIFT_NAME(name)
#define _Nullable
#define _Nonnull
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call.
typedef enum FBM_CLOSED_ENUM fbm_status {
  FBM_OK FBM_SWIFT_NAME(ok) = 0,
  /// The profile is broken, of other colours than the samples, or takes more memory than a profile may.
  FBM_UNUSABLE FBM_SWIFT_NAME(unusable),
  FBM_INVALID_ARGUMENT FBM_SWIFT_NAME(invalidArgument),
} fbm_status;

/// What samples are, interleaved, of eight bits each.
typedef enum FBM_CLOSED_ENUM fbm_colors {
  FBM_GRAY FBM_SWIFT_NAME(gray) = 0,
  FBM_RGB FBM_SWIFT_NAME(rgb),
  /// Four inks, 255 being all of an ink.
  FBM_CMYK FBM_SWIFT_NAME(cmyk),
  /// Four inks as Adobe stores them, 255 being none.
  FBM_INVERTED_CMYK FBM_SWIFT_NAME(invertedCMYK),
} fbm_colors;

enum {
  /// The largest profiles in use, multi-ink printer tables, stay below this.
  FBM_MAX_PROFILE_BYTES = 4 << 20,
};

/// How samples become sRGB, perceptually, by a profile.
typedef struct fbm_transform fbm_transform;

/// Reads a profile, of which nothing is kept, and makes the way from its colours to sRGB.
/// - Parameter fast: whether lcms2 may make the way faster and coarser, which does no harm where curves are smooth and
///   there are no tables; untrusted curves may hold anything.
fbm_status fbm_transform_open(const uint8_t *profile, size_t count, fbm_colors colors, bool fast,
                              fbm_transform *_Nullable *_Nonnull transform);

/// Makes interleaved RGB of `pixels` pixels. `sample_count` is that of the colours for so many, `capacity` is at least
/// `3 * pixels`. The same samples give the same RGB, each pixel by itself.
fbm_status fbm_transform_apply(fbm_transform *transform, const uint8_t *samples, size_t sample_count, size_t pixels,
                               uint8_t *rgb, size_t capacity);

void fbm_transform_close(fbm_transform *_Nullable transform);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
