#include "CColorManagement.h"

#include <stdlib.h>
#include <string.h>

#include <lcms2.h>
#include <lcms2_plugin.h>

// What one transform may hold: lcms2 keeps a profile's tables as they are and as floating-point numbers.
#define MOST_BYTES ((size_t)64 << 20)

// A block of memory knows its size and whose it is, so that giving it back counts. Sixteen bytes keep the alignment.
typedef struct block {
  _Alignas(16) size_t size;
  size_t *used;
} block;

static void *give(size_t *used, size_t size) {
  if (size > MOST_BYTES || (used && size > MOST_BYTES - *used))
    return NULL;
  block *made = malloc(sizeof(block) + size);
  if (!made)
    return NULL;
  made->size = size;
  made->used = used;
  if (used)
    *used += size;
  return made + 1;
}

// While a context is being created, its memory cannot be counted for it yet.
static size_t *used_by(cmsContext context) { return cmsGetContextUserData(context); }

static void *on_allocate(cmsContext context, cmsUInt32Number size) { return give(used_by(context), size); }

static void on_free(cmsContext context, void *pointer) {
  (void)context;
  if (!pointer)
    return;
  block *freed = (block *)pointer - 1;
  if (freed->used)
    *freed->used -= freed->size;
  free(freed);
}

static void *on_reallocate(cmsContext context, void *pointer, cmsUInt32Number size) {
  void *made = give(used_by(context), size);
  if (made && pointer) {
    size_t before = ((block *)pointer - 1)->size;
    memcpy(made, pointer, before < size ? before : size);
    on_free(context, pointer);
  }
  return made;
}

static cmsPluginMemHandler memory = {
  .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2060, .Type = cmsPluginMemHandlerSig, .Next = NULL},
  .MallocPtr = on_allocate,
  .FreePtr = on_free,
  .ReallocPtr = on_reallocate,
};

static void on_error(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)context;
  (void)code;
  (void)text;
}

struct fbm_transform {
  size_t used;
  unsigned channels;
  cmsContext context;
  cmsHTRANSFORM way;
};

// The source's colours by their number, with the way they lie in memory.
static const struct {
  cmsColorSpaceSignature space;
  cmsUInt32Number format;
  unsigned channels;
} kinds[] = {
  [FBM_GRAY] = {cmsSigGrayData, TYPE_GRAY_8, 1},
  [FBM_RGB] = {cmsSigRgbData, TYPE_RGB_8, 3},
  [FBM_CMYK] = {cmsSigCmykData, TYPE_CMYK_8, 4},
  [FBM_INVERTED_CMYK] = {cmsSigCmykData, TYPE_CMYK_8_REV, 4},
};

static cmsHTRANSFORM made(cmsContext context, const uint8_t *profile, size_t count, fbm_colors colors, bool fast) {
  cmsHPROFILE source = cmsOpenProfileFromMemTHR(context, profile, (cmsUInt32Number)count);
  cmsHPROFILE target = cmsCreate_sRGBProfileTHR(context);
  cmsHTRANSFORM way = NULL;
  if (source && target && cmsGetColorSpace(source) == kinds[colors].space)
    way = cmsCreateTransformTHR(context, source, kinds[colors].format, target, TYPE_RGB_8, INTENT_PERCEPTUAL,
                                fast ? 0 : cmsFLAGS_NOOPTIMIZE);
  if (source)
    cmsCloseProfile(source);
  if (target)
    cmsCloseProfile(target);
  return way;
}

fbm_status fbm_transform_open(const uint8_t *profile, size_t count, fbm_colors colors, bool fast,
                              fbm_transform **transform) {
  *transform = NULL;
  if ((size_t)colors >= sizeof kinds / sizeof *kinds)
    return FBM_INVALID_ARGUMENT;
  if (count < 132 || count > FBM_MAX_PROFILE_BYTES)
    return FBM_UNUSABLE;
  fbm_transform *opened = calloc(1, sizeof *opened);
  if (!opened)
    return FBM_UNUSABLE;
  opened->channels = kinds[colors].channels;
  opened->context = cmsCreateContext(&memory, &opened->used);
  if (opened->context) {
    cmsSetLogErrorHandlerTHR(opened->context, on_error);
    opened->way = made(opened->context, profile, count, colors, fast);
  }
  if (!opened->way) {
    fbm_transform_close(opened);
    return FBM_UNUSABLE;
  }
  *transform = opened;
  return FBM_OK;
}

fbm_status fbm_transform_apply(fbm_transform *transform, const uint8_t *samples, size_t sample_count, size_t pixels,
                               uint8_t *rgb, size_t capacity) {
  // lcms2 counts pixels with 32 bits.
  if (pixels > UINT32_MAX / 4 || sample_count != pixels * transform->channels || capacity < pixels * 3)
    return FBM_INVALID_ARGUMENT;
  cmsDoTransform(transform->way, samples, rgb, (cmsUInt32Number)pixels);
  return FBM_OK;
}

void fbm_transform_close(fbm_transform *transform) {
  if (!transform)
    return;
  if (transform->way)
    cmsDeleteTransform(transform->way);
  if (transform->context)
    cmsDeleteContext(transform->context);
  free(transform);
}
