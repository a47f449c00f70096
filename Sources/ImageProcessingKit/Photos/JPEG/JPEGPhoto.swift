internal import CJPEG

/// A JPEG photo. Its bits are copied where that is possible, else its coefficients are edited, else its pixels.
struct JPEGPhoto: EditablePhoto {
  let geometry: PhotoGeometry
  let stream: JPEGStream
  let header: fbj_header
  let segments: JPEGSegments
  let colors: PhotoColors
  private let scanIndex = SharedScanIndex()

  /// Every way in which it may be rendered, in the order in which they are tried.
  static let paths: [RenderSummary.Path] = [.bitCopy, .coefficients, .pixels]

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    stream = JPEGStream(bytes: bytes, limits: limits)
    header = try stream.header()
    segments = JPEGSegments(bytes)
    colors = PhotoColors(
      segments.profile, components: Int(header.component_count), isInverted: header.has_adobe)
    geometry = PhotoGeometry(
      storedWidth: Int(header.width),
      storedHeight: Int(header.height),
      orientation: segments.exif.orientation,
      unitWidth: Int(header.mcu_width),
      unitHeight: Int(header.mcu_height)
    )
  }

  /// The same, of a file in memory.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(FaceBlurError) {
    try self.init(FileBytes(bytes), limits: limits)
  }

  var fileBytes: FileBytes { stream.bytes }
  var isGray: Bool { header.component_count == 1 }
  var keepsColorProfile: Bool { colors.profile != .none }
  var exif: EXIFBlock { segments.exif }
  var displaySpace: KnownColorSpace? { colors.space }
  var hasOneView: Bool { colors.areShownAsStored && header.component_count != 4 }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try JPEGPhoto(render, limits: .none)
  }

  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try displayImage(of: storedImage(fitting: longSide), fitting: longSide)
  }

  func displayImage(
    fitting longSide: Int, growingIn growing: GrowingPicture
  ) throws(FaceBlurError) -> DisplayImage {
    // Another picture is looked at where colours are converted or the stored one is turned.
    guard geometry.orientation == .up, try colors.transform() == nil,
      let stored = try grownImage(fitting: longSide, in: growing)
    else { return try displayImage(fitting: longSide) }
    return try displayImage(of: stored, fitting: longSide)
  }

  private func displayImage(
    of stored: (pixels: PixelBuffer, warning: String?), fitting longSide: Int
  ) throws(FaceBlurError) -> DisplayImage {
    let managed = try managedImage(fitting: longSide)
    let unmanaged = managed == nil ? [] : [DisplayView(kind: .unmanaged, pixels: stored.pixels)]
    let others = try unmanaged + inkViews(fitting: longSide)
    return DisplayImage(
      pixels: geometry.orientation.upright(managed ?? stored.pixels),
      otherViews: others.map { DisplayView(kind: $0.kind, pixels: geometry.orientation.upright($0.pixels)) },
      warnings: colors.warnings + (stored.warning.map { ["the decoder warned: \($0)"] } ?? []),
      decoderWarning: stored.warning)
  }

  /// The picture as it is stored, whatever its colour profile says, its long side at most `longSide` pixels.
  func storedImage(fitting longSide: Int) throws(FaceBlurError) -> (pixels: PixelBuffer, warning: String?) {
    let scale = DisplayScale(geometry, fitting: longSide)
    let decoded = try scaled(scale.eighths)
    return (scale.fitted(decoded.pixels), decoded.warning)
  }

  /// The picture in stored orientation at `eighths`/8 of its size.
  private func scaled(_ eighths: Int) throws(FaceBlurError) -> (pixels: PixelBuffer, warning: String?) {
    if eighths == 1, header.standard_colors, let baseline,
      let pixels = stream.bytes.withUnsafeBufferPointer({ DCPicture.picture(of: baseline, $0) })
    {
      return (pixels, nil)
    }
    return try stream.decodeRGB(eighths: eighths, of: header)
  }

  /// The stream as one whose bits can be copied; nil where it is of another kind, or libjpeg reads it otherwise.
  private var baseline: BaselineJPEG? {
    guard let baseline = BaselineJPEG(stream.bytes), baseline.width == geometry.storedWidth,
      baseline.height == geometry.storedHeight, baseline.components.count == Int(header.component_count),
      baseline.mcuColumns == geometry.unitColumns, baseline.mcuRows == geometry.unitRows
    else { return nil }
    return baseline
  }

  /// The long sides of thumbnails in pixels, each with qualities, the best first. Cameras make them of 160 (DCF 2.0, 5.2),
  /// and nearly every photo's fits its segment at once; one of nothing but noise takes more steps. The last one fits
  /// whatever it shows: 75 blocks of at most 26 bits a coefficient, even if every byte needed stuffing.
  private static let thumbnails: [(side: Int, qualities: [UInt32])] = [(160, [90, 70, 40]), (40, [40])]

  func thumbnail() throws(FaceBlurError) -> [UInt8] {
    for (side, qualities) in Self.thumbnails {
      let picture = try shownImage(fitting: side)
      for quality in qualities {
        let jpeg = try JPEGEncoder.encode(picture, quality: quality)
        if jpeg.count <= JPEGHeaderWriter.maxThumbnailBytes { return jpeg }
      }
    }
    throw .internalError("no thumbnail fits its segment")
  }

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    if let conversion = try conversion() {
      return try conversion.written { (photo) throws(FaceBlurError) in
        try photo.renderUnproven(areas, with: obscurer, options: options, into: sink)
      }
    }
    return try writing(options, into: sink) { (options, sink) throws(FaceBlurError) in
      try render(areas, with: obscurer, options: options, paths: Self.paths, into: sink)
    }
  }

  /// Writes a file, with a thumbnail of its own picture where the options ask for one.
  /// - Parameters:
  ///   - colors: whether the file is in the photo's own components.
  ///   - write: writes the file without a thumbnail.
  func writing(
    _ options: RenderOptions, in colors: StoredColors = .asTheyAre, into sink: any ByteSink,
    _ write: (RenderOptions, any ByteSink) throws(FaceBlurError) -> RenderSummary
  ) throws(FaceBlurError) -> RenderSummary {
    guard options.hasThumbnail else { return try write(options, sink) }
    // The thumbnail stands before the picture it is made from, so the file is made in memory first.
    var plain = options
    plain.hasThumbnail = false
    let bare = MemorySink()
    var summary = try write(plain, bare)
    let thumbnail = try JPEGPhoto(bare.bytes, limits: .none).thumbnail()
    let behind = segmentBytes(options, in: colors, thumbnail: thumbnail)
    sink.append([0xFF, 0xD8] + behind)
    let segments = segmentBytes(plain, in: colors, thumbnail: nil)
    bare.bytes.withUnsafeBytes { bytes in
      sink.append(.init(rebasing: bytes.dropFirst(2 + segments.count)))
    }
    summary.seam?.render.byte += behind.count - segments.count
    return summary
  }

  /// Takes the first of some paths that the stream allows.
  func render(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions,
    paths: [RenderSummary.Path], into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    var warnings: [String] = []
    for path in paths {
      switch path {
      case .bitCopy:
        if case .written(let seam) = bitCopy(areas, with: obscurer, options: options, into: sink) {
          return RenderSummary(path: path, warnings: warnings, seam: seam)
        }
        sink.restart()
      case .coefficients:
        let staysProgressive = header.progressive && options.keepsProgressive
        var seam: RenderSeam?
        if let reason = try editCoefficients(
          areas, with: obscurer, asProgressive: staysProgressive,
          { stream, middle in
            let inserted = append(stream, options, to: sink)
            seam = middle
            seam?.render.byte += inserted
            seam?.dcs = Array(middle?.dcs.prefix(header.componentList.count) ?? [])
          })
        {
          warnings.append(reason)
          continue
        }
        return RenderSummary(
          path: path, notes: progressiveNotes(stays: staysProgressive), warnings: warnings, seam: seam)
      default:
        try renderAnew(areas, with: obscurer, options: options, into: sink)
        return RenderSummary(path: .pixels, notes: progressiveNotes(stays: false), warnings: warnings)
      }
    }
    throw .internalError("no path is left for this photo")
  }

  func progressiveNotes(stays: Bool) -> [String] {
    guard header.progressive else { return [] }
    return [stays ? "it was progressive and stayed so" : "it was progressive and is baseline now"]
  }

  func prepareRendering(threads: Int) {
    if case .foreign = colors.profile { return }
    guard let baseline, Processors.count > 1 else { return }
    let bytes = stream.bytes
    scanIndex.begin { ScanIndex.make(of: baseline, bytes, threads: threads) }
  }

  /// Whether it is known where units begin, once somebody has begun to find that out.
  var isIndexed: Bool { scanIndex.value { nil } != nil }

  /// The fastest path.
  /// - Returns: nil where the stream is not one whose bits can be copied.
  private func bitCopy(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) -> BaselineWriter.Outcome? {
    guard let baseline else { return nil }
    let index = scanIndex.value {
      // With one thread, an index is one pass too many.
      Processors.count > 1 ? ScanIndex.make(of: baseline, stream.bytes, threads: Processors.count) : nil
    }
    return stream.bytes.withUnsafeBufferPointer { bytes in
      guard var map = BaselineScanner.scan(baseline, bytes, areas: areas, by: index) else { return nil }
      let quantizers = baseline.components.map { baseline.quantizers(of: $0) }
      for area in map.grids.indices {
        BlockGrid.obscure(
          &map.grids[area], with: obscurer, quantizers: quantizers, colors: header.colorModel, of: geometry)
      }
      return BaselineWriter.write(
        baseline, bytes, map, segments: segmentBytes(options, thumbnail: nil), into: sink)
    }
  }

  /// Edits coefficients and lends the stream; nothing is lent where they cannot be trusted or written.
  /// - Returns: why not.
  private func editCoefficients(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, asProgressive isProgressive: Bool,
    _ use: (UnsafeRawBufferPointer, RenderSeam?) -> Void
  ) throws(FaceBlurError) -> String? {
    let opened = try stream.openCoefficients(quickly: true)
    guard let handle = opened.coefficients else {
      let reason = opened.warning ?? "no reason given"
      return "the decoder warned, so the whole picture was encoded again: \(reason)"
    }
    var coefficients = JPEGCoefficients(owning: handle)
    for area in areas { try coefficients.obscure(area, of: header, geometry, with: obscurer) }
    do {
      try coefficients.encode(asProgressive: isProgressive, use)
      return nil
    } catch {
      guard error.kind == .damagedPhoto else { throw error }
      // Values that no encoder makes of a picture, and none can write.
      return "its coefficients cannot be written, so the whole picture was encoded again"
    }
  }

  /// Decodes the picture and encodes it again.
  private func renderAnew(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) {
    var samples = try stream.decodeComponents(of: header).samples
    let isOfMeans = obscurer.source == .means
    SampleRaster(geometry: geometry, colors: header.colorModel)
      .obscure(areas, in: &samples, with: isOfMeans ? obscurer : FillObscurer())
    guard !isOfMeans else {
      return try stream.encodeComponents(samples) { append($0, options, to: sink) }
    }
    // The areas are grey now, so the new stream tells nothing of them, and has no fault: what stands beside them in it decides
    // what they become, as in any other.
    var bytes: [UInt8] = []
    try stream.encodeComponents(samples) { bytes = Array($0) }
    var options = options
    options.keepsProgressive = false
    _ = try JPEGPhoto(JPEGStream(bytes: FileBytes(bytes), limits: .none), like: self).render(
      areas, with: obscurer, options: options, paths: [.bitCopy, .coefficients], into: sink)
  }

  /// The photo in another stream of the same size and components.
  private init(_ stream: JPEGStream, like photo: JPEGPhoto) {
    self.stream = stream
    header = photo.header
    segments = photo.segments
    colors = photo.colors
    geometry = photo.geometry
  }

  /// Writes a bare stream with the whitelisted segments behind its SOI.
  /// - Returns: how many bytes the segments are.
  @discardableResult
  func append(
    _ encoded: UnsafeRawBufferPointer, _ options: RenderOptions, in colors: StoredColors = .asTheyAre,
    to sink: any ByteSink
  ) -> Int {
    let segments = segmentBytes(options, in: colors, thumbnail: nil)
    sink.append(Array(encoded.prefix(2)) + segments)
    sink.append(UnsafeRawBufferPointer(rebasing: encoded.dropFirst(2)))
    return segments.count
  }

  /// The components that a file made from the photo has.
  enum StoredColors {
    case asTheyAre
    /// YCbCr in place of grey, which neither a grey profile nor the transform of an Adobe segment fits.
    case madeFromGray
  }

  /// The application segments of a render.
  private func segmentBytes(
    _ options: RenderOptions, in colors: StoredColors = .asTheyAre, thumbnail: [UInt8]?
  ) -> [UInt8] {
    let policy = options.metadata
    let jfif =
      header.has_jfif
      ? JPEGHeaderWriter.JFIF(
        densityUnit: header.density_unit, densityX: header.density_x, densityY: header.density_y) : nil
    return JPEGHeaderWriter(
      jfif: jfif?.kept(by: policy),
      exif: segments.exif.filtered(by: policy).tiff(thumbnail: thumbnail),
      colorProfile: policy.keeps(.colorProfile) && colors == .asTheyAre
        ? self.colors.renderProfile : nil,
      adobeTransform: header.has_adobe && colors == .asTheyAre ? header.adobe_transform : nil
    ).segments()
  }
}
