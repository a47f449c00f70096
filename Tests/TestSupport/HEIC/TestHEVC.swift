import CHEVCTestSupport

/// Codes pictures in HEVC with x265 and decodes them with FFmpeg, apart from the code under test.
public enum TestHEVC {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
      self.description = description
    }

    init(_ message: fht_message) {
      description = withUnsafeBytes(of: message.text) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }

  /// How many colour samples there are; the numbers are those of chroma_format_idc (ITU-T H.265, 6.2).
  public enum Chroma: Int, Sendable, CaseIterable {
    case gray = 0
    /// 4:2:0, one for two columns and two rows.
    case half = 1
    /// 4:2:2, one for two columns.
    case halfWidth = 2
    /// 4:4:4.
    case full = 3

    public var planeCount: Int { self == .gray ? 1 : 3 }

    /// Columns and rows of pixels that one sample stands for.
    public var step: (x: Int, y: Int) {
      switch self {
      case .gray, .full: (1, 1)
      case .half: (2, 2)
      case .halfWidth: (2, 1)
      }
    }
  }

  /// A picture as it is coded: samples plane by plane.
  public struct Picture: Sendable, Hashable, CustomStringConvertible {
    public var width: Int
    public var height: Int
    public var chroma: Chroma
    /// Bits of a sample: 8, 10 or 12.
    public var depth: Int
    /// Luma, or luma, Cb and Cr, each row by row from the top.
    public var planes: [[UInt16]]

    public init(width: Int, height: Int, chroma: Chroma, depth: Int, planes: [[UInt16]]) {
      self.width = width
      self.height = height
      self.chroma = chroma
      self.depth = depth
      self.planes = planes
    }

    /// The same value everywhere.
    public init(width: Int, height: Int, chroma: Chroma, depth: Int, value: UInt16) {
      self.init(width: width, height: height, chroma: chroma, depth: depth, planes: [])
      planes = (0..<chroma.planeCount).map {
        let size = self.size(ofPlane: $0)
        return [UInt16](repeating: value, count: size.width * size.height)
      }
    }

    public var description: String { "\(width) × \(height), \(chroma), \(depth) bits" }

    /// Columns and rows of a plane: those of chroma rounded up.
    public func size(ofPlane plane: Int) -> (width: Int, height: Int) {
      let step = plane == 0 ? (x: 1, y: 1) : chroma.step
      return ((width + step.x - 1) / step.x, (height + step.y - 1) / step.y)
    }
  }

  /// How a picture is coded.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    /// Every sample comes out as it went in.
    public var isLossless = true
    /// 0…51, where it is not lossless.
    public var qp = 26
    public var isFullRange = true
    /// Primaries, transfer and matrix as ITU-T H.273 numbers them; nil for none.
    public var colors: [Int]?
    public var hasDeblocking = true
    public var hasOffsets = true
    /// Rows and columns of a coding tree unit: 16, 32 or 64; nil for the largest that fits, up to 32.
    public var unit: Int?
    /// More than one only where a row has at least three units.
    public var slices = 1
    public var hasDelimiter = false
    /// A message with x265's settings.
    public var hasSettings = false
    /// A message with the planes' sums.
    public var hasSums = false

    public init(_ change: (inout Coding) -> Void = { _ in }) { change(&self) }

    public static let lossless = Coding()

    public static func lossy(_ qp: Int) -> Coding { Coding { ($0.isLossless, $0.qp) = (false, qp) } }

    public var description: String {
      (isLossless ? "lossless" : "QP \(qp)") + (isFullRange ? "" : " narrow")
        + (hasDeblocking ? "" : " without deblocking") + (hasOffsets ? "" : " without offsets")
        + (slices > 1 ? " \(slices) slices" : "") + (hasDelimiter ? " delimiter" : "")
        + (hasSettings ? " settings" : "") + (hasSums ? " sums" : "")
    }
  }

  /// NAL units of one picture.
  public struct Stream: Sendable, Hashable {
    /// Without lengths and start codes, with their headers of two bytes.
    public var units: [[UInt8]]

    public init(_ units: [[UInt8]]) {
      self.units = units
    }

    /// Takes units apart that stand behind their lengths; nil where one is cut.
    public init?(_ bytes: [UInt8], lengthSize: Int = 4) {
      units = []
      var place = 0
      while place < bytes.count {
        guard place + lengthSize <= bytes.count else { return nil }
        let length = bytes[place..<(place + lengthSize)].reduce(0) { $0 << 8 | Int($1) }
        place += lengthSize
        guard length <= bytes.count - place else { return nil }
        units.append(Array(bytes[place..<(place + length)]))
        place += length
      }
    }

    /// VPS, SPS and PPS, in this order.
    public var parameterSets: [[UInt8]] {
      [32, 33, 34].flatMap { type in units.filter { TestHEVC.type(of: $0) == type } }
    }

    /// All else: slices with the delimiter and the messages around them.
    public var rest: [[UInt8]] { units.filter { !(32...34).contains(TestHEVC.type(of: $0)) } }

    public var slices: [[UInt8]] { units.filter { TestHEVC.type(of: $0) < 32 } }

    /// Every unit behind its length.
    public func bytes(lengthSize: Int = 4) -> [UInt8] { TestHEVC.bytes(units, lengthSize: lengthSize) }
  }

  /// nal_unit_type (ITU-T H.265, 7.3.1.2): 32 VPS, 33 SPS, 34 PPS, 35 delimiter, 38 filler, 39 and 40 messages, less than 32 slices.
  public static func type(of unit: [UInt8]) -> Int { unit.first.map { Int($0) >> 1 & 63 } ?? 63 }

  /// Units, each behind its length.
  public static func bytes(_ units: [[UInt8]], lengthSize: Int = 4) -> [UInt8] {
    units.flatMap { ByteOrder.bigEndian.number($0.count, lengthSize) + $0 }
  }

  public static func encode(_ picture: Picture, _ coding: Coding = Coding()) throws -> Stream {
    var options = fht_coding()
    options.width = Int32(picture.width)
    options.height = Int32(picture.height)
    options.chroma = Int32(picture.chroma.rawValue)
    options.depth = Int32(picture.depth)
    options.full_range = coding.isFullRange
    let colors = coding.colors ?? [2, 2, 2]
    (options.primaries, options.transfer, options.matrix) = (
      Int32(colors[0]), Int32(colors[1]), Int32(colors[2])
    )
    options.lossless = coding.isLossless
    options.qp = Int32(coding.qp)
    options.deblocking = coding.hasDeblocking
    options.sao = coding.hasOffsets
    options.unit = Int32(coding.unit ?? (min(picture.width, picture.height) >= 32 ? 32 : 16))
    options.slices = Int32(coding.slices)
    options.delimiter = coding.hasDelimiter
    options.settings = coding.hasSettings
    options.sums = coding.hasSums
    var output = fht_buffer()
    var message = fht_message()
    defer { fht_buffer_free(&output) }
    guard fht_encode(picture.planes.flatMap { $0 }, &options, &output, &message) else {
      throw Failure(message)
    }
    guard let stream = Stream(Array(UnsafeBufferPointer(start: output.bytes, count: output.count))) else {
      throw Failure("x265 cuts a unit")
    }
    // As containers have them.
    return Stream(stream.parameterSets + stream.rest)
  }

  /// - Parameter bytes: units, each behind its length in 4 bytes, parameter sets first.
  /// - Throws: `Failure` with FFmpeg's words where it gives up, or where sums in a message differ.
  public static func decode(_ bytes: [UInt8]) throws -> Picture {
    var picture = fht_picture()
    var message = fht_message()
    defer { fht_picture_free(&picture) }
    guard fht_decode(bytes, bytes.count, &picture, &message) else { throw Failure(message) }
    return try Picture(picture)
  }

  public static func decode(_ stream: Stream) throws -> Picture { try decode(stream.bytes()) }

  /// Whether samples fill the whole range of numbers, as the parameter set says.
  public static func isFullRange(_ stream: Stream) throws -> Bool {
    var picture = fht_picture()
    var message = fht_message()
    defer { fht_picture_free(&picture) }
    let bytes = stream.bytes()
    guard fht_decode(bytes, bytes.count, &picture, &message) else { throw Failure(message) }
    return picture.full_range
  }
}

extension TestHEVC.Picture {
  /// What a library decoded.
  init(_ picture: fht_picture) throws {
    guard let chroma = TestHEVC.Chroma(rawValue: Int(picture.chroma)) else {
      throw TestHEVC.Failure("a picture of an unknown kind")
    }
    self.init(
      width: Int(picture.width), height: Int(picture.height), chroma: chroma, depth: Int(picture.depth),
      planes: [])
    let samples = UnsafeBufferPointer(start: picture.samples, count: picture.count)
    var place = 0
    for plane in 0..<chroma.planeCount {
      let size = size(ofPlane: plane)
      planes.append(Array(samples[place..<(place + size.width * size.height)]))
      place += size.width * size.height
    }
  }
}
