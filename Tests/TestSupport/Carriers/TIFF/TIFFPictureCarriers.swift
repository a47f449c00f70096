extension Carrier {
  // MARK: Further pictures

  static let tiffPictures: [Carrier] = reduced + chained + inner + innerOnes

  private static let reduced = tiffs("Reduced picture in the chain", kind: "furtherPicture", .undecodable) {
    file in file.chain.append(try file.hidden(subfile: 1))
  }

  private static let chained: [Carrier] = [
    tiff("Reduced picture in the chain by its older mark", kind: "furtherPicture", .undecodable) { file in
      var directory = try file.hidden(subfile: nil)
      directory.entries.insert(file.short(255, 2), at: 0)
      file.chain.append(directory)
    },
    tiff("Reduced JPEG in the chain", kind: "furtherPicture") { file in
      file.chain.append(try file.hiddenJPEG(subfile: 1))
    },
    tiff("Reduced JPEG in the chain, the older way", kind: nil) { file in
      file.chain.append(try file.hiddenPreview(subfile: 1))
    },
    tiff("Reduced picture in the chain, deflated", kind: "furtherPicture", .undecodable) { file in
      var directory = try file.hidden(subfile: 1)
      directory.chunks = try directory.chunks.map { try ZlibStream().compress($0) }
      directory.change(259) { $0 = file.short(259, 8) }
      file.chain.append(directory)
    },
    tiff("Mask in the chain", kind: "furtherPicture", .undecodable) { file in
      file.chain.append(try file.hidden(subfile: 4))
    },
    tiff("Mask of a reduced picture", kind: "furtherPicture", .undecodable) { file in
      file.chain.append(try file.hidden(subfile: 5))
    },
    tiff("Three reduced pictures in the chain", kind: "furtherPicture", .undecodable) { file in
      for _ in 0..<3 { file.chain.append(try file.hidden(subfile: 1)) }
    },
    tiff("Directory in the chain that is no picture", kind: nil) { file in
      file.chain.append(OddTIFF.Directory([file.bytes(65000, try HiddenPicture.jpeg())]))
    },
    tiff("EXIF thumbnail in a TIFF", kind: nil) { file in
      file.chain.append(try file.hiddenPreview(subfile: nil))
    },
    tiff("Picture in a tag of a reduced picture", kind: nil) { file in
      var directory = try file.hidden(subfile: 1)
      directory.set(file.bytes(65000, try HiddenPicture.jpeg()))
      file.chain.append(directory)
    },
  ]

  private static let inner = tiffs("Picture in a sub-directory", kind: "furtherPicture", .undecodable) {
    file in
    file.first.set(file.pointer(330, to: [try file.hidden(subfile: 1)]))
  }

  private static let innerOnes: [Carrier] = [
    tiff("Picture in a sub-directory that is no reduced one", kind: "furtherPicture", .undecodable) { file in
      file.first.set(file.pointer(330, to: [try file.hidden(subfile: 0)]))
    },
    tiff("JPEG in a sub-directory", kind: "furtherPicture") { file in
      file.first.set(file.pointer(330, to: [try file.hiddenJPEG(subfile: 1)]))
    },
    tiff("Sub-directory by a pointer of another type", kind: nil, .undecodable) { file in
      file.first.set(OddTIFF.Entry(330, 13, .directories([try file.hidden(subfile: 1)])))
    },
    tiff("Three sub-directories", kind: nil, .undecodable) { file in
      let hidden = try file.hidden(subfile: 1)
      file.first.set(file.pointer(330, to: [hidden, hidden, hidden]))
    },
    tiff("Sub-directories in sub-directories", kind: nil, .undecodable) { file in
      let inner = try file.hidden(subfile: 1)
      var outer = OddTIFF.Directory([file.long(254, 1)])
      outer.set(file.pointer(330, to: [inner]))
      var outermost = OddTIFF.Directory([file.long(254, 1)])
      outermost.set(file.pointer(330, to: [outer]))
      file.first.set(file.pointer(330, to: [outermost]))
    },
    tiff("Sub-directory of a reduced picture", kind: nil, .undecodable) { file in
      var outer = try file.hidden(subfile: 1)
      outer.chunks = outer.chunks.map { [UInt8](repeating: 7, count: $0.count) }
      outer.set(file.pointer(330, to: [try file.hidden(subfile: 1)]))
      file.chain.append(outer)
    },
    tiff("JPEG preview beside the picture", kind: nil) { file in
      let jpeg = try HiddenPicture.jpeg()
      file.first.set(OddTIFF.Entry(513, file.offsetType, .data([jpeg])))
      file.first.set(file.numbers(514, file.offsetType, [jpeg.count]))
    },
    tiff(
      "JPEG preview beside the picture, in a BigTIFF", kind: nil, in: TIFFForm(order: .bigEndian, isBig: true)
    ) {
      file in
      let jpeg = try HiddenPicture.jpeg()
      file.first.set(OddTIFF.Entry(513, file.offsetType, .data([jpeg])))
      file.first.set(file.numbers(514, file.offsetType, [jpeg.count]))
    },
  ]

  // MARK: Bytes that nothing refers to

  static let tiffStray: [Carrier] = beforeDirectories + behindDirectories + between + behind + behindOnes

  private static let beforeDirectories = tiffs("Picture before the directory", kind: nil) { file in
    let jpeg = try HiddenPicture.jpeg()
    file.gap = jpeg + [UInt8](repeating: 0, count: jpeg.count % 2)
  }

  private static let behindDirectories = tiffs("Picture behind the directory", kind: nil) { file in
    let jpeg = try HiddenPicture.jpeg()
    file.first.slack = jpeg + [UInt8](repeating: 0, count: jpeg.count % 2)
  }

  private static let between: [Carrier] = [
    tiff("Picture between strips", kind: "strayBytes", coding: { $0.rowsPerStrip = 128 }) { file in
      file.first.gap = try HiddenPicture.jpeg()
    },
    tiff("Picture between tiles", kind: "strayBytes", coding: { $0.tile = [128, 128] }) { file in
      file.first.gap = try HiddenPicture.jpeg()
    },
    tiff("Pixels between strips", kind: "strayBytes", .undecodable, coding: { $0.rowsPerStrip = 200 }) {
      file in
      file.first.gap = try HiddenPicture.rgb()
    },
    // What an editor leaves that puts a new picture and its directory behind the old one.
    tiff("Older version of the picture", kind: nil, .undecodable) { file in
      let old = OddTIFF(file.order, isBig: file.isBig, [try file.hidden(subfile: 0)])
      file.gap = Array(old.bytes.dropFirst(file.isBig ? 16 : 8))
    },
  ]

  private static let behind = tiffs("Picture behind the end of a TIFF", kind: "trailingPicture") { file in
    file.trailing = try HiddenPicture.jpeg()
  }

  private static let behindOnes: [Carrier] = [
    tiff("Pixels behind the end of a TIFF", kind: "trailingBytes", .undecodable) { file in
      file.trailing = try HiddenPicture.rgb()
    },
    tiff("PNG behind the end of a TIFF", kind: "trailingPicture") { file in
      file.trailing = try HiddenPicture.png()
    },
    tiff("Zeros and a picture behind the end of a TIFF", kind: nil) { file in
      file.trailing = [UInt8](repeating: 0, count: 5000) + (try HiddenPicture.jpeg())
    },
    tiff("TIFF behind the end of a TIFF", kind: nil, .undecodable) { file in
      file.trailing = OddTIFF(file.order, isBig: file.isBig, [try file.hidden(subfile: 0)]).bytes
    },
  ]

  // MARK: Strips and tiles that hold more than the picture

  static let tiffCode: [Carrier] = slack + beyondEdges + slackOnes

  private static let slack: [Carrier] = TestTIFF.Compression.allCases.flatMap { compression -> [Carrier] in
    [
      // Some programs write the last strip as if it were whole.
      tiff("Picture in rows below the last, \(compression)", kind: "pictureSlack", .undecodable) {
        $0.compression = compression
        ($0.rowsPerStrip, $0.tile, $0.isDifferenced) = (48, nil, false)
      } _: { file in
        let rows = TestTIFFCode.decompress(file.first.chunks.last ?? [], compression).bytes
        let more = try rows + HiddenPicture.rgb()
        file.first.chunks[file.first.chunks.count - 1] = try TestTIFFCode.compress(
          more, compression, rowBytes: 768)
      },
      tiff("Picture behind the code of a strip, \(compression)", kind: "pictureSlack") {
        $0.compression = compression
        ($0.rowsPerStrip, $0.tile, $0.isDifferenced) = (64, nil, false)
      } _: { file in
        file.first.chunks[1] += try HiddenPicture.jpeg()
      },
    ]
  }

  private static let beyondEdges: [Carrier] = [TestTIFF.Compression.none, .lzw, .deflate, .packBits].map {
    compression in
    tiff("Face beyond the edge of tiles, \(compression)", kind: "pictureSlack", .undecodable) {
      $0.compression = compression
      ($0.tile, $0.isDifferenced) = ([80, 80], false)
    } _: { file in
      // Of 256 columns, the fourth tile has 16, and room for 64 more.
      let rgb = try HiddenPicture.rgb()
      var tile = TestTIFFCode.decompress(file.first.chunks[3], compression).bytes
      for y in 0..<HiddenPicture.side {
        let place = (80 * y + 16) * 3
        tile.replaceSubrange(place..<(place + 192), with: rgb[(192 * y)..<(192 * y + 192)])
      }
      file.first.chunks[3] = try TestTIFFCode.compress(tile, compression, rowBytes: 240)
    }
  }

  private static let slackOnes: [Carrier] = [
    tiff("Picture behind the code of a plane", kind: "pictureSlack") {
      ($0.compression, $0.isPlanar, $0.rowsPerStrip, $0.isDifferenced) = (.packBits, true, 128, false)
    } _: { file in
      file.first.chunks[3] += try HiddenPicture.jpeg()
    },
    tiff("Picture behind the code of a tile", kind: "pictureSlack") {
      ($0.compression, $0.tile, $0.isBig) = (.deflate, [64, 64], true)
    } _: { file in
      file.first.chunks[5] += try HiddenPicture.jpeg()
    },
    tiff("Picture behind the last strip", kind: "pictureSlack") {
      ($0.compression, $0.rowsPerStrip) = (.deflate, 100)
    } _: { file in
      file.first.chunks[2] += try HiddenPicture.jpeg()
    },
    tiff("Pixels behind the code of a strip", kind: "pictureSlack", .undecodable) {
      ($0.compression, $0.rowsPerStrip) = (.lzw, 300)
    } _: { file in
      file.first.chunks[0] += try HiddenPicture.rgb()
    },
  ]
}

extension Carrier {
  /// The same with the way of storing in front of the change.
  fileprivate static func tiff(
    _ name: String, kind: String?, _ content: Content = .jpeg,
    _ coding: @escaping @Sendable (inout TestTIFF.Coding) -> Void,
    _ change: @escaping @Sendable (inout OddTIFF) throws -> Void
  ) -> Carrier {
    tiff(name, kind: kind, content, in: .usual, coding: coding, change)
  }
}
