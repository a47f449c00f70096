import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a HEIC or an AVIF that can hold one; none reaches the render, and `verify`
/// finds all.
@Suite struct HEIFCarrierTests {
  private static let heic = Result { try CarrierPhotos(blurred(.hevc), in: TestPhotos.closeUp(.hevc)) }
  private static let avif = Result { try CarrierPhotos(blurred(.av1), in: TestPhotos.closeUp(.av1)) }

  private static func photos(with carrier: Carrier) throws -> CarrierPhotos {
    try (carrier.fileExtension == "avif" ? avif : heic).get()
  }

  /// Photos that say of themselves what is not so: none is rendered.
  private static let refused: Set<String> = [
    "Face in a part of the code that ispe leaves out", "Second picture in a tile",
    "Second picture before a tile's own, with parameter sets", "Second picture before a tile's own",
    "Picture behind what pixi says", "Picture behind what pasp says", "Picture behind what mdcv says",
    "Picture behind what irot says", "Picture behind what hvcC says", "Picture behind what clli says",
    "Picture behind what iinf holds", "Picture behind the units of a tile",
    "Picture behind the numbers of a colour space", "Picture behind a grid's descriptor",
    "Auxiliary picture alphaOfHEVC", "Auxiliary picture alphaOfAVC", "Auxiliary picture alpha",
  ]
  /// The same of AVIFs' code.
  private static let refusedAVIF: Set<String> = [
    "Second frame in a tile", "Second frame in a tile, with a sequence header",
    "Second frame before a tile's own",
    "Second frame before a tile's own, behind a delimiter", "Frame of another layer in a tile",
    "Tile list that is a picture", "Second sequence header that holds a picture",
    "Picture behind a tile's OBUs",
    "Picture behind what the sequence header says", "Picture behind what av1C says",
  ]

  /// Of AVIFs those in the code, and of the others, which are the same boxes as in HEICs, every third: `AVIFTileTests` and
  /// `HEIFInspectionTests` have all.
  private static func carriers(_ codec: TestHEIF.Codec) -> [Carrier] {
    guard codec == .av1 else { return Carrier.heic }
    return Carrier.avif.enumerated().filter { index, carrier in
      index % 3 == 0 || carrier.isBesideWhatIsShown || Carrier.inAV1.contains(carrier.name)
    }.map(\.element)
  }

  private static func isRefused(_ carrier: Carrier) -> Bool {
    refused.contains(carrier.name) || refusedAVIF.contains(carrier.name)
  }

  private static func blurred(_ codec: TestHEIF.Codec) -> [Carrier] {
    carriers(codec).filter { !isRefused($0) }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func blursEveryPhotoWithAHiddenPicture(codec: TestHEIF.Codec) throws {
    let blurred = Self.blurred(codec)
    let run = try Self.photos(with: blurred[0]).run
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == blurred.count && blurred.count > 60, "\(run.blur.errors)")
    for (name, record) in records { #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)") }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesWhatSaysOfItselfWhatIsNotSo(codec: TestHEIF.Codec) throws {
    let scratch = try ScratchFolder()
    for carrier in Self.carriers(codec) where Self.isRefused(carrier) {
      try scratch.write(carrier.build(TestPhotos.closeUp(codec)), carrier.fileName)
      let render = "render.\(codec.fileExtension)"
      let outcome = try scratch.attempt("blur", carrier.fileName, "-o", render)
      #expect(
        [65, 1].contains(outcome.exitCode) && outcome.errors.contains(carrier.fileName), "\(outcome.errors)")
      #expect(try !scratch.names().contains(render), "\(carrier)")
      #expect(try scratch.attempt("verify", carrier.fileName).exitCode == 1)
    }
  }

  @Test(arguments: blurred(.hevc) + blurred(.av1))
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try Self.photos(with: carrier).run
    #expect(!run.changedPhotos.contains(carrier.fileName), "the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(inHEIF: render)
    #expect(traces.isEmpty, "the render holds \(traces)")
  }

  @Test(arguments: blurred(.hevc) + blurred(.av1))
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let photos = try Self.photos(with: carrier)
    let verified = try photos.photos.file(carrier.fileName)
    let size = try #require(photos.run.photos[carrier.fileName]).count
    for block in verified.blocks where block.size > 0 { #expect(block.lies(in: size), "\(block)") }
    #expect(verified.leak, "\(verified.blocks)")
    let leaks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
    #expect(!leaks.isEmpty, "no \(carrier.kind ?? "leak") among \(verified.blocks)")
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func findsNothingInTheRenders(codec: TestHEIF.Codec) throws {
    let blurred = Self.blurred(codec)
    let run = try Self.photos(with: blurred[0]).renders
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    for carrier in blurred {
      let verified = try run.file(carrier.fileName)
      #expect(!verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)")
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func leavesNoTagThatIsNotAllowedByExifToolsAccount(codec: TestHEIF.Codec) throws {
    let blurred = Self.blurred(codec)
    let types = codec == .hevc ? ["HEIC", "HEIF"] : ["AVIF"]
    let seen = try Self.photos(with: blurred[0]).run.expectOnlyAllowedTags(in: blurred) {
      types.contains($0 ?? "")
    }
    #expect(seen > 0)
  }

  /// In a picture that is coded with loss again nothing is copied, so nothing can come along.
  @Test func leavesNothingBehindInLossyAVIFs() throws {
    let portrait = try TestPhotos.closeUpLossyAVIF()
    let carriers = Carrier.avif.filter { Carrier.inAV1.contains($0.name) && !Self.isRefused($0) }
    let photos = try CarrierPhotos(carriers, in: portrait)
    for carrier in carriers {
      let render = try photos.run.render(of: carrier.fileName)
      #expect(try HiddenPicture.traces(inHEIF: render).isEmpty, "\(carrier)")
      #expect(try TestAV1.headers(of: TestHEIF(render).av1Stream(of: 1).bytes).quantizer > 0, "\(carrier)")
      #expect(try photos.photos.file(carrier.fileName).leak, "\(carrier)")
    }
    #expect(photos.renders.outcome.exitCode == 0, "\(photos.renders.outcome.output)")
  }
}
