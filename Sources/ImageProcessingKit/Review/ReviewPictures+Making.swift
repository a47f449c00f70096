/// How each of them is made.
extension ReviewPictures {
  /// Shorter and longer sides are as if they were these.
  private static let allowedSides = 16...4096
  /// The long side of the picture that is looked at to find out whether photos are alike.
  private static let overviewSide = 160
  /// As many faces are cut out at once, each of at most `ReviewedFace.longestSide` pixels a side.
  private static let mostFaces = 32
  /// How many times as long as the region's sides those of what is compared are.
  private static let printReach = 1.5
  /// By how many of 256 the samples of two views may differ that nobody can tell apart. A face may be in eight.
  private static let sameLevels = 2

  func encode(
    _ picture: PixelBuffer, _ file: File, quality: UInt32 = DisplayFile.quality
  ) throws(FaceBlurError) -> [UInt8] {
    try naming(file.path, try DisplayFile.encode(picture, quality: quality))
  }

  private func photo(_ file: File) throws(FaceBlurError) -> Photo {
    try kept(Item(file: file, kind: .photo)) { () throws(FaceBlurError) in
      let input = try InputFile.open(file.path)
      guard input.facts == file.facts else { throw .exchangedMeanwhile(file.path) }
      let bytes = try input.readAll(limit: reader.limits.maxFileBytes)
      return try naming(file.path, try reader.open(bytes))
    }
  }

  /// - Parameters:
  ///   - longSide: of what viewers show, in pixels.
  ///   - view: which of `views`, counted from 1; 0 for what most viewers show.
  func display(_ file: File, _ longSide: Int, _ view: Int = 0) throws(FaceBlurError) -> Display {
    try display(file, longSide, by: try kind(ofView: view, file))
  }

  private func display(
    _ file: File, _ longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> Display {
    let longSide = min(max(longSide, Self.allowedSides.lowerBound), Self.allowedSides.upperBound)
    let lock = Item(file: file, kind: .displays(longSide))
    if let kept: Display = try claim(Item(file: file, kind: .display(longSide, kind)), with: lock) {
      return kept
    }
    defer { release(lock) }
    let displays = try decodedToKeep(file, longSide)
    // At some sizes nobody can tell a view from another.
    let wanted = displays.first { $0.kind == kind } ?? displays[0]
    // The one that is asked for last, so that it stays longest.
    keep(wanted.display, Item(file: file, kind: .display(longSide, kind)))
    return wanted.display
  }

  /// What most viewers show, and then what others do; all of it is kept.
  private func decodedToKeep(
    _ file: File, _ longSide: Int
  ) throws(FaceBlurError) -> [(kind: DisplayView.Kind?, display: Display)] {
    let displays = try decoded(file, longSide)
    for (kind, display) in displays.reversed() {
      keep(display, Item(file: file, kind: .display(longSide, kind)))
    }
    return displays
  }

  private func decoded(
    _ file: File, _ longSide: Int
  ) throws(FaceBlurError) -> [(kind: DisplayView.Kind?, display: Display)] {
    let photo = try photo(file)
    let side = photo.geometry.frame.longSide(showing: longSide)
    let image = try naming(
      file.path, try decoding { () throws(FaceBlurError) in try photo.displayImage(fitting: side) })
    func display(_ pixels: PixelBuffer) -> Display {
      Display(pixels: pixels, geometry: photo.geometry, isGray: photo.isGray)
    }
    return [(nil, display(image.pixels))] + image.otherViews.map { ($0.kind, display($0.pixels)) }
  }

  func views(_ file: File) throws(FaceBlurError) -> [DisplayView.Kind] {
    let views = try kept(Item(file: file, kind: .views)) { () throws(FaceBlurError) in
      guard try !photo(file).hasOneView else { return Views(kinds: []) }
      let displays = try decodedToKeep(file, DisplayImage.standardSide)
      return Views(
        kinds: displays.filter {
          !$0.display.pixels.isMuch(like: displays[0].display.pixels, within: Self.sameLevels)
        }
        .compactMap(\.kind))
    }
    return views.kinds
  }

  /// - Parameter view: which of `views`, counted from 1; 0 for what most viewers show.
  /// - Returns: nil for that.
  /// - Throws: `FaceBlurError` where there is no such view.
  func kind(ofView view: Int, _ file: File) throws(FaceBlurError) -> DisplayView.Kind? {
    if view == 0 { return nil }
    let kinds = try views(file)
    guard view > 0, view <= kinds.count else { throw .noSuchView }
    return kinds[view - 1]
  }

  /// The display picture brought down for looks.
  func small(_ file: File) throws(FaceBlurError) -> Display {
    try kept(Item(file: file, kind: .small)) { () throws(FaceBlurError) in
      var display = try display(file, DisplayImage.standardSide)
      let side = display.geometry.frame.longSide(showing: longestLook)
      display.pixels = AreaResampler.shrink(display.pixels, toLongSide: side)
      return display
    }
  }

  /// The file of a face as most viewers show it.
  /// - Parameter regions: the face's, then those that are asked for next.
  func face(_ regions: [NormalizedRect], of file: File) throws(FaceBlurError) -> [UInt8] {
    guard let bytes = try face(regions, of: file, by: nil) else {
      throw .internalError("what most viewers show is told from itself")
    }
    return bytes
  }

  /// The same as viewers of a kind show it; nil where nobody can tell that from what most show.
  func face(
    _ regions: [NormalizedRect], of file: File, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [UInt8]? {
    guard let region = regions.first else { throw .internalError("no region is asked for") }
    let made = try kept(Item(file: file, kind: .face(region, kind))) { () throws(FaceBlurError) in
      let part = try part(regions, of: file, by: kind)
      if kind != nil {
        let usual = try self.part(regions, of: file, by: nil).picture
        // Beside the shape that alpha cuts out it is the same everywhere.
        let bytes = part.picture.bytes
        let isFlat = kind?.isOfNoColor == true && bytes.allSatisfy { $0 == bytes[0] }
        if isFlat || part.picture.isMuch(like: usual, within: Self.sameLevels) {
          return PictureFile(bytes: nil)
        }
      }
      let bytes = try encode(part.face.picture(part.picture), file)
      // Of the two, the file is kept, where nothing is compared with the part.
      if try views(file).isEmpty || kind != nil {
        state.update { $0.kept.remove(Item(file: file, kind: .part(region, kind))) }
      }
      return PictureFile(bytes: bytes)
    }
    return made.bytes
  }

  /// What is cut out for the first of some regions. All of them are cut out at once, unless they are too many.
  private func part(
    _ regions: [NormalizedRect], of file: File, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> Part {
    func item(_ region: NormalizedRect) -> Item { Item(file: file, kind: .part(region, kind)) }
    let lock = Item(file: file, kind: .faces)
    if let kept: Part = try claim(item(regions[0]), with: lock) { return kept }
    defer { release(lock) }
    let missing = state.update { state -> [NormalizedRect] in
      regions.dropFirst().filter { region in
        !state.kept.holds(item(region)) && !state.kept.holds(Item(file: file, kind: .face(region, kind)))
      }
    }
    let cut = [regions[0]] + missing.prefix(Self.mostFaces - 1)
    let photo = try photo(file)
    let faces = cut.map { ReviewedFace($0, in: photo.geometry.frame) }
    let pictures = try naming(
      file.path,
      try decoding { () throws(FaceBlurError) in
        try photo.parts(faces.map(\.rect), fitting: ReviewedFace.longestSide, by: kind)
      })
    let parts = zip(faces, pictures).map { Part(face: $0, picture: $1) }
    // The one that is asked for last, so that it stays longest.
    for index in cut.indices.reversed() { keep(parts[index], item(cut[index])) }
    return parts[0]
  }

  func overview(_ file: File) throws(FaceBlurError) -> Overview {
    try kept(Item(file: file, kind: .overview)) { () throws(FaceBlurError) in
      let small = try decoded(file, Self.overviewSide)[0].display
      let frame = small.geometry.frame
      return Overview(frame: frame, grid: LumaGrid(of: small.pixels.visible(in: frame)))
    }
  }

  /// The brightness of what is in and around a place.
  func print(of place: NormalizedRect, _ file: File) throws(FaceBlurError) -> LumaGrid {
    try kept(Item(file: file, kind: .print(place))) { () throws(FaceBlurError) in
      let photo = try photo(file)
      let (width, height) = photo.geometry.uprightSize
      let rect = PixelRect(covering: place.scaled(by: Self.printReach), width: width, height: height)
      let parts = try naming(
        file.path,
        try decoding { () throws(FaceBlurError) in
          try photo.parts([rect], fitting: 2 * LumaGrid.side)
        })
      guard let part = parts.first else { throw .internalError("a part is missing") }
      return LumaGrid(of: part)
    }
  }
}
