extension HiddenPicture {
  /// The face, 128 × 128, as HEICs and AVIFs hold it: lossless, so that it is known by its samples.
  public static func planes() throws -> TestHEVC.Picture { try face.get() }

  /// Coded in HEVC by itself.
  static func hevc() throws -> TestHEVC.Stream { try coded.get() }

  /// The same in AV1.
  static func av1() throws -> TestAV1.Stream { try codedInAV1.get() }

  private static let face = Result {
    try TestPhotos.planes(of: jpeg()).cut(x: 22, y: 30, width: 128, height: 128)
  }

  private static let coded = Result { try TestHEVC.encode(planes()) }

  private static let codedInAV1 = Result { try TestAV1.encode(planes()) }

  /// A run of samples in the middle of the face.
  private static let run = Result { () -> [UInt8] in
    let luma = try planes().planes[0]
    return luma[(64 * 128 + 36)..<(64 * 128 + 92)].map { UInt8($0) }
  }

  /// The traces that a HEIC or an AVIF holds: as they are, without the bytes that keep start codes away, and in the samples of
  /// every picture that can be taken out of it.
  public static func traces(inHEIF file: [UInt8]) throws -> [String] {
    var found: [String] = []
    var layers = [file]
    if let heic = try? TestHEIF(file) {
      for item in heic.items where item.type == "hvc1" {
        guard let stream = try? heic.stream(of: item.id) else { continue }
        layers += stream.units.map(TestHEVC.unescaped)
        for picture in pictures(stream) where try shows(picture) && !found.contains("samples") {
          found.append("samples")
        }
      }
    }
    if let heif = try? TestHEIF(file) {
      for item in heif.items where item.type == "av01" {
        let pictures = TestAV1.Stream(item.data).map(pictures) ?? []
        if try pictures.contains(where: shows), !found.contains("samples") { found.append("samples") }
      }
    }
    for (name, code) in [
      ("picture in HEVC", try hevc().slices[0]), ("picture in AV1", try av1().frames[0].content),
    ] where ByteSearch.contains(file, Array(code.dropFirst(code.count / 2).prefix(32))) { found.append(name) }
    for layer in layers {
      for trace in try traces(in: layer) where !found.contains(trace) { found.append(trace) }
    }
    return found
  }

  /// Whether a picture has the face's samples in some row.
  public static func shows(_ picture: TestHEVC.Picture) throws -> Bool {
    ByteSearch.contains(
      picture.planes[0].map { UInt8(truncatingIfNeeded: $0 >> UInt16(picture.depth - 8)) }, try run.get())
  }

  /// Every picture of a stream, with all that the code crops: each slice that begins one, with the parameter sets.
  private static func pictures(_ stream: TestHEVC.Stream) -> [TestHEVC.Picture] {
    let slices = stream.slices
    // The bit behind the header says whether a picture begins (ITU-T H.265, 7.3.6.1).
    let starts = slices.indices.filter { slices[$0].count > 2 && slices[$0][2] & 0x80 != 0 }
    return starts.enumerated().compactMap { number, start in
      let end = number + 1 < starts.count ? starts[number + 1] : slices.count
      return try? TestHEVC.decode(
        TestHEVC.Stream(stream.parameterSets + slices[start..<end].map(onBaseLayer)).withoutWindow)
    }
  }

  /// Every picture of OBUs: each frame with the last sequence header before it, as one of the first layer.
  private static func pictures(_ stream: TestAV1.Stream) -> [TestAV1.Picture] {
    var pictures: [TestAV1.Picture] = []
    var header: TestAV1.Unit?
    for unit in stream.units {
      if unit.kind == .sequenceHeader { header = unit }
      guard unit.kind == .frame, let header else { continue }
      let alone = TestAV1.Stream([header, unit.changing { $0.layer = nil }])
      if let picture = try? TestAV1.decode(alone, by: .dav1d) { pictures.append(picture) }
    }
    return pictures
  }

  /// The unit as one of the first layer, which alone is decoded.
  private static func onBaseLayer(_ unit: [UInt8]) -> [UInt8] {
    [unit[0] & 0x7E, unit[1] & 7] + unit.dropFirst(2)
  }
}
