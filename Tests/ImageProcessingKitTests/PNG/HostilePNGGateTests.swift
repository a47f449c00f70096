import TestSupport
import Testing

@testable import ImageProcessingKit

/// Whatever bytes a file has, the gate says something of it and ends.
@Suite struct HostilePNGGateTests {
  private func judge(_ file: [UInt8], _ photo: UnopenedPhoto) throws {
    PNGGate().expectBlocksInFile(file, .minimal, detector: OneFaceDetector(), warning: "it is odd")
    try PNGGate().answer(for: file, against: photo, madeBy: [.rows, nil], originalWay: .rows)
  }

  @Test(arguments: [(0, 1), (2, 8), (3, 2), (3, 8), (4, 16), (6, 8)])
  func endsWhateverItReads(type: Int, depth: Int) throws {
    var random = SplitMix(seed: UInt64(100 * type + depth))
    var png = PlainPNG(width: 19, height: 17, depth: depth, type: UInt8(type), samples: [])
    png.samples = (0..<(19 * 17 * png.stored)).map { _ in
      .random(in: 0...UInt16(1 << depth - 1), using: &random)
    }
    if type == 3 {
      (png.palette, png.transparency) = ((0..<(1 << depth)).map { [UInt8($0), 1, 2] }, [1, 2])
    }
    png.mostData = 40
    png.first = [
      ("gAMA", [0, 0, 1, 0]), ("iCCP", [65, 0, 0, 0x78]), ("iTXt", Array("a\0\u{1}\0\0\0b".utf8)),
    ]
    png.middle = [("pHYs", [0, 0, 0, 1, 0, 0, 0, 2, 0]), ("eXIf", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0])]
    png.last = [("zTXt", Array("a\0\0x".utf8)), ("tIME", [1])]
    for isInterlaced in [false, true] {
      png.isInterlaced = isInterlaced
      let photo = try UnopenedPhoto(png)
      let sound = Array(photo.fileBytes)
      for round in 0..<150 {
        var file = sound
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<file.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: file[place] = .random(in: 0...255, using: &random)
          case 1: file.removeSubrange(place..<min(place + .random(in: 1...40, using: &random), file.count))
          case 2: file.insert(contentsOf: sound.shuffled(using: &random).prefix(20), at: place)
          default: file[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
          }
          if file.isEmpty { break }
        }
        // Half of them pass for what they are.
        if round.isMultiple(of: 2) { file = Self.withRightChecksums(file) }
        try judge(file, photo)
      }
    }
  }

  /// The file with the checksum of each chunk made anew.
  private static func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    let chunks = file.withUnsafeBufferPointer { bytes in
      PNGPieces(bytes).filter { if case .chunk = $0.kind { true } else { false } }.map(\.range)
    }
    for range in chunks {
      file.replaceSubrange(
        range.upperBound - 4..<range.upperBound,
        with: PlainPNG.word(PlainPNG.checksum(Array(file[range.lowerBound + 4..<range.upperBound - 4]))))
    }
    return file
  }

  /// A header may claim anything; nothing of that size is made.
  @Test func allocatesNothingForAClaim() throws {
    for (width, height, depth, type) in [
      (1 << 31 - 1, 1 << 31 - 1, 16, 6), (1 << 31 - 1, 1, 1, 3), (1, 1 << 31 - 1, 8, 2),
      (1 << 20, 1 << 20, 8, 0),
    ] as [(Int, Int, Int, UInt8)] {
      for isInterlaced in [false, true] {
        var png = PlainPNG(
          width: width, height: height, depth: depth, type: type, isInterlaced: isInterlaced, samples: [])
        if type == 3 { png.palette = [[1, 2, 3]] }
        let chunks =
          [("IHDR", png.header)] + png.palette.map { ("PLTE", $0) } + [
            ("IDAT", try PlainPNG.deflated([UInt8](repeating: 0, count: 5000))), ("IEND", [UInt8]()),
          ]
        let file = PlainPNG.signature + chunks.flatMap { PlainPNG.chunk($0.0, $0.1) }
        let photo = UnopenedPhoto(file, width: width, height: height)
        #expect(throws: FaceBlurError.self) {
          try PNGGate().checkPicture(
            of: photo.fileBytes, against: photo, [], .mosaic, .rows, judgesCode: true)
        }
        #expect(throws: FaceBlurError.self) {
          try PNGGate().checkTones(of: photo.fileBytes, against: photo, ToneFilters(sepia: 0.5))
        }
        file.withUnsafeBufferPointer {
          let found = PNGGate().inspection(of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
          #expect(found.blocks.map(\.kind) == [.strayBytes])
        }
      }
    }
  }

  /// Bombs are looked into no further than they may take.
  @Test func looksIntoBombsForAWhile() throws {
    let bomb = try PlainPNG.deflated([UInt8](repeating: 65, count: 20 << 20))
    var png = PlainPNG(width: 1, height: 1, samples: [1, 2, 3])
    png.first = (0..<12).map { _ in ("zTXt", Array("a\0\0".utf8) + bomb) }
    let file = try png.encoded()
    file.withUnsafeBufferPointer {
      let found = PNGGate().inspection(
        of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: OneFaceDetector()))
      #expect(found.blocks.allSatisfy { $0.kind == .text && $0.mayShowFace == .unknown })
    }
  }
}
