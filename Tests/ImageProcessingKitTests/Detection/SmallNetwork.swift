import Foundation
import TestSupport

@testable import ImageProcessingKit

/// An ONNX file of a network of the test's own, with the outputs of CenterFace. It says nothing of faces: of every place of four by four
/// pixels it gives a score, and a box of that size.
struct SmallNetwork {
  /// A tensor by its name.
  struct Value {
    var name: String
    var channels: Int
  }

  private var nodes: [UInt8] = []
  private var constants: [UInt8] = []
  private var count = 0
  /// What the weights of a layer with so many inputs to a sum are.
  let weights: (_ layer: Int, _ output: Int, _ input: Int, _ inputs: Int) -> Float

  static let picture = Value(name: "picture", channels: 3)

  /// Weights by chance, so small that sums stay of one size.
  static func chance(seed: UInt64) -> (_ layer: Int, _ output: Int, _ input: Int, _ inputs: Int) -> Float {
    var random = SplitMix(seed: seed)
    let table = (0..<4099).map { _ in Float(random.next() % 2001) / 1000 - 1 }
    return { layer, output, input, inputs in
      table[(layer * 1009 + output * 83 + input * 7) % table.count] * 2 / Float(inputs).squareRoot()
    }
  }

  init(weights: @escaping (_ layer: Int, _ output: Int, _ input: Int, _ inputs: Int) -> Float) {
    self.weights = weights
  }

  /// A convolution, of each channel on its own where it is depthwise, and its rectifier.
  mutating func layer(
    _ from: Value, _ channels: Int, kernel: Int = 1, stride: Int = 1, depthwise: Bool = false
  ) -> Value {
    count += 1
    let made = Value(name: "made\(count)", channels: channels)
    let inputs = (depthwise ? 1 : from.channels) * kernel * kernel
    constant("w\(count)", [channels, depthwise ? 1 : from.channels, kernel, kernel], inputs)
    constant("b\(count)", [channels], 1)
    node(
      "Conv", [from.name, "w\(count)", "b\(count)"], "\(made.name)c",
      [
        ("strides", [stride, stride]), ("pads", Array(repeating: kernel / 2, count: 4)),
      ], group: depthwise ? from.channels : 1)
    node("Relu", ["\(made.name)c"], made.name)
    return made
  }

  /// A deconvolution that doubles the sides.
  mutating func enlarged(_ from: Value, _ channels: Int) -> Value {
    count += 1
    let made = Value(name: "made\(count)", channels: channels)
    constant("w\(count)", [from.channels, channels, 2, 2], from.channels)
    node("ConvTranspose", [from.name, "w\(count)"], made.name, [("strides", [2, 2])])
    return made
  }

  mutating func sum(_ one: Value, _ other: Value) -> Value {
    count += 1
    let made = Value(name: "made\(count)", channels: one.channels)
    node("Add", [one.name, other.name], made.name)
    return made
  }

  /// The sum of a tensor and another one of half its sides, each of whose pixels is added to four.
  mutating func sum(_ one: Value, doubling other: Value) -> Value {
    count += 1
    let made = Value(name: "made\(count)", channels: one.channels)
    constant("s\(count)", [4], values: [1, 1, 2, 2])
    node(
      "Resize", [other.name, "", "s\(count)"], "\(made.name)d",
      texts: [
        ("mode", "nearest"), ("nearest_mode", "floor"), ("coordinate_transformation_mode", "asymmetric"),
      ])
    node("Add", [one.name, "\(made.name)d"], made.name)
    return made
  }

  /// The network, whose scores are made of a tensor of a quarter of the picture's sides.
  func model(scores from: Value) -> LoadedModel {
    var whole = self
    whole.constant("scores", [1, from.channels, 1, 1], scale: 1 / 16, from.channels)
    whole.node("Conv", [from.name, "scores"], "537s")
    whole.node("Sigmoid", ["537s"], "537")
    // Boxes that all lie in the middle of their places and are as large.
    for name in ["538", "539"] {
      whole.constant("\(name)w", [2, from.channels, 1, 1], scale: 0, from.channels)
      whole.node("Conv", [from.name, "\(name)w"], name)
    }
    let graph = whole.nodes + whole.constants + Self.field(11, Self.text(1, Self.picture.name))
    return LoadedModel(model: .centerFace, path: "small.onnx", bytes: Self.field(7, graph))
  }

  private mutating func constant(_ name: String, _ dims: [Int], scale: Float = 1, _ inputs: Int) {
    let outputs = dims[0]
    let values = (0..<dims.reduce(1, *)).map { index in
      let perOutput = dims.reduce(1, *) / outputs
      return scale * weights(count, index / perOutput, index % perOutput, inputs)
    }
    constant(name, dims, values: values)
  }

  private mutating func constant(_ name: String, _ dims: [Int], values: [Float]) {
    constants += Self.field(
      5,
      dims.flatMap { Self.number(1, $0) } + Self.number(2, 1) + Self.text(8, name)
        + Self.field(9, values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }))
  }

  private mutating func node(
    _ operation: String, _ inputs: [String], _ output: String, _ attributes: [(String, [Int])] = [],
    texts: [(String, String)] = [], group: Int = 1
  ) {
    let words = texts.flatMap { Self.field(5, Self.text(1, $0) + Self.text(4, $1)) }
    let lists = attributes.flatMap { name, values in
      Self.field(5, Self.text(1, name) + values.flatMap { Self.number(8, $0) })
    }
    let groups = group == 1 ? [] : Self.field(5, Self.text(1, "group") + Self.number(3, group))
    nodes += Self.field(
      1,
      inputs.flatMap { Self.text(1, $0) } + Self.text(2, output) + Self.text(4, operation) + lists + words
        + groups)
  }

  private static func variableLength(_ value: Int) -> [UInt8] {
    value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + variableLength(value >> 7)
  }

  private static func number(_ field: Int, _ value: Int) -> [UInt8] {
    variableLength(field << 3) + variableLength(value)
  }

  private static func field(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
    variableLength(field << 3 | 2) + variableLength(bytes.count) + bytes
  }

  private static func text(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }
}
