import CJPEGTestSupport
public import ImageProcessingKit

/// Builds JPEGs of every kind and takes them apart, apart from the code under test.
public enum TestJPEG {
  public struct Failure: Error {}

  /// How a picture is stored.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// 1 (grey), 3 (YCbCr) or 4 (CMYK, stored as YCCK).
    public var components = 3
    /// Of four components, the samples of the fourth, 255 for no black.
    public var black: UInt8 = 255
    /// RGB and CMYK are stored as they are.
    public var keepsColors = false
    public var quality = 90
    /// Sampling factors of the first component (and of the fourth); the others have 1 × 1.
    public var sampling = (h: 2, v: 2)
    public var isProgressive = false
    /// The seed of scans by chance; 0 for the usual ones.
    public var scansByChance: UInt32 = 0
    public var isArithmetic = false
    public var hasSeparateScans = false
    public var restartInterval = 0
    /// Huffman tables made for the picture, which lack the codes it does not need.
    public var hasOptimizedTables = false

    public init(_ change: (inout Kind) -> Void = { _ in }) {
      change(&self)
    }

    public static func == (a: Kind, b: Kind) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    public var description: String {
      "\(components) components \(sampling.h)x\(sampling.v) q\(quality)"
        + (black < 255 ? " black \(black)" : "") + (keepsColors ? " unconverted" : "")
        + (isProgressive ? " progressive" : "")
        + (scansByChance > 0 ? " scans \(scansByChance)" : "")
        + (isArithmetic ? " arithmetic" : "") + (hasSeparateScans ? " separate scans" : "")
        + (restartInterval > 0 ? " restart \(restartInterval)" : "")
        + (hasOptimizedTables ? " optimised" : "")
    }
  }

  /// Encodes a picture; grey takes its green samples, CMYK its inverted samples and no black.
  public static func encode(_ picture: PixelBuffer, _ kind: Kind = Kind()) throws -> [UInt8] {
    var samples: [UInt8] = []
    switch kind.components {
    case 1: samples = stride(from: 1, to: picture.bytes.count, by: 3).map { picture.bytes[$0] }
    case 4:
      for pixel in stride(from: 0, to: picture.bytes.count, by: 3) {
        // Adobe's CMYK is inverted: 255 is no ink.
        samples += picture.bytes[pixel..<(pixel + 3)] + [kind.black]
      }
    default: samples = picture.bytes
    }
    var options = fbt_options()
    options.components = Int32(kind.components)
    options.keep_colors = kind.keepsColors
    options.quality = Int32(kind.quality)
    let full = (Int32(kind.sampling.h), Int32(kind.sampling.v))
    options.h = (full.0, 1, 1, full.0)
    options.v = (full.1, 1, 1, full.1)
    options.progressive = kind.isProgressive
    options.scans_by_chance = kind.scansByChance
    options.arithmetic = kind.isArithmetic
    options.separate_scans = kind.hasSeparateScans
    options.restart_interval = Int32(kind.restartInterval)
    options.optimized_tables = kind.hasOptimizedTables
    var output = fbt_buffer()
    defer { fbt_buffer_free(&output) }
    guard fbt_encode(samples, Int32(picture.width), Int32(picture.height), options, &output) else {
      throw Failure()
    }
    return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }

  /// Puts marker segments behind SOI, so before the file's own.
  public static func inserting(_ segments: [(marker: UInt8, content: [UInt8])], into jpeg: [UInt8]) -> [UInt8]
  {
    let bytes = segments.flatMap { segment -> [UInt8] in
      let length = segment.content.count + 2
      return [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 255)] + segment.content
    }
    return jpeg.prefix(2) + bytes + jpeg.dropFirst(2)
  }

  /// Adds an EXIF segment with an orientation, in either byte order, behind another tag and before `slack`.
  public static func oriented(
    _ jpeg: [UInt8], _ orientation: Orientation, littleEndian: Bool = false, slack: [UInt8] = []
  )
    -> [UInt8]
  {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
      return littleEndian ? bytes.reversed() : bytes
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + number(0, 2)
    }
    let order: [UInt8] = littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    let tiff =
      order + number(42, 2) + number(8, 4) + number(2, 2) + short(0x0106, 2)
      + short(0x0112, orientation.rawValue)
      + number(0, 4)
    return inserting([(0xE1, Array("Exif\0\0".utf8) + tiff + slack)], into: jpeg)
  }

  /// One component's quantised coefficients.
  public struct Component: Sendable, Hashable {
    public let widthInBlocks: Int
    public let heightInBlocks: Int
    public let blocksPerUnit: Sampling
    /// Natural order, 64 per block, row by row.
    public let coefficients: [Int16]
    public let quantizers: [UInt16]

    public func block(_ x: Int, _ y: Int) -> ArraySlice<Int16> {
      let start = (y * widthInBlocks + x) * 64
      return coefficients[start..<(start + 64)]
    }
  }

  public struct Sampling: Sendable, Hashable {
    public let h: Int
    public let v: Int
  }

  public struct Image: Sendable, Hashable {
    public let width: Int
    public let height: Int
    public let components: [Component]
    public let isProgressive: Bool
    public let isArithmetic: Bool
    public let restartInterval: Int
    public let warnings: Int
  }

  /// Takes a stream apart.
  public static func read(_ jpeg: [UInt8]) throws -> Image {
    var image = fbt_image()
    guard fbt_read(jpeg, jpeg.count, &image) else { throw Failure() }
    defer { fbt_image_free(&image) }
    let components = withUnsafeBytes(of: image.components) {
      $0.bindMemory(to: fbt_component.self).prefix(Int(image.component_count)).map { component in
        Component(
          widthInBlocks: Int(component.width_in_blocks), heightInBlocks: Int(component.height_in_blocks),
          // The MCU of a single component is one block.
          blocksPerUnit: image.component_count == 1
            ? Sampling(h: 1, v: 1) : Sampling(h: Int(component.h), v: Int(component.v)),
          coefficients: Array(
            UnsafeBufferPointer(
              start: component.coefficients,
              count: Int(component.width_in_blocks) * Int(component.height_in_blocks) * 64)),
          quantizers: withUnsafeBytes(of: component.quantizers) { Array($0.bindMemory(to: UInt16.self)) })
      }
    }
    return Image(
      width: Int(image.width), height: Int(image.height), components: components,
      isProgressive: image.progressive, isArithmetic: image.arithmetic,
      restartInterval: Int(image.restart_interval), warnings: image.warnings)
  }

  /// The picture as stored, by a decoder that shares no code with libjpeg; arithmetic coding is beyond it.
  public static func decodeIndependently(_ jpeg: [UInt8]) throws -> PixelBuffer {
    var width: Int32 = 0
    var height: Int32 = 0
    var pixels = fbt_buffer()
    guard fbt_decode_with_stb(jpeg, jpeg.count, &width, &height, &pixels) else { throw Failure() }
    defer { fbt_buffer_free(&pixels) }
    let bytes = Array(UnsafeBufferPointer(start: pixels.bytes, count: pixels.count))
    guard let picture = PixelBuffer(width: Int(width), height: Int(height), bytes: bytes) else {
      throw Failure()
    }
    return picture
  }

  /// Decodes to interleaved samples in the stream's colours.
  public static func decode(_ jpeg: [UInt8]) throws -> (samples: [UInt8], warnings: Int) {
    let image = try read(jpeg)
    var samples = [UInt8](repeating: 0, count: image.width * image.height * image.components.count)
    let warnings = fbt_decode(jpeg, jpeg.count, &samples, samples.count)
    guard warnings >= 0 else { throw Failure() }
    return (samples, warnings)
  }
}
