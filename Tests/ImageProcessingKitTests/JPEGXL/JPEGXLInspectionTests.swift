import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate lists of JPEG XLs.
@Suite struct JPEGXLInspectionTests {
  private func blocks(
    _ file: [UInt8], _ policy: MetadataPolicy = .minimal, detector: (any FaceDetecting)? = nil
  ) -> [MetadataBlock] {
    file.withUnsafeBufferPointer {
      JPEGXLGate().inspection(
        of: $0, policy: policy,
        judge: HiddenPictureJudge(
          detector: detector, containers: [JPEGContainer(), PNGContainer(), JPEGXLContainer()])
      ).blocks
    }
  }

  /// Kinds, those that are objected to with an exclamation mark.
  private func kinds(_ file: [UInt8], _ policy: MetadataPolicy = .minimal) -> [String] {
    blocks(file, policy).map { $0.kind.rawValue + ($0.isAllowed ? "" : "!") }
  }

  private func render(_ jpeg: [UInt8], _ options: RenderOptions = RenderOptions()) throws -> [UInt8] {
    try JPEGXLCase(jpeg, options: options).render().bytes
  }

  @Test func listsWhatRendersHold() throws {
    let jpeg = try TestJPEG.encode(GatedRender.picture())
    #expect(try kinds(render(jpeg)) == kindsOfJPEG(TestJXL.jpeg(of: render(jpeg))))
    let turned = try render(TestJPEG.oriented(jpeg, .right))
    let found = blocks(turned)
    #expect(found.contains { $0.kind == .exif } && found.allSatisfy(\.isAllowed), "\(found)")
    // In the box that carries it.
    let file = try TestJXL(turned)
    let index = try #require(file.boxes.firstIndex { ["brob", "Exif"].contains($0.name) })
    let range = file.boundaries[index]..<file.boundaries[index + 1]
    #expect(found.first { $0.kind == .exif }?.range == range)
  }

  private func kindsOfJPEG(_ jpeg: [UInt8]) -> [String] {
    jpeg.withUnsafeBufferPointer {
      JPEGGate().inspection(of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil)).blocks.map {
        $0.kind.rawValue + ($0.isAllowed ? "" : "!")
      }
    }
  }

  @Test(arguments: Carrier.jpegXL)
  func namesEveryCarrier(_ carrier: Carrier) throws {
    let file = try carrier.build(TestJPEG.encode(TestPhotos.closeUp(), TestJPEG.Kind { $0.quality = 92 }))
    // A decoder says that the picture's data is not all picture.
    let warning = try JPEGXLCase.photo(file).displayImage(fitting: 640).decoderWarning
    let blocks = file.withUnsafeBufferPointer {
      var inspection = JPEGXLGate().inspection(
        of: $0, policy: .minimal,
        judge: HiddenPictureJudge(detector: OneFaceDetector(), containers: [JPEGContainer(), PNGContainer()]))
      inspection.judgePicture(warning: warning)
      return inspection.blocks
    }
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

  /// A photo's blocks lie in the box that carries them: EXIF, XMP, the profile, and all else of the JPEG.
  @Test func saysWhichBoxCarriesABlock() throws {
    let profile = TestProfile.wideGamut
    let jpeg = TestJPEG.inserting(
      [
        (0xE1, Array("Exif\0\0".utf8) + TestJPEG.oriented([0xFF, 0xD8], .up).dropFirst(12)),
        (0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x>Ann</x>".utf8)),
        (0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile), (0xFE, HiddenPicture.mark),
      ], into: try TestJPEG.encode(GatedRender.picture()))
    let bytes = try TestJXL.transcode(jpeg)
    let file = try TestJXL(bytes)
    func box(_ kind: MetadataBlock.Kind) throws -> [String] {
      try blocks(bytes).filter { $0.kind == kind }.map { block in
        let index = try #require(file.boundaries.firstIndex(of: block.range.lowerBound))
        let box = file.boxes[index]
        return box.name == "brob" ? String(decoding: box.content.prefix(4), as: UTF8.self) : box.name
      }
    }
    #expect(try box(.exif) == ["Exif"])
    #expect(try box(.xmp).contains("xml "))
    #expect(try box(.colorProfile) == ["jxlp"] || box(.colorProfile) == ["jxlc"])
    #expect(try box(.comment) == ["jbrd"])
  }

  @Test func namesWhatNoJPEGIsHadBackFrom() throws {
    let picture = GatedRender.picture()
    let native = try TestJXL.encode(picture, .init { $0.boxes = [.init("Exif", [0, 0, 0, 0, 77, 77])] })
    #expect(kinds(native).contains("exif!") && kinds(native).contains("furtherPicture!"))
    let bare = try TestJXL.encode(picture, .init { $0.hasContainer = false })
    #expect(kinds(bare) == ["strayBytes!"])
    let cut = Array(try TestJXL.transcode(TestJPEG.encode(picture)).dropLast(400))
    #expect(kinds(cut).contains { $0.hasSuffix("!") })
    for file in [[], [1, 2, 3], [0, 0, 0, 12], Array(JPEGXLFile.signature)] {
      #expect(kinds(file).contains { $0.hasSuffix("!") }, "\(file)")
    }
  }

  @Test func acceptsTheThumbnailOfItsOwnPicture() throws {
    var options = RenderOptions()
    options.hasThumbnail = true
    let file = try render(TestJPEG.encode(TestPhotos.closeUp()), options)
    func isAccepted(_ file: [UInt8]) throws -> Bool {
      let photo = try JPEGXLCase.photo(file)
      return file.withUnsafeBufferPointer {
        var inspection = JPEGXLGate().inspection(
          of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
        let hasThumbnail = inspection.thumbnail != nil
        return inspection.acceptThumbnail(of: photo) && hasThumbnail
          && inspection.blocks.allSatisfy(\.isAllowed)
      }
    }
    #expect(try isAccepted(file))
    // Another picture's.
    let other = try render(TestJPEG.encode(GatedRender.picture(width: 256, height: 256)), options)
    let jpegs = try (TestJXL.jpeg(of: file), TestJXL.jpeg(of: other))
    let exif = try #require(JPEGParts.segments(of: jpegs.1).first { $0.marker == 0xE1 })
    let own = try #require(JPEGParts.segments(of: jpegs.0).first { $0.marker == 0xE1 })
    var mixed = jpegs.0
    mixed.replaceSubrange(own.range, with: jpegs.1[exif.range])
    #expect(try !isAccepted(JPEGXLCase.coded(mixed)))
  }
}
