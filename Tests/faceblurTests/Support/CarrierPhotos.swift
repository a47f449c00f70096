import TestSupport
import Testing

/// The photos of one kind with all of its carriers, and what became of them.
struct CarrierPhotos: Sendable {
  let carriers: [Carrier]
  let run: CarrierRun
  /// What `verify` says of the photos, and of their renders.
  let photos: VerifyRun
  let renders: VerifyRun

  /// - Parameter portrait: the photo in which each carrier is planted.
  init(_ carriers: [Carrier], in portrait: [UInt8]) throws {
    self.carriers = carriers
    run = try CarrierRun(
      Dictionary(uniqueKeysWithValues: carriers.map { ($0.fileName, try $0.build(portrait)) }),
      options: ScratchFolder.quick)
    photos = try VerifyRun(run.photos)
    renders = try VerifyRun(run.renders)
  }

  /// Expects that every photo was blurred, and that no record holds anything of the hidden picture.
  func expectAllBlurred(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)", sourceLocation: sourceLocation)
    let records = run.outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == carriers.count, sourceLocation: sourceLocation)
    for (name, record) in records {
      #expect(try HiddenPicture.traces(in: record).isEmpty, "\(name)", sourceLocation: sourceLocation)
    }
  }

  /// Expects that the original is as it was, and that the render holds nothing of the hidden picture.
  /// - Parameter traces: finds what a file holds of it.
  /// - Returns: the render.
  @discardableResult
  func expectLeftBehind(
    _ carrier: Carrier, by traces: ([UInt8]) throws -> [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    #expect(
      !run.changedPhotos.contains(carrier.fileName), "the original was touched",
      sourceLocation: sourceLocation)
    let render = try run.render(of: carrier.fileName)
    let found = try traces(render)
    #expect(found.isEmpty, "the render holds \(found)", sourceLocation: sourceLocation)
    return render
  }

  /// Expects that `verify` finds the hidden picture in the photo, as what the carrier says if it says anything.
  /// - Returns: the blocks that are objected to and may be it.
  @discardableResult
  func expectFound(
    _ carrier: Carrier, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [VerifiedFile.Block] {
    let verified = try photos.file(carrier.fileName)
    #expect(verified.leak, sourceLocation: sourceLocation)
    let blocks = verified.leaks(of: carrier)
    #expect(
      !blocks.isEmpty, "no \(carrier.kind ?? "leak") among \(verified.blocks)", sourceLocation: sourceLocation
    )
    return blocks
  }

  /// Expects that `verify` lists no block of the photo that does not lie in it.
  /// - Parameter orNowhere: whether a block may have no bytes.
  func expectBlocksInFile(
    _ carrier: Carrier, orNowhere: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let size = try #require(run.photos[carrier.fileName], sourceLocation: sourceLocation).count
    for block in try photos.file(carrier.fileName).blocks where !orNowhere || block.size > 0 {
      #expect(block.lies(in: size), "\(block)", sourceLocation: sourceLocation)
    }
  }

  /// Expects that `verify` says of a whole picture that it shows a face, and of what cannot be decoded that it may.
  /// - Parameter asNamed: whether the latter is said of a block that is what the carrier says, and not of any other alone.
  func expectFaceTold(
    of carrier: Carrier, asNamed: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let verified = try photos.file(carrier.fileName)
    switch carrier.content {
    case .jpeg:
      #expect(
        verified.leaks.contains { $0.mayShowFace == .yes }, "\(verified.leaks)",
        sourceLocation: sourceLocation)
    case .undecodable:
      let blocks = asNamed ? verified.leaks(of: carrier) : verified.leaks
      #expect(
        blocks.contains { $0.mayShowFace != .no }, "\(verified.leaks)", sourceLocation: sourceLocation)
    case .text: break
    }
  }

  /// Expects that `verify` objects to nothing in any render.
  func expectNothingInRenders(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(renders.outcome.exitCode == 0, "\(renders.outcome.errors)", sourceLocation: sourceLocation)
    for carrier in carriers {
      let verified = try renders.file(carrier.fileName)
      #expect(
        !verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)",
        sourceLocation: sourceLocation)
    }
  }
}

extension VerifiedFile {
  /// The blocks that a render must not have, and that are what a carrier says if it says anything.
  func leaks(of carrier: Carrier) -> [Block] {
    leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
  }
}

extension Carrier {
  /// Expects that a photo that the carrier turns by 90 degrees is blurred where its face is seen, and that its render is turned, too.
  /// - Parameters:
  ///   - stored: the photo as it lies in the file, with a face once it is turned.
  ///   - traces: finds what a file holds of the hidden picture.
  func expectOrientationKept(
    in stored: [UInt8], by traces: ([UInt8]) throws -> [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (photo, name) = ("photo.\(fileExtension)", "render.\(fileExtension)")
    let scratch = try ScratchFolder()
    try scratch.write(build(stored), photo)
    let faces = try scratch.faceblur("blur", photo, "-o", name, "--json").photos()[0].faces
    #expect(
      faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(faces)",
      sourceLocation: sourceLocation)
    let render = try scratch.read(name)
    #expect(try traces(render).isEmpty, sourceLocation: sourceLocation)
    #expect(
      try ExifTool.tags(of: [name: render])[name]?["IFD0:Orientation"] == "Rotate 90 CW",
      sourceLocation: sourceLocation)
  }
}
