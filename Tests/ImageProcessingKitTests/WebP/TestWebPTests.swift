import TestSupport
import Testing

/// What tests of WebPs stand on: files that they build hold the picture that libwebp sees in them.
@Suite struct TestWebPTests {
  private static let sizes = [(1, 1), (2, 3), (5, 1), (1, 7), (17, 13), (64, 48), (97, 33)]

  @Test(arguments: sizes)
  func codesWithoutLoss(width: Int, height: Int) throws {
    for hasAlpha in [false, true] {
      let picture = TestWebP.Picture.noise(width: width, height: height, hasAlpha: hasAlpha, seed: 3)
      let file = try TestWebP.encode(picture, .lossless)
      let decoded = try TestWebP.read(file)
      #expect(decoded.picture == picture && decoded.isLossless && decoded.planes == nil)
      let parts = try TestWebP(file)
      #expect(parts.names == ["VP8L"] && parts.saysAlpha == picture.hasAlpha)
      #expect(try parts.pictureSize == (width, height))
      #expect(try TestWebP.photo(picture, .lossless).bytes == file)
    }
  }

  /// Colours of what is transparent are kept.
  @Test func codesWhatNobodySees() throws {
    let picture = TestWebP.Picture(TestPhotos.noise(width: 20, height: 20, seed: 3), alpha: 0)
    #expect(try TestWebP.read(TestWebP.encode(picture, .lossless)).picture == picture)
  }

  @Test(arguments: sizes)
  func codesWithLoss(width: Int, height: Int) throws {
    let colors = TestPhotos.withoutFaces(width: width, height: height)
    for alpha in [nil, [UInt8](repeating: 90, count: width * height)] {
      let planes = TestWebP.Planes(colors, alpha: alpha)
      let file = try TestWebP.photo(planes, .lossy(90))
      #expect(file.names == (alpha == nil ? ["VP8 "] : ["VP8X", "ALPH", "VP8 "]))
      let decoded = try TestWebP.read(file.bytes)
      let shown = try #require(decoded.planes)
      #expect(shown.alpha == alpha && decoded.hasAlpha == (alpha != nil) && !decoded.isLossless)
      for plane in 0..<3 {
        #expect(planes.ratio(to: shown, plane: plane) { _, _ in true } > 28, "\(plane)")
        #expect(shown.planes[plane].count == planes.planes[plane].count)
      }
      #expect(planes.ratio(to: planes, plane: 0) { _, _ in true } == .infinity)
    }
  }

  @Test func isTakenApartAndPutTogether() throws {
    let picture = TestWebP.Picture.noise(width: 31, height: 17, hasAlpha: true, seed: 8)
    for coding in [TestWebP.Coding.lossless, .lossy(70)] {
      let file = try TestWebP.photo(picture, coding, profile: TestProfile.wideGamut, exif: [1, 2, 3])
      #expect(try TestWebP(file.bytes) == file)
      #expect(file.flags == 0x38 && file.names.first == "VP8X" && file.names.last == "EXIF")
      #expect(file.boundaries.last == file.bytes.count)
      #expect(TestWebP.count(of: "ICCP", in: file.bytes) ?? (0, 0) == (1, 1))
      let odd = file.changing {
        $0.trailing = [7]
        $0.insert([.init("face", [1], padding: [9])], before: "ICCP")
      }
      #expect(try TestWebP(odd.bytes) == odd)
      #expect(try TestWebP.read(odd.bytes) == TestWebP.read(file.bytes))
      let bare = odd.changing { file in
        for name in ["VP8X", "face", "ICCP", "EXIF"] { file.remove(name) }
      }
      #expect(bare.code == file.code)
      #expect(throws: TestWebP.Failure.self) { try TestWebP(file.changing { $0.size = 1 << 20 }.bytes) }
      #expect(throws: TestWebP.Failure.self) {
        try TestWebP(file.changing { $0.chunks[1].size = 1 << 20 }.bytes)
      }
    }
  }

  /// What the head of lossy code says is what libwebp was told to write.
  @Test func readsTheHeadOfLossyCode() throws {
    let picture = TestWebP.Picture(try TestPhotos.closeUp())
    func head(_ change: (inout TestWebP.Coding) -> Void) throws -> TestVP8 {
      try TestVP8(TestWebP.photo(picture, TestWebP.Coding(change)).code[0].content)
    }
    for partitions in 0...3 {
      let found = try head { ($0.partitions, $0.method) = (partitions, 1) }
      #expect(found.partitions == partitions && found.otherPartitions.count == 1 << partitions)
      #expect((found.width, found.height) == (256, 256))
      let whole = try TestWebP.photo(
        picture, TestWebP.Coding { ($0.partitions, $0.method) = (partitions, 1) })
      #expect(found.content(of: found.firstPartition, found.otherPartitions) == whole.code[0].content)
    }
    let plain = try head { ($0.segments, $0.shaping) = (1, 0) }
    #expect(!plain.isSegmented && plain.segments == nil)
    let shaped = try head { $0.quality = 75 }
    #expect(shaped.isSegmented && shaped.segments?.features?.isAbsolute == true)
    var indices: [Int] = []
    for quality in [Float(0), 30, 60, 75, 90, 100] {
      indices.append(
        try head {
          ($0.segments, $0.shaping) = (1, 0)
          $0.quality = quality
        }.index)
    }
    #expect(indices == indices.sorted(by: >) && indices.first == 127 && indices.last == 0, "\(indices)")
    #expect(try head { $0.filterStrength = 0 }.filterLevel == 0)
    #expect(try head { $0.hasSimpleFilter = true }.hasSimpleFilter)
  }

  /// A header that is written is read again, and libwebp shows a picture under it, whatever bits follow.
  @Test func writesHeadsOfLossyCode() throws {
    var random = SplitMix(seed: 5)
    for number in 0..<200 {
      var head = TestVP8(
        width: .random(in: 1...50, using: &random), height: .random(in: 1...50, using: &random))
      func any(_ range: ClosedRange<Int>) -> Int? {
        Bool.random(using: &random) ? .random(in: range, using: &random) : nil
      }
      head.index = .random(in: 0...127, using: &random)
      head.partitions = .random(in: 0...3, using: &random)
      head.filterLevel = .random(in: 0...63, using: &random)
      if Bool.random(using: &random) {
        var segments = TestVP8.Segments()
        if Bool.random(using: &random) { segments.map = (0..<3).map { _ in any(0...255) } }
        if Bool.random(using: &random) {
          segments.features = .init {
            $0.isAbsolute = number % 2 == 0
            $0.quantizers = (0..<4).map { _ in any(-127...127) }
            $0.filters = (0..<4).map { _ in any(-63...63) }
          }
        }
        head.segments = segments
      }
      let content = head.noise(seed: UInt64(number), bytes: 6000)
      let read = try TestVP8(content)
      #expect(read.index == head.index && read.partitions == head.partitions, "\(number)")
      #expect(read.quantizers == head.quantizers && read.segments == head.segments, "\(number)")
      let shown = try TestWebP.read(TestWebP([.init("VP8 ", content)]).bytes)
      #expect((shown.picture.width, shown.picture.height) == (head.width, head.height))
    }
  }

  @Test func oddFilesAreSound() throws {
    let all = try OddWebP.all.get()
    #expect(Set(all.map(\.name)).count == all.count && all.count > 120)
    for odd in all {
      let decoded = try odd.decoded()
      #expect((decoded.picture.width, decoded.picture.height) == (odd.width, odd.height), "\(odd)")
      // libwebp sees the same picture in the file as in its code alone.
      #expect(try TestWebP.read(odd.file).picture == decoded.picture, "\(odd)")
      #expect(try TestWebP(odd.file).bytes == odd.file, "\(odd)")
    }
  }

  @Test(arguments: Carrier.webP)
  func everyCarrierHidesSomethingInAPicture(_ carrier: Carrier) throws {
    let portrait = try TestPhotos.closeUpWebP()
    #expect(try HiddenPicture.traces(inWebP: portrait).isEmpty)
    let planted = try carrier.build(portrait)
    #expect(try !HiddenPicture.traces(inWebP: planted).isEmpty)
    let shown = try TestWebP.read(planted)
    #expect((shown.picture.width, shown.picture.height) == (256, 256))
  }

  @Test func tracesAreFoundInWhatIsCoded() throws {
    for file in [try HiddenPicture.webP(), try HiddenPicture.lossyWebP()] {
      let bare = TestWebP(try TestWebP(file).code)
      #expect(try HiddenPicture.traces(inWebP: bare.bytes).contains("samples of a WebP"))
    }
    #expect(Set(Carrier.webP.map(\.fileName)).count == Carrier.webP.count && Carrier.webP.count >= 60)
    #expect(
      Set(HostileFile.webP.map(\.fileName)).count == HostileFile.webP.count && HostileFile.webP.count >= 100)
  }
}
