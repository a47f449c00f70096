import CAV1TestSupport

/// Codes pictures in AV1 with libaom and decodes them with libaom and dav1d, apart from the code under test.
public enum TestAV1 {
  public typealias Picture = TestHEVC.Picture
  public typealias Chroma = TestHEVC.Chroma

  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
      self.description = description
    }

    init(_ message: avt_message) {
      description = withUnsafeBytes(of: message.text) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }

  /// How a picture is coded.
  public struct Coding: Sendable, Hashable, CustomStringConvertible {
    /// Every sample comes out as it went in.
    public var isLossless = true
    /// libaom's, 1…63, where it is not lossless; the code has about four times as much.
    public var quantizer = 20
    public var isFullRange = true
    /// Primaries, transfer and matrix as ITU-T H.273 numbers them; nil for none.
    public var colors: [Int]?
    /// Where chroma samples lie: 0 for unknown, 1 between two rows, 2 on a pixel.
    public var chromaPosition = 0
    /// How many AV1 tiles there are: each a power of two, and only where each has 64 pixels a side.
    public var tileColumns = 1, tileRows = 1
    /// Groups of AV1 tiles, each in an OBU of its own.
    public var tileGroups = 1
    /// Whether the sequence header is the short one of still pictures.
    public var isReduced = true
    /// Whether the header says that the picture is a still one.
    public var isStill = true
    /// One of libaom's sets of film grain, 1…16; 0 for none.
    public var grain = 0
    /// A width of 8 / so much is coded, 9…16; 0 for all of it.
    public var superres = 0

    public init(_ change: (inout Coding) -> Void = { _ in }) { change(&self) }

    public static let lossless = Coding()

    public static func lossy(_ quantizer: Int) -> Coding {
      Coding { ($0.isLossless, $0.quantizer) = (false, quantizer) }
    }

    public var description: String {
      (isLossless ? "lossless" : "quantiser \(quantizer)") + (isFullRange ? "" : " narrow")
        + (isReduced ? "" : " full header") + (isStill ? "" : " of films")
        + (grain > 0 ? " grain \(grain)" : "")
        + (tileColumns * tileRows > 1 ? " \(tileColumns) × \(tileRows) tiles" : "")
        + (tileGroups > 1 ? " in \(tileGroups) groups" : "") + (superres > 0 ? " of 8 / \(superres)" : "")
    }
  }

  /// What dav1d reads in the headers of a picture.
  public struct Headers: Sendable, Hashable {
    public let profile: Int
    public let tier: Int
    public let depth: Int
    public let chroma: Chroma
    public let chromaPosition: Int
    /// Primaries, transfer and matrix; 2 for unspecified.
    public let colors: [Int]
    public let isFullRange: Bool
    public let isStill: Bool, isReduced: Bool
    public let hasTiming: Bool, hasSuperres: Bool, hasGrain: Bool
    public let width: Int, height: Int
    /// `base_q_idx`: 0 where the picture is coded without loss.
    public let quantizer: Int
    public let tileColumns: Int, tileRows: Int
  }

  /// - Returns: a temporal delimiter, a sequence header and the frame, as films have them.
  public static func encode(_ picture: Picture, _ coding: Coding = Coding()) throws -> Stream {
    var options = avt_coding()
    options.width = Int32(picture.width)
    options.height = Int32(picture.height)
    options.chroma = Int32(picture.chroma.rawValue)
    options.depth = Int32(picture.depth)
    options.full_range = coding.isFullRange
    let colors = coding.colors ?? [2, 2, 2]
    (options.primaries, options.transfer, options.matrix) = (
      Int32(colors[0]), Int32(colors[1]), Int32(colors[2])
    )
    options.chroma_position = Int32(coding.chromaPosition)
    options.lossless = coding.isLossless
    options.quantizer = Int32(coding.quantizer)
    options.tile_columns = Int32(coding.tileColumns.trailingZeroBitCount)
    options.tile_rows = Int32(coding.tileRows.trailingZeroBitCount)
    options.groups = Int32(coding.tileGroups)
    options.reduced = coding.isReduced && coding.isStill
    options.still = coding.isStill
    options.grain = Int32(coding.grain)
    options.superres = Int32(coding.superres)
    var output = avt_buffer()
    var message = avt_message()
    defer { avt_buffer_free(&output) }
    guard avt_encode(picture.planes.flatMap { $0 }, &options, &output, &message) else {
      throw Failure(message)
    }
    guard let stream = Stream(Array(UnsafeBufferPointer(start: output.bytes, count: output.count))) else {
      throw Failure("libaom cuts an OBU")
    }
    return stream
  }

  /// Who decodes.
  public enum Decoder: Sendable, CaseIterable {
    case libaom, dav1d
  }

  /// - Parameter bytes: OBUs.
  /// - Throws: `Failure` with the decoder's words where it gives up, or where there is more than one picture.
  public static func decode(_ bytes: [UInt8], by decoder: Decoder = .libaom) throws -> Picture {
    var picture = avt_picture()
    var message = avt_message()
    defer { avt_picture_free(&picture) }
    let isDecoded =
      switch decoder {
      case .libaom: avt_decode_aom(bytes, bytes.count, &picture, &message)
      case .dav1d: avt_decode_dav1d(bytes, bytes.count, &picture, &message)
      }
    guard isDecoded else { throw Failure(message) }
    guard let chroma = Chroma(rawValue: Int(picture.chroma)) else {
      throw Failure("a picture of an unknown kind")
    }
    return Picture(
      width: Int(picture.width), height: Int(picture.height), chroma: chroma, depth: Int(picture.depth),
      samples: UnsafeBufferPointer(start: picture.samples, count: picture.count))
  }

  public static func decode(_ stream: Stream, by decoder: Decoder = .libaom) throws -> Picture {
    try decode(stream.bytes, by: decoder)
  }

  /// - Throws: `Failure` with dav1d's words where it gives up.
  public static func headers(of bytes: [UInt8]) throws -> Headers {
    var headers = avt_headers()
    var message = avt_message()
    guard avt_read_headers(bytes, bytes.count, &headers, &message) else { throw Failure(message) }
    let chroma: Chroma =
      headers.monochrome
      ? .gray : headers.subsampling_y == 1 ? .half : headers.subsampling_x == 1 ? .halfWidth : .full
    return Headers(
      profile: Int(headers.profile), tier: Int(headers.tier), depth: Int(headers.depth), chroma: chroma,
      chromaPosition: Int(headers.chroma_position),
      colors: [Int(headers.primaries), Int(headers.transfer), Int(headers.matrix)],
      isFullRange: headers.full_range, isStill: headers.still, isReduced: headers.reduced,
      hasTiming: headers.timing, hasSuperres: headers.superres, hasGrain: headers.film_grain,
      width: Int(headers.width), height: Int(headers.height), quantizer: Int(headers.quantizer),
      tileColumns: Int(headers.tile_columns), tileRows: Int(headers.tile_rows))
  }
}

extension TestHEVC.Picture {
  /// What a library decoded: samples plane by plane.
  init(width: Int, height: Int, chroma: TestHEVC.Chroma, depth: Int, samples: UnsafeBufferPointer<UInt16>) {
    self.init(width: width, height: height, chroma: chroma, depth: depth, planes: [])
    var place = 0
    for plane in 0..<chroma.planeCount {
      let size = size(ofPlane: plane)
      planes.append(Array(samples[place..<(place + size.width * size.height)]))
      place += size.width * size.height
    }
  }
}
