import TestSupport
import Testing

/// What tests of TIFFs stand on: files that they build hold the picture that libtiff sees in them.
@Suite struct TestTIFFTests {
  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func buildsWhatLibtiffReads(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 3)
    for _ in 0..<4 {
      let coding = TestTIFF.Coding.any(compression, using: &random)
      let picture = TestTIFF.Picture.noise(
        kind, width: .random(in: 1...50, using: &random), height: .random(in: 1...50, using: &random),
        seed: random.next())
      let file = try TestTIFF.encode(picture, coding)
      let decoded = try TestTIFF.read(file)
      #expect(decoded.picture == picture && decoded.pages == 1, "\(coding)")
      #expect(decoded.warnings == 0, "\(decoded.message): \(coding)")
      var expected = coding
      expected.padding = .zero
      expected.rowsPerStrip = coding.tile == nil ? min(coding.rowsPerStrip, picture.height) : 0
      #expect(decoded.coding == expected)

      let tiff = try OddTIFF(file)
      #expect(tiff.bytes == file && decoded.chunkSizes == tiff.first.chunks.map(\.count), "\(coding)")
      for (chunk, code) in zip(TestTIFF.chunks(picture, coding), tiff.first.chunks) {
        #expect(
          TestTIFF.decodedSamples(code, chunk, kind, coding)
            == TestTIFF.samples(of: chunk, picture, coding.padding))
      }
    }
  }

  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func libtiffWritesTheSamePicture(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 4)
    for _ in 0..<2 {
      let coding = TestTIFF.Coding.any(compression, using: &random)
      let picture = TestTIFF.Picture.noise(kind, width: 37, height: 29, seed: random.next())
      let file = try TestTIFF.encodeByLibtiff(picture, coding)
      #expect(try TestTIFF.read(file).picture == picture, "\(coding)")
      let tiff = try OddTIFF(file)
      for (chunk, code) in zip(TestTIFF.chunks(picture, coding), tiff.first.chunks) {
        #expect(
          TestTIFF.decodedSamples(code, chunk, kind, coding) == TestTIFF.samples(of: chunk, picture, .edge))
      }
      // Taken apart and put together in another layout.
      #expect(try TestTIFF.read(OddTIFF(file) { _ in }.bytes).picture == picture)
    }
    let pages = try TestTIFF.encodeByLibtiff(
      .noise(kind, width: 9, height: 9, seed: 1), pages: 3, resolution: 300)
    #expect(try TestTIFF.read(pages).pages == 3 && OddTIFF(pages).chain.count == 3)
  }

  /// More codes than a table holds.
  @Test func codesMoreThanATable() throws {
    let picture = TestTIFF.Picture.noise(.rgb8, width: 130, height: 90, seed: 5)
    for isDifferenced in [false, true] {
      let coding = TestTIFF.Coding {
        ($0.compression, $0.rowsPerStrip, $0.isDifferenced) = (.lzw, 90, isDifferenced)
      }
      for file in [try TestTIFF.encode(picture, coding), try TestTIFF.encodeByLibtiff(picture, coding)] {
        #expect(try TestTIFF.read(file).picture == picture)
        let code = try OddTIFF(file).first.chunks[0]
        #expect(TestTIFFCode.decompress(code, .lzw).used == code.count)
      }
    }
  }

  @Test(arguments: Carrier.tiff + Carrier.sidewaysTIFF)
  func everyCarrierHidesSomethingInTheSamePicture(_ carrier: Carrier) throws {
    let portrait = try TestPhotos.closeUpTIFF()
    let planted = try carrier.build(portrait)
    #expect(try !HiddenPicture.traces(inTIFF: planted).isEmpty)
    #expect(try TestTIFF.read(portrait).picture == TestTIFF.read(planted).picture)
  }

  @Test func thePortraitHidesNothing() throws {
    #expect(try HiddenPicture.traces(inTIFF: TestPhotos.closeUpTIFF()).isEmpty)
  }

  @Test func hasACarrierOfEachNameOnce() {
    #expect(Set(Carrier.tiff.map(\.fileName)).count == Carrier.tiff.count && Carrier.tiff.count > 60)
    let hostile = HostileFile.tiff + HostileFile.largeTIFF
    #expect(Set(hostile.map(\.fileName)).count == hostile.count && hostile.count > 100)
  }

  /// What is expected to be read is what libtiff reads, too.
  @Test func everyHostilePhotoIsAsLibtiffSeesIt() throws {
    let photo = try TestTIFF.encode(TestPhotos.noise(width: 48, height: 40, seed: 7))
    // But for codes before the first Clear, which libtiff has no table for.
    for file in HostileFile.tiff where file.isPhoto && file.name != "LZW without a Clear" {
      #expect(throws: Never.self, "\(file)") { try TestTIFF.read(file.build(photo)) }
    }
    for cut in try OddTIFF.truncations(of: photo) {
      #expect(throws: TestTIFF.Failure.self) { try TestTIFF.read(cut) }
    }
  }
}
