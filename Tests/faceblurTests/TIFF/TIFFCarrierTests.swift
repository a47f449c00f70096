import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a TIFF that can hold one; none reaches the render, and `verify` finds all.
@Suite struct TIFFCarrierTests {
  private static let photos = Result { try CarrierPhotos(Carrier.tiff, in: TestPhotos.closeUpTIFF()) }

  /// Kinds whose blocks are just where the hidden picture lies.
  private static let exact: Set<String> = [
    "xmp", "photoshop", "makerNote", "icc", "trailingPicture", "trailingBytes",
  ]

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    try Self.photos.get().expectAllBlurred()
  }

  @Test(arguments: Carrier.tiff)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let render = try Self.photos.get().expectLeftBehind(carrier, by: HiddenPicture.traces(inTIFF:))
    let decoded = try TestTIFF.read(render)
    #expect(decoded.warnings == 0 && decoded.pages == 1, "\(decoded.message)")
  }

  @Test(arguments: Carrier.tiff)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let photos = try Self.photos.get()
    try photos.expectBlocksInFile(carrier, orNowhere: true)
    let blocks = try photos.expectFound(carrier)
    let verified = try photos.photos.file(carrier.fileName)
    // Of what is said of faces, nothing is ruled out that may be one.
    let isExact = carrier.kind.map(Self.exact.contains) ?? false
    switch carrier.content {
    case .jpeg where isExact: #expect(verified.leaks.contains { $0.mayShowFace == .yes }, "\(verified.leaks)")
    case .jpeg, .undecodable: #expect(blocks.contains { $0.mayShowFace != .no }, "\(verified.leaks)")
    case .text: break
    }
    guard isExact else { return }
    let photo = try #require(photos.run.photos[carrier.fileName])
    let holds = try blocks.contains { block in
      guard block.lies(in: photo.count) else { return false }
      return try !HiddenPicture.traces(in: Array(photo[block.offset..<(block.offset + block.size)])).isEmpty
    }
    #expect(holds, "the hidden picture is not in \(blocks)")
  }

  @Test func findsNothingInTheRenders() throws {
    try Self.photos.get().expectNothingInRenders()
  }

  /// A collection keeps as little of it as `blur` does.
  @Test func scrubLeavesTheHiddenPicturesBehind() throws {
    let scratch = try ScratchFolder()
    // A part of them: what is written is the same, and what starts the writing is another.
    let carriers = Carrier.tiff.enumerated().filter { $0.offset % 4 == 1 }.map(\.element)
    for carrier in carriers {
      try scratch.write(
        #require(Self.photos.get().run.photos[carrier.fileName]), "photos/\(carrier.fileName)")
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
    let seen = try Self.photos.get().run.expectOnlyAllowedTags(in: Carrier.tiff) {
      ["TIFF", "BTF"].contains($0)
    }
    #expect(seen > Carrier.tiff.count / 3)
  }

  /// What viewers do not show is in the file for everybody who takes the alpha channel away.
  @Test(arguments: UnseenFace.all)
  func hidesFacesUnderTransparency(_ unseen: UnseenFace) throws {
    try unseen.expectBlurred(in: unseen.tiff(), "tif") { file in
      let picture = try TestTIFF.read(file).picture
      return { picture[$0, $1] }
    }
  }
}
