// A source of the helper.
#include "../../../Sources/faceblur-codec/av1_encoder.c"
