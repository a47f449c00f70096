/// A strip or tile of a render.
enum TIFFChunk {
  /// As it lies in the photo's file.
  case copied(Range<Int>)
  case coded(CodedChunk)

  var count: Int {
    switch self {
    case .copied(let range): range.count
    case .coded(let chunk): chunk.bytes.count
    }
  }
}

/// Writes a TIFF anew: one directory of known tags, what EXIF a policy keeps, and the chunks, without anything between them.
struct TIFFWriter {
  let form: TIFFForm
  var layout: TIFFLayout
  /// By a policy.
  var exif: EXIFBlock
  /// Written by `ICCWriter`; nil for none.
  var colorProfile: [UInt8]?

  /// - Parameters:
  ///   - chunks: by number.
  ///   - bytes: the photo's file, which copied ones lie in.
  /// - Throws: `FaceBlurError` where the file would be larger than its form can say.
  func write(
    _ chunks: [TIFFChunk], from bytes: UnsafeBufferPointer<UInt8>, into sink: any ByteSink
  ) throws(FaceBlurError) {
    let counts = chunks.map(\.count)
    var directories = EXIFDirectories(exif, form)
    layout.describe(in: &directories.image)
    if let colorProfile {
      directories.image.entries[TIFFTag.colorProfile] = TIFFDirectory.Entry(
        type: 7, count: colorProfile.count, bytes: colorProfile)
    }
    let tags = layout.chunkTags
    directories.image.set(tags.counts, places: counts)
    // How many they are decides where the first one lies.
    directories.image.set(tags.places, places: counts)
    var end = directories.size
    var offsets: [Int] = []
    offsets.reserveCapacity(counts.count)
    for count in counts {
      offsets.append(end)
      end += count
    }
    guard form.isBig || end <= Int(UInt32.max) else {
      throw .unsupportedTIFF("its render would be larger than 4 GB", instead: "a BigTIFF")
    }
    directories.image.set(tags.places, places: offsets)
    sink.append(directories.written(next: 0))
    for chunk in chunks {
      switch chunk {
      case .copied(let range):
        sink.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
      case .coded(let chunk): sink.append(UnsafeRawBufferPointer(chunk.bytes))
      }
    }
  }
}

extension TIFFLayout {
  /// Says in a directory how the picture is stored; where its strips or tiles lie is not said.
  func describe(in directory: inout TIFFDirectory) {
    directory.set(TIFFTag.imageWidth, long: width)
    directory.set(TIFFTag.imageLength, long: height)
    directory.set(TIFFTag.bitsPerSample, shorts: [Int](repeating: bits, count: samples))
    directory.set(TIFFTag.compression, shorts: [compression.rawValue])
    directory.set(TIFFTag.photometric, shorts: [photometric.rawValue])
    directory.set(TIFFTag.samplesPerPixel, shorts: [samples])
    directory.set(TIFFTag.planarConfiguration, shorts: [isPlanar ? 2 : 1])
    if isPredicted { directory.set(TIFFTag.predictor, shorts: [2]) }
    if !extras.isEmpty { directory.set(TIFFTag.extraSamples, shorts: extras.map(\.rawValue)) }
    switch cut {
    case .strips(let rows): directory.set(TIFFTag.rowsPerStrip, long: rows)
    case .tiles(let width, let height):
      directory.set(TIFFTag.tileWidth, long: width)
      directory.set(TIFFTag.tileLength, long: height)
    }
  }

  /// The tags that say where strips or tiles lie, and how long they are.
  var chunkTags: (places: Int, counts: Int) {
    cut.isTiled
      ? (TIFFTag.tileOffsets, TIFFTag.tileByteCounts) : (TIFFTag.stripOffsets, TIFFTag.stripByteCounts)
  }
}
