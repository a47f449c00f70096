internal import ImageProcessingKit

/// The Live Photos among the photos and films that are blurred: both halves of each, or neither.
struct LivePhotos {
  /// All that is blurred, with the halves that nobody named; of each Live Photo the film comes first.
  let chosen: [ChosenPhoto]
  private let console: Console
  /// By both halves.
  private let photos: [FileIdentity: LivePhoto]
  /// What was done to films, of which the photo is yet to come.
  private var films: [LivePhoto: Half] = [:]

  /// What became of the film of a Live Photo.
  private enum Half {
    case failed
    /// Its record is new, and can be taken back.
    case begun(RecordPlace)
    case done
  }

  /// - Parameters:
  ///   - chosen: what was named.
  ///   - console: is told of the halves that were not.
  init(_ chosen: [ChosenPhoto], _ console: Console) {
    var photos: [FileIdentity: LivePhoto] = [:]
    var completed: [ChosenPhoto] = []
    var taken: Set<FileIdentity> = []
    let named = Dictionary(
      chosen.compactMap { half in FileIdentity(of: half.path).map { ($0, half) } },
      uniquingKeysWith: { one, _ in one })
    for half in chosen {
      guard half.failure == nil, half.path != StandardPhoto.name, let identity = FileIdentity(of: half.path),
        let photo = LivePhoto(of: half.path), let film = FileIdentity(of: photo.film),
        let still = FileIdentity(of: photo.still)
      else {
        completed.append(half)
        continue
      }
      guard taken.insert(film).inserted else { continue }
      photos[film] = photo
      photos[still] = photo
      let other = photo.partner(of: half.path)
      if named[identity == film ? still : film] == nil {
        console.say(["\(other): taken, too: it is the other half of a Live Photo"])
      }
      var added = half
      added.path = other
      let halves = [named[film] ?? added, named[still] ?? added]
      completed += halves
    }
    self.chosen = completed
    self.console = console
    self.photos = photos
  }

  private func photo(of half: ChosenPhoto) -> LivePhoto? {
    FileIdentity(of: half.path).flatMap { photos[$0] }
  }

  /// What is asked of photos alone is not asked of a film that comes with one.
  func settings(_ settings: BlurPipeline.Settings, forFilm film: ChosenPhoto) -> BlurPipeline.Settings {
    guard photo(of: film) != nil else { return settings }
    var own = settings
    own.hasSidecar = false
    own.renderOptions.hasThumbnail = false
    own.renderOptions.format = .original
    own.format = nil
    return own
  }

  /// Blurs a film, and remembers what became of it.
  mutating func blurFilm(
    _ film: ChosenPhoto, recordedAt place: RecordPlace, _ work: () throws(FaceBlurError) -> FilmReport
  ) throws(FaceBlurError) -> FilmReport {
    guard let photo = photo(of: film) else { return try work() }
    var records: FilePath?
    if case .folder(let folder) = place { records = folder }
    let hadRecord = PhotoAsset(film.path, recordFolder: records).record.exists
    films[photo] = .failed
    let report = try work()
    films[photo] = !hadRecord && report.hasRecord ? .begun(place) : .done
    return report
  }

  /// Blurs a photo, unless it is half of one whose film could not be; where it fails, its film's edit is taken back that was begun with it.
  /// - Parameter renders: folders in which renders of films may be removed.
  mutating func blurStill(
    _ still: ChosenPhoto, renders: [FilePath], _ work: () throws(FaceBlurError) -> PhotoReport
  ) throws(FaceBlurError) -> PhotoReport {
    guard let photo = photo(of: still), let film = films[photo] else { return try work() }
    if case .failed = film {
      throw FaceBlurError(
        .refused, file: still.path,
        "it is half of a Live Photo, whose film, \(photo.film.name), could not be blurred",
        advice: "mend what is said of the film, or move it elsewhere to blur the photo alone")
    }
    do {
      return try work()
    } catch {
      if case .begun(let place) = film {
        let reach = RenderReach(folders: renders)
        if (try? FilmPipeline.revert(photo.film, recordedAt: place, rendersIn: reach)) != nil {
          console.warn("\(photo.film): taken back, because its photo could not be blurred")
        }
      }
      throw error
    }
  }
}
