import TestSupport
import Testing

@testable import ImageProcessingKit

/// JPEG XLs that lie, end early or are broken: an error or a picture, never a crash; and two readers that come to the same.
@Suite struct HostileJPEGXLTests {
  private func error(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) -> FaceBlurError? {
    do {
      let photo = try PhotoFormats.standard.open(bytes, limits: limits).content
      _ = try photo.displayImage(fitting: 200)
      _ = try photo.rendering([], with: FillObscurer())
      return nil
    } catch {
      return error
    }
  }

  private static let photo = Result { try TestJPEG.encode(TestPhotos.noise(width: 48, height: 40, seed: 7)) }

  @Test(arguments: HostileFile.jpegXL)
  func readsPhotosAndRefusesTheRest(_ file: HostileFile) throws {
    let found = error(try file.build(Self.photo.get()))
    if file.isPhoto {
      #expect(found == nil)
    } else {
      let kinds: Set<FaceBlurError.Kind> = [
        .notAPhoto, .unsupportedPhoto, .photoTooLarge, .truncatedPhoto, .damagedPhoto,
      ]
      #expect(found.map { kinds.contains($0.kind) } == true, "\(found.map { "\($0)" } ?? "accepted")")
    }
  }

  @Test(arguments: HostileFile.jpegXLUnsupported)
  func saysWhatIsNotRead(_ file: HostileFile) throws {
    let found = try #require(error(try file.build(Self.photo.get())))
    #expect(found.kind == .unsupportedPhoto && "\(found)".contains("JPEG XL"), "\(found)")
    #expect("\(found)".contains("save it as a"), "\(found)")
  }

  @Test func saysWhatIsWrong() throws {
    let file = try TestJXL.photo(Self.photo.get())
    func said(_ change: (inout TestJXL) throws -> Void) rethrows -> FaceBlurError.Kind? {
      error(try file.changing(change).bytes)?.kind
    }
    #expect(said { _ in } == nil)
    #expect(said { $0.remove("ftyp") } == .damagedPhoto)
    #expect(said { $0.boxes[1].size = 1 << 30 } == .truncatedPhoto)
    #expect(said { $0.boxes.removeAll { $0.name.hasPrefix("jxl") } } == .truncatedPhoto)
    #expect(said { $0.remove("jbrd") } == .unsupportedPhoto)
    #expect(said { $0.changeCode { $0[0] = 1 } } == .damagedPhoto)
    var limits = ImageLimits()
    limits.maxPixels = 48 * 40 - 1
    #expect(error(file.bytes, limits: limits)?.kind == .photoTooLarge)
    limits.maxPixels += 1
    #expect(error(file.bytes, limits: limits) == nil)
    #expect(error(Array(file.bytes.prefix(11)))?.kind == .notAPhoto)
    #expect(error(Array(file.bytes.prefix(14)))?.kind == .truncatedPhoto)
  }

  /// Nothing of a size that a header claims is made before limits are asked.
  @Test(arguments: HostileFile.largeJPEGXL)
  func refusesBombsByTheirHeaders(_ file: HostileFile) throws {
    let bytes = try file.build(Self.photo.get())
    var limits = ImageLimits()
    limits.maxPixels = 1 << 16
    do {
      _ = try PhotoFormats.standard.open(bytes, limits: limits)
      #expect(file.isPhoto)
    } catch {
      #expect(!file.isPhoto, "\(error)")
      if file.name.hasPrefix("A picture of") { #expect(error.kind == .photoTooLarge, "\(error)") }
    }
  }

  @Test func refusesAPhotoThatIsCutShort() throws {
    let file = try TestJXL.transcode(Self.photo.get())
    for cut in try TestJXL.truncations(of: file) { #expect(error(cut) != nil, "\(cut.count) bytes") }
  }

  // MARK: Two readers

  private enum Outcome {
    case refused, proven
  }

  private static let plan = Result {
    try GatedRender.plan([NormalizedRect(x: 0.25, y: 0.25, width: 0.4, height: 0.4)])
  }

  /// Puts a damaged file through the reader, the writer, the gate and libjxl.
  ///
  /// What the reader takes for a photo, the gate must take for the same one, and libjxl for the same JPEG.
  private func judge(_ file: [UInt8], _ plan: RegionPlan, _ comment: Comment) throws -> Outcome {
    let bytes = FileBytes(file)
    let header = try? JPEGXLFile(size: file.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
      .header
    file.withUnsafeBufferPointer { file in
      let examined = (try? ExaminedJPEGXL(file))?.header
      #expect((header == nil) == (examined == nil), "one reads what the other does not: \(comment)")
      #expect(header?.width == examined?.width && header?.height == examined?.height, "\(comment)")
      #expect(header?.orientation == examined?.orientation, "\(comment)")
    }
    var limits = ImageLimits()
    limits.maxPixels = 1 << 16
    let photo: any EditablePhoto
    let render: RenderedPhoto
    do {
      photo = try JPEGXLContainer().open(bytes, limits: limits)
      _ = try photo.displayImage(fitting: 100)
      render = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer())
    } catch {
      #expect(error.kind != .internalError, "\(error) \(comment)")
      return .refused
    }
    do {
      try LeakGate(format: .jpegXL).check(
        FileBytes(render.bytes), of: photo, plan: plan, options: RenderOptions(), madeBy: render.path)
    } catch {
      Issue.record("\(error): \(comment)")
    }
    let jpeg = try TestJXL.jpeg(of: file)
    let own = try JPEGContainer().open(FileBytes(jpeg), limits: limits)
      .rendering(plan.areas(on: photo.geometry), with: MosaicObscurer())
    #expect(try TestJXL.jpeg(of: render.bytes) == own.bytes, "\(comment)")
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
    var counts: [Outcome: Int] = [:]
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
      counts[try judge(file.bytes, Self.plan.get(), "boxes \(number)"), default: 0] += 1
    }
    #expect(
      counts[.proven, default: 0] > Self.mutants / 4 && counts[.refused, default: 0] > Self.mutants / 10,
      "\(counts)")
  }

  /// Any byte of the file.
  @Test func bothReadersAgreeOnBytes() throws {
    var random = SplitMix(seed: 72)
    var counts: [Outcome: Int] = [:]
    for number in 0..<Self.mutants {
      var file = try seed(&random).bytes
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        // Half of it in the headers.
        let end = Bool.random(using: &random) ? file.count : min(80, file.count)
        let place = Int.random(in: 0..<max(end, 1), using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: file.remove(at: place)
        case 1: file.insert(.random(in: 0...255, using: &random), at: place)
        case 2: file.removeSubrange(place..<min(place + 20, file.count))
        default: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        if file.isEmpty { break }
      }
      counts[try judge(file, Self.plan.get(), "bytes \(number)"), default: 0] += 1
    }
    #expect(counts[.refused, default: 0] > Self.mutants / 4, "\(counts)")
  }

  /// Those that hold more than they show.
  @Test(arguments: (HostileFile.jpegXL + HostileFile.largeJPEGXL).filter(\.isPhoto))
  func bothReadersAgreeOnHostilePhotos(_ file: HostileFile) throws {
    #expect(try judge(file.build(Self.photo.get()), Self.plan.get(), "\(file)") == .proven)
  }

  @Test(arguments: (HostileFile.jpegXL + HostileFile.largeJPEGXL).filter { !$0.isPhoto })
  func bothReadersAgreeOnWhatIsNone(_ file: HostileFile) throws {
    #expect(try judge(file.build(Self.photo.get()), Self.plan.get(), "\(file)") == .refused)
  }

  /// Every block that an inspection lists lies in the file, whatever the file.
  @Test(arguments: HostileFile.jpegXL)
  func everyBlockLiesInTheFile(_ hostile: HostileFile) throws {
    let file = try hostile.build(Self.photo.get())
    file.withUnsafeBufferPointer {
      var inspection = JPEGXLGate().inspection(
        of: $0, policy: .everything, judge: HiddenPictureJudge(detector: OneFaceDetector()))
      inspection.judgePicture(warning: "something")
      for block in inspection.blocks {
        #expect(block.range.lowerBound >= 0 && block.range.upperBound <= file.count, "\(block)")
      }
    }
  }

  /// Whatever bytes a file has, the gate says something of it and ends.
  @Test func theGateEndsWhateverItReads() throws {
    let original = try TestJXL.transcode(Self.photo.get())
    let photo = UnopenedPhoto(original, width: 48, height: 40, unit: 16)
    let areas = try GatedRender.plan(GatedRender.three).areas(on: photo.geometry)
    for hostile in HostileFile.jpegXL + HostileFile.largeJPEGXL {
      let file = try hostile.build(Self.photo.get())
      let bytes = FileBytes(file)
      for way in [RenderSummary.Path.bitCopy, .pixels, nil] {
        try? JPEGXLGate().checkPicture(of: bytes, against: photo, areas, .mosaic, way, judgesCode: way == nil)
      }
      try? JPEGXLGate().checkRegions(of: bytes, photo.geometry, areas, .blur)
      try? JPEGXLGate().checkTones(of: bytes, against: photo, ToneFilters(sepia: 0.5))
      let other = UnopenedPhoto(file, width: 48, height: 40, unit: 16)
      try? JPEGXLGate().checkPicture(of: photo.fileBytes, against: other, areas, .fill, nil, judgesCode: true)
      _ = file.withUnsafeBufferPointer(JPEGXLGate().shape)
    }
  }
}
