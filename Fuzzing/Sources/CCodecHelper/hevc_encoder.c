// A source of the helper.
#include "../../../Sources/faceblur-codec/hevc_encoder.c"
