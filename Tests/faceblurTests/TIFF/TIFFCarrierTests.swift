import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a TIFF that can hold one; none reaches the render, and `verify` finds all.
@Suite struct TIFFCarrierTests {
  private static let run = Result {
    let portrait = try TestPhotos.closeUpTIFF()
    return try CarrierRun(
      Dictionary(uniqueKeysWithValues: Carrier.tiff.map { ($0.fileName, try $0.build(portrait)) }),
      options: ScratchFolder.quick)
  }
  private static let photos = Result { try VerifyRun(run.get().photos) }
  private static let renders = Result { try VerifyRun(run.get().renders) }

  /// Kinds whose blocks are just where the hidden picture lies.
  private static let exact: Set<String> = [
    "xmp", "photoshop", "makerNote", "icc", "trailingPicture", "trailingBytes",
  ]

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    let run = try Self.run.get()
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)")
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == Carrier.tiff.count)
    for (name, record) in records { #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)") }
  }

  @Test(arguments: Carrier.tiff)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try Self.run.get()
    #expect(!run.changedPhotos.contains(carrier.fileName), "the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(inTIFF: render)
    #expect(traces.isEmpty, "the render holds \(traces)")
    let decoded = try TestTIFF.read(render)
    #expect(decoded.warnings == 0 && decoded.pages == 1, "\(decoded.message)")
  }

  @Test(arguments: Carrier.tiff)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let (run, photo) = (try Self.photos.get(), try #require(Self.run.get().photos[carrier.fileName]))
    let verified = try run.file(carrier.fileName)
    for block in verified.blocks where block.size > 0 { #expect(block.lies(in: photo.count), "\(block)") }
    #expect(verified.leak)
    let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
    #expect(!blocks.isEmpty, "no \(carrier.kind ?? "leak") among \(verified.blocks)")
    // Of what is said of faces, nothing is ruled out that may be one.
    let isExact = carrier.kind.map(Self.exact.contains) ?? false
    switch carrier.content {
    case .jpeg where isExact: #expect(verified.leaks.contains { $0.mayShowFace == .yes }, "\(verified.leaks)")
    case .jpeg, .undecodable: #expect(blocks.contains { $0.mayShowFace != .no }, "\(verified.leaks)")
    case .text: break
    }
    guard isExact else { return }
    let holds = try blocks.contains { block in
      guard block.lies(in: photo.count) else { return false }
      return try !HiddenPicture.traces(in: Array(photo[block.offset..<(block.offset + block.size)])).isEmpty
    }
    #expect(holds, "the hidden picture is not in \(blocks)")
  }

  @Test func findsNothingInTheRenders() throws {
    let run = try Self.renders.get()
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    for carrier in Carrier.tiff {
      let verified = try run.file(carrier.fileName)
      #expect(!verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)")
    }
  }

  /// A collection keeps as little of it as `blur` does.
  @Test func scrubLeavesTheHiddenPicturesBehind() throws {
    let scratch = try ScratchFolder()
    // A part of them: what is written is the same, and what starts the writing is another.
    let carriers = Carrier.tiff.enumerated().filter { $0.offset % 4 == 1 }.map(\.element)
    for carrier in carriers {
      try scratch.write(#require(Self.run.get().photos[carrier.fileName]), "photos/\(carrier.fileName)")
    }
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    for carrier in carriers {
      let output = try scratch.read("out/\(carrier.fileName)")
      let traces = try HiddenPicture.traces(inTIFF: output)
      #expect(traces.isEmpty, "\(carrier): the output holds \(traces)")
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
  }

  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    let seen = try Self.run.get().expectOnlyAllowedTags(in: Carrier.tiff) { ["TIFF", "BTF"].contains($0) }
    #expect(seen > Carrier.tiff.count / 3)
  }

  /// What viewers do not show is in the file for everybody who takes the alpha channel away.
  @Test(arguments: UnseenFace.all)
  func hidesFacesUnderTransparency(_ unseen: UnseenFace) throws {
    let scratch = try ScratchFolder()
    let photo = try unseen.tiff()
    try scratch.write(photo, "photo.tif")
    let blur = try scratch.faceblur("blur", "photo.tif", "-o", "render.tif", "--json")
    let faces = try blur.photos()[0].faces
    #expect(faces.contains { $0.isNear(unseen.face, within: Double(unseen.face.width) / 2) }, "\(faces)")
    let (before, after) = (
      try TestTIFF.read(photo).picture, try TestTIFF.read(scratch.read("render.tif")).picture
    )
    unseen.expectHidden { before[$0, $1] == after[$0, $1] }
    #expect(try scratch.faceblur("verify", "render.tif", "--original", "photo.tif").exitCode == 0)
  }
}
