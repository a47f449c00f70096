/// A film's file of Matroska or WebM taken apart (RFC 9559): what describes its tracks, where its samples lie, and everything that is neither.
///
/// It is only ever an original, or a film that is asked about: renders are MP4. It shares nothing with what reads such films for the rest of this
/// program but the bytes.
struct ExaminedMatroska {
  var reader: ElementReader
  let findings: FilmFindings
  /// Nanoseconds of a tick.
  private(set) var tick = 1_000_000
  private(set) var entries: [ExaminedMatroskaEntry] = []
  /// By the number of a track.
  var blocks: [Int: ExaminedBlocks] = [:]
  var sampleCount = 0

  private static let maxHeaderBytes = 64 << 20
  private static let maxTracks = 256
  static let maxTime = 1 << 53
  static let maxLaceBytes = 1 << 16
  /// What stands in a segment: one of them ends a cluster that says no end.
  static let parts: Set<Int> = [
    0x1549_A966, 0x1654_AE6B, 0x1F43_B675, 0x1941_A469, 0x114D_9B74, 0x1C53_BB6B, 0x1043_A770, 0x1254_C367,
  ]

  static func begins(_ file: any FilmBytes) -> Bool {
    guard file.size >= 4, let first = try? file.bytes(0..<4) else { return false }
    return first == [0x1A, 0x45, 0xDF, 0xA3]
  }

  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where it cannot be read.
  init(_ file: any FilmBytes, _ findings: FilmFindings) throws(FaceBlurError) {
    reader = ElementReader(file)
    self.findings = findings
    var place = 0
    var hasSegment = false
    while place < file.size {
      guard let element = try reader.element(at: place, before: file.size), !hasSegment,
        element.id == 0x1A45_DFA3 || element.id == 0x1853_8067 || element.id == 0xEC
      else {
        findings.object(.trailingBytes, place..<file.size, "bytes that belong to no film")
        break
      }
      switch element.id {
      case 0x1A45_DFA3: try list(element, [0x4286, 0x42F7, 0x42F2, 0x42F3, 0x4282, 0x4287, 0x4285])
      case 0x1853_8067:
        hasSegment = true
        try readSegment(element.content)
      default: try free(element)
      }
      place = element.range.upperBound
    }
    guard hasSegment, !entries.isEmpty else { throw .damagedRender("what describes its tracks is missing") }
  }

  private mutating func readSegment(_ range: Range<Int>) throws(FaceBlurError) {
    var place = range.lowerBound
    while place < range.upperBound {
      guard let element = try reader.element(at: place, before: range.upperBound) else {
        throw .damagedRender("it ends within a part of it")
      }
      guard !element.isOpen || element.id == 0x1F43_B675 else {
        throw .damagedRender("a part of it has no end")
      }
      place = element.range.upperBound
      switch element.id {
      case 0x1549_A966: try readInformation(element)
      case 0x1654_AE6B: try readTracks(element)
      case 0x1F43_B675: place = try readCluster(element)
      case 0x1941_A469: try readAttachments(element)
      // Where things are.
      case 0x114D_9B74, 0x1C53_BB6B, 0xBF: break
      case 0x1043_A770:
        findings.object(.chapters, element.range, "chapters have names and pictures", holding: "chapters")
      case 0x1254_C367:
        var block = ExaminedMatroskaTags()
        try block.read(element, &reader)
        findings.object(.tags, element.range, "tags say whatever", holding: block.text)
      default: try objectTo(element)
      }
    }
  }

  // MARK: What is listed

  /// Lists an element that renders have nothing of.
  mutating func objectTo(_ element: ExaminedElement) throws(FaceBlurError) {
    switch element.id {
    case 0xBF: break
    case 0xEC: try free(element)
    default:
      findings.object(
        .furtherElement, element.range,
        "elements of the number \(String(element.id, radix: 16, uppercase: true)) are not on the whitelist")
    }
  }

  /// Bytes that are kept free, which may hold what was there before.
  private mutating func free(_ element: ExaminedElement) throws(FaceBlurError) {
    guard !element.content.isEmpty else { return }
    let isEmpty = try reader.bytes(element.content, most: Self.maxLaceBytes).allSatisfy { $0 == 0 }
    findings.object(
      .freeSpace, element.range, "it is kept free, and may hold anything",
      isEmpty && element.content.count <= Self.maxLaceBytes ? .no : .unknown)
  }

  /// The elements in one; what is not known is listed.
  @discardableResult
  mutating func list(
    _ holder: ExaminedElement, _ known: Set<Int>
  ) throws(FaceBlurError) -> [ExaminedElement] {
    var (elements, place): ([ExaminedElement], Int) = ([], holder.content.lowerBound)
    while place < holder.content.upperBound {
      guard let element = try reader.element(at: place, before: holder.content.upperBound), !element.isOpen
      else { throw .damagedRender("a part of it holds less than it says") }
      guard elements.count < Self.mostElements else {
        throw .damagedRender("a part of it holds too many others")
      }
      if known.contains(element.id) { elements.append(element) } else { try objectTo(element) }
      place = element.range.upperBound
    }
    return elements
  }

  /// That one holds and that are told one by one: of tracks, their parts and blocks there are fewer.
  private static let mostElements = 10_000

  /// What is said of the film, and why it may not be.
  private static let told: [Int: (kind: MetadataBlock.Kind, objection: String)] = [
    0x4D80: (.programName, "it says what wrote it"), 0x5741: (.programName, "it says what wrote it"),
    0x7BA9: (.filmTitle, "it has a title"), 0x4461: (.creationTime, "it says when it was made"),
    0x73A4: (.identifier, "it can be told from all others"),
    0x4444: (.identifier, "it says what it belongs to"),
    0x3C_B923: (.identifier, "it says what it belongs to"),
    0x3E_B923: (.identifier, "it says what it belongs to"),
    0x7384: (.filmTitle, "it has the name of a file"), 0x3C_83AB: (.filmTitle, "it has the name of a file"),
    0x3E_83BB: (.filmTitle, "it has the name of a file"),
  ]

  private mutating func readInformation(_ holder: ExaminedElement) throws(FaceBlurError) {
    for element in try list(holder, Set(Self.told.keys).union([0x2A_D7B1, 0x4489])) {
      if element.id == 0x2A_D7B1 {
        tick = try number(element)
        guard (1...1_000_000_000).contains(tick) else { throw .damagedRender("its times have no scale") }
      } else if let told = Self.told[element.id], !element.content.isEmpty {
        findings.object(told.kind, element.range, told.objection, .no)
      }
    }
  }

  /// File by file, and among them what says nothing.
  private mutating func readAttachments(_ holder: ExaminedElement) throws(FaceBlurError) {
    for file in try list(holder, [0x61A7]) {
      var type: String?
      for element in try list(file, [0x466E, 0x4660, 0x465C, 0x46AE, 0x467E, 0x4675, 0x4661, 0x4662])
      where element.id == 0x4660 {
        type = String(decoding: try reader.bytes(element.content, most: 40), as: UTF8.self)
      }
      findings.object(
        .attachment, file.range, "files are attached by nobody",
        holding: ExaminedMatroskaTags.name(ofFile: type ?? ""))
    }
  }

  mutating func number(_ element: ExaminedElement) throws(FaceBlurError) -> Int {
    let bytes = try reader.bytes(element.content, most: 9)
    guard bytes.count < 8 || bytes.count == 8 && bytes[0] < 0x80 else {
      throw .damagedRender("it has a number that may not be")
    }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func readTracks(_ holder: ExaminedElement) throws(FaceBlurError) {
    guard entries.isEmpty, holder.range.count <= Self.maxHeaderBytes else {
      throw .damagedRender("what describes its tracks is there twice, or huge")
    }
    let tracks = try list(holder, [0xAE])
    guard tracks.count <= Self.maxTracks else { throw .damagedRender("it describes too many tracks") }
    for track in tracks { entries.append(try ExaminedMatroskaEntry(track, &reader, findings)) }
    guard Set(entries.map(\.number)).count == entries.count else {
      throw .damagedRender("two of its tracks have one number")
    }
    for entry in entries { blocks[entry.number] = ExaminedBlocks() }
  }
}
