/// The pictures of reviewed photos, as JPEGs.
///
/// What shows something that is hidden is in memory and nowhere else. Display pictures, opened photos and cut-out faces
/// are kept up to a number of bytes, so that a change is seen without decoding anything. May be used by several threads:
/// what one of them makes, the others wait for, and no more than two decode at once.
package final class ReviewPictures: Sendable {
  /// A reviewed photo: its number and its file.
  package typealias Subject = (key: Int, path: FilePath, region: PlannedRegion)

  private let reader: PhotoReader
  private let longestLook: Int
  private let state: Monitor<State>

  /// - Parameters:
  ///   - reader: opens the photos.
  ///   - longestLook: the long side of pictures of another look, in pixels.
  ///   - limit: bytes that are kept.
  package init(reader: PhotoReader, longestLook: Int = 320, limit: Int = 150 << 20) {
    self.reader = reader
    self.longestLook = longestLook
    state = Monitor(State(limit: limit))
  }

  /// Makes a picture, upright, of what viewers show of the photo.
  /// - Parameters:
  ///   - key: the photo's number.
  ///   - path: the photo's file without anything hidden. Where the system says something else of it than before, it is read anew.
  ///   - picture: which one.
  ///   - plan: for the photo; regions are fractions of the whole.
  ///   - filters: the tones of what is shown.
  /// - Throws: `FaceBlurError` where the file cannot be read or decoded, or there is no such region.
  package func picture(
    _ key: Int, at path: FilePath, _ picture: ReviewPicture, plan: RegionPlan, filters: ToneFilters
  ) throws(FaceBlurError) -> [UInt8] {
    let file = File(key, path)
    switch picture {
    case .shown(let longSide, let view):
      return try encode(try display(file, longSide, view).showing(plan, filters), file)
    case .original(let longSide, let view):
      let display = try display(file, longSide, view)
      return try encode(display.pixels.visible(in: display.geometry.frame), file)
    case .look(let look):
      var plan = plan
      var change = ObscuringStrength.Change()
      change.style = look.style
      plan.strength = change.applied(to: plan.strength) ?? plan.strength
      let shown = try small(file).showing(plan, look.filters ?? filters)
      return try encode(shown, file, quality: DisplayFile.pageQuality)
    case .face(let id): return try face(try Self.rects(from: id, of: plan), of: file)
    case .frame, .moment:
      throw FaceBlurError(.unsupportedPhoto, path, "it is no film")
    }
  }

  /// Makes the picture of a region as it is shown by viewers that show the photo in another way than most.
  /// - Parameters:
  ///   - key: the photo's number.
  ///   - path: the photo's file, as for `picture`.
  ///   - id: of the region.
  ///   - view: which of `views`, counted from 1.
  ///   - plan: for the photo.
  /// - Returns: nil where nobody could tell it from what most viewers show.
  /// - Throws: `FaceBlurError` where the file cannot be read or decoded, or there is no such region or view.
  package func face(
    _ key: Int, at path: FilePath, _ id: String, view: Int, plan: RegionPlan
  ) throws(FaceBlurError) -> [UInt8]? {
    let file = File(key, path)
    guard let kind = try kind(ofView: view, file) else { throw .noSuchView }
    return try face(try Self.rects(from: id, of: plan), of: file, by: kind)
  }

  /// In which ways some viewers show a photo otherwise than most, where anybody can tell; empty for nearly all photos.
  /// - Throws: `FaceBlurError` where the file cannot be read or decoded.
  package func views(_ key: Int, at path: FilePath) throws(FaceBlurError) -> [DisplayView.Kind] {
    try views(File(key, path))
  }

  /// Where the regions of a plan lie, from one of them on: those that come next are cut out with it.
  private static func rects(from id: String, of plan: RegionPlan) throws(FaceBlurError) -> [NormalizedRect] {
    guard let index = plan.regions.firstIndex(where: { $0.id == id }) else {
      throw .unknownRegion(id, known: plan.regions.map(\.id))
    }
    return (plan.regions[index...] + plan.regions[..<index]).map(\.rect)
  }

  /// Whether two regions, each of its photo, show the very same thing in near-identical photos; in doubt not.
  /// - Throws: `FaceBlurError` where a file cannot be read or decoded.
  package func likeness(_ a: Subject, _ b: Subject) throws(FaceBlurError) -> Bool {
    guard a.key != b.key, ReviewLikeness.isSamePlace(a.region, b.region) else { return false }
    // The same answer whoever asks: the lower number says what is compared.
    let (first, second) = a.key < b.key ? (a, b) : (b, a)
    let files = (File(first.key, first.path), File(second.key, second.path))
    // What is compared is what most viewers show.
    guard try views(files.0).isEmpty, try views(files.1).isEmpty else { return false }
    let photos = (try overview(files.0), try overview(files.1))
    guard photos.0.frame == photos.1.frame, ReviewLikeness.areSamePhotos(photos.0.grid, photos.1.grid) else {
      return false
    }
    let place = first.region.rect
    return ReviewLikeness.areSameRegions(try print(of: place, files.0), try print(of: place, files.1))
  }

  /// Bytes that are kept at the moment.
  var keptBytes: Int { state.update { $0.kept.bytes } }
}

/// What is kept, and what is being made.
extension ReviewPictures {
  /// The content of a photo's file.
  private struct File: Hashable {
    let key: Int
    let path: FilePath
    /// Nil where there is no file.
    let facts: FileFacts?

    init(_ key: Int, _ path: FilePath) {
      self.key = key
      self.path = path
      facts = FileFacts(of: path)
    }
  }

  private struct Item: Hashable {
    enum Kind: Hashable {
      case photo
      /// Of a long side in pixels, as viewers of a kind show it; nil for most of them.
      case display(Int, DisplayView.Kind?)
      /// All of that size, while they are decoded.
      case displays(Int)
      case views
      case small
      /// All faces, while they are cut out.
      case faces
      /// What was cut out, and the file of it, likewise.
      case part(NormalizedRect, DisplayView.Kind?)
      case face(NormalizedRect, DisplayView.Kind?)
      case overview
      case print(NormalizedRect)
    }

    let file: File
    let kind: Kind
  }

  private enum Kept {
    case photo(Photo)
    case display(Display)
    case views([DisplayView.Kind])
    case part(ReviewedFace, PixelBuffer)
    /// Nil where it would show nothing that another one does not.
    case file([UInt8]?)
    case overview(Overview)
    case print(LumaGrid)

    /// What is little more than its samples takes a little more.
    private static let overhead = 1 << 10

    var bytes: Int {
      let content =
        switch self {
        case .photo(let photo): photo.fileBytes.count
        case .display(let display): display.pixels.bytes.count
        case .part(_, let part): part.bytes.count
        case .views(let kinds): kinds.count * MemoryLayout<DisplayView.Kind>.size
        case .file(let bytes): bytes?.count ?? 0
        case .overview, .print: LumaGrid.side * LumaGrid.side * MemoryLayout<Double>.size
        }
      return content + Self.overhead
    }
  }

  private struct State {
    var kept: BoundedMemory<Item, Kept>
    /// What some thread makes.
    var making: Set<Item> = []
    /// How many threads decode.
    var decoding = 0

    init(limit: Int) { kept = BoundedMemory(limit: limit) }
  }

  /// The whole upright photo at some size, and what must be known to show it.
  private struct Display {
    var pixels: PixelBuffer
    let geometry: PhotoGeometry
    let isGray: Bool

    /// What viewers will show of the render.
    func showing(_ plan: RegionPlan, _ filters: ToneFilters) -> PixelBuffer {
      var shown = pixels
      shown.show(plan, filters, of: geometry, isGray: isGray)
      return shown.visible(in: geometry.frame)
    }
  }

  private struct Overview {
    let frame: PictureFrame
    let grid: LumaGrid
  }

  private enum Claim {
    case kept(Kept)
    /// It is to be made by who asked.
    case missing
  }

  /// What is kept, or else the right to make it.
  /// - Parameter lock: what is made with it; given back by `release`.
  private func claim(_ item: Item, with lock: Item) -> Claim {
    state.wait { state -> Claim? in
      if let value = state.kept.value(of: item) { return .kept(value) }
      guard state.making.insert(lock).inserted else { return nil }
      return .missing
    }
  }

  private func release(_ lock: Item) { state.update { _ = $0.making.remove(lock) } }

  private func keep(_ value: Kept, _ item: Item) {
    state.update { $0.kept.keep(value, for: item, bytes: value.bytes) }
  }

  /// What is kept, or else what is made of it, which is kept from then on.
  private func kept(_ item: Item, _ make: () throws(FaceBlurError) -> Kept) throws(FaceBlurError) -> Kept {
    if case .kept(let value) = claim(item, with: item) { return value }
    defer { release(item) }
    let made = try make()
    keep(made, item)
    return made
  }

  /// As many threads decode at once: each may need a hundred megabytes for a moment.
  private static let mostDecoding = 2

  /// Decodes, with as few others at once as memory has room for. Within it nothing is waited for.
  private func decoding<Value>(_ decode: () throws(FaceBlurError) -> Value) throws(FaceBlurError) -> Value {
    _ = state.wait { state -> Bool? in
      guard state.decoding < Self.mostDecoding else { return nil }
      state.decoding += 1
      return true
    }
    defer { state.update { $0.decoding -= 1 } }
    return try decode()
  }
}

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

  private func encode(
    _ picture: PixelBuffer, _ file: File, quality: UInt32 = DisplayFile.quality
  ) throws(FaceBlurError) -> [UInt8] {
    try naming(file.path, try DisplayFile.encode(picture, quality: quality))
  }

  private func photo(_ file: File) throws(FaceBlurError) -> Photo {
    let kept = try kept(Item(file: file, kind: .photo)) { () throws(FaceBlurError) in
      let input = try InputFile.open(file.path)
      guard input.facts == file.facts else { throw .exchangedMeanwhile(file.path) }
      let bytes = try input.readAll(limit: reader.limits.maxFileBytes)
      return .photo(try naming(file.path, try reader.open(bytes)))
    }
    guard case .photo(let photo) = kept else { throw .internalError("a photo is kept as something else") }
    return photo
  }

  /// - Parameters:
  ///   - longSide: of what viewers show, in pixels.
  ///   - view: which of `views`, counted from 1; 0 for what most viewers show.
  private func display(_ file: File, _ longSide: Int, _ view: Int = 0) throws(FaceBlurError) -> Display {
    try display(file, longSide, by: try kind(ofView: view, file))
  }

  private func display(
    _ file: File, _ longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> Display {
    let longSide = min(max(longSide, Self.allowedSides.lowerBound), Self.allowedSides.upperBound)
    let lock = Item(file: file, kind: .displays(longSide))
    if case .kept(let kept) = claim(Item(file: file, kind: .display(longSide, kind)), with: lock) {
      guard case .display(let display) = kept else {
        throw .internalError("a display picture is kept as something else")
      }
      return display
    }
    defer { release(lock) }
    let displays = try decodedToKeep(file, longSide)
    // At some sizes nobody can tell a view from another.
    let wanted = displays.first { $0.kind == kind } ?? displays[0]
    // The one that is asked for last, so that it stays longest.
    keep(.display(wanted.display), Item(file: file, kind: .display(longSide, kind)))
    return wanted.display
  }

  /// What most viewers show, and then what others do; all of it is kept.
  private func decodedToKeep(
    _ file: File, _ longSide: Int
  ) throws(FaceBlurError) -> [(kind: DisplayView.Kind?, display: Display)] {
    let displays = try decoded(file, longSide)
    for (kind, display) in displays.reversed() {
      keep(.display(display), Item(file: file, kind: .display(longSide, kind)))
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

  private func views(_ file: File) throws(FaceBlurError) -> [DisplayView.Kind] {
    let kept = try kept(Item(file: file, kind: .views)) { () throws(FaceBlurError) in
      guard try !photo(file).hasOneView else { return .views([]) }
      let displays = try decodedToKeep(file, DisplayImage.standardSide)
      return .views(
        displays.filter {
          !$0.display.pixels.isMuch(like: displays[0].display.pixels, within: Self.sameLevels)
        }
        .compactMap(\.kind))
    }
    guard case .views(let kinds) = kept else { throw .internalError("views are kept as something else") }
    return kinds
  }

  /// - Parameter view: which of `views`, counted from 1; 0 for what most viewers show.
  /// - Returns: nil for that.
  /// - Throws: `FaceBlurError` where there is no such view.
  private func kind(ofView view: Int, _ file: File) throws(FaceBlurError) -> DisplayView.Kind? {
    if view == 0 { return nil }
    let kinds = try views(file)
    guard view > 0, view <= kinds.count else { throw .noSuchView }
    return kinds[view - 1]
  }

  /// The display picture brought down for looks.
  private func small(_ file: File) throws(FaceBlurError) -> Display {
    let kept = try kept(Item(file: file, kind: .small)) { () throws(FaceBlurError) in
      var display = try display(file, DisplayImage.standardSide)
      let side = display.geometry.frame.longSide(showing: longestLook)
      display.pixels = AreaResampler.shrink(display.pixels, toLongSide: side)
      return .display(display)
    }
    guard case .display(let display) = kept else {
      throw .internalError("a small picture is kept as something else")
    }
    return display
  }

  /// The file of a face as most viewers show it.
  /// - Parameter regions: the face's, then those that are asked for next.
  private func face(_ regions: [NormalizedRect], of file: File) throws(FaceBlurError) -> [UInt8] {
    guard let bytes = try face(regions, of: file, by: nil) else {
      throw .internalError("a face is kept as something else")
    }
    return bytes
  }

  /// The same as viewers of a kind show it; nil where nobody can tell that from what most show.
  private func face(
    _ regions: [NormalizedRect], of file: File, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [UInt8]? {
    guard let region = regions.first else { throw .internalError("no region is asked for") }
    let kept = try kept(Item(file: file, kind: .face(region, kind))) { () throws(FaceBlurError) in
      let (face, part) = try part(regions, of: file, by: kind)
      if kind != nil {
        let usual = try self.part(regions, of: file, by: nil).picture
        // Beside the shape that alpha cuts out it is the same everywhere.
        let isFlat = kind?.isOfNoColor == true && part.bytes.allSatisfy { $0 == part.bytes[0] }
        if isFlat || part.isMuch(like: usual, within: Self.sameLevels) { return .file(nil) }
      }
      let bytes = try encode(face.picture(part), file)
      // Of the two, the file is kept, where nothing is compared with the part.
      if try views(file).isEmpty || kind != nil {
        state.update { $0.kept.remove(Item(file: file, kind: .part(region, kind))) }
      }
      return .file(bytes)
    }
    guard case .file(let bytes) = kept else { throw .internalError("a face is kept as something else") }
    return bytes
  }

  /// What is cut out for the first of some regions. All of them are cut out at once, unless they are too many.
  private func part(
    _ regions: [NormalizedRect], of file: File, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> (face: ReviewedFace, picture: PixelBuffer) {
    func item(_ region: NormalizedRect) -> Item { Item(file: file, kind: .part(region, kind)) }
    let lock = Item(file: file, kind: .faces)
    if case .kept(let kept) = claim(item(regions[0]), with: lock) {
      guard case .part(let face, let part) = kept else {
        throw .internalError("a part is kept as something else")
      }
      return (face, part)
    }
    defer { release(lock) }
    let missing = state.update { state -> [NormalizedRect] in
      regions.dropFirst().filter { region in
        !state.kept.holds(item(region)) && !state.kept.holds(Item(file: file, kind: .face(region, kind)))
      }
    }
    let cut = [regions[0]] + missing.prefix(Self.mostFaces - 1)
    let photo = try photo(file)
    let faces = cut.map { ReviewedFace($0, in: photo.geometry.frame) }
    let parts = try naming(
      file.path,
      try decoding { () throws(FaceBlurError) in
        try photo.parts(faces.map(\.rect), fitting: ReviewedFace.longestSide, by: kind)
      })
    // The one that is asked for last, so that it stays longest.
    for index in cut.indices.reversed() { keep(.part(faces[index], parts[index]), item(cut[index])) }
    return (faces[0], parts[0])
  }

  private func overview(_ file: File) throws(FaceBlurError) -> Overview {
    let kept = try kept(Item(file: file, kind: .overview)) { () throws(FaceBlurError) in
      let small = try decoded(file, Self.overviewSide)[0].display
      let frame = small.geometry.frame
      return .overview(Overview(frame: frame, grid: LumaGrid(of: small.pixels.visible(in: frame))))
    }
    guard case .overview(let overview) = kept else {
      throw .internalError("an overview is kept as something else")
    }
    return overview
  }

  /// The brightness of what is in and around a place.
  private func print(of place: NormalizedRect, _ file: File) throws(FaceBlurError) -> LumaGrid {
    let kept = try kept(Item(file: file, kind: .print(place))) { () throws(FaceBlurError) in
      let photo = try photo(file)
      let (width, height) = photo.geometry.uprightSize
      let rect = PixelRect(covering: place.scaled(by: Self.printReach), width: width, height: height)
      let parts = try naming(
        file.path,
        try decoding { () throws(FaceBlurError) in
          try photo.parts([rect], fitting: 2 * LumaGrid.side)
        })
      guard let part = parts.first else { throw .internalError("a part is missing") }
      return .print(LumaGrid(of: part))
    }
    guard case .print(let grid) = kept else { throw .internalError("a print is kept as something else") }
    return grid
  }
}

extension FaceBlurError {
  static var noSuchView: FaceBlurError {
    FaceBlurError(.invalidArgument, "no viewer is known to show it in such a way")
  }
}
