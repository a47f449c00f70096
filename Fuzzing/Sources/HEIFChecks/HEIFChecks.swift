internal import FuzzerSupport
@testable internal import ImageProcessingKit
public import TestSupport

/// What must hold of HEICs and AVIFs that may be anything: of what reads and writes them, and of the gate that proves what they make.
///
/// Pictures are decoded and encoded by `faceblur-codec`, where it lies beside the program. Where it does not, boxes, items and
/// headers of code are read all the same.
public struct HEIFChecks: Sendable {
  private let codec: TestHEIF.Codec
  private let probe: ProbedFile

  public init(_ codec: TestHEIF.Codec) {
    self.codec = codec
    probe = ProbedFile(codec.format.container)
  }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  public func check(_ bytes: [UInt8]) {
    check(file: bytes)
    // Few changes leave a file in which everything is where its boxes say: of what is there, a sound one is made.
    if let file = HEIFDraft(bytes, codec)?.file { check(file: file, bytes) }
  }

  private func check(file: [UInt8]) { check(file: file, file) }

  /// - Parameter choices: what regions and options follow from.
  private func check(file bytes: [UInt8], _ choices: [UInt8]) {
    switch codec {
    case .hevc: GateInspection.check(heic: bytes)
    case .av1: GateInspection.check(avif: bytes)
    }
    let photo = try? codec.format.container.open(FileBytes(bytes), limits: .none) as? any HEIFPhoto
    probe.check(bytes, photo)
    // One that calls itself something else is taken for that, and the gate knows no picture in it.
    guard codec.format.container.recognizes(bytes) else { return }
    guard let photo, photo.geometry.storedWidth * photo.geometry.storedHeight <= 1 << 14,
      photo.picture.tiles.count <= 16
    else { return }
    let style = ObscuringStyle.allCases[choices.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: choices.suffix(16), style) else { return }
    var options = RenderOptions()
    options.tiles = choices.count & 32 == 0 ? .hidden : .all
    options.metadata = choices.count & 64 == 0 ? .everything : .minimal
    check(photo, plan, options)
  }

  private func check(_ photo: any HEIFPhoto, _ plan: RegionPlan, _ options: RenderOptions) {
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options, into: sink)
    else { return }
    check(render: sink.bytes, of: photo, plan, options, summary)
  }

  private func check(
    render: [UInt8], of photo: any HEIFPhoto, _ plan: RegionPlan, _ options: RenderOptions,
    _ summary: RenderSummary
  ) {
    guard let opened = try? photo.opening(render: render) else { fatalError("a render cannot be opened") }
    precondition(opened.geometry == photo.geometry, "a render has another shape")
    do {
      try LeakGate(format: codec.format).check(
        FileBytes(render), of: photo, plan: plan, options: options, madeBy: summary.path)
    } catch {
      // A tile that is copied may hold more than its picture. It is written anew then, and holds nothing else.
      if error.kind == .leak(.codeBehindTile), options.tiles != .all {
        var all = options
        all.tiles = .all
        return check(photo, plan, all)
      }
      // A tile that is not decoded may be copied, and no gate proves what it shows.
      guard (try? photo.displayImage(fitting: 64)) != nil else { return }
      fatalError("the gate refuses a render: \(error.reason)")
    }
    if !photo.isGray, render.count % 4 == 0 { tone(opened, options) }
    guard let again = opened as? any HEIFPhoto else { fatalError("a render is of another kind") }
    // What is coded with loss is another picture when it is coded again.
    guard summary.path == .tiles else { return }
    var kept = options
    kept.tiles = .hidden
    let sink = MemorySink()
    do {
      _ = try again.renderUnproven([], with: plan.strength.style.obscurer, options: kept, into: sink)
    } catch {
      fatalError("a render cannot be rendered: \(error.reason)")
    }
    precondition(sink.bytes == render, "a render in which nothing is hidden is another file")
  }

  private func tone(_ render: any EditablePhoto, _ options: RenderOptions) {
    let sink = MemorySink()
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try render.toneUnproven(with: filters, options: options, into: sink)
      try LeakGate(format: codec.format).checkTones(
        of: FileBytes(sink.bytes), against: render, filters: filters, options: options)
    } catch {
      // As above: a copied tile may be one that is not decoded.
      guard (try? render.displayImage(fitting: 64)) != nil else { return }
      fatalError("filters cannot be applied to a render: \(error.reason)")
    }
  }
}

extension TestHEIF.Codec {
  var format: PhotoFormat { self == .hevc ? .heic : .avif }
}
