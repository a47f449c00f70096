import TestSupport
import Testing

/// What tests of PNGs stand on: files that they build hold the picture that libpng sees in them.
@Suite struct TestPNGTests {
  private static let sizes = [(1, 1), (2, 3), (5, 1), (1, 7), (17, 13), (33, 9)]

  @Test(arguments: TestPNG.Kind.all)
  func buildsWhatLibpngReads(kind: TestPNG.Kind) throws {
    for (number, (width, height)) in Self.sizes.enumerated() {
      for seed in 0..<4 {
        let picture = TestPNG.Picture.noise(kind, width: width, height: height, seed: UInt64(seed))
        for filter in TestPNGFilter.all {
          for isInterlaced in [false, true] {
            let coding = TestPNG.Coding {
              ($0.filter, $0.isInterlaced) = (filter, isInterlaced)
              $0.stream = ZlibStream.all[(number + seed) % ZlibStream.all.count]
              $0.idatBytes = seed == 0 ? nil : 5 * seed
            }
            let decoded = try TestPNG.read(TestPNG.encode(picture, coding))
            #expect(decoded.picture == picture && decoded.isInterlaced == isInterlaced, "\(coding)")
            #expect(decoded.chunks.isEmpty && decoded.rgba.count == 4 * width * height)
            let isBeyond = kind.isPalette && picture.samples.contains { $0 >= picture.palette.count }
            #expect(decoded.warnings == 0 || isBeyond, "\(decoded.message)")
          }
        }
      }
    }
  }

  @Test(arguments: TestPNG.Kind.all)
  func libpngWritesTheSamePicture(kind: TestPNG.Kind) throws {
    for seed in 1..<4 {
      let picture = TestPNG.Picture.noise(kind, width: 19, height: 11, seed: UInt64(seed))
      for isInterlaced in [false, true] {
        for filters in [0, 8, 16, 32, 64, 128, 248] {
          let file = try TestPNG.encodeByLibpng(picture, isInterlaced: isInterlaced, filters: filters)
          let decoded = try TestPNG.read(file)
          #expect(decoded.picture == picture && decoded.isInterlaced == isInterlaced)
          #expect(TestPNGChunks(file).areSound && TestPNGChunks(file).bytes == file)
        }
      }
    }
  }

  @Test func showsWhatTransparencyHides() throws {
    var picture = TestPNG.Picture(TestPNG.Kind(0, 2), width: 3, height: 1, samples: [0, 1, 3])
    picture.transparency = .color([1])
    let gray = try TestPNG.read(TestPNG.encode(picture))
    #expect(
      gray.rgba == [0, 0, 0, 65_535, 21_845, 21_845, 21_845, 0, 65_535, 65_535, 65_535, 65_535])
    picture = TestPNG.Picture(
      TestPNG.Kind(3, 2), width: 4, height: 1, samples: [0, 1, 2, 3],
      palette: [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
      transparency: .alphas([128]))
    let indexed = try TestPNG.read(TestPNG.encode(picture)).rgba.map { $0 / 257 }
    #expect(indexed == [1, 2, 3, 128, 4, 5, 6, 255, 7, 8, 9, 255, 0, 0, 0, 255])
  }

  @Test func libpngSeesEveryChunk() throws {
    let picture = TestPNG.Picture.noise(.rgb8, width: 4, height: 4, seed: 2)
    let coding = TestPNG.Coding {
      $0.first = [
        TestPNGChunk("gAMA", [0, 0, 1, 0]), TestPNGChunk("tEXt", Array("a\0b".utf8)),
        TestPNGChunk("prVt", [1]),
      ]
      $0.middle = [TestPNGChunk("eXIf", [1, 2, 3]), TestPNGChunk("acTL", [9])]
      $0.last = [TestPNGChunk("tIME", [7, 229, 1, 2, 3, 4, 5]), TestPNGChunk("caBX", [])]
    }
    let chunks = try TestPNG.read(TestPNG.encode(picture, coding)).chunks
    #expect(chunks.map(\.type) == ["gAMA", "tEXt", "prVt", "eXIf", "acTL", "tIME", "caBX"])
    #expect(chunks.map(\.location) == [1, 1, 1, 1, 1, 8, 8])
    #expect(chunks[3].data == [1, 2, 3] && chunks[6].data.isEmpty)
  }

  @Test func isTakenApartAndPutTogether() throws {
    let file = try TestPNG.encode(
      TestPNG.Picture.noise(.palette8, width: 9, height: 9, seed: 3), TestPNG.Coding { $0.idatBytes = 20 })
    let chunks = TestPNGChunks(file + [1, 2])
    #expect(chunks.bytes == file + [1, 2] && chunks.trailing == [1, 2] && chunks.areSound)
    #expect(chunks.layout.first == "IHDR" && chunks.layout.suffix(2) == ["IDAT", "IEND"])
    #expect(chunks.boundaries.last == file.count)
    let other = chunks.inserting([TestPNGChunk("tEXt", [1], crcError: 5)], before: "IDAT")
    #expect(TestPNGChunks(other.bytes) == other && !other.areSound)
    #expect(other.removing("tEXt") == chunks)
    let stream = try #require(ZlibStream.decompress(chunks.stream + [9, 9]))
    #expect(stream.isWhole && stream.used == chunks.stream.count)
    #expect(chunks.replacing(stream: chunks.stream).layout == chunks.layout)
  }

  @Test(arguments: Carrier.png)
  func everyCarrierHidesSomethingInTheSamePicture(_ carrier: Carrier) throws {
    let portrait = try TestPhotos.closeUpPNG()
    let planted = try carrier.build(portrait)
    #expect(try !HiddenPicture.traces(inPNG: planted).isEmpty)
    let (before, after) = (try TestPNG.read(portrait), try TestPNG.read(planted))
    #expect(before.picture.width == after.picture.width && before.picture.height == after.picture.height)
    if !after.picture.kind.isPalette { #expect(before.picture.samples == after.picture.samples) }
  }

  @Test func thePortraitHidesNothing() throws {
    #expect(try HiddenPicture.traces(inPNG: TestPhotos.closeUpPNG()).isEmpty)
  }

  @Test func hasACarrierOfEachNameOnce() {
    #expect(Set(Carrier.png.map(\.fileName)).count == Carrier.png.count && Carrier.png.count > 60)
    let hostile = HostileFile.png + HostileFile.largePNG
    #expect(Set(hostile.map(\.fileName)).count == hostile.count)
  }

  @Test func everyHostileFileIsAsLibpngSeesIt() throws {
    let photo = try TestPNG.encode(TestPhotos.noise(width: 24, height: 24, seed: 7))
    for file in HostileFile.png {
      let isRead = (try? TestPNG.read(file.build(photo))) != nil
      #expect(isRead || !file.isPhoto, "\(file)")
    }
    for odd in try OddPNG.all.get() {
      let decoded = try TestPNG.read(odd.file)
      #expect(decoded.picture == odd.picture && decoded.isInterlaced == odd.isInterlaced, "\(odd)")
    }
    for cut in TestPNGChunks.truncations(of: photo) {
      #expect(throws: TestPNG.Failure.self) { try TestPNG.read(cut) }
    }
  }

  @Test func refusesWhatLibpngRefuses() throws {
    let file = try TestPNG.encode(TestPNG.Picture.noise(.rgb8, width: 9, height: 9, seed: 3))
    #expect(throws: TestPNG.Failure.self) { try TestPNG.read(Array(file.dropLast(20))) }
    #expect(throws: TestPNG.Failure.self) { try TestPNG.read(file, maxPixels: 80) }
    #expect(throws: TestPNG.Failure.self) { try TestPNG.read([]) }
  }
}
