// A source of the helper.
#include "../../../Sources/faceblur-codec/jxl.c"
