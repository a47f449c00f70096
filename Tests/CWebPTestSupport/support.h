/// What coding and decoding with libwebp have in common.
#ifndef CWEBPTESTSUPPORT_SUPPORT_H
#define CWEBPTESTSUPPORT_SUPPORT_H

#include "CWebPTestSupport.h"

/// Bytes of luma, Cb and Cr of a picture.
size_t fwt_plane_bytes(uint32_t width, uint32_t height);

#endif
