internal import ImageProcessingKit

/// The Live Photos among the photos and films that are blurred: both halves of each, or neither.
struct LivePhotos {
  /// All that is blurred, with the halves that nobody named; of each Live Photo the film comes first.
  let chosen: [ChosenPhoto]
  private let console: Console
  /// By their halves.
  private let photos: [FilePath: LivePhoto]
  /// Films whose photos are yet to come, and what became of them.
  private var films: [FilePath: Half] = [:]

  /// What became of the film of a Live Photo.
  private enum Half {
    case failed
    /// It has failed, and its record is new all the same.
    case failedBehind(RecordPlace)
    /// Its record is new, and can be taken back.
    case begun(RecordPlace)
    /// Its render is new where it lies, and its record older or none.
    case placed(UnrecordedRender)
    /// It was edited and rendered there before: what is there now hides no less.
    case done
  }

  /// - Parameters:
  ///   - chosen: what was named.
  ///   - console: is told of the halves that were not.
  init(_ chosen: [ChosenPhoto], _ console: Console) {
    let named = Dictionary(
      chosen.compactMap { half in FileIdentity(of: half.path).map { ($0, half) } },
      uniquingKeysWith: { one, _ in one })
    func isNamed(_ path: FilePath) -> ChosenPhoto? { FileIdentity(of: path).flatMap { named[$0] } }
    var photos: [FilePath: LivePhoto] = [:]
    var completed: [ChosenPhoto] = []
    for half in chosen {
      guard half.failure == nil, half.path != StandardPhoto.name, let photo = LivePhoto(of: half.path) else {
        completed.append(half)
        continue
      }
      // It came with its other half.
      guard photos[half.path] == nil else { continue }
      func added(_ path: FilePath) -> ChosenPhoto {
        console.say(["\(path): taken, too: it is the other half of a Live Photo"])
        var added = half
        added.path = path
        return added
      }
      let stills = photo.stills.compactMap(isNamed)
      let halves =
        [isNamed(photo.film) ?? added(photo.film)] + (stills.isEmpty ? photo.stills.map(added) : stills)
      for half in halves where photos[half.path] == nil {
        photos[half.path] = photo
        completed.append(half)
      }
    }
    self.chosen = completed
    self.console = console
    self.photos = photos
  }

  /// What is asked of photos alone is not asked of a film that comes with one.
  func settings(_ settings: BlurPipeline.Settings, forFilm film: ChosenPhoto) -> BlurPipeline.Settings {
    guard photos[film.path] != nil else { return settings }
    var own = settings
    own.hasSidecar = false
    own.renderOptions.hasThumbnail = false
    own.renderOptions.format = .original
    own.format = nil
    return own
  }

  /// Blurs a film, and remembers what became of it.
  /// - Parameters:
  ///   - place: where its record goes.
  ///   - target: where its render goes; nil for beside it.
  mutating func blurFilm(
    _ film: ChosenPhoto, recordedAt place: RecordPlace, to target: FilePath?,
    _ work: () throws(FaceBlurError) -> FilmReport
  ) throws(FaceBlurError) -> FilmReport {
    guard let photo = photos[film.path] else { return try work() }
    var records: FilePath?
    if case .folder(let folder) = place { records = folder }
    let asset = PhotoAsset(film.path, recordFolder: records)
    let (hadRecord, hadRender) = (asset.record.exists, (target ?? asset.defaultRender).exists)
    films[photo.film] = .failed
    let report: FilmReport
    do { report = try work() } catch {
      // A preview that was not drawn, say, behind a render that was.
      if !hadRecord, asset.record.exists { films[photo.film] = .failedBehind(place) }
      throw error
    }
    if report.outputs.record != nil, !hadRecord {
      films[photo.film] = .begun(place)
    } else {
      let render = hadRender ? nil : report.outputs.render.flatMap(UnrecordedRender.init)
      films[photo.film] = render.map { .placed($0) } ?? .done
    }
    return report
  }

  /// Blurs a photo, unless it is half of one whose film could not be.
  mutating func blurStill(
    _ still: ChosenPhoto, _ work: () throws(FaceBlurError) -> PhotoReport
  ) throws(FaceBlurError) -> PhotoReport {
    guard let photo = photos[still.path], let film = films[photo.film] else { return try work() }
    switch film {
    case .begun, .placed, .done: break
    case .failed, .failedBehind:
      throw FaceBlurError(
        .refused, file: still.path,
        "it is half of a Live Photo, whose film, \(photo.film.name), could not be blurred",
        advice: "mend what is said of the film, or move it elsewhere to blur the photo alone")
    }
    let report = try work()
    films[photo.film] = .done
    return report
  }

  /// Takes back the edits of films that were begun, and of which no photo could be blurred.
  /// - Parameter folders: in which renders of films may be removed.
  mutating func takeBackHalves(rendersIn folders: [FilePath]) {
    for (film, half) in films.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      let isGone: Bool
      switch half {
      case .failed, .done: continue
      case .placed(let render): isGone = render.remove()
      case .begun(let place), .failedBehind(let place):
        let reach = RenderReach(folders: folders)
        isGone = (try? FilmPipeline.revert(film, recordedAt: place, rendersIn: reach)) != nil
      }
      if isGone {
        console.warn("\(film): taken back, because its photo could not be blurred")
      } else {
        console.fail("\(film): its photo could not be blurred, and its own render could not be taken back")
      }
    }
    films = [:]
  }
}
