import CCodec
import TestSupport
import Testing

@testable import ImageProcessingKit

/// JPEGs in JPEG XL, by the process that puts them in and takes them out.
@Suite struct JPEGXLCodecTests {
  static let kinds = [
    TestJPEG.Kind(), .init { $0.components = 1 }, .init { $0.sampling = (1, 1) },
    .init { $0.sampling = (2, 1) },
    .init { $0.sampling = (1, 2) }, .init { $0.isProgressive = true }, .init { $0.hasOptimizedTables = true },
    .init { $0.restartInterval = 3 }, .init { $0.hasSeparateScans = true }, .init { $0.quality = 100 },
    .init { $0.quality = 1 },
  ]

  private func jpeg(_ width: Int, _ height: Int, _ kind: TestJPEG.Kind = .init()) throws -> [UInt8] {
    try TestJPEG.encode(TestPhotos.noise(width: width, height: height, seed: 8), kind)
  }

  private func kind(_ body: () throws -> [UInt8]) throws -> FaceBlurError.Kind? {
    do {
      _ = try body()
      return nil
    } catch let error as FaceBlurError {
      return error.kind
    }
  }

  /// Types of boxes (ISO/IEC 18181-2).
  private func boxes(_ file: [UInt8]) -> [String] {
    var (types, place): ([String], Int) = ([], 0)
    while place + 8 <= file.count {
      let size = file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self))
      place += size == 0 ? file.count : max(size, 8)
    }
    return types
  }

  @Test(arguments: kinds)
  func aJPEGComesBack(kind: TestJPEG.Kind) throws {
    for (width, height) in [(1, 1), (17, 31), (160, 120), (300, 257)] {
      let jpeg = try jpeg(width, height, kind)
      let file = try JPEGXLCodec.encode(jpeg: jpeg, width: width, height: height)
      #expect(try JPEGXLCodec.encode(jpeg: jpeg, width: width, height: height) == file)
      #expect(try JPEGXLCodec.jpeg(of: file, width: width, height: height) == jpeg, "\(width) × \(height)")
      let boxes = boxes(file)
      #expect(boxes.prefix(2) == ["JXL ", "ftyp"] && boxes.contains("jbrd"))
    }
  }

  /// What stands beside the picture comes back, too: segments of every kind, and what is behind the end.
  @Test func whatIsBesideThePictureComesBack() throws {
    let bare = try jpeg(64, 48)
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker] + BigEndian.bytes(content.count + 2, 2) + content
    }
    var random = SplitMix(seed: 12)
    let noise = (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let segments = [
      segment(0xE1, Array("Exif\0\0MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8)),
      segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)), segment(0xED, noise),
      segment(0xFE, Array("a comment".utf8)), segment(0xE9, [UInt8](repeating: 0, count: 65_000)),
    ]
    for others in segments.map({ [$0] }) + [segments, Array(repeating: segments[4], count: 12)] {
      let photo = Array(bare[..<2]) + others.flatMap { $0 } + bare[2...]
      let file = try JPEGXLCodec.encode(jpeg: photo, width: 64, height: 48)
      #expect(try JPEGXLCodec.jpeg(of: file, width: 64, height: 48) == photo)
    }
    let followed = bare + Array("what follows".utf8)
    let file = try JPEGXLCodec.encode(jpeg: followed, width: 64, height: 48)
    #expect(try JPEGXLCodec.jpeg(of: file, width: 64, height: 48) == followed)
  }

  /// A file that was no JPEG is another matter than one that is damaged.
  @Test func whatHoldsNoJPEGIsNotSupported() throws {
    // 16 × 16 pixels of black.
    let code: [UInt8] = [
      0xFF, 0x0A, 67, 64, 36, 8, 2, 1, 0, 36, 0, 75, 24, 139, 21, 130, 11, 68, 0,
    ]
    let signature: [UInt8] = [0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 0x87, 10]
    let type: [UInt8] = [0, 0, 0, 20] + Array("ftypjxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8)
    let container = signature + type + BigEndian.bytes(8 + code.count, 4) + Array("jxlc".utf8)
    for file in [code, container + code] {
      #expect(try kind { try JPEGXLCodec.jpeg(of: file, width: 16, height: 16) } == .unsupportedPhoto)
      #expect(try kind { try JPEGXLCodec.jpeg(of: file, width: 16, height: 17) } == .damagedPhoto)
    }
  }

  @Test func anotherSizeIsRefused() throws {
    let file = try JPEGXLCodec.encode(jpeg: jpeg(64, 48), width: 64, height: 48)
    for (width, height) in [(48, 64), (65, 48), (64, 47), (4000, 3000), (1, 1)] {
      #expect(try kind { try JPEGXLCodec.jpeg(of: file, width: width, height: height) } == .damagedPhoto)
    }
  }

  @Test func damageIsSaid() throws {
    let jpeg = try jpeg(64, 48)
    let file = try JPEGXLCodec.encode(jpeg: jpeg, width: 64, height: 48)
    for count in stride(from: 0, to: file.count, by: 7) {
      let cut = Array(file[..<count])
      #expect(
        try kind { try JPEGXLCodec.jpeg(of: cut, width: 64, height: 48) } == .damagedPhoto, "\(count)")
    }
    for cut in [[], Array(jpeg[..<40]), Array(jpeg.dropLast(200)), Array("no JPEG".utf8)] {
      #expect(try kind { try JPEGXLCodec.encode(jpeg: cut, width: 64, height: 48) } == .unsupportedPhoto)
    }
  }

  /// Whatever a file becomes by a change, it is an answer.
  @Test func changesAreAnswered() throws {
    let file = try JPEGXLCodec.encode(jpeg: jpeg(64, 48), width: 64, height: 48)
    var random = SplitMix(seed: 13)
    for _ in 0..<300 {
      var changed = file
      changed[Int.random(in: file.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let found = try kind { try JPEGXLCodec.jpeg(of: changed, width: 64, height: 48) }
      #expect(
        found == nil || found == .damagedPhoto || found == .unsupportedPhoto, "\(String(describing: found))")
    }
  }

  /// There is not more of it than there is room.
  @Test func moreThanThereIsRoomForIsRefused() throws {
    let jpeg = try jpeg(64, 48)
    let shape = fbc_shape(
      width: 64, height: 48, chroma: fbc_chroma.full.rawValue, luma_depth: 8, chroma_depth: 8)
    let helper = try CodecHelper(FilePath(BuiltCommand.program("faceblur-codec")), isConfined: false)
    func perform(_ operation: fbc_operation, _ input: [UInt8], count: Int) -> CodecHelper.Answer {
      let request = fbc_request(
        operation: operation, options: 0, shape: shape, seconds: 60, quantizer: 0,
        memory: fbc_memory(operation, shape, UInt64(input.count)), packet: 0)
      return helper.perform(request, input, count: count)
    }
    guard case .done(let file, _) = perform(.encodeJPEGXL, jpeg, count: 1 << 20) else {
      Issue.record("it is not coded")
      return
    }
    for (operation, input, output) in [
      (fbc_operation.encodeJPEGXL, jpeg, file), (.decodeJPEGXL, file, jpeg),
    ] {
      guard case .done(output, _) = perform(operation, input, count: output.count) else {
        Issue.record("\(operation) takes more room than its output")
        continue
      }
      guard case .refused(.tooLarge) = perform(operation, input, count: output.count - 1) else {
        Issue.record("\(operation) writes more than there is room for")
        continue
      }
    }
  }
}
