import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a WebP that can hold one; none reaches the render, and `verify` finds all.
@Suite struct WebPCarrierTests {
  private static let photos = Result { try CarrierPhotos(blurred, in: TestPhotos.closeUpWebP()) }

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
    try Self.photos.get().expectAllBlurred()
  }

  @Test(arguments: blurred)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let render = try Self.photos.get().expectLeftBehind(carrier, by: HiddenPicture.traces(inWebP:))
    #expect(try TestWebP.read(render).picture.width == 256)
  }

  @Test(arguments: listed)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let photos = try Self.photos.get()
    try photos.expectBlocksInFile(carrier)
    try photos.expectFound(carrier)
  }

  @Test(arguments: listed)
  func saysWhetherTheHiddenPictureMayShowAFace(_ carrier: Carrier) throws {
    try Self.photos.get().expectFaceTold(of: carrier)
  }

  @Test func findsNothingInTheRenders() throws {
    try Self.photos.get().expectNothingInRenders()
  }

  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    let seen = try Self.photos.get().run.expectOnlyAllowedTags(in: Self.blurred) {
      $0?.hasSuffix("WEBP") == true
    }
    #expect(seen > Self.blurred.count / 6)
  }

  /// What viewers do not show is in the file for everybody who takes the alpha channel away.
  @Test(arguments: UnseenFace.all, [TestWebP.Coding.lossless, .lossy(90)])
  func hidesFacesUnderTransparency(_ unseen: UnseenFace, coding: TestWebP.Coding) throws {
    try unseen.expectBlurred(in: unseen.webP(coding), "webp") { file in
      let picture = try TestWebP.read(file).picture
      return { picture[$0, $1] }
    }
  }

  @Test(arguments: Carrier.sidewaysWebP)
  func keepsTheOrientation(_ carrier: Carrier) throws {
    let stored = try TestWebP.photo(TestWebP.Picture(TestPhotos.closeUp().stored(for: .right)), .lossless)
    try carrier.expectOrientationKept(in: stored.bytes, by: HiddenPicture.traces(inWebP:))
  }
}
