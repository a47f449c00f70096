import TestSupport
import Testing

@testable import ImageProcessingKit

/// AVIFs that lie, end early or are broken: an error or a picture, never a crash; and two readers that come to the same.
@Suite struct HostileAVIFTests {
  private static let photo = Result {
    try TestHEIF.phone(
      TestHEVC.Picture.noise(width: 64, height: 64, seed: 7), TestHEIF.Kind(.av1, tile: (32, 32)), turns: 3
    ).bytes
  }

  /// Those that can be read as they are: of two that contradict each other the first counts, and what does not lie in the picture is
  /// no part of it.
  static let read: Set<String> = [
    "A size of 0 for meta", "A size of 0 for meta/iprp/ipma", "A size of 0 for meta/iloc", "Two metas",
    "A second meta with another primary item", "A clap that is larger than the picture",
    "A clap of negative size", "Two file types", "Counts of all ones in iinf",
    // Of what it lacks, dav1d makes something.
    "A tile whose frame is cut", "A tile whose frame is of zeros",
  ]

  @Test(arguments: HostileFile.avif)
  func readsPhotosAndRefusesTheRest(_ file: HostileFile) throws {
    let found = PhotoFormats.refusal(of: try file.build(Self.photo.get()))
    if file.isPhoto || !Self.read.contains(file.name) { file.expectReadOrRefused(found) }
  }

  @Test(arguments: HostileFile.largeAVIF)
  func readsLargeFilesOrRefusesThem(_ file: HostileFile) throws {
    let found = PhotoFormats.refusal(of: try file.build(Self.photo.get()), limits: .fewPixels)
    #expect(found == nil || found?.isOfContent == true, "\(found.map { "\($0)" } ?? "")")
    if !file.isPhoto, !Self.read.contains(file.name) { #expect(found != nil) }
  }

  /// Sizes of headers count before anything is made of them.
  @Test func limitsCountBeforeAnythingIsDecoded() throws {
    for isGrid in [true, false] {
      let picture = TestAV1.Picture.noise(width: 64, height: 40)
      let file = try TestHEIF.photo(picture, TestHEIF.Kind(.av1, tile: isGrid ? (32, 24) : nil)).bytes
      var limits = ImageLimits()
      limits.maxPixels = 64 * 40 - 1
      #expect(PhotoFormats.refusal(of: file, limits: limits)?.kind == .photoTooLarge)
    }
    let bomb = try TestHEIF.photo(
      TestAV1.Picture(width: 4096, height: 4096, chroma: .half, depth: 8, value: 9), .avif(.lossy(63))
    ).bytes
    var limits = ImageLimits()
    limits.maxPixels = 1 << 22
    #expect(bomb.count < 1 << 14 && PhotoFormats.refusal(of: bomb, limits: limits)?.kind == .photoTooLarge)
  }

  @Test func refusesAPhotoThatIsCutShort() throws {
    let picture = TestAV1.Picture.noise(width: 64, height: 48)
    for kind in [
      TestHEIF.Kind(.av1, tile: (32, 24)), TestHEIF.Kind(.av1), TestHEIF.Kind(.av1, isLossy: true),
    ] {
      let file = try TestHEIF.photo(picture, kind).bytes
      #expect(PhotoFormats.refusal(of: file) == nil)
      for cut in TestHEIF.truncations(of: file) {
        #expect(PhotoFormats.refusal(of: cut) != nil, "\(cut.count) bytes")
      }
    }
  }

  // MARK: Two readers

  /// Puts a damaged file through the reader, the writer, the gate and libaom.
  ///
  /// What the reader takes for a photo, the gate must take for the same one; what both take for one is what libaom sees.
  private func judge(_ file: [UInt8], _ comment: Comment) throws -> DamagedPhoto.Outcome {
    guard let damaged = try DamagedPhoto(file, by: AVIFContainer(), comment) else { return .refused }
    let path = damaged.render.path
    if let refusal = damaged.refusal(by: .avif) {
      // What follows a tile's code is found by the gate alone.
      #expect(refusal.isDamage || path == .lossy && refusal == .changedOutside, "\(refusal): \(comment)")
      return .refused
    }
    let after = try TestHEIF(damaged.render.bytes).canvas()
    guard let before = try? TestHEIF(file).canvas(),
      (before.width, before.height) == (after.width, after.height)
    else { return .otherwiseToDecoder }
    guard path == .tiles else { return .proven }
    #expect(before.isSame(as: after) { damaged.isHidden($0, $1, unit: 16) }, "\(comment)")
    return .proven
  }

  private func seed(_ random: inout SplitMix) throws -> TestHEIF {
    let chroma = TestAV1.Chroma.allCases.randomElement(using: &random) ?? .half
    let picture = TestAV1.Picture.noise(
      width: .random(in: 20...60, using: &random), height: .random(in: 20...60, using: &random),
      chroma: chroma,
      depth: Bool.random(using: &random) ? 8 : 10, seed: random.next())
    let isReduced = Bool.random(using: &random)
    let coding = TestAV1.Coding {
      ($0.isLossless, $0.isReduced) = (Bool.random(using: &random), isReduced)
      $0.quantizer = .random(in: 1...50, using: &random)
    }
    return try TestHEIF.photo(
      picture, .avif(coding, tile: Bool.random(using: &random) ? (32, 32) : nil) { $0.colors = [] })
  }

  private static let mutants = 160

  /// OBUs in any order, twice, missing, cut or changed.
  @Test func bothReadersAgreeOnOBUs() throws {
    var random = SplitMix(seed: 81)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random)
      let tile = file.tiles.randomElement(using: &random) ?? 1
      var units = try file.av1Stream(of: tile).units
      for _ in 0..<Int.random(in: 1...2, using: &random) where !units.isEmpty {
        let place = Int.random(in: 0..<units.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: units.swapAt(place, units.count - 1)
        case 1: units.insert(units[place], at: place)
        case 2: units.remove(at: place)
        case 3: units[place].content = Array(units[place].content.dropLast())
        case 4: units[place].content.append(.random(in: 0...255, using: &random))
        case 5: units[place].layer = .random(in: 0...255, using: &random)
        case 6: units[place].sizePadding = .random(in: 0...6, using: &random)
        case 7: units[place].hasSize = false
        case 8: units[place].isReserved.toggle()
        case 9: units.insert(TestAV1.Unit(.random(in: 7...15, using: &random), [1, 2, 3]), at: place)
        case 10: units.insert(TestAV1.message([1, 2, 3]), at: place)
        default:
          if let index = units[place].content.indices.prefix(20).randomElement(using: &random) {
            units[place].content[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
      }
      file[tile].data = TestAV1.Stream(units).bytes
      counts[try judge(file.bytes, "OBUs \(number)"), default: 0] += 1
    }
    #expect(
      counts[.proven, default: 0] > Self.mutants / 8 && counts[.refused, default: 0] > Self.mutants / 8,
      "\(counts)")
  }

  /// Any byte of the file.
  @Test func bothReadersAgreeOnBytes() throws {
    var random = SplitMix(seed: 82)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random).bytes
      let start = TestBox.find("mdat", in: file)?.content.lowerBound ?? file.count
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        // Most of it in the headers, and in those of the code.
        let end = Bool.random(using: &random) ? file.count : min(start + 24, file.count)
        let place = Int.random(in: 0..<max(end, 1), using: &random)
        file.damage(at: place, oneOf: 5, using: &random)
        if file.isEmpty { break }
      }
      counts[try judge(file, "bytes \(number)"), default: 0] += 1
    }
    let read = counts[.proven, default: 0] + counts[.otherwiseToDecoder, default: 0]
    #expect(counts[.refused, default: 0] > Self.mutants / 4 && read > Self.mutants / 12, "\(counts)")
  }

  @Test(arguments: HostileFile.avif.filter(\.isPhoto))
  func bothReadersAgreeOnHostilePhotos(_ file: HostileFile) throws {
    #expect(try judge(file.build(Self.photo.get()), "\(file)") != .refused)
  }

  /// Every block that an inspection lists lies in the file, whatever the file; and the gate says something of it and ends.
  @Test(arguments: HostileFile.avif)
  func theGateEndsWhateverItReads(_ hostile: HostileFile) throws {
    let original = try Self.photo.get()
    let file = try hostile.build(original)
    AVIFGate().expectBlocksInFile(file, .everything, detector: OneFaceDetector())
    let photo = UnopenedPhoto(original, width: 64, height: 64, unit: 16)
    try AVIFGate().answer(for: file, against: photo, madeBy: [.tiles, .lossy, nil], originalWay: nil)
  }
}
