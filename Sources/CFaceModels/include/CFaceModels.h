/// CFaceModels: the networks that find faces, compiled in from `models/`, so that the command is one file and none of
/// them can be missing.
#ifndef CFACEMODELS_H
#define CFACEMODELS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// A file as it was when the program was built. The bytes live as long as the program runs.
typedef struct cfm_file {
  const uint8_t *bytes;
  size_t count;
} cfm_file;

/// YuNet, an ONNX file.
cfm_file cfm_yunet(void);
/// CenterFace, an ONNX file.
cfm_file cfm_centerface(void);

/// What whoever passes the networks on must pass on with them, as UTF-8.
cfm_file cfm_yunet_license(void);
cfm_file cfm_centerface_license(void);

/// Lets the system take back the memory of a file that is not needed soon. Whoever reads its bytes again reads the program's file again.
void cfm_let_go(cfm_file file);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
