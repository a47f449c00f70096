/// Every part of a HEIF file that is not the picture, judged by what a render may carry.
///
/// Linear in the file's size. Whatever it does not name by itself, and a render does not have, it finds by comparing the file with the
/// boxes that a render of the same picture has (`CanonicalHEIF`).
struct HEIFInspection<Code: HEIFCodeInspection>: FileInspection {
  private typealias Picture = ExaminedHEIF<Code.Configuration>

  var blocks: [MetadataBlock] { list.blocks }
  private(set) var shape = PictureShape()
  /// Renders hold none.
  let thumbnail: Range<Int>? = nil

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  private let file: ExaminedItems
  private let picture: Picture?
  private let roles: HEIFRoles
  private var findings = HEIFFindings()
  private var list: BlockList
  /// How many bytes of pictures may still be copied to be looked at.
  private var copyable: Int

  private static var unneeded: String { HEIFFindings.unneeded }

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    file = ExaminedItems(bytes)
    picture = try? Picture(file)
    roles = HEIFRoles(file, picture)
    list = BlockList(bytes, judge)
    copyable = bytes.count
    guard file.fileType != nil, file.meta != nil else {
      list.add(list.opaque(.strayBytes, 0..<bytes.count, "it is no whole \(Code.Configuration.formatName)"))
      return
    }
    takeBoxes()
    takeItems()
    takeProperties()
    takeData()
    if let picture {
      shape = picture.pictureShape
      let code = Code(picture, judge)
      code.takeConfigurations(into: &findings)
      for index in picture.tiles.indices { takeCode(ofTile: index, picture, code) }
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
  private mutating func takeForm(of picture: Picture) {
    guard !findings.hasObjection, file.rest.isEmpty,
      let place = CanonicalHEIF<Code.Configuration>.difference(of: picture)
    else { return }
    let box = file.boxes.first { $0.range.contains(place) }?.range ?? bytes.indices
    findings.addOpaque(
      .headerBytes, min(place, box.upperBound)..<box.upperBound, "a render's say the same in other bytes")
  }
}

/// Boxes.
extension HEIFInspection {
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
    let known = Code.Configuration.knownBrands
    return file.brands.allSatisfy(known.contains) && file.brands.count <= known.count
      && file.majorBrand.map(known.contains) ?? false
      && file.fileType?.content.count == 8 + 4 * file.brands.count
  }

  /// What a handler of pictures without a name says (ISO/IEC 14496-12, 8.4.3).
  private static var handler: [UInt8] {
    [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
  }

  private static func kind(of box: ExaminedBox) -> (MetadataBlock.Kind, String) {
    switch box.type {
    case "free", "skip", "wide": return (.freeSpace, "nothing is to be there")
    case "moov", "moof", "mfra", "sidx", "styp", "emsg", "trak": return (.film, "it belongs to a film")
    case "mpvd": return (.trailingVideo, "it follows the picture")
    case "sefd": return (.samsungTrailer, "it follows the picture")
    case "uuid" where box.userType == ExaminedBox.UserType.credential: return (.contentCredential, unneeded)
    case "uuid" where box.userType == ExaminedBox.UserType.xmp: return (.xmp, unneeded)
    default: return (.furtherBox, "\(box.type.text) is not needed to show the picture")
    }
  }

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
extension HEIFInspection {
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
        let contents = HEIFRoles.name(ofAuxiliary: item, file).map { [$0] } ?? []
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
  private mutating func takeEntry(of item: ExaminedItems.Item, _ role: HEIFRoles.Role) {
    let isXMP =
      role == .other(.xmp, Self.unneeded) && bytes[item.details].elementsEqual(HEIFRoles.xmp.utf8)
    guard !item.name.isEmpty || !item.details.isEmpty && !isXMP else { return }
    findings.addOpaque(.itemName, item.entry, "it could say anything")
  }

  /// A file of a picture that is not the file's; nil where nobody looks at it, or it is coded in another way.
  private mutating func copy(of item: ExaminedItems.Item) -> [UInt8]? {
    guard judge.detector != nil, let other = try? Picture(file, showing: item.id),
      other.canvas.width * other.canvas.height <= judge.limits.maxPixels
    else { return nil }
    let length = other.tiles.reduce(0) { sum, tile in
      file.items[tile.item].extents.reduce(sum) { $0 + $1.count }
    }
    guard length <= copyable else { return nil }
    copyable -= length
    return CanonicalHEIF.file(of: other)
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
extension HEIFInspection {
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
    let type = HEIFProperties.type(of: box, bytes)
    let content = bytes[box.content].prefix(64)
    let kind: MetadataBlock.Kind?
    let isSound: Bool
    switch type {
    case "prof", "rICC": return takeProfile(box, type)
    // The code is looked at by itself.
    case Code.Configuration.propertyType: return
    case "ispe": (kind, isSound) = (nil, content.count == 12)
    case "nclx":
      (kind, isSound) = (.colorSpace, content.count == 11 && (content.last ?? 1) & 0x7F == 0)
    case "clli": (kind, isSound) = (.lightLevel, content.count == 4)
    case "mdcv": (kind, isSound) = (.lightLevel, content.count == 24)
    case "pixi":
      let depths = content.dropFirst(5)
      let isCounted = content.prefix(5).elementsEqual([0, 0, 0, 0, UInt8(depths.count)])
      (kind, isSound) = (nil, isCounted && depths.count <= 4 && depths.allSatisfy { $0 <= 16 })
    case "pasp":
      let sides = stride(from: 0, to: content.count, by: 4).map { place in
        content.dropFirst(place).prefix(4).reduce(0) { $0 << 8 | Int($1) }
      }
      let stretch = sides.count == 2 ? PixelStretch(across: sides[0], down: sides[1]) : .none
      if stretch.hidesFaces {
        return findings.addOpaque(.furtherProperty, box.range, stretch.objection)
      }
      (kind, isSound) = (nil, content.count == 8)
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

  private static var maxProfile: Int { 1 << 16 }
}

/// The picture's code.
extension HEIFInspection {
  /// Notes what stands in a tile's data beside the one picture.
  private mutating func takeCode(ofTile index: Int, _ picture: Picture, _ code: Code) {
    let item = file.items[picture.tiles[index].item]
    if item.extents.count == 1, let range = item.extents.first {
      code.takeCode(bytes[range], ofTile: index, into: &findings) { $0 }
    } else if let first = item.extents.map(\.lowerBound).min(),
      let last = item.extents.map(\.upperBound).max()
    {
      code.takeCode(file.data(of: item), ofTile: index, into: &findings) { _ in first..<last }
    }
  }
}
