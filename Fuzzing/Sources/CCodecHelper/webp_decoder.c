// A source of the helper.
#include "../../../Sources/faceblur-codec/webp_decoder.c"
