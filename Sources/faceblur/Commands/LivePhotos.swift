internal import ImageProcessingKit

/// The Live Photos among the photos and films that are blurred: all halves of each, or none.
struct LivePhotos {
  /// All that is blurred, with the halves that nobody named; of each Live Photo the films come first.
  let chosen: [ChosenPhoto]
  private let console: Console
  /// By their halves.
  private let photos: [FilePath: LivePhoto]
  /// The films of those whose photos are yet to come, and what became of them.
  private var films: [LivePhoto: [FilePath: Half]] = [:]

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

    var isDone: Bool {
      switch self {
      case .begun, .placed, .done: true
      case .failed, .failedBehind: false
      }
    }
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
      let whole = half.failure == nil && half.path != StandardPhoto.name ? LivePhoto(of: half.path) : nil
      guard let photo = whole?.withoutRenders else {
        completed.append(half)
        // Of an edited film the photo is a render, too: nobody has said what is done to its original.
        console.insist(onHalves: (whole?.uneditedBeneath ?? []).filter { isNamed($0) == nil })
        continue
      }
      // It came with its other half.
      guard photos[half.path] == nil else { continue }
      func added(_ path: FilePath) -> ChosenPhoto {
        console.say(["\(path): \(LivePhoto.takenNote)"])
        var added = half
        added.path = path
        return added
      }
      let halves = photo.halves { isNamed($0) != nil }
      for half in halves.map({ isNamed($0) ?? added($0) }) where photos[half.path] == nil {
        photos[half.path] = photo
        // What has failed already is told where it was named.
        if half.failure == nil { completed.append(half) }
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
    let asset = PhotoAsset(film.path, recordFolder: place.folder)
    let (hadRecord, hadRender) = (asset.record.exists, (target ?? asset.defaultRender).exists)
    films[photo, default: [:]][film.path] = .failed
    let report: FilmReport
    do { report = try work() } catch {
      // A preview that was not drawn, say, behind a render that was.
      if !hadRecord, asset.record.exists { films[photo]?[film.path] = .failedBehind(place) }
      throw error
    }
    if report.outputs.record != nil, !hadRecord {
      films[photo]?[film.path] = .begun(place)
    } else {
      let render = hadRender ? nil : report.outputs.render.flatMap(UnrecordedRender.init)
      films[photo]?[film.path] = render.map { .placed($0) } ?? .done
    }
    return report
  }

  /// Blurs a photo, unless it is half of one whose film could not be.
  mutating func blurStill(
    _ still: ChosenPhoto, _ work: () throws(FaceBlurError) -> PhotoReport
  ) throws(FaceBlurError) -> PhotoReport {
    // What is called a film and is none that can be read comes here, too; that it is one, its still knows.
    guard let photo = photos[still.path], !photo.isFilm(still.path) else { return try work() }
    let halves = films[photo] ?? [:]
    let blurred = Set(halves.filter(\.value.isDone).keys.map(\.name))
    try photo.refuse(still: still.path) { !blurred.contains($0.name) }
    let report = try work()
    films[photo] = halves.mapValues { _ in .done }
    return report
  }

  /// Takes back the edits of films that were begun, and of which no photo could be blurred.
  /// - Parameter folders: in which renders of films may be removed.
  mutating func takeBackHalves(rendersIn folders: [FilePath]) {
    let halves = films.values.flatMap { $0 }
    for (film, half) in halves.sorted(by: { "\($0.key)" < "\($1.key)" }) {
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

extension Console {
  /// Names the halves of a Live Photo of which one was edited alone, and of which there is no edit.
  func insistOnHalves(beside edited: FilePath, recordedAt place: RecordPlace) {
    insist(onHalves: LivePhoto(of: edited)?.withoutRenders?.unedited(beside: edited, recordedAt: place) ?? [])
  }
}
