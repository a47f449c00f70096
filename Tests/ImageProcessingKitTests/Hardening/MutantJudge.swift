import TestSupport

@testable import ImageProcessingKit

/// Puts one damaged stream through everything that reads a photo, and says what is wrong with the outcome.
///
/// libjpeg's own reader is the judge of every output, and of which coefficients the damaged stream holds.
struct MutantJudge {
  struct Verdict {
    /// How the output was made; nil where the stream was refused.
    var path: RenderSummary.Path?
    /// Whether it was compared with what libjpeg reads of the damaged stream.
    var isCompared = false
    /// What must not be, in words.
    var faults: [String] = []
  }

  var random: SplitMix

  /// Small, so that a size that lies costs no time.
  private static let limits: ImageLimits = {
    var limits = ImageLimits()
    limits.maxPixels = 1 << 17
    limits.maxScans = 30
    return limits
  }()

  /// A copy in an allocation that ends with its last byte: the address sanitizer sees a read of the next one.
  private static func exactCopy(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
      count = target.initialize(fromContentsOf: bytes)
    }
  }

  mutating func judge(_ mutant: [UInt8]) -> Verdict {
    var verdict = Verdict()
    let photo: JPEGPhoto
    do {
      photo = try JPEGPhoto(Self.exactCopy(mutant), limits: Self.limits)
    } catch {
      Self.note(error, in: &verdict)
      return verdict
    }
    show(photo, &verdict)

    let areas = randomAreas(on: photo.geometry)
    let paths = randomPaths()
    let style = ObscuringStyle.allCases.randomElement(using: &random) ?? .mosaic
    var options = RenderOptions()
    options.keepsProgressive = Bool.random(using: &random)
    let sink = MemorySink()
    do {
      let summary = try photo.render(
        areas, with: style.obscurer, options: options, paths: paths, into: sink)
      verdict.path = summary.path
    } catch {
      Self.note(error, in: &verdict)
      return verdict
    }
    check(sink.bytes, of: mutant, photo.geometry, areas, isFlat: style.obscurer.isFlatInCells, &verdict)
    return verdict
  }

  private mutating func show(_ photo: JPEGPhoto, _ verdict: inout Verdict) {
    let side = Int.random(in: 1...64, using: &random)
    do {
      let pixels = try photo.displayImage(fitting: side).pixels
      if max(pixels.width, pixels.height) > side {
        verdict.faults.append("the picture is larger than was asked for")
      }
    } catch {
      Self.note(error, in: &verdict)
    }
  }

  /// A refusal is fine; a fault of the library is not.
  private static func note(_ error: FaceBlurError, in verdict: inout Verdict) {
    if error.kind == .internalError { verdict.faults.append(error.reason) }
  }

  // MARK: What is asked of the photo

  private mutating func randomAreas(on geometry: PhotoGeometry) -> [ObscuredArea] {
    let regions = (0..<Int.random(in: 0...4, using: &random)).map { index in
      PlannedRegion(
        id: "\(index)",
        rect: NormalizedRect(
          x: .random(in: -0.2...0.95, using: &random), y: .random(in: -0.2...0.95, using: &random),
          width: .random(in: 0.02...0.7, using: &random), height: .random(in: 0.02...0.7, using: &random)),
        score: nil, origin: .manual)
    }
    let cells = Int.random(in: 1...6, using: &random)
    let shape = ObscuringShape.allCases.randomElement(using: &random) ?? .box
    guard let strength = ObscuringStrength(style: .mosaic, shape: shape, cells: cells, margin: 1) else {
      return []
    }
    return RegionPlan(regions: regions, strength: strength).areas(on: geometry)
  }

  /// Mostly all; now and then one of the paths that a healthy stream never takes.
  private mutating func randomPaths() -> [RenderSummary.Path] {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: [.coefficients, .pixels]
    case 1: [.pixels]
    default: JPEGPhoto.paths
    }
  }

  // MARK: What came out

  private func check(
    _ output: [UInt8], of mutant: [UInt8], _ geometry: PhotoGeometry, _ areas: [ObscuredArea], isFlat: Bool,
    _ verdict: inout Verdict
  ) {
    guard let after = try? TestJPEG.read(output) else {
      verdict.faults.append("the output cannot be read")
      return
    }
    // libjpeg reads the coefficients of some samplings that it cannot make pixels of.
    if (try? TestJPEG.decode(output)) == nil, (try? TestJPEG.decode(mutant)) != nil {
      verdict.faults.append("the output cannot be decoded")
    }
    if (after.width, after.height) != (geometry.storedWidth, geometry.storedHeight) {
      verdict.faults.append("the output has another size")
    }
    if isFlat, after.components.contains(where: { holdsDetail($0, areas) }) {
      verdict.faults.append("an area holds detail")
    }
    let before = try? TestJPEG.read(mutant)
    // A header may be odd in a way that is carried over; data must never be.
    if after.warnings > before?.warnings ?? 0 { verdict.faults.append("the decoder warns of the output") }
    guard verdict.path != .pixels, let before else { return }
    verdict.isCompared = true
    if after.components.count != before.components.count {
      verdict.faults.append("the output has other components")
    }
    for (old, new) in zip(before.components, after.components) where !isSame(old, new, outside: areas) {
      verdict.faults.append("something outside the areas changed")
    }
  }

  private func isInside(_ component: TestJPEG.Component, _ x: Int, _ y: Int, _ areas: [ObscuredArea]) -> Bool
  {
    areas.contains {
      $0.contains(unitX: x / component.blocksPerUnit.h, unitY: y / component.blocksPerUnit.v)
    }
  }

  private func holdsDetail(_ component: TestJPEG.Component, _ areas: [ObscuredArea]) -> Bool {
    (0..<component.heightInBlocks).contains { y in
      (0..<component.widthInBlocks).contains { x in
        isInside(component, x, y, areas) && component.block(x, y).dropFirst().contains { $0 != 0 }
      }
    }
  }

  private func isSame(
    _ old: TestJPEG.Component, _ new: TestJPEG.Component, outside areas: [ObscuredArea]
  ) -> Bool {
    guard old.widthInBlocks == new.widthInBlocks, old.heightInBlocks == new.heightInBlocks,
      // A component that no scan holds has no quantisers yet.
      old.quantizers == new.quantizers || old.quantizers.allSatisfy({ $0 == 0 })
    else { return false }
    return (0..<old.heightInBlocks).allSatisfy { y in
      (0..<old.widthInBlocks).allSatisfy { x in
        isInside(old, x, y, areas) || old.block(x, y) == new.block(x, y)
      }
    }
  }
}
