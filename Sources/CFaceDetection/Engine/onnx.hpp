// The parts of an ONNX file that a convolutional face detector needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace facedetection::onnx {

// A constant. Floats stay in the model's bytes until they are asked for.
struct Tensor {
  std::vector<int64_t> dims;
  std::vector<int64_t> integers;
  const uint8_t *raw = nullptr;
  size_t raw_count = 0;
  int64_t type = 0;

  // Throws unless there are exactly as many floats as the dimensions say.
  std::vector<float> floats() const;
};

struct Attribute {
  float real = 0;
  int64_t integer = 0;
  std::string text;
  std::vector<int64_t> integers;
};

struct Node {
  std::string operation;
  std::vector<std::string> inputs, outputs;
  std::map<std::string, Attribute> attributes;
};

struct Model {
  std::vector<Node> nodes;
  std::unordered_map<std::string, Tensor> constants;
  // What the graph expects to be given; files of the older kind list their constants here as well.
  std::vector<std::string> inputs;
};

// Reads a file, whatever its bytes are; throws std::runtime_error when it is not a model. The model's
// tensors point into `bytes`.
Model read(const uint8_t *bytes, size_t count);

} // namespace facedetection::onnx
