import TestSupport
import Testing

@testable import ImageProcessingKit

/// Whatever bytes a file has, the gate says something of it and ends.
@Suite struct HostileHEIFGateTests {
  private static let picture = TestHEVC.Picture.noise(width: 60, height: 40, seed: 5)

  private static func grid(_ codec: TestHEIF.Codec) throws -> TestHEIF {
    try TestHEIF.phone(picture, TestHEIF.Kind(codec, tile: (32, 32)), turns: 1)
  }

  private func judge(_ file: [UInt8], _ codec: TestHEIF.Codec, against original: [UInt8]? = nil) throws {
    let gate = codec.gate
    file.withUnsafeBufferPointer { bytes in
      var inspection = gate.inspection(
        of: bytes, policy: .minimal,
        judge: HiddenPictureJudge(
          detector: OneFaceDetector(), containers: [HEICContainer(), AVIFContainer()]))
      inspection.judgePicture(warning: "it is odd")
      for block in inspection.blocks {
        #expect(block.range.lowerBound >= 0 && block.range.upperBound <= file.count)
      }
      _ = gate.shape(of: bytes)
    }
    let photo = UnopenedPhoto(original ?? file, width: 64, height: 64, unit: 16)
    let areas = try GatedRender.plan(GatedRender.three).areas(on: photo.geometry)
    for judgesCode in [true, false] {
      for way in [RenderSummary.Path.tiles, .lossy, nil] {
        try? gate.checkPicture(
          of: FileBytes(file), against: photo, areas, .mosaic, way, judgesCode: judgesCode)
      }
    }
    try? gate.checkRegions(of: FileBytes(file), photo.geometry, areas, .blur)
    try? gate.checkTones(of: FileBytes(file), against: photo, ToneFilters(sepia: 0.5))
    let other = UnopenedPhoto(file, width: 64, height: 64, unit: 16)
    try? gate.checkPicture(of: photo.fileBytes, against: other, areas, .fill, nil, judgesCode: true)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func endsWhateverItReads(codec: TestHEIF.Codec) throws {
    var photos = [try Self.grid(codec), try Self.grid(codec).canonical()]
    photos += try [false, true].map {
      try TestHEIF.photo(Self.picture, TestHEIF.Kind(codec, isLossy: $0)).canonical()
    }
    for heic in photos {
      let sound = heic.bytes
      let data = try #require(TestBox.find("mdat", in: sound)).content.lowerBound
      var random = SplitMix(seed: 77)
      for _ in 0..<120 {
        var file = sound
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          // Most of it in the headers.
          let end = Bool.random(using: &random) ? file.count : min(data, file.count)
          let place = Int.random(in: 0..<max(end, 1), using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: file[place] = .random(in: 0...255, using: &random)
          case 1: file[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
          case 2: file.removeSubrange(place..<min(place + .random(in: 1...40, using: &random), file.count))
          case 3: file.insert(contentsOf: sound.shuffled(using: &random).prefix(20), at: place)
          default: file[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
          }
          if file.isEmpty { file = [0] }
        }
        try judge(file, codec, against: sound)
      }
      for count in stride(from: 0, to: sound.count, by: 29) { try judge(Array(sound.prefix(count)), codec) }
    }
  }

  private static func word(_ value: Int, _ count: Int) -> [UInt8] { ByteOrder.bigEndian.number(value, count) }

  /// Counts may claim anything; nothing of that size is made, and nobody counts so far.
  @Test(arguments: TestHEIF.Codec.allCases)
  func believesNoCount(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    let most = [UInt8](repeating: 0xFF, count: 4)
    let changes: [String: @Sendable ([UInt8]) -> [UInt8]] = [
      "meta/iloc": { Array($0.prefix(6)) + [0xFF, 0xFF] + $0.dropFirst(8) },
      "meta/iinf": { Array($0.prefix(4)) + [0xFF, 0xFF] + $0.dropFirst(6) },
      "meta/iprp/ipma": { Array($0.prefix(4)) + most + $0.dropFirst(8) },
      "meta/iref/dimg": { Array($0.prefix(2)) + [0xFF, 0xFF] + $0.dropFirst(4) },
      "meta/iprp/ipco/hvcC": { Array($0.prefix(22)) + [0xFF] + $0.dropFirst(23) },
      "meta/iprp/ipco/av1C": { _ in most + [0x0A] + most },
      "meta/iprp/ipco/ispe": { Array($0.prefix(4)) + most + most + $0.dropFirst(12) },
    ]
    for (path, change) in changes where !path.hasSuffix(codec == .hevc ? "av1C" : "hvcC") {
      let file = heic.changing { $0.layout.changes[path] = change }.bytes
      try judge(file, codec)
      let photo = UnopenedPhoto(file, width: 64, height: 64, unit: 16)
      #expect(throws: FaceBlurError.self, "\(path)") {
        try codec.gate.checkPicture(
          of: FileBytes(file), against: photo, [], .mosaic, .tiles, judgesCode: true)
      }
    }
    for columns in [1, 256] {
      let file = heic.changing {
        $0.primaryItem.data = TestHEIF.gridDescriptor(
          columns: columns, rows: 256, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
      }.bytes
      try judge(file, codec)
    }
  }

  /// What refers to itself, or is everywhere, is read once.
  @Test(arguments: TestHEIF.Codec.allCases)
  func goesInNoCircles(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    let primary = heic.primary
    try judge(heic.changing { $0.tiles = [primary, primary, primary, primary] }.bytes, codec)
    try judge(heic.changing { $0[1].references.append(.init("dimg", [primary])) }.bytes, codec)
    try judge(
      heic.changing {
        for index in $0.items.indices {
          $0.items[index].references.append(.init("thmb", [$0.items[index].id]))
        }
      }.bytes, codec)
    // Derived pictures of each other, none of which is the picture.
    try judge(
      heic.changing { heic in
        let first = heic.freeID
        heic.items += (0..<50).map { index in
          TestHEIF.Item(
            first + index, ["grid", "iovl", "iden", "tmap"][index % 4],
            references: [.init("dimg", [first + (index + 1) % 50, first + (index + 7) % 50])],
            place: .descriptor)
        }
      }.bytes, codec)
    // Every item is the whole file.
    let whole = heic.bytes.count
    for type in ["hvc1", "av01", "Exif", "mime", "face"] {
      try judge(
        heic.changing { heic in
          let first = heic.freeID
          heic.items += (0..<2000).map { index in
            TestHEIF.Item(first + index, type) { $0.extents = [.claimed(offset: 0, length: whole)] }
          }
        }.bytes, codec)
    }
    // A grid of one tile everywhere.
    try judge(
      heic.changing { heic in
        heic.primaryItem.data = TestHEIF.gridDescriptor(columns: 200, rows: 200, width: 64, height: 64)
        heic.tiles = [Int](repeating: 1, count: 40_000)
      }.bytes, codec)
  }

  /// Many small parts take no longer than their bytes do.
  @Test(arguments: TestHEIF.Codec.allCases)
  func readsManyParts(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    let boxes = (0..<100_000).flatMap { _ in TestBox.bytes("free", []) }
    try judge(heic.changing { $0.layout.insert(boxes) }.bytes, codec)
    try judge(heic.changing { $0.layout.insert(boxes, before: .meta) }.bytes, codec)
    try judge(heic.changing { $0.layout.insert(boxes, inMetaBefore: .locations) }.bytes, codec)
    try judge(heic.changing { $0.layout.changes["meta/iprp/ipco"] = { $0 + boxes } }.bytes, codec)
    // Messages and delimiters of nothing, or padding and delimiters.
    let units = (0..<200_000).flatMap { number -> [UInt8] in
      codec == .hevc ? [0, 0, 0, 2, number % 2 == 0 ? 78 : 70, 1] : [number % 2 == 0 ? 0x7A : 0x12, 0]
    }
    try judge(heic.changing { $0[1].data += units }.bytes, codec)
    try judge(heic.changing { $0[1].data = units }.bytes, codec)
    let file = heic.changing { $0[1].data += units }.bytes
    file.withUnsafeBufferPointer {
      let found = codec.gate.inspection(of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
      #expect(found.blocks.count <= 4097 && found.blocks.contains { $0.kind == .others })
    }
    // Pieces of one byte.
    try judge(
      heic.changing { heic in
        heic[2].extents = (0..<65_000).flatMap { _ in [.bytes([1]), .gap([2])] }
      }.bytes, codec)
    try judge(
      heic.changing { heic in
        let first = heic.freeID
        heic.layout.informationVersion = 1
        heic.layout.locationVersion = 2
        heic.layout.entryVersion = 3
        heic.items += (0..<70_000).map { TestHEIF.Item(first + $0, "mime", [1]) }
      }.bytes, codec)
  }
}
