import TestSupport
import Testing

@testable import ImageProcessingKit

/// A film that claims what is not so, or what nobody would look at, and why it is refused.
struct HostileFilm: Sendable, CustomStringConvertible {
  let description: String
  let reason: String
  let film: HandMadeFilm

  init(_ description: String, _ reason: String, _ change: (inout HandMadeFilm) -> Void) {
    (self.description, self.reason, film) = (description, reason, HandMadeFilm(change))
  }
}

extension HostileFilm {
  private static func table(_ entries: [[Int]]) -> [UInt8] { HandMadeFilm.table(entries) }
  private static func numbers(_ values: [Int]) -> [UInt8] { HandMadeFilm.numbers(values) }
  private static let huge = 0xFFFF_FFFF

  /// An edit list of times, media times and rates.
  private static func edits(_ entries: [[Int]]) -> [UInt8] {
    BoxWriter.box("edts", BoxWriter.box("elst", table(entries)))
  }

  static let runs = [
    HostileFilm("A billion pictures of one size", "more than 5000000 pictures") {
      $0.tables["stsz"] = numbers([0, 1, 1_000_000_000])
    },
    HostileFilm("Pictures of one size, more than the file", "more than the file") {
      $0.tables["stsz"] = numbers([0, 1000, 4_000_000])
    },
    HostileFilm("More sizes than there are", "stsz is cut short") {
      $0.tables["stsz"] = numbers([0, 0, 4_000_000, 10])
    },
    HostileFilm("No pictures", "has none") { $0.tables["stsz"] = numbers([0, 0, 0]) },
    HostileFilm("Sizes of 3 bits", "3 bits") {
      $0.tables["stsz"] = .some(nil)
      $0.tables["stz2"] = numbers([0, 3, 4, 0])
    },
    HostileFilm("Sizes twice", "twice how large") { $0.tables["stz2"] = numbers([0, 8, 4, 0]) },
    HostileFilm("A run of times without end", "stts is about another number") {
      $0.tables["stts"] = table([[4, 10], [huge, 10]])
    },
    HostileFilm("Too few times", "stts is about another number") { $0.tables["stts"] = table([[3, 10]]) },
    HostileFilm("More runs of times than there are", "stts is cut short") {
      $0.tables["stts"] = numbers([0, huge, 4, 10])
    },
    HostileFilm("A run of shifts without end", "ctts is about another number") {
      $0.tables["ctts"] = table([[huge, 5]])
    },
    HostileFilm("Too few shifts", "ctts is about another number") { $0.tables["ctts"] = table([[3, 5]]) },
    HostileFilm("Two pictures at once", "shown at the same time") {
      $0.tables["ctts"] = table([[1, 10], [3, 0]])
    },
    HostileFilm("Pictures that take no time", "shown at the same time") {
      $0.tables["stts"] = table([[4, 0]])
    },
    HostileFilm("A chunk of pictures without end", "stsc is about another number") {
      $0.tables["stsc"] = table([[1, huge, 1]])
    },
    HostileFilm("A chunk of no pictures", "stsc is about another number") {
      $0.tables["stsc"] = table([[1, 0, 1]])
    },
    HostileFilm("Chunks that are not there", "stsc is about another number") {
      $0.tables["stsc"] = table([[1, 2, 1], [huge, 2, 1]])
    },
    HostileFilm("Chunks that run backwards", "stsc is about another number") {
      $0.tables["stsc"] = table([[1, 2, 1], [1, 2, 1]])
    },
    HostileFilm("Chunks that nothing is in", "stsc is about another number") {
      $0.tables["stsc"] = table([])
    },
    HostileFilm("Pictures of another entry", "a way that it does not say") {
      $0.tables["stsc"] = table([[1, 4, 2]])
    },
    HostileFilm("Chunks twice", "twice where") { $0.tables["co64"] = table([]) },
    HostileFilm("Sync pictures that are not there", "stss is about another number") {
      $0.tables["stss"] = table([[1], [5]])
    },
    HostileFilm("Sync pictures that run backwards", "stss is about another number") {
      $0.tables["stss"] = table([[2], [2]])
    },
    HostileFilm("No table of sizes", "no stsz") { $0.tables["stsz"] = .some(nil) },
  ]

  static let places = [
    HostileFilm("Pictures beyond the file", "beyond the end") {
      $0.tables["stco"] = table([[huge]])
    },
    HostileFilm("A picture that reaches beyond the file", "beyond the end") {
      $0.sizes = [10, 20, 30, 40]
      $0.tables["stsz"] = numbers([0, 0, 4, 10, 20, 30, 1 << 20])
    },
    HostileFilm("Pictures at the end of the numbers", "a place that may not be") {
      $0.tables["stco"] = .some(nil)
      $0.tables["co64"] = table([[0x7FFF_FFFF, huge]])
    },
    HostileFilm("Pictures before the file", "a place that may not be") {
      $0.tables["stco"] = .some(nil)
      $0.tables["co64"] = table([[huge, huge]])
    },
    HostileFilm("Pictures in each other", "in the same place") {
      let start = $0.start
      $0.tables["stsc"] = table([[1, 2, 1]])
      $0.tables["stco"] = table([[start], [start + 15]])
    },
    HostileFilm("The same pictures twice", "in the same place") {
      let start = $0.start
      $0.tables["stsc"] = table([[1, 2, 1]])
      $0.tables["stsz"] = numbers([0, 10, 4])
      $0.tables["stco"] = table([[start], [start]])
    },
    HostileFilm("Pictures in what describes them", "in what describes the tracks") {
      $0.tables["stco"] = table([[$0.start + 100]])
    },
    HostileFilm("A picture of no bytes", "has no bytes") {
      $0.tables["stsz"] = numbers([0, 0, 4, 10, 0, 30, 40])
    },
    HostileFilm("Pictures in another file", "in another file") {
      $0.dataReference = BoxWriter.fullBox("url ", Array("other.mp4\0".utf8))
    },
    HostileFilm("Pictures in a file of QuickTime's", "in another file") {
      $0.dataReference = BoxWriter.fullBox("alis", [0, 0])
    },
  ]

  static let kinds = [
    HostileFilm("Two tracks of pictures", "2 tracks of pictures") { $0.tracks = [$0.track(1), $0.track(2)] },
    HostileFilm("A depth map beside", "2 tracks of pictures") {
      $0.tracks = [$0.track(1), HandMadeFilm { $0.handler = "auxv" }.track(2)]
    },
    HostileFilm("A film for a cover", "2 tracks of pictures") {
      $0.tracks = [$0.track(1), HandMadeFilm { $0.entryType = "jpeg" }.track(2)]
    },
    HostileFilm("Tracks of one number", "the same number") {
      $0.tracks = [$0.track(1), HandMadeFilm.emptyTrack(1, handler: "soun")]
    },
    HostileFilm("No tracks", "no pictures") { $0.tracks = [] },
    HostileFilm("Sound alone", "no pictures") { $0.handler = "soun" },
    HostileFilm("Still pictures as a track", "of the kind pict") { $0.handler = "pict" },
    HostileFilm("Too many tracks", "more than 256 tracks") {
      $0.tracks = (1...300).map { HandMadeFilm.emptyTrack($0, handler: "soun") }
    },
    HostileFilm("Fragments to come", "fragmented") { $0.inMovie = BoxWriter.box("mvex", []) },
    HostileFilm("A fragment behind", "fragmented") { $0.behind = BoxWriter.box("moof", []) },
    HostileFilm("Compressed description", "compressed") { $0.inMovie = BoxWriter.box("cmov", []) },
    HostileFilm("References to films", "names other files") { $0.inMovie = BoxWriter.box("rmra", []) },
    HostileFilm("Two descriptions", "described twice") { $0.behind = $0.movie },
    HostileFilm("Encrypted", "encrypted") { $0.entryType = "encv" },
    HostileFilm("Encrypted under its own name", "encrypted") { $0.inEntry = BoxWriter.box("sinf", []) },
    HostileFilm("Two ways of coding", "more than one way") { $0.entries = [$0.entry, $0.entry] },
    HostileFilm("No way of coding", "how its pictures are coded") { $0.entries = [] },
    HostileFilm("A codec that is not read", "mp4v (MPEG-4 Visual)") { $0.entryType = "mp4v" },
    HostileFilm("A second eye", "several layers") { $0.inEntry = BoxWriter.box("lhvC", []) },
    HostileFilm("No configuration", "no avcC") { $0.configurationType = "free" },
    HostileFilm("Two configurations", "several avcC") {
      $0.inEntry = BoxWriter.box("avcC", HandMadeFilm.avcC)
    },
    HostileFilm("A configuration that is cut short", "cut short") {
      $0.configuration = Array($0.configuration.prefix(20))
    },
    HostileFilm("A configuration without parameter sets", "but the pictures themselves") {
      $0.configuration = Array($0.configuration.prefix(5)) + [0xE0, 0]
    },
    HostileFilm("Another size than the code's", "320 × 240 pixels, and its track says 3200 × 240") {
      $0.width = 3200
    },
    HostileFilm("Pixels like needles", "1000 times as high as wide") {
      $0.inEntry = BoxWriter.box("pasp", numbers([1, 1000]))
    },
    HostileFilm("Pixels that draw faces out", "3 times as wide as high") {
      $0.inEntry = BoxWriter.box("pasp", numbers([3, 1]))
    },
    HostileFilm("A track that draws faces out", "3 times as high as wide") {
      $0.shown = (width: 320, height: 720)
    },
    HostileFilm("A track that draws a part of its pictures out", "4 times as wide as high") {
      $0.inEntry = BoxWriter.box("clap", numbers([80, 1, 240, 1, 0, 1, 0, 1]))
    },
    HostileFilm("Turned by an eighth", "less than a quarter") {
      $0.matrix = [46341, 46341, 0, -46341, 46341, 0, 0, 0, 0x4000_0000]
    },
    HostileFilm("Stretched as a whole", "less than a quarter") { $0.movieMatrix[0] = 0x2_0000 },
    HostileFilm("Folded into a line", "less than a quarter") { $0.matrix[4] = 0 },
    HostileFilm("Times without a scale", "no scale") { $0.timescale = 0 },
    HostileFilm("Half the speed", "slower, faster") { $0.inTrack = edits([[40, 0, 0x8000]]) },
    HostileFilm("A still", "slower, faster") { $0.inTrack = edits([[40, 0, 0]]) },
    HostileFilm("Edits that are not there", "elst is cut short") {
      $0.inTrack = BoxWriter.box("edts", BoxWriter.box("elst", numbers([0, 5000, 40])))
    },
    HostileFilm("Edits without end", "edit list is too long") {
      $0.inTrack = BoxWriter.box("edts", BoxWriter.box("elst", numbers([0, huge])))
    },
    HostileFilm("Edits longer than numbers", "edit list has no end") {
      let edit = [0x0010_0000, 0, 0, 0, 0x1_0000]
      $0.inTrack = BoxWriter.box(
        "edts", BoxWriter.box("elst", HandMadeFilm.table([[Int]](repeating: edit, count: 9), version: 1)))
    },
  ]
}

@Suite struct HostileFilmTests {
  @Test func theFilmThatTheyAreMadeOfIsRead() throws {
    let film = try HandMadeFilm().opened().film
    #expect(film.video.samples.count == 4 && film.video.samples[3].offset == HandMadeFilm().start + 60)
    #expect(film.video.shape == PlanarShape(width: 320, height: 240, chroma: .half, depth: 8))
    #expect((0..<4).allSatisfy { film.video.samples.isSync($0) } && film.duration == 0.4)
  }

  @Test(arguments: HostileFilm.runs + HostileFilm.places + HostileFilm.kinds)
  func isRefusedWithItsReason(_ hostile: HostileFilm) {
    let error = #expect(throws: FaceBlurError.self) { try hostile.film.opened() }
    #expect(error?.reason.contains(hostile.reason) == true, "\(error?.reason ?? "")")
    #expect(error?.kind != .internalError)
  }

  @Test func boxesInBoxesAreNotFollowed() throws {
    let depth = 10_000
    for type: FourCC in ["trak", "mdia", "minf", "stbl", "edts"] {
      #expect(throws: FaceBlurError.self) {
        try HandMadeFilm { $0.tracks = [BoxWriter.box("trak", HandMadeFilm.nest(type, depth: depth))] }
          .opened()
      }
    }
    let film = HandMadeFilm { $0.inMovie = HandMadeFilm.nest("moov", depth: depth) }
    #expect(try film.opened().film.video.samples.count == 4)
    #expect(throws: FaceBlurError.self) {
      try MP4File(FileBytes(film.brand + HandMadeFilm.nest("moov", depth: depth)))
    }
  }

  @Test func boxesSideBySideAreCounted() {
    let many = [UInt8](repeating: 0, count: 8 * 10_001).indices.map {
      UInt8([0, 0, 0, 8, 102, 114, 101, 101][$0 % 8])
    }
    for film in [HandMadeFilm { $0.inMovie = many }, HandMadeFilm { $0.brand += many }] {
      let error = #expect(throws: FaceBlurError.self) { try film.opened() }
      #expect(error?.reason.contains("more than 10000 boxes side by side") == true)
    }
  }

  /// A file of some gigabytes, all zeros behind its first bytes.
  private struct VastFile: FilmBytes {
    let head: [UInt8]
    let size: Int

    func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
      guard range.count <= 1 << 20 else { throw .internalError("it reads \(range.count) bytes at once") }
      return range.map { $0 < head.count ? head[$0] : 0 }
    }
  }

  @Test func aVastDescriptionIsRefusedBeforeItIsRead() {
    let head = HandMadeFilm().brand + HandMadeFilm.numbers([1]) + FourCC("moov").bytes
    let film = VastFile(head: head + BigEndian.bytes(2 << 30, 8), size: 3 << 30)
    let error = #expect(throws: FaceBlurError.self) { try MP4File(film) }
    #expect(error?.reason.contains("longer than 64 MB") == true && error?.kind == .photoTooLarge)
  }

  @Test func vastFilmsAreReadAndTooManyPicturesRefused() throws {
    func film(_ count: Int) -> VastFile {
      let film = HandMadeFilm {
        $0.brand = []
        $0.tables = [
          "stsz": HandMadeFilm.numbers([0, 100, count]), "stts": HandMadeFilm.table([[count, 1]]),
          "stsc": HandMadeFilm.table([[1, count, 1]]), "co64": HandMadeFilm.table([[1, 0]]),
          "stco": nil,
        ]
      }
      return VastFile(head: film.movie + BigEndian.bytes(0, 4) + FourCC("mdat").bytes, size: 8 << 30)
    }
    let mp4 = try MP4File(film(1_000_000))
    #expect(mp4.film.video.samples.count == 1_000_000)
    #expect(mp4.film.video.samples[999_999].offset == 1 << 32 + 99_999_900)
    #expect(try mp4.packet(999_999) == [UInt8](repeating: 0, count: 100))
    let error = #expect(throws: FaceBlurError.self) { try MP4File(film(6_000_000)) }
    #expect(error?.reason.contains("more than 5000000 pictures") == true)
  }

  @Test func pictureOfAnySizeIsNotReadAsAWhole() {
    let film = HandMadeFilm {
      $0.brand = []
      $0.tables["stsz"] = HandMadeFilm.numbers([0, 1 << 30, 4])
      $0.tables["stco"] = HandMadeFilm.table([[1 << 20]])
    }
    let vast = VastFile(head: film.movie + BigEndian.bytes(0, 4) + FourCC("mdat").bytes, size: 8 << 30)
    let error = #expect(throws: FaceBlurError.self) { try MP4File(vast) }
    #expect(error?.reason.contains("more than 67108864 bytes") == true)
  }

  @Test func smallOdditiesAreRead() throws {
    // Sizes of 4, 8 and 16 bits.
    for (bits, sizes, bytes) in [
      (4, [1, 2, 3], [0x12, 0x30]), (8, [10, 20, 30], [10, 20, 30]),
      (16, [10, 20, 300], [0, 10, 0, 20, 1, 44]),
    ] {
      let film = try HandMadeFilm {
        $0.sizes = sizes
        $0.tables = [
          "stsz": nil, "stz2": HandMadeFilm.numbers([0, bits, sizes.count]) + bytes.map { UInt8($0) },
        ]
      }.opened().film
      #expect((0..<3).map { film.video.samples[$0].size } == sizes)
    }
    // What QuickTime ends lists with, the description before the brand, junk behind.
    let plain = HandMadeFilm {
      $0.inEntry = [0, 0, 0, 0]
      $0.inMovie = [0, 0, 0, 0]
      $0.behind = Array("junk that is no box".utf8)
    }
    #expect(try plain.opened().film.video.samples.count == 4)
    // Chunks in another order than the pictures.
    let start = HandMadeFilm().start
    let turned = try HandMadeFilm {
      $0.tables["stsc"] = HandMadeFilm.table([[1, 2, 1]])
      $0.tables["stco"] = HandMadeFilm.table([[start + 70], [start]])
    }.opened().film
    #expect((0..<4).map { turned.video.samples[$0].offset - start } == [70, 80, 0, 30])
    // A picture shown before the one that it is decoded after.
    let shifted = try HandMadeFilm {
      $0.tables["ctts"] = HandMadeFilm.table([[1, 0], [1, 10], [1, 0xFFFF_FFF6], [1, 0]], version: 1)
      $0.tables["stss"] = HandMadeFilm.table([[1]])
    }.opened().film.video.samples
    #expect((0..<4).map(shifted.presentationTime) == [0, 20, 10, 30])
    #expect((0..<4).map(shifted.isSync) == [true, false, false, false])
  }

  @Test func coversAndChaptersAreNamedAndTheFilmIsRead() throws {
    let cover = HandMadeFilm {
      $0.entryType = "jpeg"
      $0.sizes = [10]
    }.track(2)
    let chapters = HandMadeFilm { $0.entryType = "jpeg" }.track(3)
    let film = try HandMadeFilm {
      $0.inTrack = BoxWriter.box("tref", BoxWriter.box("chap", HandMadeFilm.numbers([3, 4])))
      $0.tracks = [
        $0.track(1), cover, chapters, HandMadeFilm.emptyTrack(4, handler: "text"),
        HandMadeFilm.emptyTrack(5, handler: "meta"),
      ]
    }.opened().film
    #expect(film.others.map(\.kind) == ["vide", "vide", "text", "meta"])
    #expect(film.others.map(\.roles) == [[], ["chap"], ["chap"], []])
    #expect(film.others.map(\.showsPictures) == [true, true, false, false] && film.hasPicturesBeside)
    #expect(film.video.codec == .h264)
  }

  /// A cover in iTunes' list, and thumbnails that cameras write in boxes of their own.
  @Test func picturesInUserDataAreNamedAndTheFilmIsRead() throws {
    func data(_ name: String, _ content: [UInt8]) -> [UInt8] { BoxWriter.box(FourCC(name.utf8), content) }
    let picture = data("data", [0, 0, 0, 13, 0, 0, 0, 0, 0xFF, 0xD8, 0xFF, 0xE0])
    let list = data("meta", [0, 0, 0, 0] + data("ilst", data("covr", picture)))
    let covers = [
      data("udta", list), list, data("udta", data("CNTH", picture)), data("udta", [9] + data("thmb", [])),
      data("udta", data("snal", picture)), data("meta", [0, 0, 0, 0] + data("ilst", data("desc", picture))),
      data("udta", Array("\u{89}PNG".unicodeScalars.map { UInt8($0.value) })),
    ]
    let text = data("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("PNG \u{FF}".utf8) + [0xFF, 0xD8, 0xFF])
    let plain = data("udta", data("meta", [0, 0, 0, 0] + data("ilst", data("desc", text))))
    for (inside, isTold) in covers.map({ ($0, true) }) + [(plain, false)] {
      #expect(try HandMadeFilm { $0.inMovie = inside }.opened().film.hasPicturesBeside == isTold)
      #expect(try HandMadeFilm { $0.inTrack = inside }.opened().film.hasPicturesBeside == isTold)
      #expect(try HandMadeFilm { $0.behind = inside }.opened().film.hasPicturesBeside == isTold)
    }
  }

  @Test func turnsOfTheFilmAndTheTrackAddUp() throws {
    let right = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
    let both = try HandMadeFilm { ($0.matrix, $0.movieMatrix) = (right, right) }.opened().film
    #expect(both.video.orientation == .down)
    #expect(try HandMadeFilm { $0.matrix = right }.opened().film.video.orientation == .right)
    #expect(try HandMadeFilm { $0.movieMatrix = right }.opened().film.video.orientation == .right)
  }

  @Test func colorsAndPixelsAreAsTheTrackSays() throws {
    func video(_ boxes: [UInt8]) throws -> VideoTrack {
      try HandMadeFilm { $0.inEntry = boxes }.opened().film.video
    }
    let nclx = BoxWriter.box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0x80])
    #expect(try video(nclx).colors == SampleColors(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    let nclc = BoxWriter.box("colr", Array("nclc".utf8) + [0, 1, 0, 1, 0, 1])
    #expect(try video(nclc).colors == SampleColors(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
    let profile = BoxWriter.box("colr", Array("prof".utf8) + [1, 2, 3])
    #expect(
      try video(profile).colors == SampleColors(primaries: 6, transfer: 6, matrix: 6, isFullRange: false))
    #expect(throws: FaceBlurError.self) { try video(nclx + nclc) }
    let wide = BoxWriter.box("pasp", HandMadeFilm.numbers([4, 3]))
    #expect(try video(wide).pixelAspect == PixelAspect(across: 4, down: 3))
    let anamorphic = BoxWriter.box("pasp", HandMadeFilm.numbers([2, 1]))
    #expect(
      try HandMadeFilm {
        $0.inEntry = anamorphic
        $0.shown = (width: 640, height: 240)
      }.opened().film.video.pixelAspect == PixelAspect(across: 2, down: 1))
    // Nobody knows.
    #expect(throws: Never.self) { try HandMadeFilm { $0.shown = (width: 0, height: 0) }.opened() }
  }

  @Test func editsMayRepeatAndWait() throws {
    let list = HandMadeFilm.table([[20, 0xFFFF_FFFF, 0x1_0000], [20, 10, 0x1_0000], [0, 20, 0x1_0000]])
    let film = try HandMadeFilm { $0.inTrack = BoxWriter.box("edts", BoxWriter.box("elst", list)) }.opened()
      .film
    #expect(film.video.edits.edits.map(\.mediaStart) == [nil, 10, 20])
    // The last one is for all that is left.
    #expect(film.video.edits.edits.map(\.duration) == [20, 20, 20] && film.duration == 0.6)
    #expect(
      !film.video.edits.shows(0..<10, timescale: 100) && film.video.edits.shows(10..<20, timescale: 100))
  }
}
