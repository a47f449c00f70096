/// Looks at the heads of the units of a picture, and reads no more of the file than that.
struct UnitScan<Units: CopiedUnits> {
  enum Finding: Hashable {
    case picture(PictureKind)
    /// Why a film with it cannot be copied in part; goes on behind "its picture 7 ".
    case foreign(String)
  }

  private let file: any FilmBytes
  private let sets: Set<[UInt8]>
  private let numbers: Set<Int>
  /// Of the file, and where they are.
  private var window: [UInt8] = []
  private var start = 0

  /// Where the first slice of the picture lies that was looked at last; empty where it has none.
  private(set) var slice = 0..<0

  /// Enough for the units that most pictures have before their first slice, and the head of that.
  private static var windowSize: Int { 256 }
  /// What is looked at of a unit: its length, its head and what a slice begins with.
  private static var headSize: Int { Units.lengthSize + Units.headSize + 4 }

  /// - Parameters:
  ///   - sets: the parameter sets of the film's record.
  ///   - numbers: of those of pictures.
  init(_ file: any FilmBytes, sets: Set<[UInt8]>, numbers: Set<Int>) {
    self.file = file
    self.sets = sets
    self.numbers = numbers
  }

  private static var misfit: Finding { .foreign("is not made of parts as it should be") }

  /// - Parameter range: of a picture in the file.
  /// - Throws: `FaceBlurError` where it cannot be read.
  mutating func look(at range: Range<Int>) throws(FaceBlurError) -> Finding {
    var place = range.lowerBound
    var kind: PictureKind?
    var count = 0
    slice = 0..<0
    while place < range.upperBound {
      guard range.upperBound - place > Units.lengthSize, count < Units.maxUnits else { return Self.misfit }
      count += 1
      let head = try bytes(place..<min(place + Self.headSize, range.upperBound), in: range)
      let length = BigEndian.number(head.prefix(Units.lengthSize))
      place += Units.lengthSize
      guard length >= Units.headSize, length <= range.upperBound - place else { return Self.misfit }
      let start = head.dropFirst(Units.lengthSize).prefix(length)
      switch Units.fate(of: start.prefix(Units.headSize)) {
      case .slice(let headKind):
        guard let second = start.dropFirst(Units.headSize).first else { return Self.misfit }
        let own = Units.kind(headKind, by: second)
        guard kind ?? own == own else { return .foreign("has slices of two kinds") }
        // The first slice of a picture says so, and no other one.
        guard (second & 0x80 != 0) == (kind == nil) else {
          return .foreign("is several, or its slices are in another order")
        }
        guard Units.refers(slice: start, to: numbers) else {
          return .foreign("needs a parameter set that is not there")
        }
        if kind == nil { slice = place..<(place + length) }
        kind = own
      case .delimiter: guard length == Units.delimiterSize else { return Self.misfit }
      case .parameters:
        guard length <= FilmLimits.maxConfigurationBytes,
          sets.contains(try Array(bytes(place..<(place + length), in: range)))
        else { return .foreign("comes with parameter sets of its own") }
      case .foreign: return .foreign("has others beside it")
      case .messages, .leftOut: break
      }
      place += length
    }
    guard let kind else { return .foreign("has no code") }
    return .picture(kind)
  }

  private mutating func bytes(
    _ part: Range<Int>, in whole: Range<Int>
  ) throws(FaceBlurError) -> ArraySlice<UInt8> {
    if part.lowerBound < start || part.upperBound > start + window.count {
      start = part.lowerBound
      let end = max(part.upperBound, min(start + Self.windowSize, whole.upperBound))
      window = try file.bytes(start..<end)
    }
    return window[(part.lowerBound - start)..<(part.upperBound - start)]
  }
}
