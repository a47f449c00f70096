/// What writing and reading JPEG XL have in common.
#ifndef CJXLTESTSUPPORT_SUPPORT_H
#define CJXLTESTSUPPORT_SUPPORT_H

#include "CJXLTestSupport.h"

/// Makes room for as many bytes, and keeps those that are there; false where memory is short.
bool fxt_buffer_grow(fxt_buffer *buffer, size_t count);

#endif
