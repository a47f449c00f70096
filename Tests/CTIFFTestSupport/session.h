/// What reading and writing with libtiff have in common: a file in memory, and its words.
#ifndef CTIFFTESTSUPPORT_SESSION_H
#define CTIFFTESTSUPPORT_SESSION_H

#include <tiffio.h>

#include "CTIFFTestSupport.h"

/// One file that is read or written. libtiff is told of it at every call, so that nothing is shared between two.
typedef struct session {
  /// What is read.
  const uint8_t *source;
  size_t source_count;
  /// What is written.
  ftt_buffer *output;
  size_t place;
  long warnings;
  bool has_failed;
  char message[160];
} session;

/// - Parameter mode: as of `TIFFOpen`.
/// - Returns: NULL where libtiff gives up.
TIFF *ftt_open(session *session, const char *mode);

/// Notes a failure that libtiff did not see.
bool ftt_fail(session *session, const char *message);

#endif
