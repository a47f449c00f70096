extension HostileFile {
  /// Files that are hardly one, and pictures within pictures.
  static let trailing: [HostileFile] = [
    HostileFile("Nothing but FF", isPhoto: false) { _ in [UInt8](repeating: 0xFF, count: 100_000) },
    HostileFile("Nothing but starts of image", isPhoto: false) { _ in fill(100_000, [0xFF, 0xD8]) },
    HostileFile("Pictures within pictures") { photo in
      // Each is a comment in the next, until a segment is full.
      var file = photo
      for _ in 0..<1000 where file.count < 65_000 {
        file = [0xFF, 0xD8] + JPEGParts.segment(0xFE, file) + [0xFF, 0xD9]
      }
      return JPEGParts.inserting([(0xFE, Array(file.prefix(65_000)))], into: photo)
    },
    HostileFile("Pictures that begin within pictures") { photo in
      photo + fill(60_000, JPEGParts.segment(0xE0, [0xFF, 0xD8, 0xFF, 0xE0, 0, 8, 0xFF, 0xD8]))
    },
  ]

  /// Megabytes in which a search could begin again at every place.
  static let largeTrailing: [HostileFile] = [
    HostileFile("10 MB of FF") { $0 + [UInt8](repeating: 0xFF, count: 10 << 20) },
    HostileFile("A megabyte of starts of image") { $0 + fill(1 << 20, [0xFF, 0xD8]) },
    HostileFile("Starts of image with lengths that chain") {
      $0 + fill(500_000, [0xFF, 0xD8, 0xFF, 0xE0, 0, 4])
    },
    HostileFile("Starts of image with lengths that lead astray") {
      $0 + fill(1 << 20, [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF])
    },
    // Each of 10,000 beginnings leads to the same place, from which no marker is in sight.
    HostileFile("Starts of image that all lead to one place") { photo in
      let size = 60_000
      let beginnings = stride(from: 0, to: size, by: 6).flatMap { place -> [UInt8] in
        [0xFF, 0xD8, 0xFF, 0xE0] + ByteOrder.bigEndian.number(size + 8 - place, 2)
      }
      return photo + beginnings + fill(2 << 20, [0xFF, 0])
    },
  ]
}
