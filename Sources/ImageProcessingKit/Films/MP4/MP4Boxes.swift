/// The boxes that stand side by side in another one.
struct MP4Boxes {
  private let boxes: [Box]
  /// What holds them, for messages.
  private let holder: String

  /// - Parameters:
  ///   - content: of what holds them.
  ///   - holder: its name.
  /// - Throws: `FaceBlurError` where they do not fill it, or are too many.
  init(_ content: ArraySlice<UInt8>, of holder: FourCC) throws(FaceBlurError) {
    boxes = try Box.all(in: content, limit: FilmLimits.maxBoxes, mayEndInZeros: true)
    self.holder = holder.name
  }

  func all(_ type: FourCC) -> [Box] { boxes.filter { $0.type == type } }

  func has(_ type: FourCC) -> Bool { boxes.contains { $0.type == type } }

  /// The first of some types that it has.
  func firstType(of types: Set<FourCC>) -> FourCC? { boxes.first { types.contains($0.type) }?.type }

  /// nil where there is none.
  /// - Throws: `FaceBlurError` where there are several: readers would differ in which one they take.
  func one(_ type: FourCC) throws(FaceBlurError) -> Box? {
    let found = all(type)
    guard found.count <= 1 else { throw .damagedFilm("its box \(holder) has several \(type.name)") }
    return found.first
  }

  /// - Throws: `FaceBlurError` where there is none, or several.
  func needed(_ type: FourCC) throws(FaceBlurError) -> Box {
    guard let box = try one(type) else { throw .damagedFilm("its box \(holder) has no \(type.name)") }
    return box
  }

  /// The boxes in the only box of a type.
  /// - Throws: `FaceBlurError` where there is none, or several.
  func inside(_ type: FourCC) throws(FaceBlurError) -> MP4Boxes {
    try MP4Boxes(needed(type).content, of: type)
  }
}

/// The entries of one size that fill the rest of a box.
struct MP4Entries {
  let count: Int
  private let bytes: ArraySlice<UInt8>
  private let width: Int

  /// - Parameters:
  ///   - cursor: before the first.
  ///   - count: as the box says.
  ///   - width: of an entry, in bytes.
  ///   - type: of the box.
  /// - Throws: `FaceBlurError` where the box has fewer.
  init(_ cursor: BoxCursor, count: Int, width: Int, of type: FourCC) throws(FaceBlurError) {
    guard count <= cursor.rest.count / width else {
      throw .damagedFilm("its box \(type.name) is cut short")
    }
    self.count = count
    self.width = width
    bytes = cursor.rest
  }

  /// Those of a full box that begins with their number.
  /// - Parameters:
  ///   - box: with version and flags.
  ///   - width: of an entry, in bytes.
  init(_ box: Box, width: Int) throws(FaceBlurError) {
    var cursor = BoxCursor(box)
    _ = try cursor.versionAndFlags()
    let count = try cursor.number(4)
    try self.init(cursor, count: count, width: width, of: box.type)
  }

  /// A number of four bytes.
  /// - Parameters:
  ///   - entry: below `count`.
  ///   - place: in the entry.
  func number(_ entry: Int, at place: Int = 0) -> Int {
    let start = bytes.startIndex + entry * width + place
    return Int(bytes[start]) << 24 | Int(bytes[start + 1]) << 16 | Int(bytes[start + 2]) << 8
      | Int(bytes[start + 3])
  }

  /// A number of one byte.
  func byte(_ entry: Int) -> Int { Int(bytes[bytes.startIndex + entry * width]) }
}

extension BoxCursor {
  /// A number of ticks, of 4 bytes or 8; nil where all its bits are set, which says that nobody knows.
  /// - Throws: `FaceBlurError` where it is more than may be.
  mutating func ticks(_ count: Int) throws(FaceBlurError) -> Int? {
    let bytes = try bytes(count)
    guard !bytes.allSatisfy({ $0 == 0xFF }) else { return nil }
    guard count < 8 || bytes.prefix(1).allSatisfy({ $0 < 0x80 }) else {
      throw .damagedFilm("it has a time that may not be")
    }
    let value = BigEndian.number(bytes)
    guard value <= FilmLimits.maxTicks else { throw .damagedFilm("it has a time that may not be") }
    return value
  }

  /// Ticks of a second.
  /// - Throws: `FaceBlurError` where it is 0.
  mutating func timescale() throws(FaceBlurError) -> Int {
    let scale = try number(4)
    guard scale > 0 else { throw .damagedFilm("its times have no scale") }
    return scale
  }

  /// The matrix of a film or a track.
  mutating func matrix() throws(FaceBlurError) -> MP4Matrix {
    var values: [Int32] = []
    for _ in 0..<9 { values.append(Int32(truncatingIfNeeded: try number(4))) }
    return MP4Matrix(values: values)
  }
}

/// How a film or a track is turned and moved (ISO/IEC 14496-12, 6.2.2): nine numbers with fractions.
struct MP4Matrix: Sendable, Hashable {
  let values: [Int32]

  /// Of which where the picture is moved to counts for nothing.
  /// - Throws: `FaceBlurError` where it does more than turn and mirror by quarters.
  var turn: TurnMatrix {
    get throws(FaceBlurError) {
      let units: [Int32: Int] = [0: 0, 0x1_0000: 1, -0x1_0000: -1]
      guard let a = units[values[0]], let b = units[values[1]], let c = units[values[3]],
        let d = units[values[4]], values[2] == 0, values[5] == 0, values[8] == 0x4000_0000
      else { throw .unsupportedFilm("its pictures are stretched or turned by less than a quarter") }
      return TurnMatrix(a: a, b: b, c: c, d: d)
    }
  }

  var bytes: [UInt8] { values.flatMap { BigEndian.bytes(Int($0), 4) } }

  /// That changes nothing.
  static let unity = MP4Matrix(values: [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000])
}
