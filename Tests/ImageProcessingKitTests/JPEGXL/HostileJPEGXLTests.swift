import TestSupport
import Testing

@testable import ImageProcessingKit

/// JPEG XLs that lie, end early or are broken: an error or a picture, never a crash; and two readers that come to the same.
@Suite struct HostileJPEGXLTests {
  private static let photo = Result { try TestJPEG.encode(TestPhotos.noise(width: 48, height: 40, seed: 7)) }

  @Test(arguments: HostileFile.jpegXL)
  func readsPhotosAndRefusesTheRest(_ file: HostileFile) throws {
    file.expectReadOrRefused(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
  }

  @Test(arguments: HostileFile.jpegXLUnsupported)
  func saysWhatIsNotRead(_ file: HostileFile) throws {
    let found = try #require(PhotoFormats.refusal(of: try file.build(Self.photo.get())))
    #expect(found.kind == .unsupportedPhoto && "\(found)".contains("JPEG XL"), "\(found)")
    #expect("\(found)".contains("save it as a"), "\(found)")
  }

  @Test func saysWhatIsWrong() throws {
    let file = try TestJXL.photo(Self.photo.get())
    func said(_ change: (inout TestJXL) throws -> Void) rethrows -> FaceBlurError.Kind? {
      PhotoFormats.refusal(of: try file.changing(change).bytes)?.kind
    }
    #expect(said { _ in } == nil)
    #expect(said { $0.remove("ftyp") } == .damagedPhoto)
    #expect(said { $0.boxes[1].size = 1 << 30 } == .truncatedPhoto)
    #expect(said { $0.boxes.removeAll { $0.name.hasPrefix("jxl") } } == .truncatedPhoto)
    #expect(said { $0.remove("jbrd") } == .unsupportedPhoto)
    #expect(said { $0.changeCode { $0[0] = 1 } } == .damagedPhoto)
    var limits = ImageLimits()
    limits.maxPixels = 48 * 40 - 1
    #expect(PhotoFormats.refusal(of: file.bytes, limits: limits)?.kind == .photoTooLarge)
    limits.maxPixels += 1
    #expect(PhotoFormats.refusal(of: file.bytes, limits: limits) == nil)
    #expect(PhotoFormats.refusal(of: Array(file.bytes.prefix(11)))?.kind == .notAPhoto)
    #expect(PhotoFormats.refusal(of: Array(file.bytes.prefix(14)))?.kind == .truncatedPhoto)
  }

  /// Nothing of a size that a header claims is made before limits are asked.
  @Test(arguments: HostileFile.largeJPEGXL)
  func refusesBombsByTheirHeaders(_ file: HostileFile) throws {
    let refusal = PhotoFormats.refusalToOpen(try file.build(Self.photo.get()), limits: .fewPixels)
    #expect((refusal == nil) == file.isPhoto, "\(refusal.map { "\($0)" } ?? "accepted")")
    if let refusal, file.name.hasPrefix("A picture of") {
      #expect(refusal.kind == .photoTooLarge, "\(refusal)")
    }
  }

  @Test func refusesAPhotoThatIsCutShort() throws {
    let file = try TestJXL.transcode(Self.photo.get())
    for cut in try TestJXL.truncations(of: file) {
      #expect(PhotoFormats.refusal(of: cut) != nil, "\(cut.count) bytes")
    }
  }

  // MARK: Two readers

  /// Puts a damaged file through the reader, the writer, the gate and libjxl.
  ///
  /// What the reader takes for a photo, the gate must take for the same one, and libjxl for the same JPEG.
  private func judge(_ file: [UInt8], _ comment: Comment) throws -> DamagedPhoto.Outcome {
    let bytes = FileBytes(file)
    let header = try? JPEGXLFile(size: file.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
      .header
    file.withUnsafeBufferPointer { file in
      let examined = (try? ExaminedJPEGXL(file))?.header
      #expect((header == nil) == (examined == nil), "one reads what the other does not: \(comment)")
      #expect(header?.width == examined?.width && header?.height == examined?.height, "\(comment)")
      #expect(header?.orientation == examined?.orientation, "\(comment)")
    }
    guard let damaged = try DamagedPhoto(file, by: JPEGXLContainer(), comment) else { return .refused }
    if let refusal = damaged.refusal(by: .jpegXL) { Issue.record("\(refusal): \(comment)") }
    let jpeg = try TestJXL.jpeg(of: file)
    let own = try JPEGContainer().open(FileBytes(jpeg), limits: .fewPixels)
      .rendering(damaged.areas, with: MosaicObscurer())
    #expect(try TestJXL.jpeg(of: damaged.render.bytes) == own.bytes, "\(comment)")
    return .proven
  }

  /// A sound file with boxes of all kinds.
  private func seed(_ random: inout SplitMix) throws -> TestJXL {
    let kind = JPEGXLCase.kinds.randomElement(using: &random) ?? TestJPEG.Kind()
    let picture = TestPhotos.noise(
      width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random),
      seed: random.next())
    var jpeg = try TestJPEG.encode(picture, kind)
    if Bool.random(using: &random) {
      jpeg = TestJPEG.oriented(jpeg, Orientation.allCases.randomElement(using: &random) ?? .up)
    }
    var file = try TestJXL.photo(jpeg, .init { $0.effort = .random(in: 1...7, using: &random) })
    if Bool.random(using: &random) { file.cutCode([.random(in: 0...30, using: &random)]) }
    let others = [
      TestJXL.Box("face", [1, 2, 3]), .init("xml ", [1]), .init("Exif", [0, 0, 0, 0, 77, 77, 0, 42]),
      .init("jumb", [7]), .init("brob", Array("xml 1".utf8)), .init("jxll", [5]), .init("face"),
    ]
    for box in others.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)) {
      file.boxes.append(box)
    }
    return file
  }

  private static let mutants = 300

  /// Boxes in any order, twice, missing, cut or changed: what a format's rules are about.
  @Test func bothReadersAgreeOnBoxes() throws {
    var random = SplitMix(seed: 71)
    var counts: [DamagedPhoto.Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !file.boxes.isEmpty {
        let place = Int.random(in: 0..<file.boxes.count, using: &random)
        let other = Int.random(in: 0..<file.boxes.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: file.boxes.swapAt(place, other)
        case 1: file.boxes.insert(file.boxes[place], at: other)
        case 2: file.boxes.remove(at: place)
        case 3: file.boxes[place].content = Array(file.boxes[place].content.dropLast())
        case 4: file.boxes[place].content.append(.random(in: 0...255, using: &random))
        case 5: file.boxes[place].form = [.short, .long, .open].randomElement(using: &random) ?? .open
        case 6: file.cutCode([.random(in: 0...9, using: &random)])
        case 7:
          file.boxes[place].size = max(
            file.boxes[place].content.count + .random(in: 5...20, using: &random), 0)
        default:
          if let index = file.boxes[place].content.indices.prefix(40).randomElement(using: &random) {
            file.boxes[place].content[index] = .random(in: 0...255, using: &random)
          }
        }
      }
      counts[try judge(file.bytes, "boxes \(number)"), default: 0] += 1
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
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        // Half of it in the headers.
        let end = Bool.random(using: &random) ? file.count : min(80, file.count)
        let place = Int.random(in: 0..<max(end, 1), using: &random)
        file.damage(at: place, oneOf: 6, using: &random)
        if file.isEmpty { break }
      }
      counts[try judge(file, "bytes \(number)"), default: 0] += 1
    }
    #expect(counts[.refused, default: 0] > Self.mutants / 4, "\(counts)")
  }

  /// Those that hold more than they show.
  @Test(arguments: (HostileFile.jpegXL + HostileFile.largeJPEGXL).filter(\.isPhoto))
  func bothReadersAgreeOnHostilePhotos(_ file: HostileFile) throws {
    #expect(try judge(file.build(Self.photo.get()), "\(file)") == .proven)
  }

  @Test(arguments: (HostileFile.jpegXL + HostileFile.largeJPEGXL).filter { !$0.isPhoto })
  func bothReadersAgreeOnWhatIsNone(_ file: HostileFile) throws {
    #expect(try judge(file.build(Self.photo.get()), "\(file)") == .refused)
  }

  /// Every block that an inspection lists lies in the file, whatever the file.
  @Test(arguments: HostileFile.jpegXL)
  func everyBlockLiesInTheFile(_ hostile: HostileFile) throws {
    let file = try hostile.build(Self.photo.get())
    JPEGXLGate().expectBlocksInFile(
      file, .everything, detector: OneFaceDetector(), warning: "something")
  }

  /// Whatever bytes a file has, the gate says something of it and ends.
  @Test func theGateEndsWhateverItReads() throws {
    let original = try TestJXL.transcode(Self.photo.get())
    let photo = UnopenedPhoto(original, width: 48, height: 40, unit: 16)
    for hostile in HostileFile.jpegXL + HostileFile.largeJPEGXL {
      try JPEGXLGate().answer(
        for: hostile.build(Self.photo.get()), against: photo, madeBy: [.bitCopy, .pixels, nil],
        originalWay: nil)
    }
  }
}
