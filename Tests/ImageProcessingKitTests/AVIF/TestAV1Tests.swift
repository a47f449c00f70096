import TestSupport
import Testing

/// What tests of AVIFs stand on: libaom and dav1d see what libaom coded, sample by sample.
@Suite struct TestAV1Tests {
  private static let kinds = TestAV1.Chroma.allCases.flatMap { chroma in
    [8, 10, 12].map { (chroma, $0) }
  }
  private static let sizes = [(16, 16), (64, 48), (21, 19), (130, 70)]

  @Test(arguments: kinds)
  func losslessPicturesComeOutAsTheyWentIn(chroma: TestAV1.Chroma, depth: Int) throws {
    for (width, height) in Self.sizes {
      let picture = TestAV1.Picture.noise(width: width, height: height, chroma: chroma, depth: depth)
      for coding in [
        TestAV1.Coding.lossless, TestAV1.Coding { ($0.isFullRange, $0.colors) = (false, [9, 16, 9]) },
        TestAV1.Coding { $0.isReduced = false }, TestAV1.Coding { $0.isStill = false },
      ] {
        let stream = try TestAV1.encode(picture, coding)
        for decoder in TestAV1.Decoder.allCases {
          #expect(try TestAV1.decode(stream, by: decoder) == picture, "\(picture), \(coding), \(decoder)")
          #expect(
            try TestAV1.decode(stream.item, by: decoder) == picture, "\(picture), \(coding), \(decoder)")
        }
        #expect(try TestAV1.encode(picture, coding) == stream, "another time other bytes")
        let headers = try TestAV1.headers(of: stream.bytes)
        #expect(headers.quantizer == 0 && headers.depth == depth && headers.chroma == chroma)
        #expect(
          (headers.width, headers.height) == (width, height) && headers.isFullRange == coding.isFullRange)
        #expect(
          headers.isReduced == (coding.isReduced && coding.isStill) && headers.isStill == coding.isStill)
        #expect(headers.colors == coding.colors ?? [2, 2, 2])
      }
    }
  }

  @Test(arguments: kinds)
  func lossyPicturesAreLikeTheOriginal(chroma: TestAV1.Chroma, depth: Int) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut(), chroma: chroma, depth: depth)
      .cut(x: 160, y: 40, width: 128, height: 128)
    var sizes: [Int] = []
    for quantizer in [10, 30, 50] {
      let stream = try TestAV1.encode(picture, .lossy(quantizer))
      let decoded = try TestAV1.decode(stream)
      #expect(try TestAV1.decode(stream, by: .dav1d) == decoded)
      let difference = zip(picture.planes[0], decoded.planes[0]).reduce(0) {
        $0 + abs(Int($1.0) - Int($1.1))
      }
      #expect(decoded != picture && difference >> (depth - 8) < 128 * 128 * quantizer / 4)
      #expect(try TestAV1.headers(of: stream.bytes).quantizer > quantizer)
      sizes.append(stream.bytes.count)
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
  }

  @Test func hasTheOBUsThatAreAskedFor() throws {
    let picture = TestAV1.Picture.noise(width: 160, height: 160)
    func types(_ change: (inout TestAV1.Coding) -> Void) throws -> [Int] {
      let stream = try TestAV1.encode(picture, TestAV1.Coding(change))
      #expect(try TestAV1.decode(stream) == picture)
      #expect(TestAV1.Stream(stream.bytes) == stream)
      return stream.units.map(\.type)
    }
    #expect(try types { _ in } == [2, 1, 6])
    #expect(try types { ($0.tileColumns, $0.tileRows) = (2, 2) } == [2, 1, 6])
    #expect(try types { ($0.tileColumns, $0.tileRows, $0.tileGroups) = (2, 2, 2) } == [2, 1, 3, 4, 4])
    let stream = try TestAV1.encode(picture, TestAV1.Coding { ($0.tileColumns, $0.tileRows) = (2, 2) })
    let headers = try TestAV1.headers(of: stream.bytes)
    #expect((headers.tileColumns, headers.tileRows) == (2, 2))
  }

  /// Grain is drawn over what is coded, in the same way by everybody.
  @Test(arguments: [TestAV1.Chroma.half, .gray, .full], [8, 10])
  func grainIsPartOfThePicture(chroma: TestAV1.Chroma, depth: Int) throws {
    let picture = TestAV1.Picture(
      width: 96, height: 64, chroma: chroma, depth: depth, value: UInt16(100 << (depth - 8)))
    for vector in [2, 5] {
      let stream = try TestAV1.encode(picture, TestAV1.Coding { $0.grain = vector })
      let decoded = try TestAV1.decode(stream)
      #expect(try TestAV1.decode(stream, by: .dav1d) == decoded)
      #expect(decoded != picture && Set(decoded.planes[0]).count > 8)
      #expect(try TestAV1.headers(of: stream.bytes).hasGrain)
    }
  }

  @Test func aDecoderIgnoresWhatNobodyNeeds() throws {
    let picture = TestAV1.Picture.noise(width: 32, height: 32)
    let item = try TestAV1.encode(picture).item
    let content = [UInt8](repeating: 7, count: 300)
    let units =
      [TestAV1.delimiter, item.units[0], TestAV1.message(content), TestAV1.padding(content)] + item.frames
      + [TestAV1.Unit(12, content), TestAV1.message(content)]
    for decoder in TestAV1.Decoder.allCases {
      #expect(try TestAV1.decode(TestAV1.Stream(units), by: decoder) == picture)
    }
    #expect(TestAV1.Stream(TestAV1.Stream(units).bytes)?.units == units)
    for change in [
      { $0.sizePadding = 3 }, { $0.layer = 0 }, { $0.hasSize = false },
    ] as [(inout TestAV1.Unit) -> Void] {
      let other = TestAV1.Stream([item.units[0], item.units[1].changing(change)])
      #expect(TestAV1.Stream(other.bytes) == other)
      #expect(try TestAV1.decode(other, by: .dav1d) == picture)
    }
  }

  @Test func headersMayBeSaidOtherwise() throws {
    let picture = TestAV1.Picture.noise(width: 64, height: 32)
    for coding in [TestAV1.Coding.lossless, TestAV1.Coding { $0.isReduced = false }] {
      let item = try TestAV1.encode(picture, coding).item
      let leveled = TestAV1.leveled(item.units[0], 5)
      #expect(TestAV1.level(of: leveled) == 5 && TestAV1.level(of: item.units[0]) == 0)
      #expect(try TestAV1.decode(TestAV1.Stream([leveled] + item.frames)) == picture)
      let timed = TestAV1.timed(item.units[0])
      #expect((timed == nil) == coding.isReduced)
      guard let timed else { continue }
      let stream = TestAV1.Stream([timed] + item.frames)
      #expect(try TestAV1.decode(stream) == picture && TestAV1.level(of: timed) == 0)
      #expect(try TestAV1.headers(of: stream.bytes).hasTiming)
    }
  }

  @Test func refusesWhatDecodersRefuse() throws {
    let picture = TestAV1.Picture.noise(width: 64, height: 64)
    let item = try TestAV1.encode(picture).item
    for bytes in [
      Array(item.bytes.dropLast(400)), [], item.frames[0].bytes, item.units[0].bytes, item.bytes + item.bytes,
    ] {
      for decoder in TestAV1.Decoder.allCases {
        #expect(throws: TestAV1.Failure.self) { try TestAV1.decode(bytes, by: decoder) }
      }
    }
  }
}
