import TestSupport
import Testing

@testable import ImageProcessingKit

/// TIFFs that lie, end early or are broken: an error or a picture, never a crash; and two readers that come to the same.
@Suite struct HostileTIFFTests {
  private static let photo = Result { try TestTIFF.encode(TestPhotos.noise(width: 48, height: 40, seed: 7)) }

  @Test(arguments: HostileFile.tiff)
  func readsPhotosAndRefusesTheRest(_ file: HostileFile) throws {
    file.expectReadOrRefused(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
  }

  /// What nobody reads is called so, not damaged: other programs read it.
  @Test(arguments: HostileFile.tiffUnsupported)
  func saysThatAKindIsNotSupported(_ file: HostileFile) throws {
    let found = try #require(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
    #expect(found.kind == .unsupportedPhoto || found.kind == .notAPhoto, "\(found)")
  }

  @Test func saysWhatIsWrong() throws {
    let photo = try Self.photo.get()
    func said(_ coding: (inout TestTIFF.Coding) -> Void = { _ in }, _ change: (inout OddTIFF) throws -> Void)
      throws
      -> FaceBlurError?
    {
      var file = try OddTIFF(photo, coding)
      try change(&file)
      return PhotoFormats.refusal(of: file.bytes)
    }
    #expect(try said { _ in } == nil)
    let pages = try said { $0.chain.append(try $0.hidden(subfile: nil)) }
    #expect(
      pages?.kind == .unsupportedPhoto && pages?.reason.contains("several pages") == true,
      "\(pages.map { "\($0)" } ?? "")")
    let large = try said { file in
      for tag in [256, 257] { file.first.set(file.long(tag, 99_999)) }
    }
    #expect(large?.kind == .photoTooLarge, "\(large.map { "\($0)" } ?? "")")
    #expect(
      PhotoFormats.refusal(of: Array(photo.dropLast(300))).map {
        [.truncatedPhoto, .damagedPhoto].contains($0.kind)
      } == true)
    #expect(PhotoFormats.refusal(of: [0x49, 0x49, 0x2A])?.kind == .notAPhoto)
    for head in [
      [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ] as [[UInt8]] {
      let kind = PhotoFormats.refusal(of: head + [UInt8](repeating: 0, count: 60))?.kind
      #expect(kind != nil && kind != .emptyPhoto)
    }
  }

  @Test(arguments: TestTIFF.Compression.allCases)
  func refusesAPhotoThatIsCutShort(compression: TestTIFF.Compression) throws {
    for isBig in [false, true] {
      let file = try TestTIFF.encode(
        TestTIFF.Picture.noise(.rgb8, width: 48, height: 40, seed: 7),
        TestTIFF.Coding { ($0.compression, $0.isBig) = (compression, isBig) })
      #expect(PhotoFormats.refusal(of: file) == nil)
      for cut in try OddTIFF.truncations(of: file) {
        #expect(PhotoFormats.refusal(of: cut) != nil, "\(cut.count) bytes")
      }
    }
  }

  // MARK: Two readers

  /// Puts a damaged file through the reader, the writer, the gate and libtiff.
  ///
  /// What the reader takes for a photo, the gate must take for the same one; what both take for one is what libtiff sees.
  private func judge(_ file: [UInt8], _ comment: Comment) throws -> DamagedPhoto.Outcome {
    guard let damaged = try DamagedPhoto(file, comment) else { return .refused }
    // One whose colours have to be converted first is proven against another photo.
    guard try damaged.photo.conversion() == nil else { return .refused }
    if let refusal = damaged.refusal(by: .tiff, madeBy: TIFFCase.path) {
      Issue.record("\(refusal): \(comment)")
    }
    let seen = try TestTIFF.read(damaged.render.bytes)
    #expect(seen.warnings == 0, "\(seen.message): \(comment)")
    guard let before = try? TestTIFF.read(file), before.warnings == 0 else { return .otherwiseToDecoder }
    #expect(before.picture.isSame(as: seen.picture) { damaged.isHidden($0, $1, unit: 8) }, "\(comment)")
    return .proven
  }

  private static let mutants = 1000

  /// A sound file with tags of all kinds.
  private func seed(_ random: inout SplitMix) throws -> OddTIFF {
    let compression = TestTIFF.Compression.allCases.randomElement(using: &random) ?? .none
    let coding = TestTIFF.Coding.any(compression, using: &random)
    let picture = TestTIFF.Picture.noise(
      TestTIFF.Kind.all.randomElement(using: &random) ?? .rgb8, width: .random(in: 1...40, using: &random),
      height: .random(in: 1...40, using: &random), seed: random.next())
    var file = try TestTIFF.file(picture, coding)
    file.first.set(file.text(305, "a"))
    file.first.set(file.short(296, 2))
    if Bool.random(using: &random) { file.addEXIF([file.text(0x9003, "2024:05:04 12:30:45")]) }
    if Bool.random(using: &random) { file.chain.append(try file.hidden(subfile: 1)) }
    return file
  }

  private static let numbers = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 32, 255, 32_773, 65_535, 0xFFFF_FFFF]

  /// Tags twice, missing, of other types, counts and values: what a format's rules are about.
  @Test func bothReadersAgreeOnTags() throws {
    var random = SplitMix(seed: 171)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random)
      for _ in 0..<Int.random(in: 0...2, using: &random) where file.first.entries.count > 2 {
        let place = Int.random(in: 0..<file.first.entries.count, using: &random)
        let entry = file.first.entries[place]
        let value = Self.numbers.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<8, using: &random) {
        case 0: file.first.entries.swapAt(place, 0)
        case 1: file.first.entries.append(entry)
        case 2: file.first.entries.remove(at: place)
        case 3: file.first.entries[place].count = value
        case 4: file.first.entries[place].type = [1, 3, 4, 5, 7, 16].randomElement(using: &random) ?? 3
        case 5: file.first.set(file.numbers(entry.tag, entry.type, [value]))
        case 6:
          let numbers = file.numbers(of: entry)
          file.first.set(file.numbers(entry.tag, [3, 4].randomElement(using: &random) ?? 3, numbers))
        default:
          let tag =
            [254, 259, 262, 266, 274, 277, 284, 317, 338, 339, 34675].randomElement(using: &random) ?? 254
          file.first.set(file.short(tag, value & 0xFFFF))
        }
      }
      counts[try judge(file.bytes, "tags \(number)"), default: 0] += 1
    }
    #expect(
      counts[.proven, default: 0] > Self.mutants / 5 && counts[.refused, default: 0] > Self.mutants / 8,
      "\(counts)")
  }

  /// Any byte of the file.
  @Test func bothReadersAgreeOnBytes() throws {
    var random = SplitMix(seed: 172)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random).bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) where !file.isEmpty {
        // Most of what can go wrong stands at the beginning.
        let place = Int.random(
          in: 0..<(Bool.random(using: &random) ? min(file.count, 300) : file.count), using: &random)
        file.damage(at: place, oneOf: 6, using: &random)
      }
      counts[try judge(file, "bytes \(number)"), default: 0] += 1
    }
    #expect(
      counts[.refused, default: 0] > Self.mutants / 4 && counts[.refused, default: 0] < Self.mutants,
      "\(counts)")
  }

  /// What stands in strips and tiles.
  @Test func bothReadersAgreeOnCodes() throws {
    var random = SplitMix(seed: 173)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random)
      let index = Int.random(in: 0..<file.first.chunks.count, using: &random)
      var code = file.first.chunks[index]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: code.append(.random(in: 0...255, using: &random))
      case 1: code.removeLast(Int.random(in: 1...min(8, code.count), using: &random))
      case 2: code += code
      case 3: code[0] = .random(in: 0...255, using: &random)
      default:
        code[Int.random(in: 0..<code.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      file.first.chunks[index] = code
      counts[
        try judge(
          file.bytes, "codes \(number), compression \(file[259].map { file.numbers(of: $0) } ?? [])"),
        default: 0] += 1
    }
    #expect(counts[.proven, default: 0] > Self.mutants / 8, "\(counts)")
  }

  /// Every block that an inspection lists lies in the file, whatever the file.
  @Test(arguments: HostileFile.tiff)
  func everyBlockLiesInTheFile(_ hostile: HostileFile) throws {
    let file = try hostile.build(Self.photo.get())
    PhotoFormat.tiff.gate.expectBlocksInFile(file, .everything, detector: nil)
    if !file.isEmpty, hostile.name != "An orientation that is none", !hostile.isPhoto {
      // The gate refuses it as a render of a photo, too.
      let photo = UnopenedPhoto(file, width: 48, height: 40)
      #expect(throws: FaceBlurError.self) {
        try PhotoFormat.tiff.gate.checkPicture(
          of: photo.fileBytes, against: photo, [], .mosaic, TIFFCase.path, judgesCode: true)
      }
    }
  }

  /// Whatever bytes a file has, the gate says something of it and ends.
  @Test func theGateEndsWhateverItReads() throws {
    var random = SplitMix(seed: 174)
    let gate = PhotoFormat.tiff.gate
    for _ in 0..<400 {
      let sound = try seed(&random).bytes
      let photo = UnopenedPhoto(sound, width: 40, height: 40)
      var file = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) where !file.isEmpty {
        let place = Int.random(in: 0..<min(file.count, 400), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: file[place] = .random(in: 0...255, using: &random)
        case 1: file.removeSubrange(place..<min(place + .random(in: 1...40, using: &random), file.count))
        case 2: file[place] = 255
        default: file[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
        }
      }
      gate.expectBlocksInFile(file, .minimal, detector: OneFaceDetector())
      try gate.answer(
        for: file, against: photo, madeBy: [TIFFCase.path, nil], originalWay: TIFFCase.path)
    }
  }

  /// A directory may claim anything; nothing of that size is made.
  @Test(arguments: TestTIFF.Compression.allCases)
  func allocatesNothingForAClaim(compression: TestTIFF.Compression) throws {
    for (width, height) in [
      (0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, 1), (1, 0x7FFF_FFFF), (1 << 20, 1 << 20),
    ] {
      for isTiled in [false, true] {
        var file = try TestTIFF.file(
          .noise(.rgb8, width: 16, height: 16, seed: 3),
          TestTIFF.Coding { ($0.compression, $0.tile) = (compression, isTiled ? [16, 16] : nil) })
        file.first.set(file.long(256, width))
        file.first.set(file.long(257, height))
        if !isTiled { file.first.set(file.long(278, height)) }
        let photo = UnopenedPhoto(file.bytes, width: width, height: height)
        #expect(PhotoFormats.refusal(of: file.bytes) != nil)
        #expect(PhotoFormats.refusal(of: file.bytes, limits: .none) != nil)
        #expect(throws: FaceBlurError.self) {
          try PhotoFormat.tiff.gate.checkPicture(
            of: photo.fileBytes, against: photo, [], .mosaic, TIFFCase.path, judgesCode: true)
        }
        #expect(throws: FaceBlurError.self) {
          try PhotoFormat.tiff.gate.checkTones(of: photo.fileBytes, against: photo, ToneFilters(sepia: 0.5))
        }
        file.bytes.withUnsafeBufferPointer {
          let found = PhotoFormat.tiff.gate.inspection(
            of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
          #expect(found.blocks.contains { !$0.isAllowed })
        }
      }
    }
  }
}
