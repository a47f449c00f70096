/// A photo whose picture is put together from tiles, whatever they are coded in. A picture that is one item is one tile.
protocol HEIFPhoto: EditablePhoto {
  var picture: HEIFPicture { get }
  var colors: PhotoColors { get }

  /// A tile's samples.
  /// - Throws: `FaceBlurError` where it cannot be decoded.
  func decoded(tile index: Int) throws(FaceBlurError) -> PackedPicture
}

extension HEIFPhoto {
  var isGray: Bool { picture.shape.chroma == .gray }
  var keepsColorProfile: Bool { colors.profile != .none }
  var exif: EXIFBlock { picture.exif }
  var hasHalvedColor: Bool { picture.shape.chroma == .half }
  /// By the profile, or else by the numbers of its colours.
  var displaySpace: KnownColorSpace? {
    colors.profile == .none && !isGray ? KnownColorSpace(primaries: picture.colors.primaries) : colors.space
  }

  /// Where a tile lies on the canvas, in stored pixels.
  func place(ofTile index: Int) -> PixelRect {
    let (shape, columns) = (picture.shape, picture.columns)
    return PixelRect(
      x: index % columns * shape.width, y: index / columns * shape.height, width: shape.width,
      height: shape.height)
  }

  /// Lends the decoded tiles row by row, with the number of each row's first one.
  private func forEachRow(
    _ use: (_ row: inout [PackedPicture], _ first: Int) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    for first in stride(from: 0, to: picture.tiles.count, by: picture.columns) {
      var row: [PackedPicture] = []
      for index in first..<(first + picture.columns) { row.append(try decoded(tile: index)) }
      try use(&row, first)
    }
  }

  /// What the numbers of its colours make of the samples; nil for much the same.
  private var shownLight: ShownLight? {
    TransferCurve(codePoint: picture.colors.transfer)?.shown.map { ShownLight(levels: $0) }
  }

  /// What viewers make of the photo.
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let transform = try colors.transform()
    let light = transform == nil ? shownLight : nil
    var views = PictureViews(geometry, fitting: longSide, transform: transform, light: light)
    let shape = picture.shape
    let conversion = LumaChroma(shape, picture.colors)
    try forEachRow { (row, _) throws(FaceBlurError) in
      for rows in row.first?.bands ?? [] {
        let bands = row.map { $0.band(rows) }
        for line in 0..<rows.count {
          for (column, band) in bands.enumerated() {
            let start = 3 * column * shape.width
            conversion.convert(
              row: line, of: band,
              into: UnsafeMutableBufferPointer(rebasing: views.rgb[start..<(start + 3 * shape.width)]))
          }
          try views.takeRow()
        }
      }
    }
    return try views.image(geometry.orientation, warnings: colors.warnings)
  }

  var hasOneView: Bool { colors.areShownAsStored && shownLight == nil }

  /// Only tiles that show a part are decoded.
  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    let transform = try colors.transform()
    let light = transform == nil ? shownLight : nil
    let cutter = PartCutter(geometry, cutting: rects, fitting: longSide)
    var views = PictureViews(kind, geometry, cutting: cutter, transform: transform, light: light)
    let shape = picture.shape
    let conversion = LumaChroma(shape, picture.colors)
    for first in stride(from: 0, to: picture.tiles.count, by: picture.columns) {
      let needed = (first..<(first + picture.columns)).filter { cutter.needs(place(ofTile: $0)) }
      var tiles: [(start: Int, tile: PackedPicture)] = []
      for index in needed { tiles.append((3 * place(ofTile: index).x, try decoded(tile: index))) }
      guard !tiles.isEmpty else {
        views.skip(shape.height)
        continue
      }
      for rows in tiles.first?.tile.bands ?? [] {
        var bands: [(start: Int, band: PlanarPicture)] = []
        for line in 0..<rows.count {
          guard views.needsNext else {
            views.skip(1)
            continue
          }
          if bands.isEmpty { bands = tiles.map { ($0.start, $0.tile.band(rows)) } }
          for (start, band) in bands {
            conversion.convert(
              row: line, of: band,
              into: UnsafeMutableBufferPointer(rebasing: views.rgb[start..<(start + 3 * shape.width)]))
          }
          try views.takeRow()
        }
      }
    }
    return try views.parts()
  }

  /// Lends the tiles with their tones changed, row by row.
  /// - Throws: `FaceBlurError` where the photo has no colours, or a tile cannot be decoded; and what `use` throws.
  func forEachTile(
    tonedBy filters: ToneFilters, _ use: (PackedPicture) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    guard !isGray else {
      throw picture.format.unsupported("it has no colours, and a filter makes some")
    }
    let canvas = picture.shape.sized(width: geometry.storedWidth, height: geometry.storedHeight)
    let toner = PlanarToner(filters, canvas, picture.colors)
    try forEachRow { (row, first) throws(FaceBlurError) in
      for rows in row.first?.bands ?? [] {
        var bands = row.map { $0.band(rows) }
        toner.tone(&bands, y: place(ofTile: first).y + rows.lowerBound)
        for (column, band) in bands.enumerated() { row[column].replace(rows, by: band) }
      }
      for tile in row { try use(tile) }
    }
  }

  /// Lays out a render.
  /// - Throws: `FaceBlurError` where its colours cannot be told, or it is too large.
  func write(_ code: HEIFCode, _ policy: MetadataPolicy, into sink: any ByteSink) throws(FaceBlurError) {
    if case .foreign(_, let reason) = colors.profile {
      throw .unwritableProfile(
        format: picture.format.name, reason: reason, instead: "a plain \(picture.format.name)")
    }
    let writer = HEIFWriter(
      picture: picture, code: code, profile: policy.keeps(.colorProfile) ? colors.renderProfile : nil,
      exif: picture.exif.filtered(by: policy).tiff(thumbnail: nil))
    try writer.append(to: sink)
  }
}

extension PhotoGeometry {
  /// - Throws: `FaceBlurError` where a picture has more pixels than the limits allow.
  func check(_ limits: ImageLimits) throws(FaceBlurError) {
    let pixels = storedWidth * storedHeight
    guard pixels <= limits.maxPixels else {
      throw .photoTooLarge("\(pixels) pixels, more than the limit of \(limits.maxPixels)")
    }
  }
}
