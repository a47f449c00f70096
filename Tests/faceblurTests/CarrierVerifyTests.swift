import TestSupport
import Testing

/// `verify` finds every hidden picture, says where it is, and finds none in what `blur` wrote.
@Suite struct CarrierVerifyTests {
  private static let photos = Result { () -> (contents: [String: [UInt8]], run: VerifyRun) in
    let portrait = try TestPhotos.astronaut()
    var contents = try CarrierRun.everyCarrier.get().photos
    for carrier in Carrier.refused { contents[carrier.fileName] = try carrier.build(portrait) }
    return (contents, try VerifyRun(contents))
  }
  private static let renders = Result { try VerifyRun(CarrierRun.everyCarrier.get().renders) }
  private static let brokenPhotos = Result { try VerifyRun(CarrierRun.everyBrokenEXIF.get().photos) }
  private static let brokenRenders = Result { try VerifyRun(CarrierRun.everyBrokenEXIF.get().renders) }

  @Test(arguments: Carrier.all + Carrier.refused)
  func findsTheHiddenPicture(_ carrier: Carrier) throws {
    let (contents, run) = try Self.photos.get()
    let verified = try run.file(carrier.fileName)
    let size = try #require(contents[carrier.fileName]).count
    #expect(verified.leak, "\(carrier)")
    for block in verified.blocks {
      #expect(block.lies(in: size), "\(carrier): \(block)")
    }
    let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
    #expect(!blocks.isEmpty, "\(carrier): no \(carrier.kind ?? "leak") among \(verified.blocks)")
    // The place it names must hold what was hidden, or who looks there finds nothing.
    let photo = contents[carrier.fileName] ?? []
    let holds = try blocks.contains { block in
      guard block.lies(in: size) else { return false }
      return try !HiddenPicture.traces(in: Array(photo[block.offset..<(block.offset + block.size)])).isEmpty
    }
    #expect(holds, "\(carrier): the hidden picture is not in \(blocks)")
  }

  @Test(arguments: Carrier.all)
  func saysWhetherTheHiddenPictureMayShowAFace(_ carrier: Carrier) throws {
    let verified = try Self.photos.get().run.file(carrier.fileName)
    switch carrier.content {
    case .jpeg:
      #expect(verified.leaks.contains { $0.mayShowFace == .yes }, "\(carrier): \(verified.leaks)")
    case .undecodable:
      let blocks = verified.leaks.filter { carrier.kind == nil || $0.kind == carrier.kind }
      #expect(blocks.contains { $0.mayShowFace != .no }, "\(carrier): \(verified.leaks)")
    case .text: break
    }
  }

  @Test func exitsWithOneWhereAFileLeaks() throws {
    #expect(try Self.photos.get().run.outcome.exitCode == 1)
  }

  @Test func findsNothingInTheRenders() throws {
    let run = try Self.renders.get()
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    for carrier in Carrier.all {
      let verified = try run.file(carrier.fileName)
      #expect(!verified.leak && verified.leaks.isEmpty, "\(carrier): \(verified.leaks)")
    }
  }

  @Test func findsThePictureInBrokenEXIFAndNothingInItsRender() throws {
    #expect(try Self.brokenPhotos.get().outcome.exitCode == 1)
    #expect(try Self.brokenRenders.get().outcome.exitCode == 0)
    for (index, broken) in BrokenEXIF.all.enumerated() {
      let name = CarrierRun.brokenEXIFName(index)
      #expect(try Self.brokenPhotos.get().file(name).leak, "EXIF that \(broken)")
      #expect(try !Self.brokenRenders.get().file(name).leak, "EXIF that \(broken)")
    }
  }
}
