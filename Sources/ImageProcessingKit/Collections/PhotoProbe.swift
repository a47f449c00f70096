/// What the first bytes of a file tell, before it is read.
struct PhotoProbe: Sendable {
  static let unfinished = "an unfinished or refused render"

  /// Whether a file is called as what a command has not brought to its end.
  static func isUnfinished(_ path: FilePath) -> Bool {
    path.name.bytes.starts(with: Array(".faceblur-".utf8))
  }

  enum Kind: Sendable, Hashable {
    /// Of a format that is read.
    case photo
    /// Of a kind that is read.
    case film
    /// A picture, a film or something that should be one, and why it cannot be scrubbed.
    case unusable(FaceBlurError)
    /// Nothing speaks for a picture; what it is.
    case other(String)
  }

  let kind: Kind
  let cost: ScrubCost
  let identity: FileIdentity
  /// Nil where it is no film of a kind that is read.
  let film: OpenFilm?

  /// - Parameters:
  ///   - path: of the file, to which no link may lead.
  ///   - choice: of which format its render is to be.
  /// - Throws: `FaceBlurError` where the file cannot be read.
  init(
    _ path: FilePath, _ formats: PhotoFormats, longestLook: Int, as choice: RenderFormat = .original
  ) throws(FaceBlurError) {
    let file = try InputFile.openWithoutLinks(path)
    identity = file.identity
    let isEmpty = file.size == 0
    let head = try file.bytes(at: 0, count: FileSignature.headBytes)
    let ending = path.pathExtension.lowercased()
    let isPhotoName = formats.isPhotoExtension(ending)
    let isOwn = Self.isUnfinished(path) || ending == "quarantined"
    // What Apple's systems keep of a file on other disks.
    let isDouble = path.name.bytes.starts(with: Array("._".utf8)) && head.starts(with: [0, 5, 0x16, 7])
    var cost = ScrubCost.none
    var film: OpenFilm?
    if isOwn || isDouble {
      kind = .other(isOwn ? Self.unfinished : "a companion that macOS left")
    } else if let format = formats.format(of: head) {
      kind = .photo
      cost = try Self.cost(
        of: file, format, longestLook: longestLook, isExported: choice.chosen(for: format) != .original)
    } else if let opened = OpenFilm(file) {
      kind = .film
      cost = FilmHead.cost(of: opened)
      film = opened
    } else if isEmpty, isPhotoName {
      kind = .unusable(.emptyPhoto)
    } else if FileSignature.isPicture(head) || isPhotoName || !isEmpty && FileSignature.isPictureName(path) {
      kind = .unusable(formats.notAPhoto(head))
    } else if FileSignature.isFilmName(path) {
      kind = .unusable(FilmHead.unreadable)
    } else {
      kind = .other("not a photo")
    }
    self.cost = cost
    self.film = film
  }

  /// What comes of a file that is no photo to scrub; nil where it is one.
  /// - Parameter limit: bytes that scrubbing it may take.
  func outcome(of job: ScrubJob, within limit: Int, _ settings: ScrubSettings) -> ScrubOutcome? {
    if case .other(let what) = kind { return ScrubOutcome(job, .other, what) }
    let isFilm = kind == .film || FileSignature.isFilmName(job.source)
    if isFilm, let what = OwnFilms.kind(of: job.source) { return ScrubOutcome(job, .other, what) }
    if kind == .film, !settings.takesFilms {
      return ScrubOutcome(job, .failed, FilmHead.notTaken.message(settings.wording))
    }
    return refusal(within: limit).map { ScrubOutcome(job, .failed, $0.message(settings.wording)) }
  }

  /// Why a file cannot be scrubbed; nil where it can, if it is a photo.
  func refusal(within limit: Int) -> FaceBlurError? {
    switch kind {
    case .unusable(let error): return error
    case .other(let what): return FaceBlurError(.notAPhoto, what)
    case .photo, .film:
      guard cost.bytes > limit else { return nil }
      let needed = (cost.bytes >> 20) + 1
      return FaceBlurError(
        .photoTooLarge, "it takes about \(needed) MB of memory",
        advice: "\(.allowMemory(megabytes: needed))")
    }
  }

  /// What the detector and its working memory take beside the photo's own.
  private static let base = 48 << 20
  /// Of a pixel, where a photo is made one of another format: the picture, what a transparent one shows besides, and coefficients.
  private static let exportBytes = 18
  /// More than any memory has.
  private static let maxBytes = 1 << 48

  private static func cost(
    of file: borrowing InputFile, _ format: PhotoFormat, longestLook: Int, isExported: Bool
  ) throws(FaceBlurError) -> ScrubCost {
    // The file, its render and what reads them. A sparse file may claim any size.
    let files = 3 * min(file.size, maxBytes) + base
    guard let extent = try format.container.extent(of: file) else { return ScrubCost(bytes: files) }
    let shown = min(extent.width * extent.height, 4 * longestLook * longestLook)
    let export = isExported ? exportBytes * min(extent.width * extent.height, maxBytes) : 0
    return ScrubCost(
      bytes: files + 3 * 3 * shown + bandBytes(of: extent) + extent.workingBytes + export)
  }

  /// What it takes to look at a large photo band by band: a band, and the same while its successor is begun.
  private static func bandBytes(of extent: PhotoExtent) -> Int {
    guard max(extent.width, extent.height) > DetectionScale.longestWhole else { return 0 }
    let whole = 3 * (extent.width * extent.height / 4)
    guard extent.isReadInBands else { return 2 * whole }
    let limits = BandLimits()
    let least = 3 * (extent.width / 2) * (limits.leastRows + 2 * limits.context)
    return 2 * min(whole, max(limits.bytes, least))
  }
}
