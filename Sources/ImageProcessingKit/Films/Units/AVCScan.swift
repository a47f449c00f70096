/// Looks at the heads of the units of a picture of H.264, and reads no more of the file than that.
struct AVCScan {
  enum Finding: Hashable {
    /// Whether it needs no other picture.
    case dependent, independent
    /// Why a film with it cannot be copied in part; goes on behind "its picture 7 ".
    case foreign(String)
  }

  private let file: any FilmBytes
  private let sets: Set<[UInt8]>
  /// Of the file, and where they are.
  private var window: [UInt8] = []
  private var start = 0

  /// Enough for the units that most pictures have before their first slice, and the head of that.
  private static let windowSize = 256
  /// What is looked at of a unit: its length, its head and the byte behind it.
  private static let headSize = AVCUnits.lengthSize + 2

  /// - Parameter sets: the parameter sets of the film's record.
  init(_ file: any FilmBytes, sets: Set<[UInt8]>) {
    self.file = file
    self.sets = sets
  }

  private static let misfit = Finding.foreign("is not made of parts as it should be")

  /// - Parameter range: of a picture in the file.
  /// - Throws: `FaceBlurError` where it cannot be read.
  mutating func look(at range: Range<Int>) throws(FaceBlurError) -> Finding {
    var place = range.lowerBound
    var isIndependent: Bool?
    var count = 0
    while place < range.upperBound {
      guard range.upperBound - place > AVCUnits.lengthSize, count < AVCUnits.maxUnits else {
        return Self.misfit
      }
      count += 1
      let head = try bytes(place..<min(place + Self.headSize, range.upperBound), in: range)
      let length = BigEndian.number(head.prefix(AVCUnits.lengthSize))
      place += AVCUnits.lengthSize
      guard length > 0, length <= range.upperBound - place else { return Self.misfit }
      let first = head[head.startIndex + AVCUnits.lengthSize]
      switch AVCUnits.Fate(first) {
      case .slice:
        let isKey = Int(first) & 31 == AVCUnits.independentSlice
        guard isIndependent ?? isKey == isKey else { return .foreign("has slices of two kinds") }
        guard length > 1, let second = head.last else { return Self.misfit }
        // first_mb_in_slice is 0 in the first slice of a picture, and in no other one.
        guard (second & 0x80 != 0) == (isIndependent == nil) else {
          return .foreign("is several, or its slices are in another order")
        }
        isIndependent = isKey
      case .delimiter: guard length == AVCUnits.delimiterSize else { return Self.misfit }
      case .parameters:
        guard length <= FilmLimits.maxConfigurationBytes,
          sets.contains(try Array(bytes(place..<(place + length), in: range)))
        else { return .foreign("comes with parameter sets of its own") }
      case .foreign: return .foreign("has others beside it")
      case .messages, .leftOut: break
      }
      place += length
    }
    guard let isIndependent else { return .foreign("has no code") }
    return isIndependent ? .independent : .dependent
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
