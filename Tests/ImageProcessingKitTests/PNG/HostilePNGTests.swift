import TestSupport
import Testing

@testable import ImageProcessingKit

/// PNGs that lie, end early or are broken: an error or a picture, never a crash; and two readers that come to the same.
@Suite struct HostilePNGTests {
  private static let photo = Result { try TestPNG.encode(TestPhotos.noise(width: 48, height: 40, seed: 7)) }

  @Test(arguments: HostileFile.png)
  func readsPhotosAndRefusesTheRest(_ file: HostileFile) throws {
    file.expectReadOrRefused(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
  }

  @Test func saysWhatIsWrong() throws {
    let photo = TestPNGChunks(try Self.photo.get())
    func said(_ chunks: TestPNGChunks) -> FaceBlurError? { PhotoFormats.refusal(of: chunks.bytes) }
    #expect(said(photo) == nil)
    #expect(said(photo.stating(width: 99_999, height: 99_999))?.kind == .photoTooLarge)
    #expect(said(photo.stating(width: 12_000, height: 12_000))?.kind == .truncatedPhoto)
    #expect(said(photo.removing("IEND"))?.kind == .truncatedPhoto)
    let animated = said(photo.inserting([TestPNGChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])], before: "IDAT"))
    #expect(animated?.kind == .unsupportedPhoto && animated?.reason.contains("animated") == true)
    let unknown = said(photo.inserting([TestPNGChunk("CgBI", [1])], at: 1))
    #expect(unknown?.kind == .unsupportedPhoto && unknown?.reason.contains("CgBI") == true)
    let first = said(photo.inserting([TestPNGChunk("CgBI", [1])], at: 0))
    #expect(
      first?.kind == .unsupportedPhoto && first?.reason.contains("CgBI") == true,
      "\(first.map { "\($0)" } ?? "")")
    for type in ["IHDR", "IDAT"] {
      let damaged = said(photo.changing(type) { $0.crcError = 1 })
      #expect(damaged?.kind == .damagedPhoto && damaged?.reason.contains(type) == true)
    }
    // Nobody needs it.
    #expect(said(photo.inserting([TestPNGChunk("tEXt", [1], crcError: 1)], before: "IDAT")) == nil)
    // Of what is used, every byte counts.
    for chunk in [
      TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F], crcError: 1),
      TestPNGChunk("tRNS", [0, 1, 0, 1, 0, 1], crcError: 1),
    ] {
      let damaged = said(photo.inserting([chunk], before: "IDAT"))
      #expect(damaged?.kind == .damagedPhoto && damaged?.reason.contains(chunk.type) == true)
    }
    #expect(PhotoFormats.refusal(of: [])?.kind == .emptyPhoto)
    #expect(PhotoFormats.refusal(of: Array(TestPNGChunks.signature.prefix(5)))?.kind == .notAPhoto)
  }

  @Test func refusesAPhotoThatIsCutShort() throws {
    for kind in [TestPNG.Kind.rgb8, .palette8, TestPNG.Kind(0, 16)] {
      let coding = TestPNG.Coding {
        ($0.idatBytes, $0.middle, $0.last) = (
          300, [TestPNGChunk("pHYs", [UInt8](repeating: 1, count: 9))], [.text("a", "b")]
        )
      }
      let file = try TestPNG.encode(
        TestPNG.Picture(TestPhotos.noise(width: 48, height: 40, seed: 7), kind), coding)
      #expect(PhotoFormats.refusal(of: file) == nil)
      for cut in TestPNGChunks.truncations(of: file) {
        #expect(PhotoFormats.refusal(of: cut) != nil, "\(cut.count) bytes")
      }
    }
  }

  @Test func readsOddPhotosAsTheyAre() throws {
    for odd in try OddPNG.all.get() {
      let photo = try PhotoFormats.standard.open(odd.file).content
      let shown = try TestPNG.read(odd.file)
      #expect(
        photo.geometry.storedWidth == odd.picture.width && photo.geometry.storedHeight == odd.picture.height)
      let render = try TestPNG.read(photo.rendering([], with: FillObscurer()).bytes)
      #expect(odd.picture.isSame(as: render.picture) { _, _ in false } && render.rgba == shown.rgba, "\(odd)")
      #expect(render.isInterlaced == odd.isInterlaced && render.warnings == 0, "\(odd)")
      let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4)])
      let hidden = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer()).bytes
      try LeakGate(format: .png).check(hidden, of: photo, plan: plan, options: RenderOptions(), madeBy: .rows)
    }
  }

  // MARK: Two readers

  /// Puts a damaged file through the reader, the writer, the gate and libpng.
  ///
  /// What the reader takes for a photo, the gate must take for the same one; what both take for one is what libpng sees.
  private func judge(_ file: [UInt8], _ comment: Comment) throws -> DamagedPhoto.Outcome {
    guard let damaged = try DamagedPhoto(file, comment) else { return .refused }
    if let refusal = damaged.refusal(by: .png, madeBy: .rows) {
      Issue.record("\(refusal): \(comment) \(TestPNGChunks(file).types.prefix(12))")
    }
    let seen = try TestPNG.read(damaged.render.bytes, maxPixels: 1 << 16)
    // Numbers that no screen has are carried over; libpng says so, and takes others.
    #expect(
      seen.warnings == 0 || ["cHRM", "gAMA"].contains(seen.message.prefix(4)), "\(seen.message): \(comment)")
    guard let before = try? TestPNG.read(file, maxPixels: 1 << 16) else { return .otherwiseToDecoder }
    #expect(before.picture.isSame(as: seen.picture) { damaged.isHidden($0, $1, unit: 8) }, "\(comment)")
    return .proven
  }

  private static let mutants = 1500

  /// Those of sRGB, in a cHRM.
  private static let primaries = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].flatMap {
    ByteOrder.bigEndian.number($0, 4)
  }

  /// A sound file with chunks of all kinds.
  private func seed(_ random: inout SplitMix) throws -> TestPNGChunks {
    let kind = TestPNG.Kind.all.randomElement(using: &random) ?? .rgb8
    let picture = TestPNG.Picture.noise(
      kind, width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random),
      seed: random.next())
    let exif: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    let ancillary = [
      TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F]), TestPNGChunk("sRGB", [0]),
      TestPNGChunk("cICP", [1, 13, 0, 1]),
      TestPNGChunk("cHRM", Self.primaries),
      TestPNGChunk("sBIT", [UInt8](repeating: 1, count: kind.isPalette ? 3 : kind.channels)),
      TestPNGChunk("pHYs", [0, 0, 0, 2, 0, 0, 0, 1, 0]), TestPNGChunk("eXIf", exif), .text("a", "b"),
      TestPNGChunk("bKGD", [UInt8](repeating: 0, count: kind.isPalette ? 1 : kind.isGray ? 2 : 6)),
      TestPNGChunk("tRNS", [UInt8](repeating: 0, count: kind.isPalette ? 1 : kind.isGray ? 2 : 6)),
      kind.isGray ? .text("a", "b") : try .profile(TestProfile.wideGamut), TestPNGChunk("PLTE", [1, 2, 3]),
      TestPNGChunk("prVt", [1, 2]),
      TestPNGChunk("IDAT"),
    ]
    var coding = TestPNG.Coding()
    coding.isInterlaced = Bool.random(using: &random)
    coding.filter = .random(seed: random.next())
    coding.stream = ZlibStream.all.randomElement(using: &random) ?? ZlibStream()
    coding.idatBytes = Bool.random(using: &random) ? nil : .random(in: 1...100, using: &random)
    coding.first = Array(ancillary.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)))
    coding.middle = Array(ancillary.shuffled(using: &random).prefix(.random(in: 0...2, using: &random)))
    coding.last = Array(ancillary.shuffled(using: &random).prefix(.random(in: 0...1, using: &random)))
    return try TestPNG.chunks(picture, coding)
  }

  /// Chunks in any order, twice, missing, cut or changed, with the right sums: what a format's rules are about.
  @Test func bothReadersAgreeOnChunks() throws {
    var random = SplitMix(seed: 71)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var chunks = try seed(&random)
      for _ in 0..<Int.random(in: 0...2, using: &random) where chunks.chunks.count > 2 {
        let place = Int.random(in: 0..<chunks.chunks.count, using: &random)
        let other = Int.random(in: 1..<chunks.chunks.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: chunks.chunks.swapAt(place, other)
        case 1: chunks.chunks.insert(chunks.chunks[place], at: other)
        case 2: chunks.chunks.remove(at: place)
        case 3: chunks.chunks[place].data = Array(chunks.chunks[place].data.dropLast())
        case 4: chunks.chunks[place].data.append(.random(in: 0...255, using: &random))
        case 5: chunks.chunks[place].crcError = 1
        default:
          if let index = chunks.chunks[place].data.indices.randomElement(using: &random) {
            chunks.chunks[place].data[index] = .random(in: 0...255, using: &random)
          }
        }
      }
      counts[try judge(chunks.bytes, "chunks \(number)"), default: 0] += 1
    }
    #expect(
      counts[.proven, default: 0] > Self.mutants / 4 && counts[.refused, default: 0] > Self.mutants / 8,
      "\(counts)")
  }

  /// Any byte of the file, whatever the sums say.
  @Test func bothReadersAgreeOnBytes() throws {
    var random = SplitMix(seed: 72)
    var refused = 0
    for number in 0..<Self.mutants {
      var file = try seed(&random).bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<file.count, using: &random)
        file.damage(at: place, oneOf: 4, using: &random)
        if file.isEmpty { break }
      }
      if try judge(file, "bytes \(number)") == .refused { refused += 1 }
    }
    #expect(refused > Self.mutants / 2 && refused < Self.mutants)
  }

  /// The zlib stream and what it inflates to, under right sums of chunks.
  @Test func bothReadersAgreeOnStreams() throws {
    var random = SplitMix(seed: 73)
    var proven = 0
    for number in 0..<Self.mutants {
      let chunks = try seed(&random)
      var stream = chunks.stream
      if Bool.random(using: &random) {
        var rows = ZlibStream.decompress(stream)?.bytes ?? []
        let place = Int.random(in: 0..<rows.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: rows.remove(at: place)
        case 1: rows.append(7)
        case 2: rows[place] = .random(in: 0...5, using: &random)
        default: rows += rows
        }
        stream = try (ZlibStream.all.randomElement(using: &random) ?? ZlibStream()).compress(rows)
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: stream.append(.random(in: 0...255, using: &random))
      case 1: stream.removeLast(Int.random(in: 1...min(8, stream.count), using: &random))
      case 2:
        stream[Int.random(in: 0..<stream.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      case 3: stream += stream
      default: break
      }
      let file = chunks.replacing(stream: stream, each: Bool.random(using: &random) ? nil : 30).bytes
      if try judge(file, "stream \(number)") == .proven { proven += 1 }
    }
    #expect(proven > Self.mutants / 8)
  }

  /// Every block that an inspection lists lies in the file, whatever the file.
  @Test(arguments: HostileFile.png)
  func everyBlockLiesInTheFile(_ hostile: HostileFile) throws {
    let file = try hostile.build(Self.photo.get())
    PhotoFormat.png.gate.expectBlocksInFile(file, .everything, detector: nil)
  }
}
