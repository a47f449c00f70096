#include "CFaceModels.h"

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
