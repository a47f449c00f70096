/// Every part of a HEIF file that is not the picture, judged by what a render may carry.
///
/// Linear in the file's size. Whatever it does not name by itself, and a render does not have, it finds by comparing the file with the
/// boxes that a render of the same picture has (`CanonicalHEIC`).
struct HEICInspection: FileInspection {
  var blocks: [MetadataBlock] { list.blocks }
  private(set) var shape = PictureShape()
  /// Renders hold none.
  let thumbnail: Range<Int>? = nil

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  private let file: ExaminedItems
  private let picture: ExaminedHEIC?
  private let roles: HEICRoles
  private var findings = HEICFindings()
  private var list: BlockList
  /// How many bytes of pictures may still be copied to be looked at.
  private var copyable: Int

  private static let unneeded = "it is not needed to show the picture"

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    file = ExaminedItems(bytes)
    picture = try? ExaminedHEIC(file)
    roles = HEICRoles(file, picture)
    list = BlockList(bytes, judge)
    copyable = bytes.count
    guard file.fileType != nil, file.meta != nil else {
      list.add(list.opaque(.strayBytes, 0..<bytes.count, "it is no whole HEIC"))
      return
    }
    takeBoxes()
    takeItems()
    takeProperties()
    takeData()
    if let picture {
      shape = picture.pictureShape
      takeConfigurations(of: picture)
      for tile in picture.tiles { takeCode(of: tile, picture) }
      takeForm(of: picture)
    } else {
      findings.addOpaque(.strayBytes, file.meta?.range ?? 0..<0, "no picture can be made of what they say")
    }
    list = findings.list(bytes, judge)
    if !file.rest.isEmpty { list.addTrailing(file.rest) }
  }

  mutating func allowThumbnail() {}

  mutating func judgePicture(warning: String?) {
    guard let warning, let data = file.boxes.first(where: { $0.type == "mdat" }) else { return }
    list.blocks.append(
      list.opaque(.strayBytes, data.range, "the picture's data breaks the rules: \(warning)"))
    list.sort()
  }

  /// Notes what differs from a render and was not named: the headers have room for much.
  private mutating func takeForm(of picture: ExaminedHEIC) {
    guard !findings.hasObjection, file.rest.isEmpty, let place = CanonicalHEIC.difference(of: picture) else {
      return
    }
    let box = file.boxes.first { $0.range.contains(place) }?.range ?? bytes.indices
    findings.addOpaque(
      .headerBytes, min(place, box.upperBound)..<box.upperBound, "a render's say the same in other bytes")
  }
}

/// Boxes.
extension HEICInspection {
  private mutating func takeBoxes() {
    for box in file.boxes where box != file.fileType && box != file.meta && box.type != "mdat" {
      let (kind, objection) = Self.kind(of: box)
      findings.addOpaque(kind, box.range, objection)
    }
    if let box = file.fileType, !hasKnownBrands {
      findings.addOpaque(.headerBytes, box.range, "it names brands that renders do not")
    }
    if let box = file.metaBoxes.first(where: { $0.type == "hdlr" }),
      !bytes[box.content].elementsEqual(Self.handler)
    {
      findings.addOpaque(.headerBytes, box.range, "it says more than that there is a picture")
    }
    // One of each.
    var known: Set<BoxType> = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat"]
    for box in file.metaBoxes where known.remove(box.type) == nil {
      let (kind, objection) = Self.kind(of: box)
      findings.addOpaque(kind, box.range, objection)
    }
    for flaw in file.flaws { findings.addOpaque(.headerBytes, flaw.range, flaw.reason) }
  }

  private var hasKnownBrands: Bool {
    let known = CanonicalHEIC.knownBrands
    return file.brands.allSatisfy(known.contains) && file.brands.count <= known.count
      && file.majorBrand.map(known.contains) ?? false
      && file.fileType?.content.count == 8 + 4 * file.brands.count
  }

  /// What a handler of pictures without a name says (ISO/IEC 14496-12, 8.4.3).
  private static let handler =
    [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)

  private static func kind(of box: ExaminedBox) -> (MetadataBlock.Kind, String) {
    switch box.type {
    case "free", "skip", "wide": return (.freeSpace, "nothing is to be there")
    case "moov", "moof", "mfra", "sidx", "styp", "emsg", "trak": return (.film, "it belongs to a film")
    case "mpvd": return (.trailingVideo, "it follows the picture")
    case "sefd": return (.samsungTrailer, "it follows the picture")
    case "uuid" where box.userType == credential: return (.contentCredential, unneeded)
    case "uuid" where box.userType == xmp: return (.xmp, unneeded)
    default: return (.furtherBox, "\(box.type.text) is not needed to show the picture")
    }
  }

  /// Of C2PA 2.1, A.5.1.
  private static let credential: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]
  /// Of XMP specification part 3, 1.2.7.
  private static let xmp: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Names what lies in boxes of data and belongs to no item.
  private mutating func takeData() {
    var claims = file.items.flatMap(\.extents).filter { !$0.isEmpty }
    claims.sort { $0.lowerBound < $1.lowerBound }
    var areas = file.boxes.filter { $0.type == "mdat" }.map(\.content)
    if let itemData = file.itemData { areas.append(itemData) }
    areas.sort { $0.lowerBound < $1.lowerBound }
    var next = 0
    var reached = 0
    for area in areas {
      reached = max(reached, area.lowerBound)
      while next < claims.count, claims[next].lowerBound < area.upperBound {
        if claims[next].lowerBound > reached { addUnreferenced(reached..<claims[next].lowerBound) }
        reached = max(reached, claims[next].upperBound)
        next += 1
      }
      if reached < area.upperBound { addUnreferenced(reached..<area.upperBound) }
    }
  }

  private mutating func addUnreferenced(_ range: Range<Int>) {
    findings.addOpaque(.unreferencedBytes, range, "no item refers to them")
  }
}

/// Items.
extension HEICInspection {
  private mutating func takeItems() {
    let pictures = Set(roles.pictures)
    var hasEXIF = false
    for (place, item) in file.items.enumerated() {
      let role = roles.role(ofItem: place)
      takeEntry(of: item, role)
      switch role {
      case .picture:
        // Of the tiles' data each unit is looked at.
        guard let grid = picture?.grid, item.id == picture?.primary.id else { break }
        for rest in file.rest(of: item, behind: grid.length) {
          findings.addOpaque(.unreferencedBytes, rest, "they follow what a grid says")
        }
      case .exif:
        takeEXIF(item, isFirst: !hasEXIF)
        hasEXIF = true
      case .other(let kind, let objection):
        let copy = pictures.contains(place) ? self.copy(of: item) : nil
        let contents = HEICRoles.name(ofAuxiliary: item, file).map { [$0] } ?? []
        // Of one without data there is the box that names it.
        let ranges = item.extents.isEmpty ? [item.entry] : item.extents
        for (index, range) in ranges.enumerated() {
          findings.addOpaque(
            kind, range, objection, contents: contents, picture: index == 0 ? copy : nil)
        }
      }
    }
  }

  /// What names an item may say more than what it is.
  private mutating func takeEntry(of item: ExaminedItems.Item, _ role: HEICRoles.Role) {
    let isXMP =
      role == .other(.xmp, Self.unneeded) && bytes[item.details].elementsEqual(HEICRoles.xmp.utf8)
    guard !item.name.isEmpty || !item.details.isEmpty && !isXMP else { return }
    findings.addOpaque(.itemName, item.entry, "it could say anything")
  }

  /// A file of a picture that is not the file's; nil where nobody looks at it, or it is coded in another way.
  private mutating func copy(of item: ExaminedItems.Item) -> [UInt8]? {
    guard judge.detector != nil, let other = try? ExaminedHEIC(file, showing: item.id),
      other.canvas.width * other.canvas.height <= judge.limits.maxPixels
    else { return nil }
    let length = other.tiles.reduce(0) { sum, tile in
      file.items[tile.item].extents.reduce(sum) { $0 + $1.count }
    }
    guard length <= copyable else { return nil }
    copyable -= length
    return CanonicalHEIC.file(of: other)
  }

  /// EXIF stands behind 4 bytes that say where in what follows it begins (ISO/IEC 23008-12, A.2.1).
  private mutating func takeEXIF(_ item: ExaminedItems.Item, isFirst: Bool) {
    guard item.isPlaced, item.extents.count == 1, let range = item.extents.first, isFirst else {
      for range in item.extents.isEmpty ? [item.entry] : item.extents {
        findings.addOpaque(.exif, range, isFirst ? "it is not in one piece" : "it is a second one")
      }
      return
    }
    var fields = ExaminedFields(bytes, in: range)
    guard let offset = fields.number(bytes: 4), fields.take(offset) != nil else {
      return findings.addOpaque(.exif, range, "it is broken")
    }
    let inspection = EXIFInspection(bytes, fields.rest, segment: range, policy: policy, judge: judge)
    var found = inspection.blocks
    if offset != 0, found[0].isAllowed { found[0].objection = "something stands before its beginning" }
    found.forEach { findings.add($0) }
    let before = range.lowerBound + 4..<fields.rest.lowerBound
    // As phones have it.
    if !before.isEmpty, !bytes[before].elementsEqual("Exif\0\0".utf8) {
      findings.addOpaque(.exifSlack, before, "no tag refers to them")
    }
  }
}

/// Properties.
extension HEICInspection {
  private mutating func takeProperties() {
    var ofPicture: Set<Int> = []
    for (place, item) in file.items.enumerated() where roles.role(ofItem: place) == .picture {
      ofPicture.formUnion(item.associations.map(\.property))
    }
    for (place, box) in file.properties.enumerated() {
      guard ofPicture.contains(place) else {
        findings.addOpaque(.furtherProperty, box.range, "it is none of the picture's")
        continue
      }
      takeProperty(box)
    }
  }

  private mutating func takeProperty(_ box: ExaminedBox) {
    let type = HEICProperties.type(of: box, bytes)
    let content = bytes[box.content].prefix(64)
    let kind: MetadataBlock.Kind?
    let isSound: Bool
    switch type {
    case "prof", "rICC": return takeProfile(box, type)
    // Each unit is looked at by itself.
    case "hvcC": return
    case "ispe": (kind, isSound) = (nil, content.count == 12)
    case "nclx":
      (kind, isSound) = (.colorSpace, content.count == 11 && (content.last ?? 1) & 0x7F == 0)
    case "clli": (kind, isSound) = (.lightLevel, content.count == 4)
    case "mdcv": (kind, isSound) = (.lightLevel, content.count == 24)
    case "pixi":
      let depths = content.dropFirst(5)
      let isCounted = content.prefix(5).elementsEqual([0, 0, 0, 0, UInt8(depths.count)])
      (kind, isSound) = (nil, isCounted && depths.count <= 4 && depths.allSatisfy { $0 <= 16 })
    case "pasp": (kind, isSound) = (nil, content.count == 8)
    case "clap": (kind, isSound) = (nil, content.count == 32)
    case "irot": (kind, isSound) = (nil, content.count == 1 && (content.first ?? 4) <= 3)
    case "imir": (kind, isSound) = (nil, content.count == 1 && (content.first ?? 2) <= 1)
    default:
      return findings.addOpaque(
        .furtherProperty, box.range, "\(box.type.text) is not needed to show the picture")
    }
    if !isSound {
      findings.addOpaque(
        kind ?? .furtherProperty, box.range, "it holds something else than it should")
    } else if let kind {
      findings.add(MetadataBlock(kind, box.range))
    }
  }

  private mutating func takeProfile(_ box: ExaminedBox, _ type: BoxType) {
    let profile = bytes[box.content].dropFirst(4).prefix(Self.maxProfile)
    var objection = policy.keeps(.colorProfile) ? nil : "the policy drops it"
    if type == "rICC" { objection = objection ?? "it is a restricted one" }
    objection = objection ?? ICCInspection.objection(to: Array(profile))
    guard let objection else { return findings.add(MetadataBlock(.colorProfile, box.range)) }
    findings.addOpaque(.colorProfile, box.range, objection)
  }

  private static let maxProfile = 1 << 16
}

/// The picture's code.
extension HEICInspection {
  /// A set of parameters is no longer in a render: cameras' take up to 100 bytes, and decoders do not look behind their ends.
  private static let maxSet = 256

  /// What a set of parameters is: whose, its kind and its name.
  private struct SetName: Hashable {
    let configuration: Int
    let type: Int
    let name: Int
  }

  private mutating func takeConfigurations(of picture: ExaminedHEIC) {
    var used: Set<SetName> = []
    var sound: Set<SetName> = []
    for tile in picture.tiles {
      let item = file.items[tile.item]
      guard let configuration = picture.configurations[tile.configuration],
        let slice = firstSlice(of: item, configuration.lengthSize),
        let names = configuration.sets.names(ofSetsOf: slice)
      else { continue }
      used.formUnion(
        zip([ExaminedUnit.pictureSet, ExaminedUnit.sequenceSet, ExaminedUnit.videoSet], names).map {
          SetName(configuration: tile.configuration, type: $0, name: $1)
        })
      let sequence = SetName(
        configuration: tile.configuration, type: ExaminedUnit.sequenceSet, name: names[1])
      guard !sound.contains(sequence) else { continue }
      if configuration.sets.sequenceSets[names[1]].flatMap({ ExaminedSequence($0.unit) })?
        .codesNothing(besides: picture.shape) ?? false
      {
        sound.insert(sequence)
      } else {
        for extent in item.extents {
          findings.addOpaque(.hiddenPixels, extent, "more is coded than is shown")
        }
      }
    }
    for (place, configuration) in picture.configurations.sorted(by: { $0.key < $1.key }) {
      if !configuration.rest.isEmpty {
        findings.addOpaque(.furtherCode, configuration.rest, "they follow the decoder's settings")
      }
      for array in configuration.arrays {
        for range in array.units {
          guard let unit = ExaminedUnit(bytes[range]), array.type == unit.type else {
            add(unit: range, of: bytes, .furtherCode, range, Self.unneeded)
            continue
          }
          guard unit.isParameterSet, let name = ExaminedSets.names(of: bytes[range], unit.type)?.name else {
            add(unit: range, of: bytes, Self.kind(of: unit), range, Self.unneeded)
            continue
          }
          if used.remove(SetName(configuration: place, type: unit.type, name: name)) == nil {
            add(unit: range, of: bytes, .parameterSet, range, "no part of the picture asks for it")
          } else if range.count > Self.maxSet {
            add(unit: range, of: bytes, .parameterSet, range, "it is longer than any that is needed")
          }
        }
      }
    }
  }

  /// Adds a unit that is not needed, and looks at what it holds.
  private mutating func add<Bytes: RandomAccessCollection<UInt8>>(
    unit: Range<Int>, of data: Bytes, _ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String
  ) where Bytes.Index == Int {
    var block = MetadataBlock(kind, range, objection: objection)
    block.mayShowFace = .unknown
    if judge.detector != nil {
      ExaminedUnit.content(of: data[unit]).withUnsafeBufferPointer {
        judge.look(into: $0, $0.indices, for: &block)
      }
    }
    findings.add(block)
  }

  /// Notes a picture in a unit that holds a part of the picture: behind its end there is room for one.
  /// - Returns: whether there is one.
  private mutating func takeSlice<Bytes: RandomAccessCollection<UInt8>>(
    _ unit: Range<Int>, of data: Bytes, _ range: Range<Int>
  ) -> Bool where Bytes.Index == Int {
    ExaminedUnit.content(of: data[unit]).withUnsafeBufferPointer { content -> Bool in
      // Those whose beginning code does not have by chance.
      let pictures = HiddenPicture.find(in: content, content.indices).filter {
        [.jpeg, .png, .webp].contains($0.format)
      }
      guard let first = pictures.first else { return false }
      var block = MetadataBlock(.furtherCode, range, objection: "a picture of another kind lies in it")
      block.mayShowFace = .unknown
      judge.look(into: content, first.range.lowerBound..<content.count, for: &block)
      findings.add(block)
      return true
    }
  }

  private static func kind(of unit: ExaminedUnit) -> MetadataBlock.Kind {
    ExaminedUnit.messages.contains(unit.type)
      ? .codeMessage : unit.isParameterSet ? .parameterSet : .furtherCode
  }

  /// The beginning of the first part of a picture that a tile holds.
  private func firstSlice(of item: ExaminedItems.Item, _ lengthSize: Int) -> [UInt8]? {
    func first<Bytes: RandomAccessCollection<UInt8>>(_ data: Bytes) -> [UInt8]? where Bytes.Index == Int {
      ExaminedUnits(data, lengthSize: lengthSize).first { ExaminedUnit(data[$0])?.isSlice ?? false }
        .map { Array(data[$0].prefix(32)) }
    }
    guard item.extents.count == 1, let range = item.extents.first else { return first(file.data(of: item)) }
    return first(bytes[range])
  }

  /// Notes what stands in a tile's data beside the one picture.
  private mutating func takeCode(of tile: ExaminedHEIC.Tile, _ picture: ExaminedHEIC) {
    guard let configuration = picture.configurations[tile.configuration] else { return }
    let item = file.items[tile.item]
    if item.extents.count == 1, let range = item.extents.first {
      takeUnits(of: bytes[range], configuration, picture) { $0 }
    } else if let first = item.extents.map(\.lowerBound).min(),
      let last = item.extents.map(\.upperBound).max()
    {
      takeUnits(of: file.data(of: item), configuration, picture) { _ in first..<last }
    }
  }

  /// - Parameter place: where in the file a part of the data lies.
  private mutating func takeUnits<Bytes: RandomAccessCollection<UInt8>>(
    of data: Bytes, _ configuration: ExaminedConfiguration, _ picture: ExaminedHEIC,
    at place: (Range<Int>) -> Range<Int>
  ) where Bytes.Index == Int {
    let lengthSize = configuration.lengthSize
    var units = ExaminedUnits(data, lengthSize: lengthSize)
    var slices: [Range<Int>] = []
    var hasFound = false
    while let range = units.next() {
      guard let unit = ExaminedUnit(data[range]) else { continue }
      let whole = range.lowerBound - lengthSize..<range.upperBound
      if unit.isSlice, unit.layer == 0, slices.isEmpty || !ExaminedSets.isFirst(data[range]) {
        // One more than one tells that there are several.
        if slices.count < 2 { slices.append(range) }
        hasFound = takeSlice(range, of: data, place(whole)) || hasFound
      } else if unit.isSlice {
        findings.addOpaque(.furtherCode, place(whole), "it belongs to another picture")
      } else {
        add(unit: range, of: data, Self.kind(of: unit), place(whole), Self.unneeded)
      }
    }
    if !units.rest.isEmpty {
      findings.addOpaque(.strayBytes, place(units.rest), "no unit of the code holds them")
    }
    if slices.isEmpty {
      findings.addOpaque(.strayBytes, place(data.startIndex..<data.endIndex), "they hold no picture")
    } else if slices.count == 1, !hasFound, looksForRests,
      (try? SliceEndCheck.hasRest(Array(data[slices[0]]), configuration.decodable(bytes), picture.shape))
        ?? false
    {
      findings.addOpaque(.furtherCode, place(slices[0]), "something follows the end of the picture's code")
    }
  }

  /// Whether pictures are decoded to see where their code ends. The gate does so by itself, of what has passed the limits.
  private var looksForRests: Bool {
    guard judge.detector != nil, let canvas = picture?.canvas else { return false }
    let pixels = canvas.width.multipliedReportingOverflow(by: canvas.height)
    return !pixels.overflow && pixels.partialValue <= judge.limits.maxPixels
  }
}
