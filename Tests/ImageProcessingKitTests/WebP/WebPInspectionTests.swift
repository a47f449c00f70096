import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate lists of WebPs.
@Suite struct WebPInspectionTests {
  private func blocks(
    _ file: [UInt8], _ policy: MetadataPolicy = .minimal, detector: (any FaceDetecting)? = nil
  ) -> [MetadataBlock] {
    file.withUnsafeBufferPointer {
      WebPGate().inspection(
        of: $0, policy: policy,
        judge: HiddenPictureJudge(
          detector: detector, containers: [JPEGContainer(), PNGContainer(), WebPContainer()])
      ).blocks
    }
  }

  /// Kinds, those that are objected to with an exclamation mark.
  private func kinds(_ file: [UInt8], _ policy: MetadataPolicy = .minimal) -> [String] {
    blocks(file, policy).map { $0.kind.rawValue + ($0.isAllowed ? "" : "!") }
  }

  private func file(_ form: WebPCase.Form = .lossless, _ change: (inout TestWebP) throws -> Void = { _ in })
    throws
    -> [UInt8]
  {
    try TestWebP.photo(form.picture(width: 40, height: 30), form.coding).changing(change).bytes
  }

  private static let exif = {
    var block = EXIFBlock()
    block.orientation = .right
    return block.tiff(thumbnail: nil)
  }()

  @Test(arguments: WebPCase.Form.all)
  func listsNothingOfABarePicture(form: WebPCase.Form) throws {
    #expect(try kinds(file(form)) == [])
    let detected = try blocks(file(form), detector: OneFaceDetector()).filter { !$0.isAllowed }
    #expect(detected.isEmpty, "\(detected)")
  }

  @Test(arguments: WebPCase.Form.all)
  func listsWhatRendersHold(form: WebPCase.Form) throws {
    let profile = KnownColorSpace.displayP3.profile
    let photo = try TestWebP.photo(form.picture(), form.coding, profile: profile, exif: Self.exif).bytes
    let example = try WebPCase(form)
    let render = try example.render(of: photo).bytes
    #expect(kinds(render) == ["icc", "exif"])
    #expect(kinds(render, try #require(MetadataPolicy("none-profile"))).contains("icc!"))
    render.withUnsafeBufferPointer {
      #expect(WebPGate().shape(of: $0).orientation == .right)
    }
  }

  @Test func namesWhatIsBesideThePicture() throws {
    for form in [WebPCase.Form.lossless, .lossy] {
      func found(_ change: (inout TestWebP) throws -> Void) throws -> [String] {
        try kinds(file(form, change))
      }
      #expect(try found { $0.chunks.append(.init("face", [1])) } == ["furtherChunk!"])
      #expect(try found { $0.chunks.append(.init("XMP ", [1, 2])) } == ["xmp!"])
      #expect(try found { $0.chunks.append(.init("ANIM", [1, 2])) } == ["animation!"])
      #expect(try found { $0.chunks.append(.init("ANMF", [1, 2])) } == ["animation!"])
      #expect(try found { $0.chunks += $0.code } == ["furtherPicture!"])
      #expect(try found { $0.chunks.append(.init("ALPH", [1, 2])) } == ["furtherPicture!"])
      #expect(try found { $0.trailing = [1] } == ["trailingBytes!"])
      #expect(try found { $0.trailing = try HiddenPicture.jpeg() }.contains("trailingPicture!"))
      #expect(
        try found { file in
          try file.extend()
          file.insert([.init("face", [1], padding: [1])], at: 1)
        }.contains("strayBytes!"))
      // A header that nobody needs, or that does not fit.
      #expect(try found { try $0.extend() } == ["headerBytes!"])
      #expect(try found { try $0.extend(0x80) }.contains("headerBytes!"))
      #expect(
        try found { file in
          try file.extend(TestWebP.hasEXIF)
          file.chunks.append(.init("EXIF", Self.exif))
        } == ["exif"])
      #expect(
        try found { file in
          try file.extend(TestWebP.hasEXIF)
          file.chunks.append(.init("EXIF", Array("Exif\0\0".utf8) + Self.exif))
        }.contains("exif!"))
      #expect(
        try found { file in
          try file.extend()
          file.chunks.append(.init("EXIF", Self.exif))
        }.contains("headerBytes!"))
      // Of a simple file nobody reads them.
      #expect(
        try found { $0.chunks.append(.init("EXIF", Self.exif)) }.contains {
          $0.hasPrefix("exif") && $0.hasSuffix("!")
        })
      #expect(
        try found { $0.chunks.append(.init("ICCP", KnownColorSpace.displayP3.profile)) }.contains("icc!"))
    }
  }

  /// Nothing can be changed in front of the code without its being seen.
  @Test(arguments: WebPCase.Form.all)
  func foretellsEveryByteOfHeaders(form: WebPCase.Form) throws {
    let photo = try TestWebP.photo(
      form.picture(), form.coding, profile: KnownColorSpace.displayP3.profile, exif: Self.exif)
    let render = try WebPCase(form).render(of: photo.bytes).bytes
    let parts = try TestWebP(render)
    #expect(!kinds(render).contains { $0.hasSuffix("!") })
    for (start, chunk) in zip(parts.boundaries, parts.chunks) {
      // What numbers mean that viewers go by is compared with the original's.
      let count = chunk.name == "VP8X" ? 8 + chunk.content.count : 8
      for place in start..<(start + count) {
        var other = render
        other[place] ^= 1
        #expect(kinds(other).contains { $0.hasSuffix("!") }, "byte \(place), \(chunk.name)")
      }
      if chunk.content.count % 2 == 1 {
        var other = render
        other[start + 8 + chunk.content.count] = 1
        #expect(kinds(other).contains { $0.hasSuffix("!") }, "padding of \(chunk.name)")
      }
    }
    for place in 0..<12 {
      var other = render
      other[place] ^= 2
      #expect(kinds(other).contains { $0.hasSuffix("!") }, "byte \(place)")
    }
    for cut in try TestWebP.truncations(of: render) {
      #expect(kinds(cut).contains { $0.hasSuffix("!") }, "\(cut.count) bytes")
    }
  }

  /// Bytes that no decoder looks at: behind the code, and behind each of its partitions.
  @Test(arguments: WebPCase.Form.all)
  func seesWhatFollowsTheCode(form: WebPCase.Form) throws {
    var random = SplitMix(seed: 9)
    for count in [16, 200, 5000] {
      let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      func isSeen(_ change: (inout TestWebP) throws -> Void) throws -> Bool {
        try blocks(file(form, change), detector: OneFaceDetector()).contains { !$0.isAllowed }
      }
      #expect(try isSeen { $0.change(form.chunk) { $0.content += rest } }, "\(count)")
      guard !form.isLossless else { continue }
      #expect(
        try isSeen {
          try $0.change(form.chunk) {
            let head = try TestVP8($0.content)
            $0.content = head.content(of: head.firstPartition + rest, head.otherPartitions)
          }
        }, "\(count)")
      if form.hasAlpha { #expect(try isSeen { $0.change("ALPH") { $0.content += rest } }, "\(count)") }
    }
  }

  @Test(arguments: Carrier.webP.filter { $0.name != Carrier.hiddenAlphaName })
  func namesEveryCarrier(_ carrier: Carrier) throws {
    let file = try carrier.build(TestPhotos.closeUpWebP())
    let blocks = blocks(file, detector: OneFaceDetector())
    for block in blocks {
      #expect(block.range.lowerBound >= 0 && block.range.upperBound <= file.count, "\(block)")
    }
    let leaks = blocks.filter { !$0.isAllowed }
    #expect(!leaks.isEmpty)
    #expect(
      carrier.kind == nil || leaks.contains { $0.kind.rawValue == carrier.kind },
      "\(leaks.map(\.kind.rawValue))")
    switch carrier.content {
    case .jpeg: #expect(leaks.contains { $0.mayShowFace == .yes }, "\(leaks)")
    case .undecodable: #expect(leaks.contains { $0.mayShowFace != .no }, "\(leaks)")
    case .text: break
    }
    for (a, b) in zip(leaks, leaks.dropFirst()) { #expect(a.range.lowerBound <= b.range.lowerBound) }
  }

  @Test func saysHowThePictureIsTurned() throws {
    for orientation in Orientation.allCases {
      let oriented = TestJPEG.oriented([0xFF, 0xD8, 0xFF, 0xD9], orientation, littleEndian: true)
      let exif = Array(oriented.dropFirst(12).dropLast(2))
      for form in WebPCase.Form.all {
        let photo = try TestWebP.photo(form.picture(width: 40, height: 30), form.coding, exif: exif).bytes
        photo.withUnsafeBufferPointer {
          #expect(WebPGate().shape(of: $0).orientation == orientation)
          let judge = HiddenPictureJudge(detector: nil)
          #expect(
            WebPGate().inspection(of: $0, policy: .minimal, judge: judge).shape.orientation == orientation)
        }
      }
    }
  }

  @Test func objectsToDamage() throws {
    for form in WebPCase.Form.all {
      let file = try file(form)
      for cut in try [[], [1, 2, 3], Array(file.dropFirst())] + TestWebP.truncations(of: file) {
        #expect(kinds(cut).contains { $0.hasSuffix("!") }, "\(cut.count)")
      }
    }
  }
}
