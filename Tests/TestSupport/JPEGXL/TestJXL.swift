/// A JPEG XL as the boxes that it is made of, to be taken apart and put together in any way (ISO/IEC 18181-2, 4.2).
public struct TestJXL: Sendable, Hashable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  /// A size, a name and what it holds.
  public struct Box: Sendable, Hashable, CustomStringConvertible {
    /// How the size is written.
    public enum SizeForm: Sendable {
      case short, long
      /// 0: up to the end of the file.
      case open
    }

    /// Four bytes.
    public var code: [UInt8]
    public var content: [UInt8]
    /// What the size says, with the header; nil for what there is.
    public var size: Int?
    public var form = SizeForm.short

    public init(_ name: String, _ content: [UInt8] = [], size: Int? = nil, form: SizeForm = .short) {
      code = Array(name.utf8)
      self.content = content
      self.size = size
      self.form = form
    }

    public var name: String { String(decoding: code, as: UTF8.self) }
    public var description: String { "\(name) of \(content.count) bytes" }

    public var bytes: [UInt8] {
      switch form {
      case .short: number(size ?? content.count + 8, 4) + code + content
      case .long: number(1, 4) + code + number(size ?? content.count + 16, 8) + content
      case .open: number(0, 4) + code + content
      }
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] { ByteOrder.bigEndian.number(value, count) }
  }

  public var boxes: [Box]
  /// Behind the last box.
  public var trailing: [UInt8]

  public init(_ boxes: [Box], trailing: [UInt8] = []) {
    self.boxes = boxes
    self.trailing = trailing
  }

  /// The same after a change.
  public func changing(_ change: (inout TestJXL) throws -> Void) rethrows -> TestJXL {
    var result = self
    try change(&result)
    return result
  }

  public var bytes: [UInt8] { boxes.flatMap(\.bytes) + trailing }

  // MARK: Reading

  /// Takes a file apart whose boxes lie in it; they need not make sense.
  /// - Throws: `Failure` where one reaches beyond the end.
  public init(_ file: [UInt8]) throws {
    (boxes, trailing) = ([], [])
    func number(_ place: Int, _ count: Int) -> Int {
      file[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    var place = 0
    while place < file.count {
      guard place <= file.count - 8 else { throw Failure("bytes that are no box") }
      var box = Box("")
      box.code = Array(file[(place + 4)..<(place + 8)])
      var (size, head) = (number(place, 4), 8)
      if size == 1 {
        guard place <= file.count - 16 else { throw Failure("bytes that are no box") }
        (size, head, box.form) = (number(place + 8, 8), 16, .long)
      } else if size == 0 {
        (size, box.form) = (file.count - place, .open)
      }
      guard size >= head, size <= file.count - place else { throw Failure("a box that reaches too far") }
      box.content = Array(file[(place + head)..<(place + size)])
      boxes.append(box)
      place += size
    }
  }

  // MARK: Boxes

  public var names: [String] { boxes.map(\.name) }

  /// The first box of a name.
  public subscript(name: String) -> Box? { boxes.first { $0.name == name } }

  /// Where each box begins in the file, and where the last one ends.
  public var boundaries: [Int] { boxes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.bytes.count) } }

  public mutating func insert(_ others: [Box], at index: Int) {
    boxes.insert(contentsOf: others, at: min(max(index, 0), boxes.count))
  }

  public mutating func insert(_ others: [Box], before name: String) {
    insert(others, at: boxes.firstIndex { $0.name == name } ?? boxes.count)
  }

  /// Changes the first box of a name, where there is one.
  public mutating func change(_ name: String, _ change: (inout Box) throws -> Void) rethrows {
    guard let index = boxes.firstIndex(where: { $0.name == name }) else { return }
    try change(&boxes[index])
  }

  public mutating func remove(_ name: String) { boxes.removeAll { $0.name == name } }

  // MARK: The picture's code

  private static let codeNames = ["jxlc", "jxlp"]

  /// The whole of it, without the numbers of its parts.
  public var code: [UInt8] {
    boxes.filter { Self.codeNames.contains($0.name) }
      .flatMap { $0.name == "jxlp" ? Array($0.content.dropFirst(4)) : $0.content }
  }

  /// Puts the code into parts of some sizes, the last of which takes the rest, at the end of the file; into one box where there are
  /// none.
  public mutating func cutCode(_ sizes: [Int]? = nil) {
    var rest = code[...]
    boxes.removeAll { Self.codeNames.contains($0.name) }
    guard let sizes else { return boxes.append(Box("jxlc", Array(rest))) }
    for (index, size) in sizes.enumerated() {
      boxes.append(Self.part(index, isLast: false, rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    boxes.append(Self.part(sizes.count, isLast: true, rest))
  }

  /// A part of the code.
  public static func part(_ number: Int, isLast: Bool, _ code: some Sequence<UInt8>) -> Box {
    Box("jxlp", ByteOrder.bigEndian.number((isLast ? 1 << 31 : 0) | number, 4) + code)
  }

  /// Changes the code, and leaves it in one box at the end of the file.
  public mutating func changeCode(_ change: (inout [UInt8]) throws -> Void) rethrows {
    var changed = code
    try change(&changed)
    boxes.removeAll { Self.codeNames.contains($0.name) }
    boxes.append(Box("jxlc", changed))
  }

  /// The file without its end, cut at every boundary and within every box.
  public static func truncations(of file: [UInt8]) throws -> [[UInt8]] {
    let boundaries = try TestJXL(file).boundaries
    var places = [file.count - 1]
    for (start, end) in zip(boundaries, boundaries.dropFirst()) {
      places += [start, start + 5, (start + end) / 2]
    }
    return Set(places.filter { $0 > 0 && $0 < file.count }).sorted().map { Array(file.prefix($0)) }
  }
}
