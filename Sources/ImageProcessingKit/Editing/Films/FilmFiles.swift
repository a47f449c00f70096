/// The files that a film's record names, as they lie on disk.
///
/// A record is untrusted input and could name any file. So a render is replaced or removed only if it is as it was written, lies where
/// renders may, and has the very pictures of the film, as far as that shows without decoding them: their number, size and times.
struct FilmFiles {
  let asset: PhotoAsset
  let record: FilmRecord
  /// What lies at the original's place.
  let original: Film
  /// Whether that is another film than that of the record, as its owner has said.
  var isRebasing = false
  /// Where renders may be.
  let reach: RenderReach
  let reader: FilmEdit.Reader

  /// Whether a file is a render of this edit that nobody has changed since.
  /// - Parameters:
  ///   - path: of the file.
  ///   - sha256: of what it holds.
  func isOwnRender(at path: FilePath, sha256: String) -> Bool {
    guard reach.holds(path, of: asset.original) else { return false }
    let reference = asset.reference(to: path)
    guard let render = record.renders.last(where: { $0.path == reference }), render.sha256 == sha256,
      sha256 != record.source.sha256, let file = try? FilmFile(path), let film = try? reader(file)
    else { return false }
    return isRebasing ? isOfEarlierFilm(film, at: path) : film.video.hasPictures(of: original.video)
  }

  /// The same of the film that was here before: there is nothing left to compare it with, so only the names that renders get count, and
  /// what the record says of it.
  private func isOfEarlierFilm(_ film: Film, at path: FilePath) -> Bool {
    let (track, source) = (film.video, record.source)
    let size = track.orientation.uprightSize(
      storedWidth: track.shape.width, storedHeight: track.shape.height)
    let isNamed =
      path == asset.defaultRender
      || reach.names(path, of: asset.original, endings: [asset.defaultRender.pathExtension.lowercased()])
    return isNamed && size == (source.width, source.height) && track.orientation == source.orientation
      && track.timescale == source.timescale && track.samples.count == source.pictures
  }

  func location(of render: FilmRecord.Render) -> FilePath { asset.original.folder.appending(render.path) }

  /// Whether what lies where a render was written is still that.
  /// - Throws: `FaceBlurError` where it is there and cannot be read.
  func isUntouched(_ render: FilmRecord.Render) throws(FaceBlurError) -> Bool {
    try FileHash.of(location(of: render)) == render.sha256
  }

  /// The renders that are there, and whether each is as it was written.
  private func renders() throws(FaceBlurError) -> [(render: FilmRecord.Render, path: FilePath, isOwn: Bool)] {
    var found: [(render: FilmRecord.Render, path: FilePath, isOwn: Bool)] = []
    for render in record.renders {
      let path = location(of: render)
      guard path.exists else { continue }
      let sha256 = try FileHash.of(path)
      found.append((render, path, sha256.map { isOwnRender(at: path, sha256: $0) } ?? false))
    }
    return found
  }

  /// What goes away with an edit, but for its record.
  /// - Throws: `FaceBlurError` where one of the renders is there and cannot be read, so that nobody knows whether it is ours.
  func removal() throws(FaceBlurError) -> (steps: [FileStep], removed: [FilePath], kept: [FilePath]) {
    let renders = try renders()
    let own = renders.filter(\.isOwn)
    let steps = own.flatMap { [FileStep.remove($0.path), .syncFolder($0.path.folder)] }
    let emptied = own.flatMap { render, path, _ in
      var folder = path.folder
      return (0..<render.foldersMade).map { _ in
        defer { folder = folder.folder }
        return FileStep.removeEmptyFolder(folder)
      }
    }
    return (steps + emptied, own.map(\.path), renders.filter { !$0.isOwn }.map(\.path))
  }
}

extension VideoTrack {
  /// Whether it has as many pictures as another one, of the same size, shown at the same times.
  func hasPictures(of other: VideoTrack) -> Bool {
    guard shape.width == other.shape.width, shape.height == other.shape.height,
      orientation == other.orientation, timescale == other.timescale, samples.count == other.samples.count
    else { return false }
    func times(_ samples: SampleTable) -> [Int] { (0..<samples.count).map(samples.presentationTime).sorted() }
    return times(samples) == times(other.samples)
  }
}
