/// The looks at one film, on disk, so that a run goes on inside a film where another one ended: to look takes most of the time.
///
/// They stand in the order in which they were taken, and only looks that are asked for in that order are believed. Nobody
/// else may write to the folder (`LookFolders`). A file that cannot be read or written keeps nothing, and no run fails for it.
final class LookFile: LookMemory {
  private let path: FilePath
  private let file: GrowingFile?
  /// Whether what is asked for is still what stands there.
  private var isReading = true
  private var isWriting = true

  /// Says what it is, and of which version.
  private static let mark = "FaceBlur looks 3"
  private static let fileExtension = "looks"
  private static let keyBytes = 64
  private static let headBytes = 24
  private static let sightingBytes = 8 * 6 + 1
  /// No look sees more.
  private static let maxSightings = 10_000

  /// - Parameters:
  ///   - folder: is there.
  ///   - sha256: of the film, in hexadecimal.
  ///   - basis: whatever decides what looks see, in hexadecimal.
  init(in folder: FilePath, of sha256: String, basis: String) {
    let film = KeptFilm(in: folder, of: sha256, basis: basis)
    path = film.path(Self.fileExtension)
    file = GrowingFile(path)
    let head = film.head(Self.mark)
    guard let file else { return }
    if file.read(head.count) != head {
      isReading = false
      isWriting = file.cut(at: 0) && file.append(head)
    }
  }

  /// Takes the file away, once nobody needs it any more.
  func remove() {
    // Somebody else may have it.
    guard file != nil else { return }
    try? FileStep.remove(path).perform()
  }

  func next(_ look: FrameLook) -> [FaceSighting]? {
    guard isReading, let file else { return nil }
    let start = file.position
    if let known = read(look, file) { return known }
    isReading = false
    isWriting = file.cut(at: start)
    return nil
  }

  /// Nil where the next look is another one, is cut off, or cannot have been written here.
  private func read(_ look: FrameLook, _ file: GrowingFile) -> [FaceSighting]? {
    guard let head = file.read(Self.headBytes), BigEndian.number(head[..<4]) == Int(look.kind.rawValue),
      BigEndian.number(head[4..<12]) == look.time,
      UInt64(truncatingIfNeeded: BigEndian.number(head[12..<20])) == look.places
    else { return nil }
    let count = BigEndian.number(head[20..<24])
    guard count <= Self.maxSightings else { return nil }
    var sightings: [FaceSighting] = []
    var record = head
    for _ in 0..<count {
      guard let bytes = file.read(Self.sightingBytes), let word = file.read(Int(bytes[48])),
        let kind = SubjectKind(rawValue: String(decoding: word, as: UTF8.self))
      else { return nil }
      func number(_ index: Int) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: BigEndian.number(bytes[8 * index..<8 * index + 8])))
      }
      let rect = NormalizedRect(x: number(0), y: number(1), width: number(2), height: number(3))
      guard rect.isValid, (0...1).contains(number(4)), (0..<360).contains(number(5)) else { return nil }
      record += bytes + word
      sightings.append(FaceSighting(rect: rect, score: number(4), kind: kind, degrees: Int(number(5))))
    }
    return file.read(GrowingFile.checkBytes) == GrowingFile.check(record) ? sightings : nil
  }

  func keep(_ look: FrameLook, _ sightings: [FaceSighting]) {
    guard isWriting, let file, sightings.count <= Self.maxSightings else {
      // What would be missing cannot be made up for by what comes behind.
      isWriting = false
      return
    }
    var bytes =
      BigEndian.bytes(Int(look.kind.rawValue), 4) + BigEndian.bytes(look.time, 8)
      + BigEndian.bytes(Int(truncatingIfNeeded: look.places), 8) + BigEndian.bytes(sightings.count, 4)
    for sighting in sightings {
      let rect = sighting.rect
      let numbers = [rect.x, rect.y, rect.width, rect.height, sighting.score, Double(sighting.degrees)]
      for number in numbers { bytes += BigEndian.bytes(Int(truncatingIfNeeded: number.bitPattern), 8) }
      let word = Array(sighting.kind.rawValue.utf8)
      bytes += [UInt8(word.count)] + word
    }
    isWriting = file.append(bytes + GrowingFile.check(bytes))
  }
}
