#include "node.hpp"

#include <algorithm>
#include <stdexcept>

namespace facedetection {

void NodeReader::require(bool holds, const char *what) const {
  if (!holds)
    throw std::runtime_error("the network's " + node.operation + " node is not supported: " + what);
}

const std::string &NodeReader::input(size_t index) const {
  require(index < node.inputs.size(), "an input is missing");
  return node.inputs[index];
}

const onnx::Tensor &NodeReader::constant(size_t index) const {
  auto found = model.constants.find(input(index));
  require(found != model.constants.end(), "an input is not a constant");
  return found->second;
}

std::vector<float> NodeReader::floats(size_t index, size_t count) const {
  std::vector<float> read = constant(index).floats();
  require(read.size() == count, "a constant has the wrong size");
  return read;
}

const onnx::Attribute *NodeReader::find(const char *attribute) const {
  auto found = node.attributes.find(attribute);
  return found == node.attributes.end() ? nullptr : &found->second;
}

int64_t NodeReader::integer(const char *attribute, int64_t otherwise) const {
  const onnx::Attribute *found = find(attribute);
  return found ? found->integer : otherwise;
}

float NodeReader::real(const char *attribute, float otherwise) const {
  const onnx::Attribute *found = find(attribute);
  return found ? found->real : otherwise;
}

std::string NodeReader::text(const char *attribute) const {
  const onnx::Attribute *found = find(attribute);
  return found ? found->text : std::string();
}

std::vector<int64_t> NodeReader::integers(const char *attribute) const {
  const onnx::Attribute *found = find(attribute);
  return found ? found->integers : std::vector<int64_t>();
}

bool NodeReader::all_are(const char *attribute, int64_t expected, int64_t otherwise) const {
  const onnx::Attribute *found = find(attribute);
  if (!found)
    return expected == otherwise;
  const std::vector<int64_t> &numbers = found->integers;
  return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(), [&](int64_t n) { return n == expected; });
}

} // namespace facedetection
