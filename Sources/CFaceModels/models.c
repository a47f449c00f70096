#include "CFaceModels.h"

#include <sys/mman.h>
#include <unistd.h>

// #embed is C23; clang has it in every mode, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Paths are relative to this file.
static const uint8_t yunet[] = {
#embed "../../models/face_detection_yunet_2023mar.onnx"
};

static const uint8_t centerface[] = {
#embed "../../models/centerface.onnx"
};

static const uint8_t yunet_license[] = {
#embed "../../models/LICENCE.yunet"
};

static const uint8_t centerface_license[] = {
#embed "../../models/LICENCE.centerface"
};

cfm_file cfm_yunet(void) { return (cfm_file){yunet, sizeof yunet}; }

cfm_file cfm_centerface(void) { return (cfm_file){centerface, sizeof centerface}; }

cfm_file cfm_yunet_license(void) { return (cfm_file){yunet_license, sizeof yunet_license}; }

cfm_file cfm_centerface_license(void) { return (cfm_file){centerface_license, sizeof centerface_license}; }

void cfm_let_go(cfm_file file) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // Whole pages of constants alone: nothing in them was ever written.
  const uintptr_t start = ((uintptr_t)file.bytes + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)file.bytes + file.count) / page * page;
  if (start < end)
    (void)madvise((void *)start, end - start, MADV_DONTNEED);
}
