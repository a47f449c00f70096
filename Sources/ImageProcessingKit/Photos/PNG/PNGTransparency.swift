/// What of a picture without an alpha channel is transparent (11.3.1.1).
enum PNGTransparency: Equatable {
  case none
  /// One grey, or one red, green and blue.
  case color([UInt16])
  /// Of the palette's first entries.
  case entries([UInt8])

  /// - Parameters:
  ///   - content: of the chunk; one that does not fit the picture counts for nothing.
  ///   - entries: of the palette.
  init(_ content: [UInt8], _ header: PNGHeader, entries: Int) {
    let numbers = stride(from: 0, to: content.count - 1, by: 2).map {
      UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
    }
    switch header.colorType {
    case .palette where !content.isEmpty && content.count <= entries: self = .entries(content)
    case .gray where content.count == 2, .rgb where content.count == 6:
      self = numbers.allSatisfy { Int($0) <= header.maxSample } ? .color(numbers) : .none
    default: self = .none
    }
  }
}
