#include "CReference.h"

#include <time.h>

enum { ROUNDS = 1 << 20, SUMS = 12 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* As many sums as hide how long each takes, and fit into registers. */
#define LOOP(name, lanes, target)                                                                                   \
  target static double name(void) {                                                                                 \
    typedef float vector __attribute__((vector_size(4 * lanes)));                                                   \
    vector sums[SUMS];                                                                                              \
    volatile float input = 0.5f;                                                                                    \
    const float some = input;                                                                                       \
    vector factor;                                                                                                  \
    for (int lane = 0; lane < lanes; lane++) factor[lane] = some;                                                   \
    for (int i = 0; i < SUMS; i++) sums[i] = factor;                                                                \
    const double start = seconds();                                                                                 \
    for (int round = 0; round < ROUNDS; round++) {                                                                  \
      _Pragma("clang loop unroll(full)") for (int i = 0; i < SUMS; i++) sums[i] = sums[i] * factor + factor;        \
      __asm__ volatile("" ::: "memory");                                                                            \
    }                                                                                                               \
    const double taken = seconds() - start;                                                                         \
    vector sum = sums[0];                                                                                           \
    for (int i = 1; i < SUMS; i++) sum += sums[i];                                                                  \
    volatile float output = sum[0];                                                                                 \
    (void)output;                                                                                                   \
    return (double)ROUNDS * (SUMS) * lanes / taken;                                                                 \
  }

#pragma clang fp contract(fast)
#if defined(__x86_64__)
LOOP(with_avx512, 16, __attribute__((target("avx512f"))))
LOOP(with_avx2, 8, __attribute__((target("avx2,fma"))))
#endif
LOOP(with_any, 4, )

double cref_multiply_adds_per_second(void) {
  double best = 0;
  for (int i = 0; i < 5; i++) {
    double found = 0;
#if defined(__x86_64__)
    /* Pairs of numbers of 16 bits are multiplied and added in the time of one float each. */
    found = __builtin_cpu_supports("avx512bf16")                                ? 2 * with_avx512()
            : __builtin_cpu_supports("avx512f")                                 ? with_avx512()
            : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? with_avx2()
                                                                                : with_any();
#else
    found = with_any();
#endif
    if (found > best) best = found;
  }
  return best;
}
