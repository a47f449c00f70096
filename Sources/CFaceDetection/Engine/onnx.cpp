// A reader of the protocol buffer encoding, strict about bounds. Its depth of nesting is fixed by the
// functions below, so no file can exhaust the stack.
#include "onnx.hpp"

#include <cstring>
#include <stdexcept>

namespace facedetection::onnx {
namespace {

constexpr size_t most_nodes = 1024;
constexpr size_t most_dimensions = 8;
// The values of TensorProto.DataType.
constexpr int64_t type_float = 1, type_int64 = 7;

[[noreturn]] void refuse(const char *sentence) { throw std::runtime_error(sentence); }

// A walk over the fields of one message.
class Message {
public:
  Message(const uint8_t *bytes, size_t count) : at(bytes), end(bytes + count) {}

  // Goes to the next field and reads its value; false at the end of the message.
  bool next() {
    if (at == end)
      return false;
    uint64_t key = varint();
    if (key >> 32)
      refuse("the model has a field number out of range");
    field = static_cast<uint32_t>(key >> 3);
    wire = static_cast<uint32_t>(key & 7);
    switch (wire) {
    case 0: number = varint(); return true;
    case 1: take(8); return true;
    case 2: take(varint()); return true;
    case 5: take(4); return true;
    default: refuse("the model has a field of unknown type");
    }
  }

  Message message() const {
    need(2);
    return Message(data, size);
  }
  std::string text() const {
    need(2);
    return std::string(reinterpret_cast<const char *>(data), size);
  }
  int64_t integer() const {
    need(0);
    return static_cast<int64_t>(number);
  }
  float real() const {
    need(5);
    float value;
    std::memcpy(&value, data, sizeof value);
    return value;
  }
  // A repeated integer comes alone or packed with its successors.
  void append_integers(std::vector<int64_t> &integers) const {
    if (wire == 0) {
      integers.push_back(integer());
      return;
    }
    for (Message packed = message(); packed.at != packed.end;)
      integers.push_back(static_cast<int64_t>(packed.varint()));
  }

  uint32_t field = 0;
  const uint8_t *data = nullptr;
  size_t size = 0;

private:
  void need(uint32_t expected) const {
    if (wire != expected)
      refuse("the model has a field of the wrong type");
  }

  void take(uint64_t count) {
    if (count > static_cast<uint64_t>(end - at))
      refuse("the model is cut short");
    data = at;
    size = static_cast<size_t>(count);
    at += size;
  }

  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at == end)
        refuse("the model is cut short");
      uint64_t byte = *at++;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80)
        return value;
    }
    refuse("the model has a number that is too long");
  }

  const uint8_t *at, *end;
  uint32_t wire = 0;
  uint64_t number = 0;
};

Attribute read_attribute(Message message, std::string &name) {
  Attribute attribute;
  while (message.next())
    switch (message.field) {
    case 1: name = message.text(); break;
    case 2: attribute.real = message.real(); break;
    case 3: attribute.integer = message.integer(); break;
    case 4: attribute.text = message.text(); break;
    case 8: message.append_integers(attribute.integers); break;
    default: break;
    }
  return attribute;
}

Node read_node(Message message) {
  Node node;
  while (message.next())
    switch (message.field) {
    case 1: node.inputs.push_back(message.text()); break;
    case 2: node.outputs.push_back(message.text()); break;
    case 4: node.operation = message.text(); break;
    case 5: {
      std::string name;
      Attribute attribute = read_attribute(message.message(), name);
      node.attributes[name] = std::move(attribute);
      break;
    }
    default: break;
    }
  return node;
}

Tensor read_tensor(Message message, std::string &name) {
  Tensor tensor;
  auto set_raw = [&] {
    if (tensor.raw)
      refuse("the model has a constant in several pieces");
    message.message();
    tensor.raw = message.data;
    tensor.raw_count = message.size;
  };
  while (message.next())
    switch (message.field) {
    case 1: message.append_integers(tensor.dims); break;
    case 2: tensor.type = message.integer(); break;
    // Packed floats have the layout of raw data.
    case 4: set_raw(); break;
    case 7: message.append_integers(tensor.integers); break;
    case 8: name = message.text(); break;
    case 9: set_raw(); break;
    default: break;
    }
  if (tensor.dims.size() > most_dimensions)
    refuse("the model has a constant of too many dimensions");
  if (tensor.type == type_int64 && tensor.raw) {
    tensor.integers.resize(tensor.raw_count / sizeof(int64_t));
    if (!tensor.integers.empty())
      std::memcpy(tensor.integers.data(), tensor.raw, tensor.integers.size() * sizeof(int64_t));
  }
  return tensor;
}

std::string read_name(Message message) {
  std::string name;
  while (message.next())
    if (message.field == 1)
      name = message.text();
  return name;
}

void read_graph(Message message, Model &model) {
  while (message.next())
    switch (message.field) {
    case 1:
      if (model.nodes.size() == most_nodes)
        refuse("the model has too many nodes");
      model.nodes.push_back(read_node(message.message()));
      break;
    case 5: {
      std::string name;
      Tensor tensor = read_tensor(message.message(), name);
      model.constants[name] = std::move(tensor);
      break;
    }
    case 11: model.inputs.push_back(read_name(message.message())); break;
    default: break;
    }
}

} // namespace

std::vector<float> Tensor::floats() const {
  uint64_t count = 1;
  for (int64_t dim : dims) {
    if (dim < 0 || (dim > 0 && count > raw_count / static_cast<uint64_t>(dim)))
      refuse("the model has a constant of impossible size");
    count *= static_cast<uint64_t>(dim);
  }
  if (type != type_float || raw_count != count * sizeof(float))
    refuse("the model has a constant that is not floats of its stated size");
  std::vector<float> values(static_cast<size_t>(count));
  if (count)
    std::memcpy(values.data(), raw, raw_count);
  return values;
}

Model read(const uint8_t *bytes, size_t count) {
  Model model;
  Message message(bytes, count);
  while (message.next())
    if (message.field == 7)
      read_graph(message.message(), model);
  if (model.nodes.empty())
    refuse("the file holds no network");
  return model;
}

} // namespace facedetection::onnx
