// Parts of frames that no decoder has written.
#ifndef VIDEO_HOLES_H
#define VIDEO_HOLES_H

#include <libavcodec/avcodec.h>
#include <stdbool.h>
#include <stdint.h>

/// Gives a frame its memory, as libavcodec asks for it.
typedef int video_room(AVCodecContext *, AVFrame *, int);

/// Has the frames of a film filled with noise before they are decoded. Where a slice of a picture is missing, libavcodec says nothing of it with
/// HEVC, and would show what an older frame has left there.
/// @param depth bits of a sample.
/// @param seed of the noise: another one for each way in which a film is described, so that noise which came out and was coded is not found again.
/// @param give_room the library's own way.
void find_video_holes(AVCodecContext *context, uint32_t depth, uint32_t seed, video_room *give_room);

/// Whether a block of a frame is as it was before it was decoded.
bool has_video_hole(const AVFrame *frame);

#endif
