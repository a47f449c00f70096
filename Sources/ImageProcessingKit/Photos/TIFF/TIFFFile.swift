/// What a TIFF holds that its picture is shown by: its first directory, and where the picture's chunks lie.
struct TIFFFile {
  let form: TIFFForm
  let layout: TIFFLayout
  /// By the chunk's number, where its code lies in the file: strips or tiles.
  let chunks: [Range<Int>]
  let exif: EXIFBlock
  /// The colour profile; nil for none, empty where it cannot be read.
  let profile: [UInt8]?
  /// What of the file a render has not, for those who want to know.
  let notes: [String]

  /// Further pictures that are passed over; pyramids have ten.
  private static let maxReduced = 64
  /// More than strips of a row each in any photo, where every sample has its own.
  private static let maxChunks = 1 << 20

  /// - Throws: `FaceBlurError` where the file is damaged or of a kind that is not read, or its picture exceeds the limits.
  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    guard let reader = TIFFReader(bytes) else { throw .damagedPhoto("it does not begin as a TIFF does") }
    guard let place = reader.firstDirectory, place > 0 else {
      throw .damagedPhoto("it says nowhere where its picture is")
    }
    form = reader.form
    let directory = reader.entries(at: place)
    guard reader.isWhole(directoryAt: place) else { throw .damagedPhoto("its first directory is not whole") }
    // CR2 has a mark of its own between the header and the first directory.
    let isCR2 = !form.isBig && place == 16 && reader.copy(8, 3) == Array("CR\u{2}".utf8)
    guard directory[TIFFTag.dngVersion] == nil, !isCR2 else { throw .rawTIFF }
    guard !Self.isReduced(directory, reader) else {
      throw .unsupportedTIFF("its first picture is a preview of another")
    }
    layout = try TIFFLayout(reader, directory)
    let pixels = layout.codedPixels
    guard pixels <= limits.maxPixels else {
      throw .photoTooLarge("\(pixels) pixels, more than the limit of \(limits.maxPixels)")
    }
    guard layout.hasSoundTiles else { throw .damagedPhoto("its tiles are much larger than it is") }

    var notes: [String] = []
    if try Self.hasReducedPictures(after: place, reader) {
      notes.append("further directories, such as those of smaller copies, were dropped")
    }
    if try Self.hasSubDirectories(directory, of: layout, reader) {
      notes.append("pictures in sub-directories were dropped")
    }
    self.notes = notes
    chunks = try Self.chunks(of: layout, directory, reader, fileCount: bytes.count)
    exif = EXIFBlock(reading: bytes, isFile: true)
    profile = directory[TIFFTag.colorProfile].map { entry in
      guard [1, 7].contains(entry.type), entry.count <= ICCProfile.maxBytes,
        let range = reader.value(of: entry, size: 1)
      else { return [] }
      return bytes.copy(range)
    }
  }

  /// Whether a directory's picture is a smaller copy of another one, or a mask of it.
  private static func isReduced<Bytes>(
    _ directory: [Int: TIFFReader<Bytes>.Entry], _ reader: TIFFReader<Bytes>
  ) -> Bool {
    func number(_ tag: Int) -> Int {
      directory[tag].flatMap(reader.firstNumber) ?? 0
    }
    return number(TIFFTag.newSubfileType) & 0b101 != 0 || number(TIFFTag.subfileType) == 2
  }

  /// - Returns: whether there are any pictures behind the first.
  /// - Throws: `FaceBlurError` where one of them is no copy of it.
  private static func hasReducedPictures<Bytes>(
    after first: Int, _ reader: TIFFReader<Bytes>
  ) throws(FaceBlurError) -> Bool {
    var seen: Set<Int> = [first]
    var place = first
    var hasAny = false
    while let next = reader.directory(after: place), seen.insert(next).inserted {
      let directory = reader.entries(at: next)
      if directory[TIFFTag.imageWidth] != nil, !isReduced(directory, reader) {
        throw .unsupportedTIFF("it has several pages, and each may show a face", instead: "one file a page")
      }
      guard seen.count <= maxReduced else { throw .unsupportedTIFF("it holds too many pictures") }
      hasAny = hasAny || !directory.isEmpty
      place = next
    }
    return hasAny
  }

  /// - Returns: whether there are pictures in directories of its own.
  /// - Throws: `FaceBlurError` where one is larger: then this one is its preview, as in some cameras' raw photos.
  private static func hasSubDirectories<Bytes>(
    _ directory: [Int: TIFFReader<Bytes>.Entry], of layout: TIFFLayout, _ reader: TIFFReader<Bytes>
  ) throws(FaceBlurError) -> Bool {
    guard let pointer = directory[TIFFTag.subDirectories] else { return false }
    guard let places = reader.places(of: pointer, most: maxReduced) else {
      throw .unsupportedTIFF("its sub-directories cannot be read, or are too many")
    }
    for place in places {
      let other = reader.entries(at: place)
      func side(_ tag: Int) -> Int { other[tag].flatMap(reader.firstNumber) ?? 0 }
      guard side(TIFFTag.imageWidth) <= layout.width, side(TIFFTag.imageLength) <= layout.height else {
        throw .unsupportedTIFF("its first picture is a preview of another")
      }
    }
    return true
  }

  private static func chunks<Bytes>(
    of layout: TIFFLayout, _ directory: [Int: TIFFReader<Bytes>.Entry], _ reader: TIFFReader<Bytes>,
    fileCount: Int
  ) throws(FaceBlurError) -> [Range<Int>] {
    let count = layout.chunkCount
    guard count <= Self.maxChunks else { throw .unsupportedTIFF("it is cut into \(count) strips or tiles") }
    let tags = layout.chunkTags
    guard let offsets = directory[tags.places].flatMap({ reader.numbers(of: $0, most: count) }),
      let counts = directory[tags.counts].flatMap({ reader.numbers(of: $0, most: count) }),
      offsets.count == count,
      counts.count == count
    else { throw .damagedPhoto("it does not say where each of its strips or tiles lies") }
    var rest = fileCount
    var chunks: [Range<Int>] = []
    chunks.reserveCapacity(count)
    for (offset, count) in zip(offsets, counts) {
      guard count > 0 else { throw .damagedPhoto("a strip or tile is missing") }
      guard offset <= fileCount, count <= fileCount - offset else {
        throw .truncatedPhoto("a strip or tile lies beyond its end")
      }
      // Those that lie over each other would be copied many times.
      guard count <= rest else { throw .damagedPhoto("its strips or tiles share what they are read from") }
      rest -= count
      chunks.append(offset..<(offset + count))
    }
    guard layout.codedBytes / layout.compression.maxRatio <= fileCount - rest else {
      throw .truncatedPhoto("its data cannot hold the pixels that it states")
    }
    return chunks
  }
}
