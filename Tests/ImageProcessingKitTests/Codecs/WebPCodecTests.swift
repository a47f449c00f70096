import CCodec
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Pictures of WebPs by the process that decodes and encodes them, as libwebp's own calls see them.
@Suite struct WebPCodecTests {
  private static let sizes = [(1, 1), (1, 9), (9, 1), (16, 16), (17, 33), (61, 47)]

  private func form(_ width: Int, _ height: Int, _ coding: WebPForm.Coding, hasAlpha: Bool) -> WebPForm {
    WebPForm(width: width, height: height, coding: coding, hasAlpha: hasAlpha)
  }

  private func planes(_ planes: TestWebP.Planes) throws -> WebPPlanes {
    let shape = PlanarShape(width: planes.width, height: planes.height, chroma: .half, depth: 8)
    return WebPPlanes(
      picture: try #require(PlanarPicture(shape, planes: planes.planes.map { $0.map(UInt16.init) })),
      alpha: planes.alpha)
  }

  /// What a codec gave, as a file.
  private func file(_ code: [UInt8], _ form: WebPForm) throws -> TestWebP {
    let bare = try TestWebP(
      Array("RIFF".utf8) + TestWebP.number(code.count + 4, 4) + Array("WEBP".utf8) + code)
    return try TestWebP.laidOut(bare.chunks)
  }

  @Test(arguments: sizes, [false, true])
  func codesWithoutLoss(_ size: (width: Int, height: Int), hasAlpha: Bool) throws {
    let picture = TestWebP.Picture.noise(width: size.width, height: size.height, hasAlpha: hasAlpha, seed: 4)
    let form = form(size.width, size.height, .lossless, hasAlpha: true)
    let code = try WebPCodec.encode(picture.pixels, width: size.width, height: size.height)
    #expect(try WebPCodec.encode(picture.pixels, width: size.width, height: size.height) == code)
    #expect(try WebPCodec.pixels(of: code, form) == picture.pixels)
    let file = try file(code, form)
    #expect(file.names == ["VP8L"] && file.saysAlpha == picture.hasAlpha)
    #expect(try TestWebP.read(file.bytes).picture == picture)
    // Where alpha does not count, what the code has of it is nothing.
    let opaque = try WebPCodec.pixels(
      of: code, self.form(size.width, size.height, .lossless, hasAlpha: false))
    #expect(
      opaque
        == picture.replacing(where: { _, _ in true }) { x, y, channel in
          channel == 3 ? 255 : picture[x, y][channel]
        }.pixels)
  }

  @Test func keepsColorsThatNobodySees() throws {
    let picture = TestWebP.Picture(TestPhotos.noise(width: 40, height: 30, seed: 2), alpha: 0)
    let code = try WebPCodec.encode(picture.pixels, width: 40, height: 30)
    #expect(try WebPCodec.pixels(of: code, form(40, 30, .lossless, hasAlpha: true)) == picture.pixels)
  }

  @Test(arguments: sizes, [false, true])
  func codesWithLoss(_ size: (width: Int, height: Int), hasAlpha: Bool) throws {
    let alpha = TestWebP.Picture.noise(width: size.width, height: size.height, hasAlpha: true, seed: 1).alpha
    let before = TestWebP.Planes(
      TestPhotos.withoutFaces(width: size.width, height: size.height), alpha: hasAlpha ? alpha : nil)
    let counts = hasAlpha && alpha.contains { $0 < 255 }
    let form = form(size.width, size.height, .lossy, hasAlpha: counts)
    for isSegmented in [false, true] {
      let quantizer = WebPQuantizer(index: 10, isSegmented: isSegmented)
      let code = try WebPCodec.encode(planes(before), quantizer)
      #expect(try WebPCodec.encode(planes(before), quantizer) == code)
      let file = try file(code, form)
      #expect(file.names == (counts ? ["VP8X", "ALPH", "VP8 "] : ["VP8 "]))
      let shown = try #require(try TestWebP.read(file.bytes).planes)
      #expect(shown.alpha == (counts ? alpha : nil))
      for plane in 0..<3 { #expect(before.ratio(to: shown, plane: plane) { _, _ in true } > 28) }
      #expect(try WebPCodec.planes(of: code, form) == planes(shown))
    }
  }

  /// Colours that repeat take tables that do not grow with the picture. Each picture has a new process, which holds no memory yet.
  @Test(arguments: [330, 352, 368, 384, 400])
  func encodesScreenshots(side: Int) throws {
    var random = SplitMix(seed: 5)
    let palette = (0..<200).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
    }
    let blocks = (0..<80 * 80).map { _ in Int.random(in: palette.indices, using: &random) }
    var pixels: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side { pixels += palette[blocks[y / 6 * 80 + x / 6]] }
    }
    let shape = fbc_shape(
      width: UInt32(side), height: UInt32(side), chroma: fbc_chroma.pixels.rawValue, luma_depth: 8,
      chroma_depth: 8)
    let request = fbc_request(
      operation: .encodeWebP, options: 0, shape: shape, seconds: 60, quantizer: 0,
      memory: fbc_memory(.encodeWebP, shape, UInt64(pixels.count)), packet: 0)
    let helper = try CodecHelper(FilePath(BuiltCommand.program("faceblur-codec")), isConfined: false)
    guard case .done = helper.perform(request, pixels, count: 2 * pixels.count) else {
      Issue.record("it is not coded")
      return
    }
  }

  /// A quantiser that is asked for is the one that is written, of a portrait.
  @Test(arguments: [false, true])
  func writesTheQuantizerThatIsAsked(isSegmented: Bool) throws {
    let picture = TestWebP.Planes(try TestPhotos.closeUp())
    let planes = try planes(picture)
    var others: [Int] = []
    for index in 0...127 {
      let code = try WebPCodec.encode(planes, WebPQuantizer(index: index, isSegmented: isSegmented))
      let head = try TestVP8(
        TestWebP(file(code, form(256, 256, .lossy, hasAlpha: false)).bytes).code[0].content)
      if head.quantizers[0] != index || !isSegmented && head.isSegmented { others.append(index) }
    }
    #expect(others.isEmpty, "\(others)")
  }

  /// A decoder is told what to expect, and another picture is an error.
  @Test func anotherFormIsRefused() throws {
    let lossless = try TestWebP.photo(TestWebP.Picture.noise(width: 32, height: 24, seed: 1), .lossless)
      .codeBytes
    let lossy = try TestWebP.photo(TestWebP.Picture.noise(width: 32, height: 24, seed: 1), .lossy(50))
      .codeBytes
    for (width, height) in [(24, 32), (32, 25), (31, 24), (1000, 1000)] {
      #expect(throws: FaceBlurError.self) {
        try WebPCodec.pixels(of: lossless, form(width, height, .lossless, hasAlpha: false))
      }
      #expect(throws: FaceBlurError.self) {
        try WebPCodec.planes(of: lossy, form(width, height, .lossy, hasAlpha: false))
      }
    }
    #expect(throws: FaceBlurError.self) {
      try WebPCodec.pixels(of: lossy, form(32, 24, .lossless, hasAlpha: false))
    }
    #expect(throws: FaceBlurError.self) {
      try WebPCodec.planes(of: lossless, form(32, 24, .lossy, hasAlpha: false))
    }
  }

  @Test func damageIsSaid() throws {
    let picture = TestWebP.Picture.noise(width: 48, height: 40, hasAlpha: true, seed: 6)
    for coding in [TestWebP.Coding.lossless, .lossy(60)] {
      let code = try TestWebP.photo(picture, coding).code
      let form = form(48, 40, coding.isLossless ? .lossless : .lossy, hasAlpha: true)
      func kind(_ code: [TestWebP.Chunk]) -> FaceBlurError.Kind? {
        let bytes = code.flatMap(\.bytes)
        do {
          if coding.isLossless {
            _ = try WebPCodec.pixels(of: bytes, form)
          } else {
            _ = try WebPCodec.planes(of: bytes, form)
          }
          return nil
        } catch {
          return error.kind
        }
      }
      #expect(kind(code) == nil)
      for count in [0, 3, 11, 40, code[code.count - 1].content.count / 2] {
        var cut = code
        cut[cut.count - 1].content = Array(cut[cut.count - 1].content.prefix(count))
        #expect(kind(cut) == .damagedPhoto, "\(coding), \(count)")
      }
      // Every byte of what is written without loss is needed.
      if coding.isLossless {
        let written = try file(WebPCodec.encode(picture.pixels, width: 48, height: 40), form)
        var cut = written.code
        cut[0].content.removeLast()
        cut[0].padding = []
        #expect(kind(written.code) == nil && kind(cut) == .damagedPhoto)
      }
    }
  }
}
