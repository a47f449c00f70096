import CCodec
import TestSupport
import Testing

@testable import ImageProcessingKit

/// AV1's pictures by the process that decodes and encodes them.
@Suite struct AV1CodecTests {
  struct Form: Sendable, CustomStringConvertible {
    let chroma: ChromaFormat
    let depth: Int

    var description: String { "\(chroma) of \(depth) bits" }
    /// `seq_profile` (AV1 6.4.1).
    var profile: Int { depth == 12 || chroma == .halfWidth ? 2 : chroma == .full ? 1 : 0 }

    func shape(_ width: Int, _ height: Int) -> PlanarShape {
      PlanarShape(width: width, height: height, chroma: chroma, depth: depth)
    }
  }

  static let forms = [ChromaFormat.gray, .half, .halfWidth, .full].flatMap { chroma in
    [8, 10, 12].map { Form(chroma: chroma, depth: $0) }
  }
  private static let form = Form(chroma: .half, depth: 8)
  private static let sizes = [(1, 1), (16, 16), (17, 31), (98, 66), (640, 480)]
  private static let colors: SampleColors = {
    var colors = SampleColors()
    (colors.primaries, colors.transfer, colors.matrix, colors.isFullRange) = (1, 13, 6, true)
    return colors
  }()

  private func noise(_ shape: PlanarShape, seed: UInt64 = 3) -> PlanarPicture {
    var random = SplitMix(seed: seed)
    var picture = PlanarPicture(shape)
    for plane in picture.planes.indices {
      for place in picture.planes[plane].indices {
        picture.planes[plane][place] = UInt16.random(in: 0...UInt16(1 << shape.depth - 1), using: &random)
      }
    }
    return picture
  }

  /// Waves, with a little noise in them.
  private func scene(_ shape: PlanarShape, seed: UInt64 = 5) -> PlanarPicture {
    var random = SplitMix(seed: seed)
    var picture = PlanarPicture(shape)
    let step = 1 << (shape.depth - 8)
    for plane in picture.planes.indices {
      let size = shape.size(ofPlane: plane)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let wave = abs((2 * x + y + 40 * plane) % 256 - 128) + abs((x - 3 * y) % 128)
          picture.planes[plane][y * size.width + x] = UInt16(
            min(wave, 250) * step + Int.random(in: 0...(4 * step), using: &random))
        }
      }
    }
    return picture
  }

  private func encode(
    _ picture: PlanarPicture, _ quantizer: Int = 0, position: Int = 0, _ colors: SampleColors = colors
  ) throws -> [UInt8] {
    try AV1Codec.encode(picture, colors, chromaPosition: position, quantizer: quantizer)
  }

  private func kind(_ code: [UInt8], as shape: PlanarShape) -> FaceBlurError.Kind? {
    do {
      _ = try AV1Codec.decode(code, as: shape)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test(arguments: forms)
  func codesWithoutLoss(form: Form) throws {
    for (width, height) in Self.sizes {
      let shape = form.shape(width, height)
      for picture in [noise(shape), scene(shape)] {
        let code = try encode(picture)
        #expect(try encode(picture) == code)
        #expect(try AV1Codec.decode(code, as: shape) == picture, "\(width) × \(height)")
        let written = try #require(CodedAV1(code))
        #expect(written.quantizer == 0 && (written.width, written.height) == (width, height))
      }
    }
  }

  /// Above a width of 4096, and above an area, AV1 has more than one tile.
  @Test(arguments: [(4200, 24), (24, 4200), (65_535, 16)])
  func codesLongPictures(size: (width: Int, height: Int)) throws {
    let picture = scene(Self.form.shape(size.width, size.height))
    let code = try encode(picture)
    #expect(try AV1Codec.decode(code, as: picture.shape) == picture)
    #expect((try #require(CodedAV1(code)).tiles[0] > 0) == (size.width > 4096))
  }

  @Test(arguments: forms)
  func codesWithLoss(form: Form) throws {
    let picture = scene(form.shape(130, 94))
    var last = Int.max
    for quantizer in [8, 40, 80, 160, 220] {
      let code = try encode(picture, quantizer)
      #expect(try encode(picture, quantizer) == code)
      #expect(code.count < last)
      last = code.count
      let shown = try AV1Codec.decode(code, as: picture.shape)
      for plane in picture.planes.indices {
        let pairs = zip(picture.planes[plane], shown.planes[plane])
        let difference = pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        let levels = Double(difference) / Double(picture.planes[plane].count << (form.depth - 8))
        #expect(levels < 2 + Double(quantizer) / 16 && levels > 0, "\(quantizer): \(levels)")
      }
    }
  }

  /// A quantiser that is asked for is written, or the nearest below it, which then stays what it is.
  @Test(arguments: forms)
  func writesTheQuantizerThatIsAsked(form: Form) throws {
    let picture = scene(form.shape(34, 26))
    let known = Set((0...61).map { 4 * $0 } + [249, 255])
    for quantizer in 0...255 {
      let nearest = known.filter { $0 <= quantizer }.max() ?? 0
      let expected = quantizer > 0 ? max(nearest, 4) : 0
      let code = try encode(picture, quantizer)
      #expect(try #require(CodedAV1(code)).quantizer == expected, "\(quantizer)")
      if quantizer != expected { #expect(try encode(picture, expected) == code) }
    }
  }

  @Test(arguments: forms)
  func writesWhatColorsThereAre(form: Form) throws {
    let picture = scene(form.shape(34, 26))
    for (quantizer, isFullRange) in [(0, false), (0, true), (60, false), (60, true)] {
      var colors = SampleColors()
      (colors.primaries, colors.transfer, colors.matrix) = (9, 16, 9)
      colors.isFullRange = isFullRange
      let written = try #require(CodedAV1(encode(picture, quantizer, position: 2, colors)))
      #expect(written.profile == form.profile && written.depth == form.depth)
      #expect(written.isGray == (form.chroma == .gray))
      #expect(written.colors == [9, 16, 9] && written.isFullRange == isFullRange)
      #expect(written.chromaPosition == (form.chroma == .half ? 2 : 0))
      #expect(
        written.isHalved == [form.chroma != .full, form.chroma == .half || form.chroma == .gray])
      #expect(!written.hasSuperresolution && !written.hasGrain && written.tiles == [0, 0])
    }
    #expect(try #require(CodedAV1(encode(picture, 0, SampleColors()))).colors == [2, 2, 2])
  }

  /// Red, green and blue themselves are coded where each pixel has all of them; elsewhere the encoder would end.
  @Test func colorsThatCannotBeSaidAreRefused() throws {
    var colors = Self.colors
    colors.matrix = 0
    let full = scene(PlanarShape(width: 34, height: 26, chroma: .full, depth: 8))
    let code = try encode(full, 0, colors)
    #expect(try AV1Codec.decode(code, as: full.shape) == full)
    #expect(try #require(CodedAV1(code)).colors == [1, 13, 0])
    var others: [(ChromaFormat, SampleColors)] = [
      (.gray, colors), (.half, colors), (.halfWidth, colors),
      (.full, SampleColors(primaries: 1, transfer: 13, matrix: 0)),
    ]
    others += [(0, 1, 1), (23, 1, 1), (1, 19, 1), (1, 1, 15), (0, 0, 0)].map {
      (.full, SampleColors(primaries: $0.0, transfer: $0.1, matrix: $0.2))
    }
    for (chroma, colors) in others {
      let picture = scene(PlanarShape(width: 34, height: 26, chroma: chroma, depth: 8))
      do {
        _ = try encode(picture, 0, colors)
        Issue.record("\(chroma) of \(colors) is coded")
      } catch let error as FaceBlurError {
        #expect(error.kind == .unsupportedPhoto, "\(error)")
        #expect(error.description.contains("its codec cannot"), "\(error)")
      }
    }
  }

  /// A decoder is told what shape to expect, and another one is an error.
  @Test func anotherShapeIsRefused() throws {
    let code = try encode(scene(Self.form.shape(64, 48)))
    for (width, height) in [(48, 64), (65, 48), (64, 47), (32, 24), (4000, 3000)] {
      #expect(kind(code, as: Self.form.shape(width, height)) == .damagedPhoto)
    }
    for form in Self.forms where form.chroma != .half || form.depth != 8 {
      #expect(kind(code, as: form.shape(64, 48)) == .damagedPhoto, "\(form)")
    }
    #expect(kind(code, as: Self.form.shape(64, 48)) == nil)
  }

  @Test func damageIsSaid() throws {
    let picture = scene(Self.form.shape(48, 40))
    let code = try encode(picture)
    for count in code.indices {
      #expect(kind(Array(code[..<count]), as: picture.shape) == .damagedPhoto, "\(count)")
    }
  }

  /// One frame is decoded, behind its header; what is no picture is passed over, and is nothing to a parser.
  @Test func oneFrameIsDecoded() throws {
    let picture = scene(Self.form.shape(48, 40))
    let code = try encode(picture)
    let units = try #require(CodedAV1.units(of: code))
    let (header, frame) = (units[0].bytes, units[1].bytes)
    let metadata = CodedAV1.unit(5, [1, 0, 0, 0, 0]) + CodedAV1.unit(15, [1, 2, 3])
    let bare = [UInt8(6 << 3)] + units[1].payload
    for good in [
      code, [0x12, 0] + code, header + header + frame, header + metadata + frame, code + metadata,
      header + bare,
    ] {
      #expect(try AV1Codec.decode(good, as: picture.shape) == picture)
    }
    let group = CodedAV1.unit(4, Array(units[1].payload.suffix(9)))
    for bad in [
      [], header, frame, code + code, header + frame + frame, code + CodedAV1.unit(8, [0]), code + group,
      header + group, code + [0x12], code + [0x80, 0],
    ] {
      #expect(kind(bad, as: picture.shape) == .damagedPhoto, "\(bad.count)")
    }
  }

  /// What it is given to work with is enough, of what takes most. Each picture has a new process, which holds no memory yet.
  @Test(arguments: forms)
  func itsMemoryIsEnough(form: Form) throws {
    for (width, height) in [(16, 16), (700, 500), (30, 3000)] {
      let shape = form.shape(width, height)
      let stated = fbc_shape(
        width: UInt32(width), height: UInt32(height), chroma: UInt32(form.chroma.rawValue),
        luma_depth: UInt32(form.depth), chroma_depth: UInt32(form.depth))
      func perform(_ operation: fbc_operation, _ input: [UInt8], count: Int) throws -> [UInt8]? {
        let request = fbc_request(
          operation: operation, options: 0, shape: stated, seconds: 60, quantizer: 0,
          memory: fbc_memory(operation, stated, UInt64(input.count)), packet: 0)
        let helper = try CodecHelper(FilePath(BuiltCommand.program("faceblur-codec")), isConfined: false)
        guard case .done(let output, _) = helper.perform(request, input, count: count) else { return nil }
        return output
      }
      let bytes = noise(shape).bytes
      let code = try #require(try perform(.encodeAV1, bytes, count: 2 * bytes.count + (1 << 16)))
      #expect(try perform(.decodeAV1, code, count: bytes.count) == bytes)
    }
  }
}
