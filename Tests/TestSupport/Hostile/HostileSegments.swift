extension HostileFile {
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let starts = fill(60_000, [0xFF, 0xD8])

  /// Segments that hold beginnings of pictures, parts of parts, or what no decoder asks for.
  static let segments: [HostileFile] = [
    HostileFile("Segment full of starts of image") { JPEGParts.inserting([(0xE7, starts)], into: $0) },
    HostileFile("Comment full of starts of image") { JPEGParts.inserting([(0xFE, starts)], into: $0) },
    HostileFile("Profile in 255 parts") {
      JPEGParts.inserting(TestProfile.segments(longProfile, partBytes: longProfile.count / 255 + 1), into: $0)
    },
    HostileFile("Profile in parts that all say they are the first") { photo in
      let part = TestProfile.signature + [1, 255] + TestProfile.wideGamut
      return repeating(255, [(0xE2, part)], in: photo)
    },
    HostileFile("Profile without parts") {
      JPEGParts.inserting([(0xE2, TestProfile.signature), (0xE2, TestProfile.signature + [1])], into: $0)
    },
    HostileFile("Indexes of pictures within each other") { photo in
      (0..<12).reduce(photo) { file, _ in
        let index = Array("MPF\0".utf8) + ByteOrder.bigEndian.header()
        return JPEGParts.inserting([(0xE2, index + file.prefix(60_000))], into: photo) + file
      }
    },
    HostileFile("Extended XMP that is shorter than its header") { photo in
      repeating(100, [(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8))], in: photo)
    },
    HostileFile("Empty segments of every kind") {
      JPEGParts.inserting((0xE0...0xEF).map { ($0, []) } + [(0xFE, [])], into: $0)
    },
  ]

  /// A profile of some 70 KB, most of it one curve.
  private static let longProfile: [UInt8] = {
    let points = 33_000
    let curve = Array("curv\0\0\0\0".utf8) + ByteOrder.bigEndian.number(points, 4)
    return TestProfile.profile([("rTRC", curve + (0..<points).flatMap { ByteOrder.bigEndian.number($0, 2) })])
  }()

  /// More segments than any list of them should grow with.
  static let largeSegments: [HostileFile] = [
    HostileFile("200,000 comments") { repeating(200_000, [(0xFE, [0x68, 0x69])], in: $0) },
    HostileFile("100,000 segments of one kind") { repeating(100_000, [(0xE1, [])], in: $0) },
    HostileFile("200,000 segments in turns") { repeating(100_000, [(0xFE, []), (0xE5, [])], in: $0) },
    HostileFile("400,000 restart markers in turns") { photo in
      JPEGParts.inserting(bytes: fill(800_000, [0xFF, 0xD0, 0xFF, 0xD1]), into: photo)
    },
    HostileFile("A million starts of a picture in base64") { photo in
      let content = xmp + fill(64_000, Array("/9j/".utf8))
      return repeating(63, [(0xE1, content)], in: photo)
    },
  ]
}
