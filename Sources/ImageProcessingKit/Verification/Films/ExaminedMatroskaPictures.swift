/// How a track's pictures of Matroska are coded and shown, in the words of MP4.
struct ExaminedMatroskaPictures {
  let entry: ExaminedPictureEntry
  /// Nine numbers.
  let matrix: [Int]
  /// In parts of 65,536 of a pixel.
  let shownWidth: Int
  let shownHeight: Int

  private static let codecs: [String: (codec: VideoCodec, type: BoxType)] = [
    "V_MPEG4/ISO/AVC": (.h264, "avc1"), "V_MPEGH/ISO/HEVC": (.hevc, "hvc1"), "V_VP9": (.vp9, "vp09"),
    "V_AV1": (.av1, "av01"),
  ]

  /// - Parameter first: the first bytes of the first picture.
  init(_ track: ExaminedMatroskaEntry, _ first: [UInt8]) {
    let known = Self.codecs[track.codec]
    var configuration = track.configuration
    if known?.codec == .vp9 { configuration = Self.describe(first) ?? [] }
    let (width, height) = (min(track.number(0xB0) ?? 0, 0xFFFF), min(track.number(0xBA) ?? 0, 0xFFFF))
    let form = known.flatMap { try? CodedForm($0.codec, configuration) }

    var boxes: [BoxType: [UInt8]] = [:]
    let margins = [0x54CC, 0x54DD, 0x54BB, 0x54AA].map { min(track.number($0) ?? 0, 0xFFFF) }
    let (left, right, top, bottom) = (margins[0], margins[1], margins[2], margins[3])
    let seen = (width - left - right, height - top - bottom)
    if margins != [0, 0, 0, 0] {
      boxes["clap"] = [seen.0, 1, seen.1, 1, left - right, 2, top - bottom, 2].flatMap { Self.bytes($0, 4) }
    }
    let shape = Self.pixel(track, seen)
    if shape.0 != shape.1 { boxes["pasp"] = Self.bytes(shape.0, 4) + Self.bytes(shape.1, 4) }
    boxes["colr"] = Self.colors(track, form)
    boxes["mdcv"] = Self.display(track)
    if let pixel = track.number(0x55BC), let mean = track.number(0x55BD) {
      boxes["clli"] = Self.bytes(min(pixel, 0xFFFF), 2) + Self.bytes(min(mean, 0xFFFF), 2)
    }
    entry = ExaminedPictureEntry(
      type: known?.type ?? "    ", codec: known?.codec, configuration: configuration,
      meaning: ExaminedPictureEntry.Meaning(width: width, height: height, boxes: boxes),
      place: track.configurationPlace)
    matrix = Self.matrix(track)
    let (codedWidth, codedHeight) = (form?.size?.width ?? width, form?.size?.height ?? height)
    shownWidth = min(min(codedWidth, 0x4000) * (shape.0 << 16) / shape.1, 0xFFFF_FFFF)
    shownHeight = codedHeight << 16
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// How wide a pixel is, and how high.
  private static func pixel(_ track: ExaminedMatroskaEntry, _ seen: (Int, Int)) -> (Int, Int) {
    let (width, height) = (track.number(0x54B0) ?? seen.0, track.number(0x54BA) ?? seen.1)
    guard (track.number(0x54B2) ?? 0) <= 3, width > 0, height > 0, max(width, height) < 1 << 24, seen.0 > 0,
      seen.1 > 0
    else { return (1, 1) }
    var (a, b) = (width * seen.1, height * seen.0)
    let (across, down) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    let shape = (across / a, down / a)
    return max(shape.0, shape.1) < 1 << 31 ? shape : (1, 1)
  }

  /// Turned against the clock by quarters.
  private static func matrix(_ track: ExaminedMatroskaEntry) -> [Int] {
    let isFlat = track.number(0x7671) ?? 0 == 0
    let roll = isFlat ? track.fraction(0x7675) ?? 0 : 0
    let one = 0x1_0000
    let turn: [Int]
    switch (roll + 720).truncatingRemainder(dividingBy: 360) {
    case 90: turn = [0, -one, one, 0]
    case 180: turn = [-one, 0, 0, -one]
    case 270: turn = [0, one, -one, 0]
    default: turn = [one, 0, 0, one]
    }
    return [turn[0], turn[1], 0, turn[2], turn[3], 0, 0, 0, 0x4000_0000]
  }

  /// Of what is stated, where anything is; what is not stated is as the code has it.
  private static func colors(_ track: ExaminedMatroskaEntry, _ form: CodedForm?) -> [UInt8]? {
    let stated = [0x55BB, 0x55BA, 0x55B1].map { track.number($0) }
    guard let form, stated.contains(where: { $0 != nil }) else { return nil }
    let coded = [form.colors.primaries, form.colors.transfer, form.colors.matrix]
    let numbers = zip(stated, coded).map { stated, coded in
      stated.flatMap { $0 == 2 ? nil : $0 } ?? coded
    }
    let range = track.number(0x55B9) ?? 0
    let isFull = range == 2 || range != 1 && form.colors.isFullRange
    return numbers.flatMap { bytes($0, 2) } + [isFull ? 0x80 : 0]
  }

  /// Green, blue, red and white, and how bright it gets.
  private static func display(_ track: ExaminedMatroskaEntry) -> [UInt8]? {
    let places = [0x55D3, 0x55D4, 0x55D5, 0x55D6, 0x55D1, 0x55D2, 0x55D7, 0x55D8].map { track.fraction($0) }
    let lights = [0x55D9, 0x55DA].map { track.fraction($0) }
    var box: [UInt8] = []
    for (values, scale, count) in [(places, 50_000.0, 2), (lights, 10_000.0, 4)] {
      for value in values {
        guard let value, value.isFinite else { return nil }
        let most = Double((1 << (8 * count)) - 1)
        box += bytes(Int(min(max((value * scale).rounded(), 0), most)), count)
      }
    }
    return box
  }

  /// The box `vpcC` that the first picture of VP9 tells (VP9, 6.2 and 7.2).
  private static func describe(_ first: [UInt8]) -> [UInt8]? {
    guard first.count >= 8 else { return nil }
    var rest = first[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    func take(_ count: UInt64) -> Int {
      defer { rest <<= count }
      return Int(rest >> (64 - count))
    }
    guard take(2) == 2 else { return nil }
    let profile = take(1) + 2 * take(1)
    if profile == 3 { guard take(1) == 0 else { return nil } }
    // It is none that was decoded before, and a key picture.
    guard take(2) == 0 else { return nil }
    _ = take(2)
    guard take(24) == 0x498342 else { return nil }
    let depth = profile < 2 ? 8 : take(1) == 0 ? 10 : 12
    let space = take(3)
    let isFull = space == 7 || take(1) == 1
    var chroma = space == 7 ? 3 : 1
    if space != 7, profile == 1 || profile == 3 {
      switch (take(1), take(1)) {
      case (0, 0): chroma = 3
      case (1, 0): chroma = 2
      case (1, 1): chroma = 1
      default: return nil
      }
    }
    let matrix: UInt8 =
      switch space {
      case 1, 3: 6
      case 2: 1
      case 4: 7
      case 5: 9
      case 7: 0
      default: 2
      }
    let packed = depth * 16 + chroma * 2 + (isFull ? 1 : 0)
    return [1, 0, 0, 0, UInt8(profile), 0, UInt8(packed), 2, 2, matrix, 0, 0]
  }
}
