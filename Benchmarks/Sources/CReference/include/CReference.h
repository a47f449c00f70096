/// CReference: what the measured times are compared with: a JPEG decoded to RGB and encoded again with libjpeg-turbo, from memory to
/// memory, and the arithmetic that a processor can do.
#ifndef CREFERENCE_H
#define CREFERENCE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// Decodes to RGB at full size and encodes as baseline with the same quantisation and sampling.
///
/// The picture and the output keep their memory from call to call, so that no call pays for fresh pages.
/// libjpeg ends the process on an error: only for photos that the benchmark made itself.
/// @return the number of bytes of the new stream.
size_t cref_recode(const uint8_t *bytes, size_t count);

/// How many multiplications of floats, each with an addition, one thread of this processor does in a second, with nothing to wait for.
double cref_multiply_adds_per_second(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
