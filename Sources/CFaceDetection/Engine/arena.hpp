// The memory that networks compute in. A thread computes one network at a time: all of them share as much as the threads that compute at the
// same time need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace facedetection {

// Zeroed floats, aligned to a cache line.
class Arena {
public:
  explicit Arena(size_t count);
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  // Makes all of them zero again.
  void clear(size_t count);

  float *const floats;
  const size_t count;
  // Whose layout it has; 0 for nobody's.
  uint64_t owner = 0;
};

// A number that nothing else in this process has.
uint64_t new_owner();

// Takes an arena for as many floats, or makes one. All are zero, or as the owner has left them.
std::unique_ptr<Arena> take_arena(uint64_t owner, size_t count);

// From now on an arena that a large picture took is not given up for a small one.
void keep_arenas();

// Gives it back for others to take.
void give_back(std::unique_ptr<Arena> arena);

} // namespace facedetection
