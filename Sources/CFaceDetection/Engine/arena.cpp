#include "arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

namespace facedetection {
namespace {

// Floats: an arena of more gives way to a much smaller one. Most looks take less than the first; those at the largest pictures less than the
// second.
constexpr size_t usual_most = 1 << 20, largest_most = 1 << 22;
std::atomic<size_t> most_kept{usual_most};

struct Pool {
  std::mutex mutex;
  // Those that nobody computes in, the one that was given back last at the end.
  std::vector<std::unique_ptr<Arena>> free;
};

// Never destroyed: threads may end after the program's statics do.
Pool &pool() {
  static Pool &pool = *new Pool;
  return pool;
}

float *mapped(size_t count) {
  void *found = mmap(nullptr, std::max<size_t>(count, 1) * sizeof(float), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED)
    throw std::bad_alloc();
  return static_cast<float *>(found);
}

} // namespace

// What the system maps is zero, and begins at a page.
Arena::Arena(size_t count) : floats(mapped(count)), count(count) {}

Arena::~Arena() { munmap(floats, std::max<size_t>(count, 1) * sizeof(float)); }

void Arena::clear(size_t cleared) { std::memset(floats, 0, std::min(cleared, count) * sizeof(float)); }

uint64_t new_owner() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

std::unique_ptr<Arena> take_arena(uint64_t owner, size_t count) {
  std::unique_ptr<Arena> taken;
  {
    Pool &all = pool();
    const std::lock_guard<std::mutex> lock(all.mutex);
    auto found = std::find_if(all.free.begin(), all.free.end(), [&](const auto &arena) { return arena->owner == owner; });
    if (found == all.free.end() && !all.free.empty())
      found = all.free.end() - 1;
    if (found != all.free.end()) {
      taken = std::move(*found);
      all.free.erase(found);
    }
  }
  if (taken && taken->owner == owner && taken->count >= count)
    return taken;
  const bool is_much_too_large =
      taken && taken->count > most_kept.load(std::memory_order_relaxed) && taken->count / 4 > count;
  if (!taken || taken->count < count || is_much_too_large) {
    taken = nullptr; // before the new one is made
    taken = std::make_unique<Arena>(count);
  } else {
    taken->clear(count);
  }
  taken->owner = owner;
  return taken;
}

void keep_arenas() { most_kept.store(largest_most, std::memory_order_relaxed); }

void give_back(std::unique_ptr<Arena> arena) {
  if (!arena)
    return;
  Pool &all = pool();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.free.push_back(std::move(arena));
}

} // namespace facedetection
