import TestSupport
import Testing

@testable import ImageProcessingKit

/// WebPs that lie, end early or are broken: an error or a picture, never a crash; and two readers that come to the same.
@Suite struct HostileWebPTests {
  private static let photo = Result {
    try TestWebP.photo(TestWebP.Picture.noise(width: 48, height: 40, seed: 7), .lossless).bytes
  }

  @Test(arguments: HostileFile.webP)
  func readsPhotosAndRefusesTheRest(_ file: HostileFile) throws {
    file.expectReadOrRefused(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
  }

  @Test(arguments: HostileFile.webPUnsupported)
  func saysWhatIsNotRead(_ file: HostileFile) throws {
    let found = try #require(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
    #expect(found.kind == .unsupportedPhoto && found.reason.contains("animated"), "\(found)")
  }

  @Test func saysWhatIsWrong() throws {
    let photo = try TestWebP(Self.photo.get())
    let lossy = try TestWebP.photo(TestWebP.Picture.noise(width: 48, height: 40, seed: 7), .lossy(60))
    func said(_ file: TestWebP, _ change: (inout TestWebP) throws -> Void) rethrows
      -> FaceBlurError.Kind?
    {
      PhotoFormats.refusal(of: try file.changing(change).bytes)?.kind
    }
    for file in [photo, lossy] {
      #expect(said(file) { _ in } == nil)
      #expect(said(file) { $0.size = $0.bytes.count + 2 } == .truncatedPhoto)
      #expect(said(file) { $0.chunks[0].size = 1 << 20 } == .truncatedPhoto)
      #expect(said(file) { $0.chunks = [.init("face", [1, 2])] } == .damagedPhoto)
      #expect(said(file) { $0.insert([.init("face", [1, 2])], at: 0) } == .damagedPhoto)
      #expect(
        try said(file) { file in
          try file.extend()
          file.change("VP8X") { $0.content[4] ^= 1 }
        } == .damagedPhoto)
      #expect(
        said(file) {
          $0.chunks[0].content = Array($0.chunks[0].content.prefix($0.chunks[0].content.count / 2))
        }
          == .damagedPhoto)
    }
    #expect(said(photo) { $0.chunks[0].content[4] |= 0x20 } == .damagedPhoto)
    #expect(said(lossy) { $0.chunks[0].content[0] |= 1 } != nil)
    var limits = ImageLimits()
    limits.maxPixels = 48 * 40 - 1
    for file in [photo, lossy] {
      #expect(PhotoFormats.refusal(of: file.bytes, limits: limits)?.kind == .photoTooLarge)
    }
    limits.maxPixels += 1
    for file in [photo, lossy] { #expect(PhotoFormats.refusal(of: file.bytes, limits: limits) == nil) }
    #expect(PhotoFormats.refusal(of: Array(photo.bytes.prefix(11)))?.kind == .notAPhoto)
  }

  /// Nothing of a size that a header claims is made before limits are asked.
  @Test(arguments: HostileFile.largeWebP)
  func refusesBombsByTheirHeaders(_ file: HostileFile) throws {
    let refusal = PhotoFormats.refusalToOpen(try file.build(Self.photo.get()), limits: .fewPixels)
    #expect((refusal == nil) == file.isPhoto, "\(refusal.map { "\($0)" } ?? "accepted")")
  }

  @Test func refusesAPhotoThatIsCutShort() throws {
    for form in WebPCase.Form.all {
      let file = try TestWebP.photo(
        form.picture(width: 48, height: 40), form.coding, profile: KnownColorSpace.displayP3.profile)
      #expect(PhotoFormats.refusal(of: file.bytes) == nil)
      for cut in try TestWebP.truncations(of: file.bytes) {
        #expect(PhotoFormats.refusal(of: cut) != nil, "\(form), \(cut.count) bytes")
      }
    }
  }

  // MARK: Two readers

  /// Puts a damaged file through the reader, the writer, the gate and libwebp.
  ///
  /// What the reader takes for a photo, the gate must take for the same one; what both take for one is what libwebp sees.
  private func judge(_ file: [UInt8], _ comment: Comment) throws -> DamagedPhoto.Outcome {
    guard let damaged = try DamagedPhoto(file, comment) else { return .refused }
    let isLossless = damaged.render.path == .lossless
    // A picture of damaged code with loss may lose more when it is coded anew than a photo's does.
    if let refusal = damaged.refusal(by: .webp), isLossless || refusal != .changedOutside {
      Issue.record("\(refusal): \(comment)")
    }
    let seen = try TestWebP.read(damaged.render.bytes, maxPixels: 1 << 16)
    guard let before = try? TestWebP.read(file, maxPixels: 1 << 16), before.isLossless == seen.isLossless,
      (before.picture.width, before.picture.height) == (seen.picture.width, seen.picture.height)
    else { return .otherwiseToDecoder }
    guard isLossless else { return .proven }
    // What counts of alpha, the two may see in another way.
    let isSame = before.picture.colors.isSame(as: seen.picture.colors) {
      damaged.isHidden($0, $1, unit: 8)
    }
    #expect(isSame, "\(comment)")
    return .proven
  }

  /// A sound file with chunks of all kinds.
  private func seed(_ random: inout SplitMix) throws -> TestWebP {
    let form = WebPCase.Form.all.randomElement(using: &random) ?? .lossless
    let picture = TestWebP.Picture.noise(
      width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random),
      hasAlpha: form.hasAlpha, seed: random.next())
    let exif: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    let coding = TestWebP.Coding {
      ($0.isLossless, $0.quality, $0.method) = (form.isLossless, .random(in: 60...95, using: &random), 1)
      $0.partitions = .random(in: 0...3, using: &random)
    }
    var file = try TestWebP.photo(
      picture, coding, profile: Bool.random(using: &random) ? KnownColorSpace.sRGB.profile : nil,
      exif: Bool.random(using: &random) ? exif : nil)
    let others =
      [
        TestWebP.Chunk("face", [1, 2, 3]), .init("XMP ", [1]), .init("ALPH", [0, 7]), .init("EXIF", exif),
        .init("ICCP", KnownColorSpace.sRGB.profile), .init("face"), .init("ANMF", [1, 2]),
        .init("EXIF", EXIFBytes.signature + exif),
      ] + file.code
    for chunk in others.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)) {
      file.chunks.append(chunk)
    }
    return file
  }

  private enum EXIFBytes { static let signature = Array("Exif\0\0".utf8) }

  private static let mutants = 500

  /// Chunks in any order, twice, missing, cut or changed: what a format's rules are about.
  @Test func bothReadersAgreeOnChunks() throws {
    var random = SplitMix(seed: 71)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !file.chunks.isEmpty {
        let place = Int.random(in: 0..<file.chunks.count, using: &random)
        let other = Int.random(in: 0..<file.chunks.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: file.chunks.swapAt(place, other)
        case 1: file.chunks.insert(file.chunks[place], at: other)
        case 2: file.chunks.remove(at: place)
        case 3: file.chunks[place].content = Array(file.chunks[place].content.dropLast())
        case 4: file.chunks[place].content.append(.random(in: 0...255, using: &random))
        case 5: try? file.extend(.random(in: 0...255, using: &random))
        case 6: file.chunks[place].padding = [1]
        case 7:
          file.chunks[place].size = file.chunks[place].content.count + .random(in: -2...9, using: &random)
        default:
          if let index = file.chunks[place].content.indices.prefix(40).randomElement(using: &random) {
            file.chunks[place].content[index] = .random(in: 0...255, using: &random)
          }
        }
        for index in file.chunks.indices {
          file.chunks[index].size = file.chunks[index].size.map { max($0, 0) }
        }
      }
      counts[try judge(file.bytes, "chunks \(number)"), default: 0] += 1
    }
    #expect(
      counts[.proven, default: 0] > Self.mutants / 4 && counts[.refused, default: 0] > Self.mutants / 10,
      "\(counts)")
  }

  /// Any byte of the file.
  @Test func bothReadersAgreeOnBytes() throws {
    var random = SplitMix(seed: 72)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random).bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Most of it in the headers.
        let end = Bool.random(using: &random) ? file.count : min(60, file.count)
        let place = Int.random(in: 0..<max(end, 1), using: &random)
        file.damage(at: place, oneOf: 5, using: &random)
        if file.isEmpty { break }
      }
      counts[try judge(file, "bytes \(number)"), default: 0] += 1
    }
    #expect(
      counts[.refused, default: 0] > Self.mutants / 4 && counts[.proven, default: 0] > Self.mutants / 20,
      "\(counts)")
  }

  /// Those that hold more than they show.
  @Test(arguments: (HostileFile.webP + HostileFile.largeWebP).filter(\.isPhoto))
  func bothReadersAgreeOnHostilePhotos(_ file: HostileFile) throws {
    #expect(try judge(file.build(Self.photo.get()), "\(file)") != .refused)
  }

  /// Frame headers of every kind, with bits that no encoder writes behind them.
  @Test func bothReadersAgreeOnHeadersOfLossyCode() throws {
    var random = SplitMix(seed: 73)
    var proven = 0
    for number in 0..<100 {
      var head = TestVP8(
        width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
      head.index = .random(in: 0...40, using: &random)
      head.partitions = .random(in: 0...3, using: &random)
      head.segments = .init(
        map: [1, 2, 3],
        features: .init {
          $0.isAbsolute = number % 2 == 0
          $0.quantizers = (0..<4).map { _ in .random(in: -40...60, using: &random) }
        })
      let file = TestWebP([.init("VP8 ", head.noise(seed: UInt64(number)))])
      if try judge(file.bytes, "header \(number)") == .proven { proven += 1 }
    }
    #expect(proven == 100)
  }

  /// Every block that an inspection lists lies in the file, whatever the file.
  @Test(arguments: HostileFile.webP)
  func everyBlockLiesInTheFile(_ hostile: HostileFile) throws {
    let file = try hostile.build(Self.photo.get())
    WebPGate().expectBlocksInFile(file, .everything, detector: OneFaceDetector())
  }

  /// Whatever bytes a file has, the gate says something of it and ends.
  @Test func theGateEndsWhateverItReads() throws {
    let original = try Self.photo.get()
    let photo = UnopenedPhoto(original, width: 48, height: 40)
    for hostile in HostileFile.webP + HostileFile.largeWebP {
      try WebPGate().answer(
        for: hostile.build(original), against: photo, madeBy: [.lossless, .lossy, nil], originalWay: nil)
    }
  }
}

extension PixelBuffer {
  /// Whether all pixels that are not inside are another picture's.
  fileprivate func isSame(as other: PixelBuffer, outside isInside: (_ x: Int, _ y: Int) -> Bool) -> Bool {
    (width, height) == (other.width, other.height)
      && (0..<height).allSatisfy { y in
        (0..<width).allSatisfy { x in isInside(x, y) || self[x, y] == other[x, y] }
      }
  }
}
