import TestSupport
import Testing

@testable import ImageProcessingKit

/// What parameter sets may hold that stay in the render of a film, by the writer and by the gate, each by a reader of its own.
@Suite struct PlainFilmSetTests {
  private static let secret = Array("Owner: Erika Mustermann, 52.520008 N".utf8)

  // MARK: HEVC

  private static func isPlainToWriter(_ unit: [UInt8]) throws -> Bool {
    switch unit[0] >> 1 {
    case 32: try HEVCVideoSet(unit).isPlain(.film)
    case 33: try HEVCSequence(unit).details().isPlain
    default: try HEVCPictureSet(unit).isPlain
    }
  }

  /// What cannot be read is not plain.
  private func expect(
    _ unit: [UInt8], _ isPlain: Bool, _ comment: Comment, location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      ((try? Self.isPlainToWriter(unit)) ?? false) == isPlain, comment, sourceLocation: location)
    #expect(ExaminedHEVCSet(unit, .film).isPlain == isPlain, comment, sourceLocation: location)
  }

  @Test func onlyWhatFilmsNeedStaysOfHEVC() {
    for kind in [\TestHEVCSet.video, \.sequence] as [KeyPath<TestHEVCSet, [UInt8]>] {
      func expect(_ isPlain: Bool, _ comment: Comment, _ change: (inout TestHEVCSet) -> Void) {
        self.expect(TestHEVCSet(change)[keyPath: kind], isPlain, comment)
      }
      for layers in [0, 1, 4, 6] {
        let plain = TestHEVCSet { $0.layers = layers }[keyPath: kind]
        self.expect(plain, true, "\(layers) layers")
        self.expect(plain + [0, 0], true, "zeros")
        self.expect(plain + Self.secret, false, "a tail")
        for buffers in [0, 1, 2] {
          expect(true, "\(buffers) buffers") { ($0.layers, $0.buffers) = (layers, buffers) }
        }
        expect(false, "many buffers") { ($0.layers, $0.buffers) = (layers, 8) }
      }
      expect(false, "more layers than there may be") { $0.layers = 7 }
      let same = TestHEVCSet().profile
      for (profile, isPlain) in [(same, true), (Array(Self.secret.prefix(11)), false)] {
        expect(isPlain, "profiles of layers") { ($0.layers, $0.profileOfLayer) = (6, profile) }
      }
      for (level, isPlain) in [(0, true), (60, true), (93, true), (61, false), (120, false)] {
        expect(isPlain, "level \(level)") {
          ($0.layers, $0.profileOfLayer, $0.levelOfLayer) = (2, same, level)
        }
      }
      expect(false, "bits behind layers") { ($0.layers, $0.behindLayers) = (2, 0x555) }
      expect(false, "an extension") { $0.extensions = 1 }
      for reserved in [1, 0x80] as [UInt8] { expect(false, "reserved") { $0.reserved = reserved } }
    }
    func expect(_ isPlain: Bool, _ comment: Comment, _ change: (inout TestHEVCSet) -> Void) {
      self.expect(TestHEVCSet(change).sequence, isPlain, comment)
    }
    for count in [0, 2, 8, 20] { expect(true, "\(count) references") { $0.references = count } }
    expect(false, "many references") { $0.references = 60 }
    for (count, isPlain) in [(0, true), (1, false), (32, false)] {
      expect(isPlain, "\(count) pictures for long") { $0.longTerm = count }
    }
    expect(true, "a window") { $0.hasWindow = true }
    for (extensions, isPlain) in [(0, true), (0x80, true), (0x40, false), (0x81, false)] {
      expect(isPlain, "extensions \(extensions)") { $0.extensions = extensions }
    }
  }

  /// As phones, cameras, a graphics card and x265 write them.
  private static let sets: [[UInt8]] = [
    [
      0x40, 1, 0x0C, 1, 0xFF, 0xFF, 1, 0x60, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 0x99, 0x17, 2, 0x40,
    ],
    [
      0x40, 1, 0x0C, 1, 0xFF, 0xFF, 2, 0x20, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 0x7B, 0x18, 0xB0, 0x24,
    ],
    [
      0x42, 1, 1, 2, 0x20, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 0x7B, 0xA0, 7, 0x82, 0, 0x88, 0x7D, 0xB6,
      0x71,
      0x8B, 0x92, 0x44, 0x80, 0x53, 0x88, 0x88, 0x92, 0xCF, 0x24, 0xA6, 0x92, 0x72, 0xC9, 0x12, 0x49, 0x22,
      0xDC,
      0x91, 0xAA, 0x48, 0xFC, 0xA2, 0x23, 0xFF, 0, 1, 0, 1, 0x6A, 2, 2, 2, 1,
    ],
    [
      0x42, 1, 1, 1, 0x60, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 0x5D, 0xA0, 2, 0x80, 0x80, 0x2D, 0x16, 0x36,
      0xB9, 0x24, 0xCB, 0xF0, 8, 0, 0, 3, 0, 8, 0, 0, 3, 1, 0x95, 8,
    ],
    [
      0x42, 1, 1, 1, 0x60, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0x96, 0xA0, 3, 0xC0, 0x80, 0x10, 0xE5, 0x96,
      0xB9, 0x24, 0xC9, 0xAE, 0x59, 0xC0, 0x52, 0x4A, 0, 0, 7, 0xD0, 0, 0, 0x75, 0x30, 0x82, 0x40,
    ],
    [0x44, 1, 0xC0, 0x72, 0xF0, 0x53, 0x24], [0x44, 1, 0xC0, 0x25, 0x2F, 5, 0x32, 0x40],
    [0x44, 1, 0xC0, 0x72, 0xF0, 0x9C, 0x14, 0x0A, 0x1B, 0x24],
  ]

  @Test(arguments: sets) func setsOfEncodersStay(unit: [UInt8]) {
    expect(unit, true, "as it is")
    for rest in [[0x80], [0, 1], [0x55, 0x80], Self.secret] as [[UInt8]] {
      expect(unit + rest, false, "\(rest)")
    }
  }

  // MARK: H.264

  private struct AVCForm {
    var constraints = 0
    /// How many pictures are in a cycle of their order; nil where their code says the order.
    var cycle: Int?
    var hasLargeLists = false
    /// Ways in which a decoder's buffer may be filled, of units and of the stream; 0 for nothing.
    var buffers = 0

    init(_ change: (inout AVCForm) -> Void = { _ in }) { change(&self) }
  }

  private static func bits(_ bytes: [UInt8], in writer: inout BitWriter) {
    for byte in bytes { writer.append(Int(byte), bits: 8) }
  }

  private static func sequenceOfAVC(_ form: AVCForm) -> [UInt8] {
    var writer = BitWriter()
    bits([100, UInt8(form.constraints), 30], in: &writer)
    for number in [0, 1, 0, 0] { writer.append(unsigned: number) }
    writer.append(0, bits: 1)
    writer.append(form.hasLargeLists ? 1 : 0, bits: 1)
    if form.hasLargeLists {
      writer.append(0b0000001, bits: 7)
      // All factors are 7.
      writer.append(unsigned: 2)
      for _ in 1..<64 { writer.append(unsigned: 0) }
      writer.append(0, bits: 1)
    }
    writer.append(unsigned: 0)
    writer.append(unsigned: form.cycle == nil ? 0 : 1)
    if let cycle = form.cycle {
      writer.append(0, bits: 1)
      for number in [0, 0, cycle] { writer.append(unsigned: number) }
      for _ in 0..<cycle { writer.append(unsigned: 2) }
    } else {
      writer.append(unsigned: 2)
    }
    writer.append(unsigned: 4)
    writer.append(0, bits: 1)
    for _ in 0..<2 { writer.append(unsigned: 3) }
    // Frames alone, with direct prediction of blocks of 8 × 8, not cut; then how they are shown: nothing but times.
    writer.append(0b110_1_0000_1, bits: 9)
    for number in [1, 50] { writer.append(number, bits: 32) }
    writer.append(1, bits: 1)
    for _ in 0..<2 {
      writer.append(form.buffers > 0 ? 1 : 0, bits: 1)
      guard form.buffers > 0 else { continue }
      writer.append(unsigned: form.buffers - 1)
      writer.append(0x24, bits: 8)
      for _ in 0..<form.buffers {
        for _ in 0..<2 { writer.append(unsigned: 200_000) }
        writer.append(1, bits: 1)
      }
      writer.append(0xABCDE, bits: 20)
    }
    if form.buffers > 0 { writer.append(0, bits: 1) }
    writer.append(0b011, bits: 3)
    for number in [0, 0, 11, 11, 2, 4] { writer.append(unsigned: number) }
    writer.finish()
    return EmulationPrevention.added(to: writer.bytes, behind: [0x67])
  }

  private static func picturesOfAVC(hasLargeBlocks: Bool) -> [UInt8] {
    var writer = BitWriter()
    for _ in 0..<2 { writer.append(unsigned: 0) }
    writer.append(0b10, bits: 2)
    for number in [0, 2, 0] { writer.append(unsigned: number) }
    writer.append(0b110, bits: 3)
    for number in [6, 0, 4] { writer.append(unsigned: number) }
    writer.append(0b100, bits: 3)
    writer.append(hasLargeBlocks ? 0b10 : 0, bits: 2)
    writer.append(unsigned: 4)
    writer.finish()
    return EmulationPrevention.added(to: writer.bytes, behind: [0x68])
  }

  private func expectAVC(
    _ unit: [UInt8], _ isPlain: Bool, _ comment: Comment, location: SourceLocation = #_sourceLocation
  ) {
    if unit[0] & 31 == 7 {
      #expect(((try? AVCSequence(unit).isPlain) ?? false) == isPlain, comment, sourceLocation: location)
      #expect(ExaminedAVCSet(ofSequence: unit).isPlain == isPlain, comment, sourceLocation: location)
    } else {
      #expect(
        ((try? AVCPictureSet.details(unit, hasFullColors: false).isPlain) ?? false) == isPlain, comment,
        sourceLocation: location)
      #expect(
        ExaminedAVCSet(ofPictures: unit, hasFullColors: false).isPlain == isPlain, comment,
        sourceLocation: location)
    }
  }

  @Test func onlyWhatFilmsNeedStaysOfH264() {
    for unit in [
      Self.sequenceOfAVC(AVCForm()), Self.picturesOfAVC(hasLargeBlocks: false),
      Self.picturesOfAVC(hasLargeBlocks: true),
    ] {
      expectAVC(unit, true, "as it is")
      expectAVC(unit + [0, 0], true, "zeros")
      for rest in [[0x80], [0, 1], Self.secret] as [[UInt8]] { expectAVC(unit + rest, false, "\(rest)") }
    }
    for (constraints, isPlain) in [(0xC0, true), (0x14, true), (1, false), (2, false)] {
      expectAVC(Self.sequenceOfAVC(AVCForm { $0.constraints = constraints }), isPlain, "\(constraints)")
    }
    for (cycle, isPlain) in [(0, true), (4, true), (100, false)] {
      expectAVC(Self.sequenceOfAVC(AVCForm { $0.cycle = cycle }), isPlain, "a cycle of \(cycle)")
    }
    for (buffers, isPlain) in [(1, true), (2, true), (8, false)] {
      expectAVC(Self.sequenceOfAVC(AVCForm { $0.buffers = buffers }), isPlain, "\(buffers) buffers")
    }
    expectAVC(Self.sequenceOfAVC(AVCForm { $0.hasLargeLists = true }), true, "factors for large blocks")
  }

  /// As phones and cameras write them.
  private static let setsOfAVC: [[UInt8]] = [
    [
      0x67, 0x64, 0, 0x20, 0xAC, 0xB4, 0x0F, 1, 3, 0xCB, 0xCD, 0x41, 0x41, 0x81, 0x41, 0xB4, 0x28, 0x4D, 0x40,
    ],
    [
      0x27, 0x4D, 0, 0x28, 0x8D, 0x8D, 0x28, 0x0A, 0, 0xB7, 0x60, 0x2D, 0x40, 0x40, 0x40, 0x50, 0, 0, 0x3E,
      0x80,
      0, 0x0C, 0x35, 6, 0x86, 0, 0x50, 0, 0, 0x59, 0xF4, 0xBB, 0xCB, 0x8D, 0x0C, 0, 0xA0, 0, 0, 0xB3, 0xE9,
      0x77,
      0x97, 4, 0xFA, 0x2C, 0,
    ],
    [0x68, 0xEE, 6, 0xF2, 0xC0], [0x28, 0xEE, 0x3C, 0x80],
  ]

  @Test(arguments: setsOfAVC) func setsOfEncodersOfH264Stay(unit: [UInt8]) {
    expectAVC(unit, true, "as it is")
    expectAVC(unit + Self.secret, false, "a tail")
  }

  /// Factors for blocks that no picture has, nobody looks at.
  @Test(arguments: [false, true]) func unusedFactorsDoNotStay(areUsed: Bool) throws {
    func listed(_ unit: [UInt8]) -> [UInt8] { BigEndian.bytes(unit.count, 2) + unit }
    let configuration =
      [1, 100, 0, 30, 0xFF, 0xE1] + listed(Self.sequenceOfAVC(AVCForm { $0.hasLargeLists = true })) + [1]
      + listed(Self.picturesOfAVC(hasLargeBlocks: areUsed)) + [0xFD, 0xF8, 0xF8, 0]
    #expect(try (AVCRecord(configuration).fault == nil) == areUsed)
    #expect(try FilmParameterSets(.h264, configuration).overfull.isEmpty == areUsed)
  }

  // MARK: Films

  static let codecs: [TestFilm.Codec] = [.h264, .hevc]

  private static func film(_ codec: TestFilm.Codec) throws -> RebuiltFilm {
    try RebuiltFilm(TestFilm { ($0.codec, $0.frames) = (codec, 16) }.bytes())
  }

  /// Where sets lie that tests write something behind: of H.264 two, of HEVC three.
  private static func places(_ codec: TestFilm.Codec) -> Range<Int> { 0..<(codec == .hevc ? 3 : 2) }

  @Test(arguments: codecs) func aFilmWhoseSetsHoldMoreIsCodedAnew(codec: TestFilm.Codec) throws {
    let plain = try Self.film(codec)
    guard case .groups = try MP4File(FileBytes(plain.bytes)).splicing() else {
      Issue.record("as it is, it would not be copied")
      return
    }
    for place in Self.places(codec) {
      var film = plain
      film.changeSets { $0[place] += Self.secret }
      guard case .whole(let reason) = try MP4File(FileBytes(film.bytes)).splicing() else {
        Issue.record("set \(place) would be copied")
        continue
      }
      #expect(reason.contains("holds more than a film needs"), "\(reason)")
    }
  }

  /// Copied, as earlier versions did it: the same pictures, by the same sets.
  @Test(arguments: codecs) func theGateRefusesSetsThatHoldMore(codec: TestFilm.Codec) throws {
    func refusal(_ change: (inout [[UInt8]]) -> Void) throws -> FaceBlurError? {
      // Without what x265 says of itself beside its sets.
      var original = try RebuiltFilm(
        TestFilm { ($0.codec, $0.frames) = (codec, 4) }.bytes(without: 0, atThe: "right"))
      original.changeSets(change)
      var render = original
      render.tracks[0].samples = render.tracks[0].samples.map { packet in
        TestUnits.packet(
          TestUnits.list(packet).filter { codec == .hevc ? $0[0] >> 1 < 32 : [1, 5].contains($0[0] & 31) })
      }
      do throws(FaceBlurError) {
        try FilmGate(original: FileBytes(original.bytes), render: FileBytes(render.bytes))
          .check(FilmPlan(tracks: [], strength: .default), audio: .all)
        return nil
      } catch { return error }
    }
    #expect(try refusal { _ in } == nil)
    for place in Self.places(codec) {
      let error = try refusal { $0[place] += Self.secret }
      #expect(error?.kind == .leak(.block("parameterSet")), "set \(place)")
      #expect(error?.reason.contains("holds more than a film needs") == true, "\(error?.reason ?? "")")
    }
  }

  @Test(arguments: codecs) func theInspectionNamesSetsThatHoldMore(codec: TestFilm.Codec) throws {
    let jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [UInt8](repeating: 0x5A, count: 40)
    func blocks(_ film: RebuiltFilm) throws -> [MetadataBlock] {
      try FilmInspection(FileBytes(film.bytes)).blocks.filter {
        $0.objection == FilmParameterSets.holdsMore || $0.kind == .hiddenPicture
      }
    }
    let plain = try Self.film(codec)
    #expect(try blocks(plain).isEmpty)
    for place in Self.places(codec) {
      for (rest, kinds) in [(Self.secret, ["parameterSet"]), (jpeg, ["parameterSet", "hiddenPicture"])] {
        var film = plain
        var unit: [UInt8] = []
        film.changeSets { sets in
          sets[place] += rest
          unit = sets[place]
        }
        // In the record, and once more beside a picture.
        let found = try blocks(film)
        #expect(found.map(\.kind.rawValue) == kinds, "set \(place)")
        for block in found { #expect(Array(film.bytes[block.range]) == unit) }
        film = plain
        film.tracks[0].samples[3] += TestUnits.packet([unit])
        let beside = try blocks(film)
        #expect(beside.map(\.kind.rawValue) == kinds, "set \(place) beside a picture")
        for block in beside { #expect(Array(film.bytes[block.range]) == unit) }
      }
    }
  }
}
