import ImageProcessingKit
import TestSupport
import Testing

/// A second picture of the face hides in every place of a HEIC that can hold one; none reaches the render, and `verify` finds all.
@Suite struct HEICCarrierTests {
  private static let run = Result {
    let portrait = try TestPhotos.closeUpHEIC()
    return try CarrierRun(
      Dictionary(uniqueKeysWithValues: blurred.map { ($0.fileName, try $0.build(portrait)) }),
      options: ScratchFolder.quick)
  }
  private static let photos = Result { try VerifyRun(run.get().photos) }
  private static let renders = Result { try VerifyRun(run.get().renders) }

  /// Photos that say of themselves what is not so: none is rendered.
  private static let refused: Set<String> = [
    "Face in a part of the code that ispe leaves out", "Second picture in a tile",
    "Second picture before a tile's own, with parameter sets", "Second picture before a tile's own",
    "Picture behind what pixi says", "Picture behind what pasp says", "Picture behind what mdcv says",
    "Picture behind what irot says", "Picture behind what hvcC says", "Picture behind what clli says",
    "Picture behind what iinf holds", "Picture behind the units of a tile",
    "Picture behind the numbers of a colour space", "Picture behind a grid's descriptor",
    "Auxiliary picture alphaOfHEVC", "Auxiliary picture alpha",
  ]
  private static let blurred = Carrier.heic.filter { !refused.contains($0.name) }

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    let run = try Self.run.get()
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == Self.blurred.count, "\(run.blur.errors)")
    for (name, record) in records { #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)") }
  }

  @Test func refusesWhatSaysOfItselfWhatIsNotSo() throws {
    let scratch = try ScratchFolder()
    for carrier in Carrier.heic where Self.refused.contains(carrier.name) {
      try scratch.write(carrier.build(TestPhotos.closeUpHEIC()), carrier.fileName)
      let outcome = try scratch.attempt("blur", carrier.fileName, "-o", "render.heic")
      #expect(
        [65, 1].contains(outcome.exitCode) && outcome.errors.contains(carrier.fileName), "\(outcome.errors)")
      #expect(try !scratch.names().contains("render.heic"), "\(carrier)")
      #expect(try scratch.attempt("verify", carrier.fileName).exitCode == 1)
    }
  }

  @Test(arguments: blurred)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try Self.run.get()
    #expect(!run.changedPhotos.contains(carrier.fileName), "the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(inHEIC: render)
    #expect(traces.isEmpty, "the render holds \(traces)")
  }

  @Test(arguments: blurred)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let verified = try Self.photos.get().file(carrier.fileName)
    let size = try #require(Self.run.get().photos[carrier.fileName]).count
    for block in verified.blocks where block.size > 0 { #expect(block.lies(in: size), "\(block)") }
    #expect(verified.leak, "\(verified.blocks)")
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
    let seen = try Self.run.get().expectOnlyAllowedTags(in: Self.blurred) { ["HEIC", "HEIF"].contains($0) }
    #expect(seen > 0)
  }
}
