/// Places of WebPs that are no metadata: chunks that nobody knows, further pictures, headers, and what lies in and behind the code.
extension Carrier {
  // MARK: Unknown chunks

  static let webPChunks: [Carrier] =
    [
      webPChunk("Picture in an unknown chunk before the picture", kind: "furtherChunk", isFirst: true) {
        .init("face", try HiddenPicture.jpeg())
      },
      webPChunk(
        "Picture in an unknown chunk between alpha and colours", kind: "furtherChunk", .jpeg, .lossyAlpha
      ) {
        .init("face", try HiddenPicture.jpeg())
      },
      webP("Picture in an unknown chunk before the alpha", kind: "furtherChunk", .jpeg, .lossyAlpha) { file in
        file.insert([.init("face", try HiddenPicture.jpeg())], before: "ALPH")
      },
      webP("Picture in an unknown chunk behind the alpha", kind: "furtherChunk", .jpeg, .lossyAlpha) { file in
        file.insert([.init("face", try HiddenPicture.jpeg())], behind: "ALPH")
      },
      webPChunk("C2PA thumbnail in a WebP", kind: "contentCredential") { .init("C2PA", try manifest()) },
      webPChunk("PNG in an unknown chunk", kind: "furtherChunk") { .init("face", try HiddenPicture.png()) },
      webPChunk("WebP in an unknown chunk", kind: "furtherChunk", .undecodable) {
        .init("face", try HiddenPicture.webP())
      },
      webPChunk("Pixels in an unknown chunk", kind: "furtherChunk", .undecodable, .lossy) {
        .init("face", try HiddenPicture.rgb())
      },
      webPChunk("Mark in an unknown chunk", kind: "furtherChunk", .text, .lossy) {
        .init("face", HiddenPicture.mark)
      },
      webP("Picture in an unknown chunk, in parts", kind: "furtherChunk", .undecodable) { file in
        let jpeg = try HiddenPicture.jpeg()
        file.chunks += stride(from: 0, to: jpeg.count, by: 1001).map {
          TestWebP.Chunk("face", Array(jpeg[$0..<min($0 + 1001, jpeg.count)]))
        }
      },
      webP("Text in the names of unknown chunks", kind: "furtherChunk", .text) { file in
        let mark = HiddenPicture.mark + [0x20]
        file.chunks +=
          stride(from: 0, to: mark.count, by: 4).map { place in
            var chunk = TestWebP.Chunk("")
            chunk.code = Array(mark[place..<min(place + 4, mark.count)])
            while chunk.code.count < 4 { chunk.code.append(0x20) }
            return chunk
          } + [TestWebP.Chunk("face", HiddenPicture.mark)]
      },
    ]
    + webPs("Picture in an unknown chunk behind a simple picture", kind: "furtherChunk") { file in
      file.chunks.append(.init("face", try HiddenPicture.jpeg()))
    }
    + webPs("Picture in an unknown chunk of nulls", kind: "furtherChunk") { file in
      file.chunks.append(.init("\0\0\0\0", try HiddenPicture.jpeg()))
    }

  // MARK: Further pictures

  static let webPPictures: [Carrier] =
    [
      webP("Second picture without loss behind one", kind: "furtherPicture", .undecodable) {
        $0.chunks += try hidden(isLossless: true)
      },
      webP("Second picture with loss behind one without", kind: "furtherPicture", .undecodable) {
        $0.chunks += try hidden(isLossless: false)
      },
      webP("Second picture with loss behind one", kind: "furtherPicture", .undecodable, .lossy) {
        $0.chunks += try hidden(isLossless: false)
      },
      webP("Second picture without loss behind one with", kind: "furtherPicture", .undecodable, .lossy) {
        $0.chunks += try hidden(isLossless: true)
      },
      webP("Second picture in an extended file", kind: "furtherPicture", .undecodable, .lossyAlpha) {
        $0.chunks += try hidden(isLossless: true)
      },
      webP("Second picture that is a JPEG", kind: "furtherPicture") {
        $0.chunks.append(.init("VP8 ", try HiddenPicture.jpeg()))
      },
      webP("Alpha that is overwritten", kind: "furtherPicture", .undecodable, .lossyAlpha) { file in
        file.insert([.init("ALPH", [0] + (try HiddenPicture.rgb()))], before: "ALPH")
      },
      webP("Alpha that is a JPEG and is overwritten", kind: "furtherPicture", .jpeg, .lossyAlpha) { file in
        file.insert([.init("ALPH", [0] + (try HiddenPicture.jpeg()))], before: "ALPH")
      },
      webP("Alpha behind the picture", kind: "furtherPicture", .undecodable, .lossyAlpha) { file in
        file.chunks.append(.init("ALPH", [0] + (try HiddenPicture.rgb())))
      },
      webP("Alpha behind a simple picture", kind: "furtherPicture", .undecodable, .lossy) { file in
        file.chunks.append(.init("ALPH", [0] + (try HiddenPicture.rgb())))
      },
      webP("Alpha beside a picture without loss", kind: "furtherPicture", .jpeg) { file in
        try file.extend()
        file.insert([.init("ALPH", [0] + (try HiddenPicture.jpeg()))], behind: "VP8X")
      },
      webP("Frame behind the picture", kind: "animation", .undecodable) { file in
        try file.extend()
        file.chunks.append(try frame())
      },
      webP("Frame behind a simple picture", kind: "animation", .undecodable, .lossy) {
        $0.chunks.append(try frame())
      },
      webP("Frame that is a JPEG", kind: "animation", .jpeg, .lossy) {
        $0.chunks.append(.init("ANMF", [UInt8](repeating: 0, count: 16) + (try HiddenPicture.jpeg())))
      },
      webP("Settings of an animation behind the picture", kind: "animation") {
        $0.chunks.append(.init("ANIM", [0, 0, 0, 0, 0, 0] + (try HiddenPicture.jpeg())))
      },
    ]

  /// The hidden face's own chunk.
  private static func hidden(isLossless: Bool) throws -> [TestWebP.Chunk] {
    try TestWebP(isLossless ? HiddenPicture.webP() : HiddenPicture.lossyWebP()).code
  }

  /// A frame of an animation that shows the face.
  private static func frame() throws -> TestWebP.Chunk {
    let code = try hidden(isLossless: true)
    let size = try TestWebP(code).pictureSize
    let place =
      TestWebP.number(0, 6) + TestWebP.number(size.width - 1, 3) + TestWebP.number(size.height - 1, 3)
    return TestWebP.Chunk("ANMF", place + TestWebP.number(100, 3) + [0] + code.flatMap(\.bytes))
  }

  // MARK: Headers

  /// Few bytes at once, many in many files: the mark is in a chunk beside them, so that it is known what is looked for.
  static let webPHeaders: [Carrier] = [
    webP("Bytes in the reserved part of a header", kind: "headerBytes", .text) { file in
      try file.extend()
      file.change("VP8X") { $0.content.replaceSubrange(1..<4, with: HiddenPicture.mark.prefix(3)) }
      file.chunks.append(.init("face", HiddenPicture.mark))
    },
    webP("Bits in the flags of a header", kind: "headerBytes", .text, .lossy) { file in
      try file.extend(0xC1)
      file.chunks.append(.init("face", HiddenPicture.mark))
    },
    webP("Bytes that fill up chunks", kind: "strayBytes", .text) { file in
      try file.extend()
      file.chunks.append(.init("face", HiddenPicture.mark + [0]))
      for byte in HiddenPicture.mark { file.chunks.append(.init("face", [0], padding: [byte])) }
    },
  ]

  // MARK: In the code

  static let webPCode: [Carrier] =
    webPs("Picture behind the end of a WebP's code", kind: nil, .jpeg, WebPForm.allCases) { file in
      guard let index = file.pictureIndex else { return }
      file.chunks[index].content += try HiddenPicture.jpeg()
    }
    + webPs("Pixels behind the end of a WebP's code", kind: nil, .undecodable, WebPForm.allCases) { file in
      guard let index = file.pictureIndex else { return }
      file.chunks[index].content += try HiddenPicture.rgb()
    }
    + (0..<4).flatMap { number in
      [
        partition("Picture behind partition \(number + 1)", number) { try HiddenPicture.jpeg() },
        partition("Pixels behind partition \(number + 1)", number, .undecodable) { try HiddenPicture.rgb() },
      ]
    } + [
      firstPartition("Picture behind the first partition") { try HiddenPicture.jpeg() },
      firstPartition("Pixels behind the first partition", .undecodable) { try HiddenPicture.rgb() },
      webP("Picture behind the code of alpha", kind: nil, .jpeg, .lossyAlpha) { file in
        let jpeg = try HiddenPicture.jpeg()
        file.change("ALPH") { $0.content += jpeg }
      },
      webP("Pixels behind the code of alpha", kind: nil, .undecodable, .lossyAlpha) { file in
        let rgb = try HiddenPicture.rgb()
        file.change("ALPH") { $0.content += rgb }
      },
      webP("Picture behind alpha as it is", kind: nil, .jpeg, .lossyAlpha) { file in
        let size = try file.pictureSize
        let alpha = [UInt8](repeating: 255, count: size.width * size.height)
        let jpeg = try HiddenPicture.jpeg()
        file.change("ALPH") { $0.content = [0] + alpha + jpeg }
      },
    ]

  private static func partition(
    _ name: String, _ number: Int, _ content: Content = .jpeg,
    _ more: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    webP(name, kind: nil, content, .lossy) { file in
      let rest = try more()
      try file.change("VP8 ") { chunk in
        let head = try TestVP8(chunk.content)
        var others = head.otherPartitions
        others[number] += rest
        chunk.content = head.content(of: head.firstPartition, others)
      }
    }
  }

  private static func firstPartition(
    _ name: String, _ content: Content = .jpeg, _ more: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    webP(name, kind: nil, content, .lossy) { file in
      let rest = try more()
      try file.change("VP8 ") { chunk in
        let head = try TestVP8(chunk.content)
        chunk.content = head.content(of: head.firstPartition + rest, head.otherPartitions)
      }
    }
  }

  // MARK: Alpha

  /// What nobody sees, in the picture itself: no list of chunks tells of it.
  static let webPAlpha: [Carrier] = [
    Carrier(hiddenAlphaName, kind: nil, .undecodable, fileExtension: "webp") { photo in
      var picture = try TestWebP.read(photo).picture
      let rgb = try HiddenPicture.rgb()
      let side = HiddenPicture.side
      for y in 0..<min(side, picture.height) {
        for x in 0..<min(3 * side, picture.width) {
          picture.pixels[4 * (y * picture.width + x) + 3] = rgb[y * 3 * side + x]
        }
      }
      return try TestWebP.photo(picture, .lossless).changing { $0.saysAlpha = false }.bytes
    }
  ]

  public static let hiddenAlphaName = "Pixels as an alpha that does not count"

  // MARK: Behind the end

  static let webPTrailing: [Carrier] = [
    trailing("JPEG behind a WebP", kind: "trailingPicture") { try HiddenPicture.jpeg() },
    trailing("JPEG behind a WebP and a gap", kind: "trailingPicture", .jpeg, .lossy) {
      [UInt8](repeating: 0, count: 501) + (try HiddenPicture.jpeg())
    },
    trailing("PNG behind a WebP", kind: "trailingPicture", .jpeg, .lossy) { try HiddenPicture.png() },
    trailing("WebP behind a WebP", kind: nil, .undecodable) { try HiddenPicture.webP() },
    trailing("Chunk behind a WebP", kind: nil, .jpeg, .lossyAlpha) {
      TestWebP.Chunk("face", try HiddenPicture.jpeg()).bytes
    },
    trailing("Second picture in chunks behind a WebP", kind: nil, .undecodable) {
      Array(try HiddenPicture.webP().dropFirst(12))
    },
    trailing("Archive behind a WebP", kind: nil) { archive("face.jpg", try HiddenPicture.jpeg()) },
    trailing("Text behind a WebP", kind: "trailingBytes", .text) {
      Array(repeatElement(HiddenPicture.mark, count: 20).joined())
    },
    trailing("Pixels behind a WebP", kind: "trailingBytes", .undecodable, .lossy) { try HiddenPicture.rgb() },
  ]

  private static func trailing(
    _ name: String, kind: String?, _ content: Content = .jpeg, _ form: WebPForm = .lossless,
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    webP(name, kind: kind, content, form) { $0.trailing = try bytes() }
  }
}
