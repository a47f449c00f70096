// How libavcodec calls the samples of films.
#ifndef VIDEO_FORMATS_H
#define VIDEO_FORMATS_H

#include "CCodec.h"

#include <libavutil/pixfmt.h>

static const struct {
  enum AVPixelFormat format;
  fbc_chroma chroma;
  uint32_t depth;
} video_formats[] = {
  // Those with a J say that their range is full, which the container's reader knows, too. They stand behind those that say nothing.
  {AV_PIX_FMT_YUV420P, FBC_HALF, 8},          {AV_PIX_FMT_YUVJ420P, FBC_HALF, 8},
  {AV_PIX_FMT_YUV420P10, FBC_HALF, 10},       {AV_PIX_FMT_YUV420P12, FBC_HALF, 12},
  {AV_PIX_FMT_YUV422P, FBC_HALF_WIDTH, 8},    {AV_PIX_FMT_YUVJ422P, FBC_HALF_WIDTH, 8},
  {AV_PIX_FMT_YUV422P10, FBC_HALF_WIDTH, 10}, {AV_PIX_FMT_YUV422P12, FBC_HALF_WIDTH, 12},
  {AV_PIX_FMT_YUV444P, FBC_FULL, 8},          {AV_PIX_FMT_YUVJ444P, FBC_FULL, 8},
  {AV_PIX_FMT_YUV444P10, FBC_FULL, 10},       {AV_PIX_FMT_YUV444P12, FBC_FULL, 12},
  {AV_PIX_FMT_GRAY8, FBC_GRAY, 8},            {AV_PIX_FMT_GRAY10, FBC_GRAY, 10},
  {AV_PIX_FMT_GRAY12, FBC_GRAY, 12},
};

enum { VIDEO_FORMATS = sizeof video_formats / sizeof *video_formats };

#endif
