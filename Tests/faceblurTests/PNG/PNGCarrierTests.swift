import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a PNG that can hold one; none reaches the render, and `verify` finds all.
@Suite struct PNGCarrierTests {
  private static let photos = Result { try CarrierPhotos(Carrier.png, in: TestPhotos.closeUpPNG()) }

  /// What only the palette tells: no viewer shows it, and no list of chunks does.
  private static let inThePicture: Set<String> = [
    "Face's colours in entries that nobody uses", "Pixels as alphas of entries that nobody uses",
  ]

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    try Self.photos.get().expectAllBlurred()
  }

  @Test(arguments: Carrier.png)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let render = try Self.photos.get().expectLeftBehind(carrier, by: HiddenPicture.traces(inPNG:))
    #expect(try TestPNG.read(render).warnings == 0)
  }

  @Test(arguments: Carrier.png)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let photos = try Self.photos.get()
    try photos.expectBlocksInFile(carrier)
    if Self.inThePicture.contains(carrier.name) { return }
    let blocks = try photos.expectFound(carrier)
    // Of the picture's own stream, only the beginning tells what a part of it says.
    if carrier.kind == "pictureSlack" { return }
    let photo = try #require(photos.run.photos[carrier.fileName])
    let holds = try blocks.contains { block in
      guard block.lies(in: photo.count) else { return false }
      let content = Array(photo[block.offset..<(block.offset + block.size)])
      return try !HiddenPicture.traces(inPNG: content).isEmpty
    }
    #expect(holds, "the hidden picture is not in \(blocks)")
  }

  @Test(arguments: Carrier.png.filter { !inThePicture.contains($0.name) })
  func saysWhetherTheHiddenPictureMayShowAFace(_ carrier: Carrier) throws {
    try Self.photos.get().expectFaceTold(of: carrier, asNamed: true)
  }

  @Test func findsNothingInTheRenders() throws {
    try Self.photos.get().expectNothingInRenders()
  }

  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    let seen = try Self.photos.get().run.expectOnlyAllowedTags(in: Carrier.png) { $0 == "PNG" }
    #expect(seen > Carrier.png.count / 3)
  }

  // MARK: Faces that transparency hides

  /// What viewers do not show is in the file for everybody who takes the alpha channel away.
  @Test(arguments: UnseenFace.all)
  func hidesFacesUnderTransparency(_ unseen: UnseenFace) throws {
    try unseen.expectBlurred(in: unseen.build(), "png") { file in
      let picture = try TestPNG.read(file).picture
      return { picture[$0, $1] }
    }
  }

  // MARK: Survival

  @Test(arguments: Carrier.sidewaysPNG)
  func keepsTheOrientation(_ carrier: Carrier) throws {
    let stored = try TestPNG.encodeByLibpng(
      TestPNG.Picture(TestPhotos.closeUp().stored(for: .right), .rgb8))
    try carrier.expectOrientationKept(in: stored, by: HiddenPicture.traces(inPNG:))
  }
}
