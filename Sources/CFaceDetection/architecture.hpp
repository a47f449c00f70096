// What a kind of network wants and what its outputs mean.
#pragma once

#include <algorithm>
#include <cmath>

#include "barrier.hpp"
#include "network.hpp"

namespace facedetection {

struct Architecture {
  // Whether the channels come as blue, green, red.
  bool wants_bgr;
  std::vector<std::string> outputs;
  // Appends the faces whose score reaches `threshold`, in pixels of an input of `width` × `height`.
  void (*decode)(const std::vector<Network::Output> &outputs, int width, int height, float threshold,
                 std::vector<fbd_face> &faces);
};

// Made when first asked for, so that nothing is made in runs without a network.
const Architecture &yunet();
const Architecture &centerface();

// Throws where an output is not as long as the input's size says.
inline void expect(const Network::Output &output, size_t count) {
  if (output.count != count)
    throw Refusal{FBD_ENGINE_FAILED, "the network's output does not have the expected size"};
}

inline void append(std::vector<fbd_face> &faces, float centre_x, float centre_y, float width, float height,
                   float score) {
  float x = centre_x - width / 2, y = centre_y - height / 2;
  if (std::isfinite(x) && std::isfinite(y) && std::isfinite(width) && std::isfinite(height))
    faces.push_back({x, y, width, height, score});
}

} // namespace facedetection
