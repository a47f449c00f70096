/// Every part of a TIFF file that is not the picture, judged by the whitelist of what a render may carry.
///
/// Linear in the file's size, and in what its picture decodes to; its memory is that of one strip or tile.
struct TIFFInspection: FileInspection {
  var blocks: [MetadataBlock] { list.blocks }
  private(set) var shape = PictureShape()
  /// Renders hold none.
  let thumbnail: Range<Int>? = nil

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  private var list: BlockList
  /// From the first byte of the picture's code to the last.
  private var data = 0..<0
  /// Whether the picture's code has been found to hold something else.
  private var hasSlack = false

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    list = BlockList(bytes, judge)
    guard let structure = TIFFStructure(bytes, in: bytes.indices, isFile: true) else {
      list.add(list.opaque(.strayBytes, bytes.indices, "it is no whole TIFF"))
      return
    }
    shape.orientation = structure.orientation
    let picture: ExaminedTIFF
    do {
      picture = try ExaminedTIFF(bytes, hasOnlyPicture: false)
    } catch {
      list.add(
        list.opaque(.strayBytes, bytes.indices, "it is no TIFF whose parts can be told: \(error.reason)"))
      return
    }
    takeEXIF(structure)
    takeBlocks(structure)
    takePictureTags(structure, picture)
    var claimed = takeFurtherPictures(structure)
    claimed += takePicture(picture)
    takeGaps(structure.unreferenced(besides: claimed))
    list.sort()
  }

  mutating func allowThumbnail() {}

  mutating func judgePicture(warning: String?) {
    guard let warning, !data.isEmpty, !hasSlack else { return }
    list.blocks.append(list.opaque(.strayBytes, data, "the picture's data breaks the rules: \(warning)"))
    list.sort()
  }
}

/// The tags of the picture's directory.
extension TIFFInspection {
  /// What says how samples are stored.
  private static let layoutTags: Set<Int> = [
    254, 255, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 317, 322, 323, 324, 325, 332, 334, 338,
    339,
  ]
  private static let profile = 34675
  private static let subdirectories = 330

  /// Tags that are blocks by themselves, and what speaks against each.
  private static let blockTags: [Int: (kind: MetadataBlock.Kind, objection: String)] = [
    700: (.xmp, "it is not needed to show the picture"),
    33723: (.iptc, "it is not needed to show the picture"),
    34377: (.photoshop, "it is not needed to show the picture"),
    37724: (.imageSourceData, "it may hold what the picture does not show"),
    52545: (.contentCredential, "it is not needed to show the picture"),
  ]

  private mutating func takeEXIF(_ structure: TIFFStructure) {
    let others = Self.layoutTags.union(Self.blockTags.keys).union([Self.profile, Self.subdirectories])
    let table = structure.tables.first?.range ?? 0..<0
    let inspection = EXIFInspection(
      ofFile: structure, segment: table, pictureTags: others, policy: policy, judge: judge)
    let isThere = structure.entries.contains { entry in
      switch entry.directory {
      case .image: !others.contains(entry.tag) && entry.tag != EXIFTag.orientation.number
      case .exif, .gps, .interoperability: true
      case .thumbnail, .other: false
      }
    }
    // The first is EXIF itself, of which there may be none.
    for (index, block) in inspection.blocks.enumerated() where index > 0 || isThere || !block.isAllowed {
      list.add(block)
    }
  }

  private mutating func takeBlocks(_ structure: TIFFStructure) {
    let entries = structure.entries.filter { $0.directory == .image }
    for (tag, block) in Self.blockTags.sorted(by: { $0.key < $1.key }) {
      add(entries.filter { $0.tag == tag }, block.kind, block.objection)
    }
    let profiles = entries.filter { $0.tag == Self.profile }
    if let first = profiles.first {
      if let objection = objection(toProfile: first, structure) {
        add([first], .colorProfile, objection)
      } else {
        list.add(MetadataBlock(.colorProfile, first.value))
      }
    }
    add(Array(profiles.dropFirst()), .colorProfile, "it is a second one")
  }

  private func objection(toProfile entry: TIFFStructure.Entry, _ structure: TIFFStructure) -> String? {
    guard policy.keeps(.colorProfile) else { return "the policy drops it" }
    guard [1, 7].contains(entry.type), !entry.value.isEmpty, structure.isZeroBehindValue(of: entry) else {
      return "it is no profile that renders carry"
    }
    return ICCInspection.objection(to: Array(bytes[entry.value].prefix(Self.maxProfile)))
  }

  /// More than any profile of a render.
  private static let maxProfile = 1 << 16

  /// Adds what some entries hold, each byte once: thousands may state the same value.
  private mutating func add(
    _ entries: [TIFFStructure.Entry], _ kind: MetadataBlock.Kind, _ objection: String
  ) {
    for value in EXIFInspection.merged(entries.map(\.value).filter { !$0.isEmpty }) {
      list.add(list.opaque(kind, value, objection))
    }
  }

  /// Lists tags of the picture that say more than they must.
  private mutating func takePictureTags(_ structure: TIFFStructure, _ picture: ExaminedTIFF) {
    var seen: Set<Int> = []
    let odd = structure.entries.filter { entry in
      guard entry.directory == .image, Self.layoutTags.contains(entry.tag) else { return false }
      return !seen.insert(entry.tag).inserted || !isPlain(entry, structure, picture)
    }
    add(odd, .furtherTag, "it says more of the picture than it must")
  }

  /// Whether a tag holds as many numbers as it must, which mean what they must.
  private func isPlain(
    _ entry: TIFFStructure.Entry, _ structure: TIFFStructure, _ picture: ExaminedTIFF
  ) -> Bool {
    guard [1, 3, 4, 16].contains(entry.type), structure.isZeroBehindValue(of: entry) else { return false }
    let layout = picture.layout
    switch entry.tag {
    // All are the same, as the picture could be read.
    case 258, 339: return [1, layout.samples].contains(entry.count)
    case 338: return entry.count <= layout.extras
    case 273, 279, 324, 325: return entry.count == layout.chunkCount
    case 254: return entry.count == 1 && [0, 2].contains(structure.number(of: entry))
    case 255: return entry.count == 1 && [1, 3].contains(structure.number(of: entry))
    case 332, 334: return entry.count == 1 && (structure.number(of: entry) ?? 0) <= 4
    default: return entry.count == 1
    }
  }
}

/// Pictures and bytes.
extension TIFFInspection {
  /// How many places of further pictures are looked at.
  private static let maxPlaces = 1 << 20

  /// - Returns: where the code of these pictures lies.
  private mutating func takeFurtherPictures(_ structure: TIFFStructure) -> [Range<Int>] {
    var claimed: [Range<Int>] = []
    var left = Self.maxPlaces
    // Hundreds of directories may name the same parts.
    var readable = bytes.count
    let tables = structure.tables.filter { $0.directory == .other }
    for table in tables {
      let picture = FurtherPicture(table, of: structure, limit: left)
      left -= picture.named
      claimed += picture.parts
      var found = MetadataBlock(
        .furtherPicture, picture.range ?? table.range, objection: "it is not made from this picture")
      found.mayShowFace = .unknown
      if judge.detector != nil, picture.size <= readable {
        readable -= picture.size
        picture.look(with: judge, for: &found)
      }
      list.add(found)
    }
    let values = tables.flatMap { structure.entries[$0.entries] }.filter {
      $0.value.count > EXIFTag.maxTextBytes
    }
    add(values, .furtherPicture, "it belongs to a further picture")
    // An entry may lead to no directory that could be read, or hold something else than places.
    let pointers = structure.entries.filter { $0.directory == .image && $0.tag == Self.subdirectories }
    add(pointers, .furtherPicture, "it leads to further pictures")
    return claimed
  }

  /// More parts than the code of any picture is in.
  private static let maxParts = 1 << 20

  /// Lists what the picture's strips or tiles hold besides it.
  /// - Returns: where they lie; those that follow each other are one.
  private mutating func takePicture(_ picture: ExaminedTIFF) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (first, last) = (bytes.count, 0)
    for index in 0..<picture.layout.chunkCount {
      let part = picture.chunk(index)
      (first, last) = (min(first, part.lowerBound), max(last, part.upperBound))
      if let before = parts.last, before.upperBound == part.lowerBound {
        parts[parts.count - 1] = before.lowerBound..<part.upperBound
      } else if parts.count < Self.maxParts {
        parts.append(part)
      }
    }
    data = first..<max(first, last)
    // The gate looks at what has passed the limits; whoever looks for pictures may have any file.
    if judge.detector != nil, picture.layout.width * picture.layout.height > judge.limits.maxPixels {
      addSlack(data, "it claims more pixels than are looked at")
    } else {
      takeSlack(of: picture)
    }
    return parts
  }

  private mutating func takeSlack(of picture: ExaminedTIFF) {
    let size = picture.layout.bytes(ofChunk: 0)
    guard let memory = try? PictureMemory(count: size), let chunks = try? ExaminedChunks(picture) else {
      return addSlack(data, "there is not enough memory to look at it")
    }
    for index in 0..<picture.layout.chunkCount {
      let part = picture.chunk(index)
      let target = UnsafeMutableBufferPointer(
        rebasing: memory.bytes[..<picture.layout.bytes(ofChunk: index)])
      do {
        switch try chunks.decode(index, into: target) {
        case nil: continue
        case .behind(let used):
          addSlack((part.lowerBound + used)..<part.upperBound, "it follows the end of the picture's data")
        case .within: addSlack(part, "it holds more than the picture's rows, or does not end as it should")
        case .padding: addSlack(part, "it holds samples that the picture does not show")
        }
      } catch {
        hasSlack = true
        list.add(list.opaque(.strayBytes, part, "they hold no part of the picture: \(error.reason)"))
      }
    }
  }

  private mutating func addSlack(_ range: Range<Int>, _ objection: String) {
    hasSlack = true
    list.add(list.opaque(.pictureSlack, range, objection))
  }

  /// Lists bytes that nothing refers to.
  private mutating func takeGaps(_ gaps: [Range<Int>]) {
    for gap in gaps {
      if gap.upperBound == bytes.count {
        list.addTrailing(gap)
      } else {
        var found = list.opaque(.strayBytes, gap, "no tag refers to them")
        if bytes[gap].allSatisfy({ $0 == 0 }) { found.mayShowFace = .no }
        list.add(found)
      }
    }
  }
}
