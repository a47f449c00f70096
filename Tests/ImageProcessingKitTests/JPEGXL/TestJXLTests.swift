import ImageProcessingKit
import TestSupport
import Testing

/// What the other tests of JPEG XL build on.
@Suite struct TestJXLTests {
  @Test(arguments: JPEGXLCase.kinds)
  func aJPEGCanBeHadBack(kind: TestJPEG.Kind) throws {
    let jpeg = try TestJPEG.encode(GatedRender.picture(), kind)
    for effort in [1, 7] {
      let file = try TestJXL.transcode(jpeg, .init { $0.effort = effort })
      #expect(try TestJXL.jpeg(of: file) == jpeg)
      #expect(try TestJXL(file).bytes == file)
      let (shown, meant) = (try TestJXL.read(file).picture, try TestPhotos.pixels(of: jpeg))
      #expect((shown.width, shown.height) == (meant.width, meant.height))
    }
  }

  @Test func codeMayLieInAnyParts() throws {
    let jpeg = try TestJPEG.encode(GatedRender.picture())
    let file = try TestJXL.photo(jpeg)
    for sizes in [nil, [], [10], [1, 1, 1], [0, 7, 0]] {
      #expect(try TestJXL.jpeg(of: file.changing { $0.cutCode(sizes) }.bytes) == jpeg)
    }
  }

  @Test func boxesAreWrittenAsAskedFor() throws {
    let jpeg = try TestJPEG.encode(GatedRender.picture())
    let content = Array("something to be packed, something to be packed".utf8)
    for isPacked in [false, true] {
      let file = try TestJXL.transcode(
        jpeg, .init { $0.boxes = [.init("xml ", content, isPacked: isPacked)] })
      #expect(try TestJXL(file).names.contains(isPacked ? "brob" : "xml "))
      #expect(TestJXL.content(of: "xml ", in: file) == content)
    }
  }

  @Test func nativeFilesHoldNoJPEG() throws {
    let picture = GatedRender.picture()
    let lossless = try TestJXL.encode(picture, .init { $0.distance = 0 })
    #expect(try TestJXL.read(lossless).picture == picture)
    let animated = try TestJXL.encode(picture, .init { $0.frames = 3 })
    #expect(try TestJXL.read(animated).isAnimated)
    let alpha = try TestJXL.encode(picture, .init { $0.hasAlpha = true })
    #expect(try TestJXL.read(alpha).extraChannels == 1)
    let bare = try TestJXL.transcode(
      TestJPEG.encode(picture), .init { ($0.hasContainer, $0.keepsJPEG) = (false, false) })
    #expect(bare.starts(with: [0xFF, 0x0A]))
    for file in [lossless, animated, alpha, bare] {
      #expect(throws: TestJXL.Failure.self) { try TestJXL.jpeg(of: file) }
    }
  }
}
