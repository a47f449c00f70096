import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a JPEG XL that can hold one; none reaches the render, and `verify` finds all.
@Suite struct JPEGXLCarrierTests {
  private static let run = Result {
    let portrait = try TestJPEG.encode(TestPhotos.closeUp(), TestJPEG.Kind { $0.quality = 92 })
    return try CarrierRun(
      Dictionary(uniqueKeysWithValues: Carrier.jpegXL.map { ($0.fileName, try $0.build(portrait)) }),
      options: ScratchFolder.quick)
  }
  private static let photos = Result { try VerifyRun(run.get().photos) }
  private static let renders = Result { try VerifyRun(run.get().renders) }

  @Test func hasManyCarriersOfEachNameOnce() {
    #expect(Carrier.jpegXL.count >= 100)
    #expect(Set(Carrier.jpegXL.map(\.fileName)).count == Carrier.jpegXL.count)
  }

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    let run = try Self.run.get()
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)")
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == Carrier.jpegXL.count)
    for (name, record) in records { #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)") }
  }

  @Test(arguments: Carrier.jpegXL)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try Self.run.get()
    let photo = try #require(run.photos[carrier.fileName])
    // Some lie in parts, and packed in a way that nobody unpacks again.
    if carrier.content == .jpeg, carrier.kind != "otherCode" {
      #expect(try !HiddenPicture.traces(inJPEGXL: photo).isEmpty, "nothing was planted")
    }
    #expect(!run.changedPhotos.contains(carrier.fileName), "the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(inJPEGXL: render)
    #expect(traces.isEmpty, "the render holds \(traces)")
    #expect(try TestJXL.read(render).picture.width == 256)
  }

  @Test(arguments: Carrier.jpegXL)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let (run, photo) = (try Self.photos.get(), try #require(Self.run.get().photos[carrier.fileName]))
    let verified = try run.file(carrier.fileName)
    for block in verified.blocks { #expect(block.lies(in: photo.count), "\(block)") }
    #expect(verified.leak)
    let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
    #expect(!blocks.isEmpty, "no \(carrier.kind ?? "leak") among \(verified.blocks)")
  }

  @Test(arguments: Carrier.jpegXL)
  func saysWhetherTheHiddenPictureMayShowAFace(_ carrier: Carrier) throws {
    let verified = try Self.photos.get().file(carrier.fileName)
    switch carrier.content {
    case .jpeg: #expect(verified.leaks.contains { $0.mayShowFace == .yes }, "\(verified.leaks)")
    case .undecodable: #expect(verified.leaks.contains { $0.mayShowFace != .no }, "\(verified.leaks)")
    case .text: break
    }
  }

  @Test func findsNothingInTheRenders() throws {
    let run = try Self.renders.get()
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    for carrier in Carrier.jpegXL {
      let verified = try run.file(carrier.fileName)
      #expect(!verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)")
    }
  }

  /// Of the JPEG that is had back: not every ExifTool unpacks boxes.
  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    var jpegs: [String: [UInt8]] = [:]
    for (name, render) in try Self.run.get().renders {
      jpegs[name + ".jpg"] = try TestJXL.jpeg(of: render)
    }
    let tags = try ExifTool.tags(of: jpegs)
    for carrier in Carrier.jpegXL {
      let found = try #require(tags[carrier.fileName + ".jpg"], "\(carrier): exiftool read no render")
      #expect(found["File:FileType"] == "JPEG", "\(carrier)")
      let others = ExifTool.tagsThatMustNotBe(in: found)
      #expect(others.isEmpty, "\(carrier): the render has \(others)")
    }
  }
}
