/// Proves pictures of interleaved samples of 1 to 16 bits row by row: what the gate of a format asks whose samples are known exactly.
///
/// Nothing outside the areas may differ, and inside no sample from what the style makes of the picture's own surroundings, as
/// `ExpectedSurroundings` reckons them; means are reckoned from the original. The samples are those that a reader of the gate's own
/// has made of the file. Of the picture it holds what lies in the areas, 2 bytes a sample.
struct RasterRows {
  /// By value, whether the last sample of a pixel in no area has it; empty where nobody asked.
  var notedOutside: [Bool] { samples.notedOutside }

  private var tones: ExpectedAreas
  private var samples: AreaSamples

  /// What a sample may lie beside its tone: the rounding, and what arithmetic on fractions is off by.
  static let tolerance = ExpectedAreas.tolerance

  /// - Parameters:
  ///   - colors: what the samples of a pixel mean that stand first.
  ///   - extras: how many samples follow those; they are compared outside the areas, and inside told to who asks.
  ///   - depth: bits of a sample, 1…16; the largest one is as bright as 255 in 8 bits.
  ///   - areas: on the grid of the geometry's units.
  ///   - hasOriginal: whether rows come with the original's; without, cells of means need only be flat.
  ///   - notesLast: whether `notedOutside` is asked for; the last sample of a pixel is less than 256 then.
  init(
    _ geometry: PhotoGeometry, _ colors: ColorModel, extras: Int = 0, depth: Int = 8,
    _ areas: [ObscuredArea], _ style: ObscuringStyle, hasOriginal: Bool, notesLast: Bool = false
  ) {
    let components = colors.components.count
    tones = ExpectedAreas(
      areas, style, colors, white: (1 << depth) - 1, size: (geometry.storedWidth, geometry.storedHeight),
      hasOriginal: hasOriginal)
    samples = AreaSamples(
      areas,
      AreaSamples.Grid(
        width: geometry.storedWidth, height: geometry.storedHeight, unitWidth: geometry.unitWidth,
        unitHeight: geometry.unitHeight), channels: components + extras, components: 0..<components,
      notesLast: notesLast)
  }

  /// Takes some pixels of a row: all of it, or of a picture that comes in passes every so manieth. Each pixel is to be taken once.
  /// - Parameters:
  ///   - row: all samples of these pixels.
  ///   - original: the original's at the same place.
  ///   - first: the column of the first pixel; the next one is `step` columns to the right.
  /// - Throws: `FaceBlurError` of kind `leak(.changedOutside)` where a pixel in no area is another.
  mutating func take(
    _ row: UnsafeBufferPointer<UInt16>, against original: UnsafeBufferPointer<UInt16>? = nil, y: Int,
    from first: Int = 0, step: Int = 1
  ) throws(FaceBlurError) {
    try samples.take(row, against: original, y: y, from: first, step: step, tones: &tones)
  }

  /// Proves what the areas show, once all rows have been taken: each colour is its tone, rounded.
  /// - Parameter isRight: what is asked of each pixel instead.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else than its style makes of it.
  func prove(
    where isRight: (_ pixel: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool = RasterRows.isRounded
  ) throws(FaceBlurError) {
    guard samples.isWhole else { throw .otherShape }
    guard tones.areas.indices.allSatisfy({ !tones.isFlatOfUnknownMeans($0) || samples.isFlat($0) }),
      allHiddenPixels(satisfy: isRight)
    else { throw .leakingRegion }
  }

  /// Whether something holds for every pixel of the areas that lies in the picture.
  /// - Parameter isRight: is given all samples of a pixel and the tones of its colours, from 0 to the largest sample and not rounded;
  ///   no tones where they are means of what nobody gave. False where an area has no tone.
  func allHiddenPixels(
    satisfy isRight: (_ pixel: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool
  ) -> Bool {
    tones.areas.indices.allSatisfy {
      samples.allHidden(of: $0, tones.expected($0), tones, satisfy: isRight)
    }
  }

  /// Whether each colour of a pixel is its tone, rounded; whatever it is where there are none.
  static func isRounded(_ pixel: UnsafeBufferPointer<UInt16>, _ tones: [Double]?) -> Bool {
    ExpectedAreas.isRounded(pixel, tones)
  }
}
