import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a WebP that can hold one; none reaches the render, and `verify` finds all.
@Suite struct WebPCarrierTests {
  private static let run = Result {
    let portrait = try TestPhotos.closeUpWebP()
    return try CarrierRun(
      Dictionary(uniqueKeysWithValues: blurred.map { ($0.fileName, try $0.build(portrait)) }),
      options: ScratchFolder.quick)
  }
  private static let photos = Result { try VerifyRun(run.get().photos) }
  private static let renders = Result { try VerifyRun(run.get().renders) }

  /// Its colours cannot be told without the profile, and WebPs are not converted.
  private static let refused: Set<String> = ["Pixels as the curve of a WebP's profile"]
  private static let blurred = Carrier.webP.filter { !refused.contains($0.name) }
  /// All but what only the picture's own samples tell, which no viewer shows.
  private static let listed = blurred.filter { $0.name != Carrier.hiddenAlphaName }

  @Test func refusesWhatOnlyAProfileTells() throws {
    let scratch = try ScratchFolder()
    for carrier in Carrier.webP where Self.refused.contains(carrier.name) {
      try scratch.write(carrier.build(TestPhotos.closeUpWebP()), carrier.fileName)
      try scratch.expectFailure(65, naming: carrier.fileName, "blur", carrier.fileName, "-o", "render.webp")
      #expect(try !scratch.names().contains("render.webp"), "\(carrier)")
      #expect(try scratch.attempt("verify", carrier.fileName).exitCode == 1)
    }
  }

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    let run = try Self.run.get()
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)")
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == Self.blurred.count)
    for (name, record) in records { #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)") }
  }

  @Test(arguments: blurred)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try Self.run.get()
    #expect(!run.changedPhotos.contains(carrier.fileName), "the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(inWebP: render)
    #expect(traces.isEmpty, "the render holds \(traces)")
    #expect(try TestWebP.read(render).picture.width == 256)
  }

  @Test(arguments: listed)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let (run, photo) = (try Self.photos.get(), try #require(Self.run.get().photos[carrier.fileName]))
    let verified = try run.file(carrier.fileName)
    for block in verified.blocks { #expect(block.lies(in: photo.count), "\(block)") }
    #expect(verified.leak)
    let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
    #expect(!blocks.isEmpty, "no \(carrier.kind ?? "leak") among \(verified.blocks)")
  }

  @Test(arguments: listed)
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
    for carrier in Self.blurred {
      let verified = try run.file(carrier.fileName)
      #expect(!verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)")
    }
  }

  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    let seen = try Self.run.get().expectOnlyAllowedTags(in: Self.blurred) { $0?.hasSuffix("WEBP") == true }
    #expect(seen > Self.blurred.count / 6)
  }

  /// What viewers do not show is in the file for everybody who takes the alpha channel away.
  @Test(arguments: UnseenFace.all, [TestWebP.Coding.lossless, .lossy(90)])
  func hidesFacesUnderTransparency(_ unseen: UnseenFace, coding: TestWebP.Coding) throws {
    let scratch = try ScratchFolder()
    let photo = try unseen.webP(coding)
    try scratch.write(photo, "photo.webp")
    let blur = try scratch.faceblur("blur", "photo.webp", "-o", "render.webp", "--json")
    let faces = try blur.photos()[0].faces
    #expect(faces.contains { $0.isNear(unseen.face, within: Double(unseen.face.width) / 2) }, "\(faces)")
    let (before, after) = (
      try TestWebP.read(photo).picture, try TestWebP.read(scratch.read("render.webp")).picture
    )
    unseen.expectHidden { before[$0, $1] == after[$0, $1] }
    #expect(try scratch.faceblur("verify", "render.webp", "--original", "photo.webp").exitCode == 0)
  }

  @Test(arguments: Carrier.sidewaysWebP)
  func keepsTheOrientation(_ carrier: Carrier) throws {
    let scratch = try ScratchFolder()
    let stored = try TestWebP.photo(TestWebP.Picture(TestPhotos.closeUp().stored(for: .right)), .lossless)
    try scratch.write(carrier.build(stored.bytes), "photo.webp")
    let blur = try scratch.faceblur("blur", "photo.webp", "-o", "render.webp", "--json")
    #expect(try blur.photos()[0].faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) })
    let render = try scratch.read("render.webp")
    #expect(try HiddenPicture.traces(inWebP: render).isEmpty)
    #expect(
      try ExifTool.tags(of: ["render.webp": render])["render.webp"]?["IFD0:Orientation"] == "Rotate 90 CW")
  }
}
