import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a PNG that can hold one; none reaches the render, and `verify` finds all.
@Suite struct PNGCarrierTests {
  private static let run = Result {
    let portrait = try TestPhotos.closeUpPNG()
    return try CarrierRun(
      Dictionary(uniqueKeysWithValues: Carrier.png.map { ($0.fileName, try $0.build(portrait)) }),
      options: ScratchFolder.quick)
  }
  private static let photos = Result { try VerifyRun(run.get().photos) }
  private static let renders = Result { try VerifyRun(run.get().renders) }

  /// What only the palette tells: no viewer shows it, and no list of chunks does.
  private static let inThePicture: Set<String> = [
    "Face's colours in entries that nobody uses", "Pixels as alphas of entries that nobody uses",
  ]

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    let run = try Self.run.get()
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)")
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == Carrier.png.count)
    for (name, record) in records { #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)") }
  }

  @Test(arguments: Carrier.png)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try Self.run.get()
    #expect(!run.changedPhotos.contains(carrier.fileName), "the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(inPNG: render)
    #expect(traces.isEmpty, "the render holds \(traces)")
    #expect(try TestPNG.read(render).warnings == 0)
  }

  @Test(arguments: Carrier.png)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let (run, photo) = (try Self.photos.get(), try #require(Self.run.get().photos[carrier.fileName]))
    let verified = try run.file(carrier.fileName)
    for block in verified.blocks { #expect(block.lies(in: photo.count), "\(block)") }
    if Self.inThePicture.contains(carrier.name) { return }
    #expect(verified.leak)
    let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
    #expect(!blocks.isEmpty, "no \(carrier.kind ?? "leak") among \(verified.blocks)")
    // Of the picture's own stream, only the beginning tells what a part of it says.
    if carrier.kind == "pictureSlack" { return }
    let holds = try blocks.contains { block in
      guard block.lies(in: photo.count) else { return false }
      let content = Array(photo[block.offset..<(block.offset + block.size)])
      return try !HiddenPicture.traces(inPNG: content).isEmpty
    }
    #expect(holds, "the hidden picture is not in \(blocks)")
  }

  @Test(arguments: Carrier.png.filter { !inThePicture.contains($0.name) })
  func saysWhetherTheHiddenPictureMayShowAFace(_ carrier: Carrier) throws {
    let verified = try Self.photos.get().file(carrier.fileName)
    switch carrier.content {
    case .jpeg: #expect(verified.leaks.contains { $0.mayShowFace == .yes }, "\(verified.leaks)")
    case .undecodable:
      let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
      #expect(blocks.contains { $0.mayShowFace != .no }, "\(verified.leaks)")
    case .text: break
    }
  }

  @Test func findsNothingInTheRenders() throws {
    let run = try Self.renders.get()
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    for carrier in Carrier.png {
      let verified = try run.file(carrier.fileName)
      #expect(!verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)")
    }
  }

  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    let seen = try Self.run.get().expectOnlyAllowedTags(in: Carrier.png) { $0 == "PNG" }
    #expect(seen > Carrier.png.count / 3)
  }

  // MARK: Faces that transparency hides

  /// What viewers do not show is in the file for everybody who takes the alpha channel away.
  @Test(arguments: UnseenFace.all)
  func hidesFacesUnderTransparency(_ unseen: UnseenFace) throws {
    let scratch = try ScratchFolder()
    let photo = try unseen.build()
    try scratch.write(photo, "photo.png")
    let blur = try scratch.faceblur("blur", "photo.png", "-o", "render.png", "--json")
    let faces = try blur.photos()[0].faces
    #expect(faces.contains { $0.isNear(unseen.face, within: Double(unseen.face.width) / 2) }, "\(faces)")
    let (before, after) = (
      try TestPNG.read(photo).picture, try TestPNG.read(scratch.read("render.png")).picture
    )
    unseen.expectHidden { before[$0, $1] == after[$0, $1] }
    #expect(try scratch.faceblur("verify", "render.png", "--original", "photo.png").exitCode == 0)
  }

  // MARK: Survival

  @Test(arguments: Carrier.sidewaysPNG)
  func keepsTheOrientation(_ carrier: Carrier) throws {
    let scratch = try ScratchFolder()
    let stored = try TestPNG.encodeByLibpng(
      TestPNG.Picture(TestPhotos.closeUp().stored(for: .right), .rgb8))
    try scratch.write(carrier.build(stored), "photo.png")
    let blur = try scratch.faceblur("blur", "photo.png", "-o", "render.png", "--json")
    #expect(try blur.photos()[0].faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) })
    let render = try scratch.read("render.png")
    #expect(try HiddenPicture.traces(inPNG: render).isEmpty)
    #expect(
      try ExifTool.tags(of: ["render.png": render])["render.png"]?["IFD0:Orientation"] == "Rotate 90 CW")
  }
}
