/// What the items of a HEIF file are to its picture, by what refers to what (ISO/IEC 23008-12, 6.4 to 6.6).
struct HEIFRoles {
  enum Role: Hashable {
    /// The picture, or a tile of it.
    case picture
    case exif
    /// What is no part of the picture, and what it is called.
    case other(MetadataBlock.Kind, String)
  }

  /// By the place of an item.
  private let roles: [Int: Role]
  /// The places of items that are pictures, apart from those that are parts of others.
  let pictures: [Int]

  private static let pictureTypes: Set<BoxType> = [
    "hvc1", "grid", "iovl", "iden", "av01", "avc1", "vvc1", "jpeg", "j2k1", "unci", "tmap", "lhv1", "hvt1",
    "evc1",
  ]
  /// Pictures that are made of others.
  private static let derived: Set<BoxType> = ["grid", "iovl", "iden", "tmap"]

  /// - Parameter picture: nil where none can be read.
  init<Configuration>(_ file: ExaminedItems, _ picture: ExaminedHEIF<Configuration>?) {
    var roles: [Int: Role] = [:]
    if let picture {
      for tile in picture.tiles { roles[tile.item] = .picture }
      if let place = file.place(of: picture.primary.id) { roles[place] = .picture }
    }
    var open: [Int] = []
    func give(_ role: Role, _ place: Int?) {
      guard let place, roles[place] == nil else { return }
      roles[place] = role
      open.append(place)
    }
    for reference in file.references {
      let place = file.place(of: reference.from)
      switch reference.type {
      case "thmb": give(.other(.smallPicture, "it is not made from this picture"), place)
      case "auxl":
        guard let place else { break }
        give(
          .other(Self.kind(ofAuxiliary: file.items[place], file), "it is not needed to show the picture"),
          place)
      default: break
      }
    }
    for (place, item) in file.items.enumerated() where item.type == "tmap" {
      let role = Role.other(.gainMap, "it is not needed to show the picture")
      give(role, place)
      // The first one is what the map belongs to (ISO/IEC 23008-12, 6.6.2.4).
      for id in file.targets(of: "dimg", from: item.id).dropFirst() { give(role, file.place(of: id)) }
    }
    var pictures = open
    // Parts of what is known by now, then of what is not.
    func spread() {
      while let place = open.popLast() {
        guard let role = roles[place], Self.derived.contains(file.items[place].type) else { continue }
        for id in file.targets(of: "dimg", from: file.items[place].id) { give(role, file.place(of: id)) }
      }
    }
    spread()
    let further = Role.other(.furtherPicture, "it is another picture")
    for derivedFirst in [true, false] {
      for (place, item) in file.items.enumerated()
      where roles[place] == nil && Self.pictureTypes.contains(item.type)
        && (!derivedFirst || Self.derived.contains(item.type))
      {
        give(further, place)
        pictures.append(place)
        spread()
      }
    }
    for (place, item) in file.items.enumerated() where roles[place] == nil {
      roles[place] = Self.role(of: item, file)
    }
    self.roles = roles
    self.pictures = pictures.sorted()
  }

  func role(ofItem place: Int) -> Role {
    roles[place] ?? .other(.furtherItem, "it is not needed to show the picture")
  }

  private static func role(of item: ExaminedItems.Item, _ file: ExaminedItems) -> Role {
    guard item.type != "Exif" else { return .exif }
    return .other(
      HiddenText.starts(file.bytes, item.details, with: xmp) && item.type == "mime" ? .xmp : .furtherItem,
      "it is not needed to show the picture")
  }

  /// What the type of XMP is, with the zero behind it.
  static let xmp = "application/rdf+xml\0"

  /// What an auxiliary picture says that it is (ISO/IEC 23008-12, 6.5.8).
  private static func kind(ofAuxiliary item: ExaminedItems.Item, _ file: ExaminedItems) -> MetadataBlock.Kind
  {
    let name = Self.name(ofAuxiliary: item, file) ?? ""
    if name.hasSuffix(":auxid:1") || name.hasSuffix(":auxiliary:alpha") { return .alphaPlane }
    if name.hasSuffix(":auxid:2") || name.hasSuffix(":auxiliary:depth") { return .depthMap }
    if name.hasSuffix("gainmap") { return .gainMap }
    if name.hasSuffix("matte") { return .matte }
    return .auxiliaryPicture
  }

  /// The name by which an auxiliary picture says what it is: `urn:mpeg:hevc:2015:auxid:2`.
  static func name(ofAuxiliary item: ExaminedItems.Item, _ file: ExaminedItems) -> String? {
    guard
      let box = item.associations.lazy.map({ file.properties[$0.property] }).first(where: {
        $0.type == "auxC"
      })
    else { return nil }
    var fields = ExaminedFields(file.bytes, in: box.content)
    guard fields.versionAndFlags() != nil, let text = fields.text(), (1...100).contains(text.count),
      text.allSatisfy({ (0x21...0x7E).contains(file.bytes[$0]) })
    else { return nil }
    return String(decoding: file.bytes[text], as: UTF8.self)
  }
}
