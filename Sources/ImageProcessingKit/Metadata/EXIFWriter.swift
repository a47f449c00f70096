extension EXIFBlock {
  /// The block with every value and nothing between them: big-endian TIFF, the directories one
  /// after another, each followed by its values, the thumbnail last; empty where there is nothing to tell.
  /// - Parameter thumbnail: a JPEG of the render itself, as long as the container has room for.
  func tiff(thumbnail: [UInt8]?) -> [UInt8] {
    guard !values.isEmpty || thumbnail != nil else { return [] }
    var directories = EXIFDirectories(self, .exif)
    // A directory holds one entry at least (TIFF 6.0, section 2).
    if directories.image.isEmpty { directories.image.set(EXIFTag.orientation.number, shorts: [1]) }
    let end = directories.size
    guard let thumbnail else { return directories.written(next: 0) }
    var directory = TIFFDirectory(.exif)
    // Compression 6 is JPEG (Exif 2.32, 4.6.4 B).
    directory.set(0x0103, shorts: [6])
    directory.set(0x0201, long: 0)
    directory.set(0x0202, long: thumbnail.count)
    directory.set(0x0201, long: end + directory.size)
    return directories.written(next: end) + directory.written(at: end, next: 0) + thumbnail
  }
}

/// A TIFF file's header and the directories of its first picture, one after another, each followed by its values. Nothing else
/// lies between them.
struct EXIFDirectories {
  /// The picture's own; it may get further entries.
  var image: TIFFDirectory
  private var exif: TIFFDirectory
  private var interoperability: TIFFDirectory
  private var gps: TIFFDirectory
  private let form: TIFFForm

  init(_ block: EXIFBlock, _ form: TIFFForm) {
    self.form = form
    interoperability = TIFFDirectory(block, .interoperability, form)
    gps = TIFFDirectory(block, .gps, form, constants: [(0, 1, [2, 3, 0, 0])])
    exif = TIFFDirectory(block, .exif, form, constants: [(0x9000, 7, Array("0232".utf8))])
    image = TIFFDirectory(block, .image, form)
    // Pointers are set once the directories have their places; their number decides the sizes. Directories are near the beginning
    // also of a BigTIFF.
    if !interoperability.isEmpty { exif.set(EXIFPointer.interoperability, long: 0) }
    if !exif.isEmpty { image.set(EXIFPointer.exif, long: 0) }
    if !gps.isEmpty { image.set(EXIFPointer.gps, long: 0) }
  }

  private var all: [TIFFDirectory] { [image, exif, interoperability, gps] }

  /// Bytes of the header and all directories.
  var size: Int { all.reduce(form.headerBytes) { $0 + ($1.isEmpty ? 0 : $1.size) } }

  /// - Parameter next: where the directory lies that follows the picture's; 0 for none.
  func written(next: Int) -> [UInt8] {
    var places: [Int] = []
    var end = form.headerBytes
    for directory in all {
      places.append(end)
      end += directory.isEmpty ? 0 : directory.size
    }
    var (image, exif) = (image, exif)
    if !exif.isEmpty { image.set(EXIFPointer.exif, long: places[1]) }
    if !interoperability.isEmpty { exif.set(EXIFPointer.interoperability, long: places[2]) }
    if !gps.isEmpty { image.set(EXIFPointer.gps, long: places[3]) }
    var result = form.header
    for (index, directory) in [image, exif, interoperability, gps].enumerated() where !directory.isEmpty {
      result += directory.written(at: places[index], next: index == 0 ? next : 0)
    }
    return result
  }
}

extension TIFFDirectory {
  /// The values of one of EXIF's directories; `constants` are added where there is any.
  fileprivate init(
    _ block: EXIFBlock, _ kind: EXIFTag.Directory, _ form: TIFFForm,
    constants: [(tag: Int, type: Int, bytes: [UInt8])] = []
  ) {
    self.init(form)
    for (tag, value) in block.values where tag.directory == kind {
      switch value {
      case .text(let text):
        entries[tag.number] = Entry(type: tag.type.rawValue, count: text.count + 1, bytes: text + [0])
      case .numbers(let numbers):
        entries[tag.number] = Entry(
          type: tag.type.rawValue, count: tag.count,
          bytes: numbers.flatMap { form.bytes(Int($0), tag.type.numberSize) })
      }
    }
    guard !isEmpty else { return }
    for constant in constants {
      entries[constant.tag] = Entry(type: constant.type, count: constant.bytes.count, bytes: constant.bytes)
    }
  }
}
