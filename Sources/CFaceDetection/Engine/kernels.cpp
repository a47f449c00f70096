// Which kernels this processor can run.
#include "kernels.hpp"

namespace facedetection {

const Kernels *kernels_for(fbd_instructions instructions) {
  switch (instructions) {
  case FBD_PORTABLE:
    return &portable_kernels;
#if defined(__x86_64__)
  case FBD_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &avx2_kernels : nullptr;
  case FBD_AVX512:
    return __builtin_cpu_supports("avx512f") ? &avx512_kernels : nullptr;
  case FBD_AVX512_BF16:
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bf16") ? &avx512bf16_kernels : nullptr;
#endif
  default:
    return nullptr;
  }
}

} // namespace facedetection
