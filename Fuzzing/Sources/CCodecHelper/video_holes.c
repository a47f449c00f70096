// A source of the helper.
#include "../../../Sources/faceblur-codec/video_holes.c"
