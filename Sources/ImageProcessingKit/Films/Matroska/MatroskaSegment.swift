/// A file of Matroska or WebM from its first byte to its last: what describes the film and its tracks, and where its samples lie. Every cluster
/// is walked through; what indexes them is not asked.
///
/// No element is read as a whole but what describes the film and its tracks. Nothing is followed into itself: clusters lie in the segment, blocks
/// in clusters or in groups.
struct MatroskaSegment {
  /// Nanoseconds of a tick.
  private(set) var tick = 1_000_000
  private(set) var tracks: [MatroskaTrack] = []
  /// By the number of a track, of those with pictures and sound.
  private(set) var blocks: [Int: MatroskaBlocks] = [:]
  /// Where the tracks are described.
  private(set) var header = 0..<0
  /// Where files lie that are attached, one behind the other.
  private(set) var attachments: [Range<Int>] = []

  private var window: MatroskaWindow
  private var hasInformation = false
  /// The numbers of tracks of pictures.
  private var pictureNumbers: Set<Int> = []
  /// Elements that were met.
  private var count = 0
  private var pictureCount = 0
  private var soundCount = 0

  /// More than any film within the other limits has: six of each sample.
  private static let maxElements = 6 * FilmLimits.maxSamples

  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  init(_ file: any FilmBytes) throws(FaceBlurError) {
    window = MatroskaWindow(file)
    let head = try MatroskaHead(&window)
    var place = head.end
    var element = try window.element(at: place, before: file.size)
    while element.id == MatroskaID.void, let end = element.end {
      try countElement()
      place = end
      element = try window.element(at: place, before: file.size)
    }
    guard element.id == MatroskaID.segment else { throw .damagedFilm("what holds the film is missing") }
    try readSegment(element.content..<(element.end ?? file.size), isOpen: element.end == nil)
    if let end = element.end { try refuseSecond(at: end) }
    guard !tracks.isEmpty else {
      throw .truncatedFilm("what describes its tracks is missing, as where recording was interrupted")
    }
  }

  private mutating func countElement() throws(FaceBlurError) {
    count += 1
    guard count <= Self.maxElements else {
      throw .damagedFilm("it has more than \(Self.maxElements) elements")
    }
  }

  /// Behind a film some programs put whatever; a further film would be shown, too.
  private mutating func refuseSecond(at place: Int) throws(FaceBlurError) {
    guard place < window.file.size, let next = try? EBMLHead(try window.bytes(at: place, most: EBMLHead.most))
    else {
      return
    }
    guard next.id != MatroskaID.head, next.id != MatroskaID.segment else { throw Self.second }
  }

  private static let mostAttachments = 1000
  private static let second = FaceBlurError.unsupportedFilm("it is several films, one behind the other")

  private mutating func readSegment(_ range: Range<Int>, isOpen: Bool) throws(FaceBlurError) {
    var place = range.lowerBound
    while place < range.upperBound {
      try countElement()
      let (id, content, stated) = try window.element(at: place, before: range.upperBound)
      guard stated != nil || id == MatroskaID.cluster else {
        throw id == MatroskaID.head || id == MatroskaID.segment
          ? Self.second : .damagedFilm("a part of it has no size")
      }
      var end = stated ?? range.upperBound
      switch id {
      case MatroskaID.information: try readInformation(content..<end)
      case MatroskaID.tracks: try readTracks(content..<end, whole: place..<end)
      case MatroskaID.attachments:
        guard attachments.count < Self.mostAttachments else {
          throw .damagedFilm("its attached files lie in too many parts")
        }
        attachments.append(content..<end)
      case MatroskaID.cluster: end = try readCluster(content..<end, isOpen: stated == nil)
      case MatroskaID.head, MatroskaID.segment: throw Self.second
      default: break
      }
      place = end
    }
  }

  private func description(_ range: Range<Int>) throws(FaceBlurError) -> MatroskaElements {
    guard range.count <= FilmLimits.maxHeaderBytes else {
      throw .filmTooLarge("what describes its tracks is longer than \(FilmLimits.maxHeaderBytes >> 20) MB")
    }
    return try MatroskaElements(try window.file.bytes(range)[...])
  }

  private mutating func readInformation(_ range: Range<Int>) throws(FaceBlurError) {
    guard !hasInformation else { throw .damagedFilm("it is described twice") }
    hasInformation = true
    let elements = try description(range)
    tick = try elements.number(0x2A_D7B1) ?? tick
    guard (1...1_000_000_000).contains(tick) else { throw .damagedFilm("its times have no scale") }
  }

  private mutating func readTracks(_ range: Range<Int>, whole: Range<Int>) throws(FaceBlurError) {
    guard tracks.isEmpty else { throw .damagedFilm("its tracks are described twice") }
    header = whole
    let entries = try description(range).all(MatroskaID.track)
    guard entries.count <= FilmLimits.maxTracks else {
      throw .filmTooLarge("it has more than \(FilmLimits.maxTracks) tracks")
    }
    for entry in entries { tracks.append(try MatroskaTrack(entry)) }
    guard Set(tracks.map(\.number)).count == tracks.count else {
      throw .damagedFilm("two of its tracks have the same number")
    }
    for track in tracks where track.kind == .pictures || track.kind == .sound {
      blocks[track.number] = MatroskaBlocks()
      if track.kind == .pictures { pictureNumbers.insert(track.number) }
    }
  }

  /// - Returns: where it ends.
  private mutating func readCluster(_ range: Range<Int>, isOpen: Bool) throws(FaceBlurError) -> Int {
    guard !tracks.isEmpty else { throw .damagedFilm("its tracks are described behind its pictures") }
    var time: Int?
    var place = range.lowerBound
    while place < range.upperBound {
      try countElement()
      let (id, content, stated) = try window.element(at: place, before: range.upperBound)
      if isOpen, MatroskaID.inSegment.contains(id) { return place }
      guard id != MatroskaID.head, id != MatroskaID.segment else { throw Self.second }
      guard let end = stated else { throw .damagedFilm("a part of it has no size") }
      switch id {
      case MatroskaID.time:
        guard time == nil else { throw .damagedFilm("it says twice when a part of it is shown") }
        guard end - content <= 8 else { throw .damagedFilm("it has a time that may not be") }
        time = try MatroskaElements.number(try window.bytes(at: content, most: end - content))
      case MatroskaID.simpleBlock:
        let block = try MatroskaBlock(content..<end, in: &window)
        try take(block, at: time, MatroskaBlocks.Traits(isSync: block.isSync))
      case MatroskaID.blockGroup: try readGroup(content..<end, at: time)
      case MatroskaID.encryptedBlock: throw MatroskaTrack.encrypted
      default: break
      }
      place = end
    }
    return range.upperBound
  }

  private mutating func readGroup(_ range: Range<Int>, at time: Int?) throws(FaceBlurError) {
    var block: MatroskaBlock?
    var traits = MatroskaBlocks.Traits()
    var hasState = false
    var place = range.lowerBound
    while place < range.upperBound {
      try countElement()
      let (id, content, stated) = try window.element(at: place, before: range.upperBound)
      guard let end = stated else { throw .damagedFilm("a part of it has no size") }
      func number() throws(FaceBlurError) -> Int {
        guard end - content <= 8 else { throw .damagedFilm("it has a number that may not be") }
        return try MatroskaElements.number(try window.bytes(at: content, most: end - content))
      }
      switch id {
      case MatroskaID.block:
        guard block == nil else { throw .damagedFilm("a part of it holds two blocks") }
        block = try MatroskaBlock(content..<end, in: &window)
      case MatroskaID.blockDuration: traits.duration = try number()
      case MatroskaID.reference: traits.isSync = false
      case MatroskaID.codecState: hasState = true
      case MatroskaID.discarded:
        // What is cut off before a sample is below 0, in two's complement, and rare.
        traits.discarded = end - content < 8 ? try number() : 0
      default: break
      }
      place = end
    }
    guard let block else { return }
    if hasState, pictureNumbers.contains(block.track) {
      throw .unsupportedFilm("its pictures are coded in more than one way")
    }
    try take(block, at: time, traits)
  }

  private mutating func take(
    _ block: MatroskaBlock, at time: Int?, _ traits: MatroskaBlocks.Traits
  ) throws(FaceBlurError) {
    guard blocks[block.track] != nil else { return }
    guard let time else { throw .damagedFilm("it does not say when a part of it is shown") }
    let start = time.addingReportingOverflow(block.time)
    let nanoseconds = start.partialValue.multipliedReportingOverflow(by: tick)
    guard !start.overflow, !nanoseconds.overflow, nanoseconds.partialValue <= FilmLimits.maxTicks else {
      throw .damagedFilm("it has a time that may not be")
    }
    guard start.partialValue >= 0 else {
      throw .unsupportedFilm("a part of it is shown before its beginning")
    }
    guard (traits.duration ?? 0) <= FilmLimits.maxTicks / tick else {
      throw .damagedFilm("it has a time that may not be")
    }
    let isPicture = pictureNumbers.contains(block.track)
    if isPicture {
      guard block.lacing == 0 else { throw .unsupportedFilm("several of its pictures lie in one block") }
      guard !block.isHidden else { throw .unsupportedFilm("it has pictures that are not shown") }
    }
    let samples = try block.samples(in: window.file)
    if isPicture { pictureCount += 1 } else { soundCount += samples.count }
    for (count, kind) in [(pictureCount, SampleTable.Kind.pictures), (soundCount, .packets)]
    where count > FilmLimits.maxSamples {
      throw .filmTooLarge("it has more than \(FilmLimits.maxSamples) \(kind.many)")
    }
    blocks[block.track]?.append(samples, at: start.partialValue, traits)
  }
}
