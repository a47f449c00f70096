/// One EXIF segment judged by the whitelist: the block itself, and apart from it what it hides.
struct EXIFInspection {
  /// The first is the EXIF block itself.
  private(set) var blocks: [MetadataBlock]
  private(set) var orientation = Orientation.up
  /// Where in the file the thumbnail's JPEG lies.
  private(set) var thumbnail: Range<Int>?

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  /// Tags of the image directory that somebody else lists.
  private var pictureTags: Set<Int> = []

  /// - Parameters:
  ///   - tiff: where the TIFF block lies in the file.
  ///   - segment: where the whole segment lies.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ tiff: Range<Int>, segment: Range<Int>, policy: MetadataPolicy,
    judge: HiddenPictureJudge
  ) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    blocks = [MetadataBlock(.exif, segment)]
    guard let structure = TIFFStructure(bytes, in: tiff) else {
      blocks[0].objection = "it is broken"
      blocks[0].mayShowFace = .unknown
      judge.look(into: bytes, segment, for: &blocks[0])
      return
    }
    orientation = structure.orientation
    var claimed: [Range<Int>] = []
    inspectThumbnail(structure, &claimed)
    inspectMakerNote(structure)
    inspectTags(structure)
    inspectSlack(structure, claimed)
  }

  /// The EXIF of a TIFF file. Its further pictures, and bytes that no tag refers to, somebody else lists.
  /// - Parameters:
  ///   - structure: of the file.
  ///   - segment: what the EXIF block is said to be in the file.
  ///   - pictureTags: tags of the image directory that somebody else lists.
  init(
    ofFile structure: TIFFStructure, segment: Range<Int>, pictureTags: Set<Int>, policy: MetadataPolicy,
    judge: HiddenPictureJudge
  ) {
    bytes = structure.fields.bytes
    self.policy = policy
    self.judge = judge
    self.pictureTags = pictureTags
    blocks = [MetadataBlock(.exif, segment)]
    orientation = structure.orientation
    inspectMakerNote(structure)
    inspectTags(structure)
  }

  /// Whether somebody else lists an entry.
  private func isLeftOut(_ entry: TIFFStructure.Entry, _ structure: TIFFStructure) -> Bool {
    switch entry.directory {
    case .thumbnail: true
    case .other: structure.isFile
    case .image: pictureTags.contains(entry.tag)
    case .exif, .gps, .interoperability: false
    }
  }

  private mutating func inspectTags(_ structure: TIFFStructure) {
    var strangers: [String] = []
    var seen: Set<EXIFTag> = []
    var opaque: [Range<Int>] = []
    let stretch = structure.stretch
    for entry in structure.entries where !isLeftOut(entry, structure) {
      if let tag = Self.tag(of: entry), isAllowed(entry, tag, structure),
        tag.field != .pixelDensity || !stretch.hidesFaces, seen.insert(tag).inserted
      {
        continue
      }
      if Self.isPointer(entry, structure) || isVersion(entry, structure) { continue }
      let category = category(of: entry)
      if !strangers.contains(category) { strangers.append(category) }
      if entry.tag != Self.makerNote, entry.value.count > EXIFTag.maxTextBytes { opaque.append(entry.value) }
    }
    for value in Self.merged(opaque) {
      blocks[0].mayShowFace.strengthen(.unknown)
      judge.look(into: bytes, structure.fileRange(value), for: &blocks[0])
    }
    blocks[0].contents += strangers
    if !strangers.isEmpty { blocks[0].objection = "it holds tags outside the whitelist" }
    if stretch.hidesFaces {
      blocks[0].objection = stretch.objection
      blocks[0].mayShowFace.strengthen(.unknown)
    }
    if structure.isBroken {
      blocks[0].objection = "it is broken"
      blocks[0].mayShowFace.strengthen(.unknown)
    }
  }

  /// The bytes of some ranges, each once: thousands of tags may state the same value.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  private static func tag(of entry: TIFFStructure.Entry) -> EXIFTag? {
    let directory: EXIFTag.Directory? =
      switch entry.directory {
      case .image: .image
      case .exif: .exif
      case .gps: .gps
      case .interoperability: .interoperability
      case .thumbnail, .other: nil
      }
    return EXIFTag.all.first { $0.directory == directory && $0.number == entry.tag }
  }

  private func isAllowed(
    _ entry: TIFFStructure.Entry, _ tag: EXIFTag, _ structure: TIFFStructure
  ) -> Bool {
    // The count first: thousands of entries may state the same 60 KB, and no value that is kept is long.
    guard tag.field.map(policy.keeps) ?? true, entry.type == tag.type.rawValue, !entry.value.isEmpty,
      tag.type == .text ? entry.count <= tag.count + 1 : entry.count == tag.count,
      structure.isZeroBehindValue(of: entry)
    else { return false }
    if tag.type == .text {
      let text = structure.fileRange(entry.value).map { bytes[$0] }
      return text.last == 0 && tag.pattern.matches(text.dropLast())
    }
    let numbers = structure.numbers(of: entry, size: tag.type.numberSize)
    guard tag.pattern.allows(numbers) else { return false }
    return !policy.hasCoarseLocation || Self.isCoarse(tag, numbers)
  }

  /// Whether a place is one of hundredths of a degree.
  private static func isCoarse(_ tag: EXIFTag, _ numbers: [UInt32]) -> Bool {
    switch tag {
    case .gpsLatitude, .gpsLongitude: numbers.dropFirst() == [100, 0, 1, 0, 1]
    case .gpsAltitude, .gpsAltitudeReference: false
    default: true
    }
  }

  private static func isPointer(_ entry: TIFFStructure.Entry, _ structure: TIFFStructure) -> Bool {
    // In files pointers may be of the types IFD, LONG8 and IFD8, too.
    let types: Set<Int> = structure.isFile ? [4, 13, 16, 18] : [4]
    guard types.contains(entry.type), entry.count == 1 else { return false }
    return switch entry.directory {
    case .image: [0x8769, 0x8825].contains(entry.tag)
    case .exif: entry.tag == 0xA005
    default: false
    }
  }

  /// ExifVersion and GPSVersionID, which a directory must have.
  private func isVersion(_ entry: TIFFStructure.Entry, _ structure: TIFFStructure) -> Bool {
    guard entry.value.count == 4, entry.count == 4 else { return false }
    let value = structure.fileRange(entry.value).map { bytes[$0] }
    switch (entry.directory, entry.tag, entry.type) {
    case (.exif, 0x9000, 7): return value.allSatisfy { (0x30...0x39).contains($0) }
    case (.gps, 0, 1): return value.allSatisfy { $0 <= 9 }
    default: return false
    }
  }

  private mutating func inspectThumbnail(_ structure: TIFFStructure, _ claimed: inout [Range<Int>]) {
    let entries = structure.entries.filter { $0.directory == .thumbnail }
    guard !entries.isEmpty else { return }
    var found = MetadataBlock(.exifThumbnail, blocks[0].range, objection: "it is not made from this picture")
    found.contents = ["thumbnail"]
    found.mayShowFace = .unknown
    func number(_ tag: Int) -> Int? { structure.entry(.thumbnail, tag).flatMap(structure.number) }
    if let start = number(0x0201), let count = number(0x0202), count > 0,
      start <= structure.range.count - count
    {
      claimed.append(start..<(start + count))
      found.range = structure.fileRange(start..<(start + count))
      judge.look(into: bytes, found.range, for: &found)
      let isPlain = entries.count == 3 && number(0x0103) == 6 && !structure.isBroken
      if isPlain { thumbnail = found.range } else { found.objection = "it is not stored as a render's is" }
    } else if let width = number(0x0100), let height = number(0x0101) {
      let strips = strips(of: structure)
      claimed += strips
      if let first = strips.map(\.lowerBound).min(), let last = strips.map(\.upperBound).max() {
        found.range = structure.fileRange(first..<last)
        // Hundreds of strips that lie over each other are no picture, and would be many times the block.
        if strips.reduce(0, { $0 + $1.count }) <= structure.range.count {
          let pixels = strips.flatMap { bytes[structure.fileRange($0)] }
          found.mayShowFace.strengthen(judge.evidence(rgb: pixels, width: width, height: height))
        }
      }
    }
    blocks.append(found)
  }

  /// Where the uncompressed rows of the thumbnail lie.
  private func strips(of structure: TIFFStructure) -> [Range<Int>] {
    func numbers(_ tag: Int) -> [Int] {
      structure.entry(.thumbnail, tag).map { structure.numbers(of: $0) } ?? []
    }
    return zip(numbers(0x0111), numbers(0x0117)).compactMap { start, count in
      count > 0 && start <= structure.range.count - count ? start..<(start + count) : nil
    }
  }

  private mutating func inspectMakerNote(_ structure: TIFFStructure) {
    guard let entry = structure.entry(.exif, Self.makerNote), !entry.value.isEmpty else { return }
    var found = MetadataBlock(
      .makerNote, structure.fileRange(entry.value), objection: "nobody but the maker knows what it holds")
    found.mayShowFace = .unknown
    judge.look(into: bytes, found.range, for: &found)
    blocks.append(found)
  }

  private mutating func inspectSlack(_ structure: TIFFStructure, _ claimed: [Range<Int>]) {
    let gaps = structure.unreferenced(besides: claimed)
    guard let first = gaps.first, let last = gaps.last else { return }
    var found = MetadataBlock(
      .exifSlack, structure.fileRange(first.lowerBound..<last.upperBound), objection: "no tag refers to them")
    found.mayShowFace = .unknown
    for gap in gaps { judge.look(into: bytes, structure.fileRange(gap), for: &found) }
    blocks.append(found)
  }

  private static let makerNote = 0x927C

  /// What people call the information in a tag that is not allowed.
  private func category(of entry: TIFFStructure.Entry) -> String {
    if entry.directory == .gps { return "location" }
    if let field = Self.tag(of: entry)?.field,
      let group = MetadataField.groups.first(where: { $0.value.contains(field) })
    {
      // A scanner's date of blanks is left out where the date of capture is kept.
      return policy.keeps(field) ? "unusable \(group.key)" : group.key
    }
    return switch entry.tag {
    case Self.makerNote: "maker note"
    case 0xA431, 0xA435, 0xC62F, 0xA420: "serial number"
    case 0xA430, 0x9C9D, 0x013B: "name of a person"
    case 0x8298: "copyright"
    case 0x010E, 0x9286, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0x010D: "description"
    case 0x0131, 0x000B, 0x013C: "software"
    case 0x0132, 0x9290, 0x9010: "date of change"
    case 0x9292: "fraction of a second"
    case 0x02BC: "XMP"
    case 0x8649: "Photoshop resources"
    default: "other tags"
    }
  }
}

extension TIFFStructure {
  /// How the picture is turned; `.up` where the block does not say so as it must.
  var orientation: Orientation {
    guard let entry = entry(.image, EXIFTag.orientation.number), entry.type == 3, entry.count == 1 else {
      return .up
    }
    return number(of: entry).flatMap(Orientation.init) ?? .up
  }

  /// How pixels are shown where a viewer goes by how dense they lie; square where the block does not say so as it must.
  var stretch: PixelStretch {
    func density(_ tag: EXIFTag) -> Double {
      guard let entry = entry(.image, tag.number), entry.type == tag.type.rawValue, entry.count == 1 else {
        return 0
      }
      let parts = numbers(of: entry, size: 4)
      return parts.count == 2 ? Double(parts[0]) / Double(parts[1]) : 0
    }
    // The denser they lie, the narrower they are.
    return PixelStretch(across: density(.yResolution), down: density(.xResolution))
  }
}
