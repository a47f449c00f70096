/// A film in the ISO base media format (ISO/IEC 14496-12) or QuickTime's: MP4, MOV, M4V, 3GP.
///
/// What describes the tracks is read once, as a whole, and is small; coded pictures are read one by one.
struct MP4File: FilmSource {
  var film: Film { movie.film }
  /// What describes the tracks; what it says of them that is not in `film` is read when it is asked for.
  let movie: MP4Movie
  /// Whether it is QuickTime's kind of file.
  let isQuickTime: Bool
  let file: any FilmBytes
  /// Where what describes the tracks lies.
  private let header: Range<Int>

  /// - Parameter file: whose bytes are believed nothing of.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  init(_ file: any FilmBytes) throws(FaceBlurError) {
    let header = try Self.header(of: file)
    let bytes = try file.bytes(header.content)
    let hasCovers = try Self.hasCovers(in: header.beside, of: file)
    movie = try MP4Movie(bytes[...], of: file, header: header.whole, hasCovers: hasCovers)
    isQuickTime = Self.isQuickTime(file)
    self.header = header.whole
    self.file = file
  }

  var outline: MP4Outline {
    get throws(FaceBlurError) {
      MP4Outline(
        isQuickTime: isQuickTime, timescale: movie.timescale, matrix: movie.matrix,
        pictures: try movie.pictures.outline, shown: try movie.pictures.shownEntry)
    }
  }

  func audioTracks() throws(FaceBlurError) -> [MP4AudioTrack] {
    var tracks: [MP4AudioTrack] = []
    var rest = FilmLimits.maxSamples
    for sound in movie.sounds {
      let track = try sound.audio(in: movie.timescale, fileSize: file.size, header: header, limit: rest)
      if case .packets(let table) = track.samples { rest -= table.count }
      tracks.append(track)
    }
    if !tracks.isEmpty { try checkApart(tracks) }
    return tracks
  }

  /// - Throws: `FaceBlurError` where sound lies where pictures do: whoever copies it would copy them.
  private func checkApart(_ tracks: [MP4AudioTrack]) throws(FaceBlurError) {
    var places = tracks.flatMap(\.samples.places)
    places += film.video.samples.places
    places.append(header)
    places.sort { $0.lowerBound < $1.lowerBound }
    for (one, other) in zip(places, places.dropFirst()) where one.upperBound > other.lowerBound {
      throw .damagedFilm("its sound lies in the same place as something else")
    }
  }

  /// - Parameter places: of the file's own metadata.
  /// - Returns: whether pictures lie there, or it is too much to look through.
  private static func hasCovers(
    in places: [Range<Int>], of file: some FilmBytes
  ) throws(FaceBlurError) -> Bool {
    guard places.reduce(0, { $0 + $1.count }) <= FilmLimits.maxHeaderBytes else { return true }
    for place in places where MP4Covers.hold(try file.bytes(place)[...]) { return true }
    return false
  }

  /// Where the box is that describes the tracks, what of it is its content, and where metadata stand beside it.
  private static func header(
    of file: some FilmBytes
  ) throws(FaceBlurError) -> (whole: Range<Int>, content: Range<Int>, beside: [Range<Int>]) {
    var found: (whole: Range<Int>, content: Range<Int>)?
    var beside: [Range<Int>] = []
    var place = 0
    var count = 0
    while place < file.size {
      let head: BoxHead
      let first = try file.bytes(place..<min(place + BoxHead.most, file.size))
      do { head = try BoxHead(first[...], room: file.size - place) } catch {
        // Behind the film some cameras put what is no box.
        if found != nil { break }
        throw error
      }
      switch head.type {
      case "moov":
        guard found == nil else { throw .damagedFilm("its tracks are described twice") }
        guard head.size <= FilmLimits.maxHeaderBytes else {
          throw .filmTooLarge(
            "what describes its tracks is longer than \(FilmLimits.maxHeaderBytes >> 20) MB")
        }
        found = (place..<(place + head.size), (place + head.headSize)..<(place + head.size))
      case "moof": throw .fragmentedFilm
      case let type where MP4Covers.holders.contains(type): beside.append(place..<(place + head.size))
      default: break
      }
      place += head.size
      count += 1
      guard count <= FilmLimits.maxBoxes else {
        throw .damagedFilm("it has more than \(FilmLimits.maxBoxes) boxes side by side")
      }
    }
    guard let found else {
      throw .truncatedFilm("what describes its tracks is missing, as where recording was interrupted")
    }
    return (found.whole, found.content, beside)
  }
}

extension MP4File {
  /// Brands of films (mp4ra.org), and of those that came before there were brands.
  private static let filmBrands: Set<FourCC> = [
    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1",
    "qt  ", "M4V ", "M4VH", "M4VP", "3gp4", "3gp5", "3gp6", "3gp7", "3gp8", "3gp9", "3g2a", "3g2b", "3g2c",
    "MSNV", "XAVC", "dash", "f4v ", "hvc1", "mmp4", "niko", "pana", "CAEP", "av01",
  ]
  /// Major brands of what is read as something else, though it may hold films' boxes.
  private static let otherBrands: Set<FourCC> = [
    "mif1", "mif2", "msf1", "miaf", "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "avif",
    "avis", "crx ", "jxl ", "jp2 ", "jpx ", "M4A ", "M4B ", "M4P ",
  ]
  /// What films of QuickTime begin with that state no brand.
  private static let firstBoxes: Set<FourCC> = ["moov", "mdat", "wide", "free", "skip", "pnot"]
  /// Boxes that are passed over in search for what describes tracks.
  private static let maxPassedBoxes = 64

  /// Whether a file is a film that this could read, by its brands or by the box that describes tracks. It reads some bytes of the file, and
  /// a film may be refused all the same when it is opened.
  static func isFilm(_ file: some FilmBytes) -> Bool {
    guard let head = head(of: file, at: 0) else { return false }
    if head.type == "ftyp" {
      let content = head.headSize..<min(head.size, 4096)
      guard content.count >= 8, let bytes = try? file.bytes(content) else { return false }
      let brands = FourCC.brands(bytes[...])
      if otherBrands.contains(brands[0]) { return false }
      if brands.contains(where: filmBrands.contains) { return true }
    } else if !firstBoxes.contains(head.type) {
      return false
    }
    var place = 0
    for _ in 0..<maxPassedBoxes {
      guard let head = Self.head(of: file, at: place) else { return false }
      if head.type == "moov" { return true }
      place += head.size
    }
    return false
  }

  /// Whether a word stands in what describes the film, also of one that is not read, because it is fragmented, say. Nil where that is missing or
  /// cannot be read: most programs write it last, and of a film that was cut short it is gone.
  static func describes(_ file: some FilmBytes, with word: String) -> Bool? {
    var place = 0
    for _ in 0..<FilmLimits.maxBoxes {
      guard let head = Self.head(of: file, at: place) else { return nil }
      if head.type == "moov", head.size <= FilmLimits.maxHeaderBytes {
        let bytes = try? file.bytes(place..<(place + head.size))
        return bytes.map { $0.firstRange(of: Array(word.utf8)) != nil }
      }
      place += head.size
    }
    return nil
  }

  private static func isQuickTime(_ file: some FilmBytes) -> Bool {
    guard let head = head(of: file, at: 0), head.type == "ftyp" else { return true }
    guard head.size >= head.headSize + 4,
      let brand = try? file.bytes(head.headSize..<(head.headSize + 4))
    else { return false }
    return FourCC(brand) == "qt  "
  }

  private static func head(of file: some FilmBytes, at place: Int) -> BoxHead? {
    guard place < file.size, let bytes = try? file.bytes(place..<min(place + BoxHead.most, file.size))
    else { return nil }
    return try? BoxHead(bytes[...], room: file.size - place)
  }
}

extension FaceBlurError {
  static var fragmentedFilm: FaceBlurError {
    .unsupportedFilm("it is fragmented: its pictures are described in many places")
  }
}
