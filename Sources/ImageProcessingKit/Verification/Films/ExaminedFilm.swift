/// A film's file taken apart (ISO/IEC 14496-12, and for originals Matroska): what describes its tracks, where its samples lie, and everything that is neither.
///
/// It shares nothing with what reads films for the rest of this program but the bytes. Of a film that was not made by this program it
/// finds what a render may not hold; that is what an original is full of, and no error.
struct ExaminedFilm {
  let file: any FilmBytes
  let findings: FilmFindings
  private(set) var tracks: [ExaminedTrack] = []
  private(set) var timescale = 0
  private(set) var duration = 0
  private(set) var matrix: [Int] = []
  private(set) var brand: [UInt8] = []

  private static let maxHeaderBytes = 64 << 20
  private static let maxBoxes = 20_000
  private static let maxTracks = 256
  static let maxPictures = 5_000_000

  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where it cannot be read.
  init(_ file: any FilmBytes) throws(FaceBlurError) {
    self.file = file
    let findings = FilmFindings()
    self.findings = findings
    if ExaminedMatroska.begins(file) {
      try readMatroska()
      return
    }
    var (media, movie): ([Range<Int>], Range<Int>?) = ([], nil)
    var (place, count) = (0, 0)
    while place < file.size {
      let head = try file.bytes(place..<min(place + 32, file.size))
      guard let box = Self.head(head, at: place, fileSize: file.size) else {
        findings.object(.trailingBytes, place..<file.size, "bytes that belong to no box")
        break
      }
      count += 1
      guard count <= Self.maxBoxes else { throw .damagedRender("it has too many boxes") }
      switch box.type {
      case "ftyp" where brand.isEmpty && place == 0:
        brand = try file.bytes(
          box.content.lowerBound..<min(box.content.upperBound, box.content.lowerBound + 256))
        Self.check(brand, box, findings)
      case "moov" where movie == nil: movie = box.content
      case "mdat": media.append(box.content)
      default:
        findings.object(.of(box), box.range, "boxes of type \(box.type.text) are not on the whitelist")
      }
      place = box.range.upperBound
    }
    guard let movie, movie.count <= Self.maxHeaderBytes else {
      throw .damagedRender("what describes its tracks is missing, or huge")
    }
    let bytes = try file.bytes(movie)
    var result: Result<Void, FaceBlurError> = .success(())
    bytes.withUnsafeBufferPointer { bytes in
      let scope = FilmScope(bytes: bytes, base: movie.lowerBound, findings: findings)
      do throws(FaceBlurError) { try readMovie(scope) } catch { result = .failure(error) }
    }
    try result.get()
    try checkOwners(of: media)
  }

  /// A film of another container, of which what a render says of it is told in MP4's words.
  private mutating func readMatroska() throws(FaceBlurError) {
    let film = try ExaminedMatroska(file, findings)
    tracks = try film.tracks(of: file)
    timescale = film.timescale
    matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    duration = tracks.map(\.duration).max() ?? 0
  }

  /// A box by its first bytes; nil where it is none.
  private static func head(_ bytes: [UInt8], at place: Int, fileSize: Int) -> ExaminedBox? {
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count, range.count < 8 || bytes[range.lowerBound] < 0x80 else {
        return nil
      }
      return bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let short = number(0..<4), let letters = number(4..<8) else { return nil }
    var (size, head) = (short, 8)
    if short == 1 {
      guard let long = number(8..<16) else { return nil }
      (size, head) = (long, 16)
    } else if short == 0 {
      size = fileSize - place
    }
    guard size >= head, size <= fileSize - place else { return nil }
    let type = BoxType(UInt32(truncatingIfNeeded: letters))
    let hasUserType = type == ExaminedBox.lettersOfUserType && size >= head + 16 && bytes.count >= head + 16
    return ExaminedBox(
      type: type, userType: hasUserType ? Array(bytes[head..<head + 16]) : nil, range: place..<place + size,
      content: place + head..<place + size)
  }

  /// Kinds of files that are known, none of them twice: a list of others could say anything.
  private static let brands: Set<String> = [
    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "mp71", "avc1",
    "qt  ", "M4V ", "M4VH", "M4VP", "3gp4", "3gp5", "3gp6", "3gp7", "hvc1", "MSNV",
  ]

  private static func check(_ brand: [UInt8], _ box: ExaminedBox, _ findings: FilmFindings) {
    let names = stride(from: 8, to: brand.count - 3, by: 4).map {
      String(decoding: brand[$0..<$0 + 4], as: UTF8.self)
    }
    let major = String(decoding: brand.prefix(4), as: UTF8.self)
    guard box.content.count == brand.count, brand.count >= 8, brand.count % 4 == 0,
      Set(names).count == names.count, names.allSatisfy(brands.contains), brands.contains(major)
    else {
      return findings.object(.headerBytes, box.range, "it names kinds of files that are not known", .no)
    }
  }

  private mutating func readMovie(_ scope: FilmScope) throws(FaceBlurError) {
    let boxes = scope.boxes(in: 0..<scope.bytes.count, ["mvhd"], many: ["trak"])
    guard let head = boxes["mvhd"]?.first, let traks = boxes["trak"], traks.count <= Self.maxTracks else {
      throw .damagedRender("it describes no tracks, or too many")
    }
    var fields = FilmFields(scope, head)
    let width = fields.version() == 1 ? 8 : 4
    fields.zeros(2 * width, as: .creationTime, "it says when it was made")
    timescale = fields.number(4)
    duration = fields.signed(width) & (width == 8 ? Int.max : 0xFFFF_FFFF)
    fields.expect(4, 0x1_0000, else: "it is played at an odd rate")
    fields.expect(2, 0x100, else: "it is played at an odd volume")
    fields.zeros(10)
    matrix = (0..<9).map { _ in fields.signed(4) }
    fields.zeros(24)
    let next = fields.number(4)
    fields.end()
    for trak in traks {
      do { tracks.append(try ExaminedTrack(scope, trak, fileSize: file.size)) } catch {
        // A track that cannot be read is no track of a render; an original may have it.
        scope.object(.furtherTrack, trak.range, error.reason)
      }
    }
    let ids = Set(tracks.map(\.id))
    if ids.count != tracks.count || ids.contains(0) || next <= ids.max() ?? 0 || next > 1 << 16 {
      scope.object(.headerBytes, head.range, "its tracks are numbered in an odd way", .no)
    }
  }

  /// Every byte of the media belongs to one sample: what no track shows another program may.
  private func checkOwners(of media: [Range<Int>]) throws(FaceBlurError) {
    var extents: [Range<Int>] = []
    for track in tracks {
      guard let own = track.extents else { throw .damagedRender("a track's samples have no end") }
      extents += own.filter { !$0.isEmpty }
    }
    extents.sort { $0.lowerBound < $1.lowerBound }
    var next = 0
    for part in media {
      var place = part.lowerBound
      while next < extents.count, extents[next].lowerBound < part.upperBound {
        let extent = extents[next]
        if extent.lowerBound > place {
          findings.object(.unreferencedBytes, place..<extent.lowerBound, "they belong to no sample")
        }
        if extent.lowerBound < place || extent.upperBound > part.upperBound {
          findings.object(.headerBytes, extent, "samples lie in each other, or outside of the media")
        }
        place = max(place, extent.upperBound)
        next += 1
      }
      if place < part.upperBound {
        findings.object(.unreferencedBytes, place..<part.upperBound, "they belong to no sample")
      }
    }
    if next < extents.count {
      findings.object(.headerBytes, extents[next], "samples lie outside of the media")
    }
  }

  /// Codes of still pictures; a track of one of them beside the film is its cover.
  private static let covers: Set<BoxType> = ["jpeg", "mjpa", "mjpb", "png ", "gif ", "tiff", "PNTG"]

  /// The tracks of pictures that are no covers, and those of sound.
  var pictureTracks: [ExaminedTrack] {
    let companions = tracks.reduce(into: Set<Int>()) { $0.formUnion($1.companions) }
    let all = tracks.filter { $0.handler == "vide" }
    let films = all.filter {
      !companions.contains($0.id)
        && !($0.samples?.count ?? 0 <= 1 && Self.covers.contains($0.pictures?.type ?? "    "))
    }
    return films.isEmpty ? all : films
  }
  var soundTracks: [ExaminedTrack] { tracks.filter { $0.handler == "soun" } }

  /// Bytes of the file, which must be there.
  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= file.size else {
      throw .damagedRender("its samples lie beyond its end")
    }
    return try file.bytes(range)
  }
}
