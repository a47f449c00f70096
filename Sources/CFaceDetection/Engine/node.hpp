// One node of a model, with its constants and attributes checked as they are read.
#pragma once

#include <string>
#include <vector>

#include "onnx.hpp"

namespace facedetection {

class NodeReader {
public:
  NodeReader(const onnx::Model &model, const onnx::Node &node) : model(model), node(node) {}

  const std::string &operation() const { return node.operation; }
  const std::string &output() const { return node.outputs[0]; }
  size_t input_count() const { return node.inputs.size(); }
  const std::string &input(size_t index) const;

  // Throws, naming the node's operation, unless the condition holds.
  void require(bool holds, const char *what) const;

  const onnx::Tensor &constant(size_t input) const;
  std::vector<float> floats(size_t input, size_t count) const;

  bool has(const char *attribute) const { return node.attributes.count(attribute) > 0; }
  int64_t integer(const char *attribute, int64_t otherwise) const;
  float real(const char *attribute, float otherwise) const;
  // Empty where it is absent.
  std::string text(const char *attribute) const;
  std::vector<int64_t> integers(const char *attribute) const;
  // Whether all of an attribute's numbers are as expected; `otherwise` stands for those of an absent one.
  bool all_are(const char *attribute, int64_t expected, int64_t otherwise) const;

private:
  const onnx::Attribute *find(const char *attribute) const;

  const onnx::Model &model;
  const onnx::Node &node;
};

} // namespace facedetection
