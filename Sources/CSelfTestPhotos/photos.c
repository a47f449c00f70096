#include "CSelfTestPhotos.h"

// #embed is C23; clang has it in every mode, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Paths are relative to this file.
static const uint8_t jpeg[] = {
#embed "photos/portrait.jpg"
};

static const uint8_t png[] = {
#embed "photos/portrait.png"
};

static const uint8_t heic[] = {
#embed "photos/portrait.heic"
};

static const uint8_t avif[] = {
#embed "photos/portrait.avif"
};

static const uint8_t tiff[] = {
#embed "photos/portrait.tif"
};

static const uint8_t webp[] = {
#embed "photos/portrait.webp"
};

static const uint8_t jpeg_xl[] = {
#embed "photos/portrait.jxl"
};

static const csp_photo photos[] = {
  {"JPEG", "jpg", jpeg, sizeof jpeg}, {"PNG", "png", png, sizeof png},     {"HEIC", "heic", heic, sizeof heic},
  {"AVIF", "avif", avif, sizeof avif}, {"TIFF", "tif", tiff, sizeof tiff}, {"WebP", "webp", webp, sizeof webp},
  {"JPEG XL", "jxl", jpeg_xl, sizeof jpeg_xl},
};

const csp_photo *csp_at(size_t index) { return index < sizeof photos / sizeof *photos ? &photos[index] : NULL; }
