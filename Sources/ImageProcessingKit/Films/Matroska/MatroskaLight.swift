/// What a track says of its colours and of how bright they are (RFC 9559, 5.1.4.1.28.16), as MP4 says it.
struct MatroskaLight {
  let colors: SampleColors
  /// `colr`; nothing where the track says nothing of it.
  let colorBox: [UInt8]
  /// `mdcv` and `clli`, of those that it says something of.
  let displayBoxes: [UInt8]

  /// - Parameters:
  ///   - elements: of `Colour`.
  ///   - coded: what the code says.
  /// - Throws: `FaceBlurError` where a number is none.
  init(_ elements: MatroskaElements, coded: SampleColors) throws(FaceBlurError) {
    var colors = coded
    let (primaries, transfer) = (try elements.number(0x55BB), try elements.number(0x55BA))
    let matrix = try elements.number(0x55B1)
    for number in [primaries, transfer, matrix] where !(0...255).contains(number ?? 0) {
      throw .damagedFilm("it does not say what colours its pictures have")
    }
    // 2 says nothing.
    if let primaries, primaries != 2 { colors.primaries = primaries }
    if let transfer, transfer != 2 { colors.transfer = transfer }
    if let matrix, matrix != 2 { colors.matrix = matrix }
    switch try elements.number(0x55B9) ?? 0 {
    case 1: colors.isFullRange = false
    case 2: colors.isFullRange = true
    default: break
    }
    self.colors = colors
    if primaries ?? transfer ?? matrix == nil {
      colorBox = []
    } else {
      let numbers = [colors.primaries, colors.transfer, colors.matrix].flatMap { BigEndian.bytes($0, 2) }
      colorBox = BoxWriter.box("colr", FourCC("nclx").bytes + numbers + [colors.isFullRange ? 0x80 : 0])
    }
    displayBoxes = try Self.display(try elements.inside(0x55D0)) + Self.level(elements)
  }

  /// The display that the film was made on (ISO/IEC 14496-12, 12.1.7): green, blue, red, white, and how bright it gets.
  private static func display(_ elements: MatroskaElements) throws(FaceBlurError) -> [UInt8] {
    var content: [UInt8] = []
    for id in [0x55D3, 0x55D4, 0x55D5, 0x55D6, 0x55D1, 0x55D2, 0x55D7, 0x55D8] {
      guard let value = try elements.fraction(id) else { return [] }
      content += BigEndian.bytes(Int(min(max((value * 50_000).rounded(), 0), 65_535)), 2)
    }
    for id in [0x55D9, 0x55DA] {
      guard let value = try elements.fraction(id) else { return [] }
      content += BigEndian.bytes(Int(min(max((value * 10_000).rounded(), 0), Double(UInt32.max))), 4)
    }
    return BoxWriter.box("mdcv", content)
  }

  /// How bright the brightest pixel is, and the brightest picture on the mean.
  private static func level(_ elements: MatroskaElements) throws(FaceBlurError) -> [UInt8] {
    guard let pixel = try elements.number(0x55BC), let picture = try elements.number(0x55BD) else {
      return []
    }
    return BoxWriter.box(
      "clli", BigEndian.bytes(min(pixel, 65_535), 2) + BigEndian.bytes(min(picture, 65_535), 2))
  }
}
