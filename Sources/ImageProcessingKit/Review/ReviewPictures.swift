/// The pictures of reviewed photos, as JPEGs.
///
/// What shows something that is hidden is in memory and nowhere else. Display pictures, opened photos and cut-out faces
/// are kept up to a number of bytes, so that a change is seen without decoding anything. May be used by several threads:
/// what one of them makes, the others wait for, and no more than two decode at once.
package final class ReviewPictures: Sendable {
  /// A reviewed photo: its number and its file.
  package typealias Subject = (key: Int, path: FilePath, region: PlannedRegion)

  let reader: PhotoReader
  let longestLook: Int
  let state: Monitor<State>

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

extension FaceBlurError {
  static var noSuchView: FaceBlurError {
    FaceBlurError(.invalidArgument, "no viewer is known to show it in such a way")
  }
}
