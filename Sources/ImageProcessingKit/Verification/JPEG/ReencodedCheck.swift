internal import CJPEG

/// Proves that a render that was encoded anew shows its original outside the areas.
///
/// The original is decoded once more, and the render must be what an encoder makes of that with the original's quantisers and
/// sampling. What the areas show is reckoned from the render itself, as ever; where they show means of their own, those are drawn
/// into the original first. It takes a byte of memory a sample at full size for the original and 2 bytes a sample for the
/// render: 6 a pixel at 4:2:0, 9 at 4:4:4.
enum ReencodedCheck {
  /// - Parameters:
  ///   - render: the file as it was written.
  ///   - original: the photo it was made from.
  /// - Throws: `FaceBlurError` of kind `leak`: `.region` where an area shows something else, `.changedOutside` where the rest does; of
  ///   another kind where a file cannot be read.
  static func check(
    _ render: FileBytes, of original: any EditablePhoto, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    let geometry = original.geometry
    let source = JPEGStream(bytes: original.fileBytes, limits: .none)
    let stream = JPEGStream(bytes: render, limits: .none)
    let before = try source.header()
    let header = try stream.header()
    guard header.width == before.width, header.height == before.height else { throw .otherShape }
    let coded = try CoefficientComparison.opened(stream)
    let components = CoefficientComparison.components(of: header, coded)
    let expected = before.componentList.map(ComparedComponent.init)
    // The same coefficients make another picture of other quantisers, sampling or colours.
    guard header.standard_colors == before.standard_colors, components == expected else {
      throw .changedOutside
    }
    var samples = try source.decodeComponents(of: before).samples
    if style.revealsContent {
      for area in areas { draw(area, style, of: geometry, before.colorModel.neutrals, on: &samples) }
    }
    let comparison = SampleComparison(
      coded, components, width: geometry.storedWidth, height: geometry.storedHeight, isYCbCr: false,
      except: style.revealsContent ? [] : areas)
    if let mismatch = try mismatch(comparison, samples, width: geometry.storedWidth * components.count) {
      let component = components[mismatch.component]
      let isInArea = areas.contains {
        $0.contains(unitX: mismatch.x / component.across, unitY: mismatch.y / component.down)
      }
      throw isInArea ? .leakingRegion : .changedOutside
    }
  }

  /// Draws what an area must show over what it hides, in every component.
  private static func draw(
    _ area: ObscuredArea, _ style: ObscuringStyle, of geometry: PhotoGeometry, _ neutrals: [Double],
    on samples: inout [UInt8]
  ) {
    let (unitWidth, unitHeight) = (geometry.unitWidth, geometry.unitHeight)
    let channels = neutrals.count
    /// Calls with the index of a pixel's first sample, its x and its y.
    func forEachPixel(_ body: (_ place: Int, _ x: Int, _ y: Int) -> Void) {
      let bottom = min(area.bounds.maxY * unitHeight, geometry.storedHeight)
      let right = min(area.bounds.maxX * unitWidth, geometry.storedWidth)
      for y in area.bounds.y * unitHeight..<bottom {
        for x in area.bounds.x * unitWidth..<right
        where area.contains(unitX: x / unitWidth, unitY: y / unitHeight) {
          body((y * geometry.storedWidth + x) * channels, x, y)
        }
      }
    }
    var means = [ExpectedMeans](repeating: ExpectedMeans(area), count: channels)
    forEachPixel { place, x, y in
      for channel in 0..<channels {
        means[channel].take(
          Double(samples[place + channel]), unitX: x / unitWidth, unitY: y / unitHeight)
      }
    }
    let tones = means.map { ExpectedTones(area, style, $0.values) }
    forEachPixel { place, x, y in
      for channel in 0..<channels {
        let tone = tones[channel].sample(
          unitX: (Double(x) + 0.5) / Double(unitWidth), unitY: (Double(y) + 0.5) / Double(unitHeight))
        let sample = area.isFilled ? neutrals[channel] : tone ?? neutrals[channel]
        samples[place + channel] = UInt8(min(max(sample.rounded(), 0), 255))
      }
    }
  }

  private static func mismatch(
    _ comparison: consuming SampleComparison, _ samples: [UInt8], width: Int
  ) throws(FaceBlurError) -> SampleComparison.Mismatch? {
    try samples.withUnsafeBufferPointer { (samples) throws(FaceBlurError) in
      for start in stride(from: 0, to: samples.count, by: width) {
        let row = UnsafeBufferPointer(rebasing: samples[start..<(start + width)])
        if let mismatch = try comparison.take(row) { return mismatch }
      }
      return nil
    }
  }
}
