import TestSupport
import Testing

@testable import ImageProcessingKit

/// The fields of interlaced films: where they are looked at alone, and what they show.
@Suite struct FrameFieldTests {
  static let shapes: [PlanarShape] = [ChromaFormat.gray, .half, .halfWidth, .full].flatMap { chroma in
    [8, 10].flatMap { depth in
      [(40, 48), (33, 21), (20, 2), (7, 1)].map {
        PlanarShape(width: $0.0, height: $0.1, chroma: chroma, depth: depth)
      }
    }
  }

  /// A frame of which the caller says each sample, in levels of 8 bits.
  private static func frame(
    _ shape: PlanarShape, isInterlaced: Bool = false,
    _ level: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) -> VideoFrame {
    var picture = PlanarPicture(shape)
    for plane in 0..<shape.planeCount {
      let size = shape.size(ofPlane: plane)
      for y in 0..<size.height {
        for x in 0..<size.width {
          picture.planes[plane][y * size.width + x] = UInt16(level(plane, x, y) << (shape.depth - 8))
        }
      }
    }
    return VideoFrame(
      shape: shape, bytes: picture.bytes, time: 7, isDamaged: false, isKey: true, isInterlaced: isInterlaced)
  }

  /// What looks random, and is the same every time.
  private static func noise(_ x: Int, _ y: Int) -> Int {
    let mixed = UInt32(truncatingIfNeeded: (x &* 73_856_093) ^ (y &* 19_349_663)) &* 2_654_435_761
    return Int(mixed >> 24)
  }

  @Test(arguments: shapes)
  func showsRowsOfOneFieldAlone(_ shape: PlanarShape) throws {
    let frame = Self.frame(shape) { plane, x, y in (y % 2 == 0 ? 30 : 160) + 10 * plane + x }
    let whole = try frame.picture
    for field in FrameField.allCases {
      let only = try frame.only(field).picture
      for plane in 0..<shape.planeCount {
        let size = shape.size(ofPlane: plane)
        // Of a single row there is no other.
        let isBottom = size.height > 1 && field == .bottom
        for y in 0..<size.height {
          let columns = (0..<size.width).map { Int(only.planes[plane][y * size.width + $0]) }
          let wanted = (0..<size.width).map { ((isBottom ? 160 : 30) + 10 * plane + $0) << (shape.depth - 8) }
          #expect(columns == wanted, "plane \(plane), row \(y)")
        }
      }
      #expect(only.shape == whole.shape)
    }
  }

  @Test func makesTheRowsBetweenOfThoseAboveAndBelow() {
    let rows = [0, 100, 20, 140, 40]
    let frame = Self.frame(PlanarShape(width: 1, height: 5, chroma: .gray, depth: 8)) { _, _, y in rows[y] }
    #expect(frame.only(.top).bytes == [0, 10, 20, 30, 40])
    #expect(frame.only(.bottom).bytes == [100, 100, 120, 140, 140])
    #expect(frame.only(.bottom).time == 7)
  }

  /// What is woven of one picture looks the same as its fields, and costs no further look.
  @Test(arguments: [8, 10]) func fieldsOfOnePictureAreAlike(depth: Int) {
    for (width, height) in [(320, 240), (33, 21), (5, 4)] {
      let shape = PlanarShape(width: width, height: height, chroma: .gray, depth: depth)
      #expect(!Self.frame(shape) { _, x, y in (x + 2 * y) % 256 / 2 }.hasUnlikeFields)
      #expect(!Self.frame(shape) { _, _, _ in 90 }.hasUnlikeFields)
      #expect(!Self.frame(shape) { _, _, y in y < height / 2 ? 20 : 220 }.hasUnlikeFields)
    }
  }

  /// However small, and whatever stands in the other field.
  @Test(arguments: [8, 10]) func whatStandsInOneFieldIsSeen(depth: Int) {
    let shape = PlanarShape(width: 320, height: 237, chroma: .half, depth: depth)
    let places = [(0, 0), (150, 100), (299, 216)]
    for field in 0...1 {
      for (left, top) in places {
        func isFace(_ x: Int, _ y: Int) -> Bool {
          (left..<(left + 20)).contains(x) && (top..<(top + 20)).contains(y)
        }
        let others: [(Int, Int) -> Int] = [
          { _, _ in 60 }, { x, y in (x + y) % 64 }, { _, y in y / 2 % 2 * 255 }, { x, y in Self.noise(x, y) },
        ]
        for other in others {
          let frame = Self.frame(shape) { plane, x, y in
            guard plane == 0 else { return 128 }
            return isFace(x, y) ? (y % 2 == field ? 150 + x % 16 : other(x, y)) : 100
          }
          #expect(frame.hasUnlikeFields, "\(field), \(left)")
        }
      }
    }
  }

  /// Where nothing says that a film has fields, they are not even measured.
  @Test func onlyFilmsWithFieldsAreLookedAtByThem() {
    let shape = PlanarShape(width: 32, height: 32, chroma: .gray, depth: 8)
    for (isSaid, says, count) in [(false, false, 1), (true, false, 3), (false, true, 3)] {
      let frame = Self.frame(shape, isInterlaced: isSaid) { _, _, y in y % 2 * 200 }
      let shown = ShownFrame(
        stored: frame, showing: ShownFrame.Showing(shape, SampleColors(matrix: 1), .up))
      #expect(shown.views(ofInterlaced: says).count == count)
      #expect(shown.only(.top).picture(fitting: 32) != shown.only(.bottom).picture(fitting: 32))
    }
  }

  private static let interlaced = TestFilm { ($0.isInterlaced, $0.seenIn) = (true, 19..<20) }

  @Test func decodersSayIt() throws {
    for (film, isSaid) in [(Self.interlaced, true), (TestFilm(), false)] {
      let file = try MP4File(FileBytes(film.bytes()))
      #expect(try file.film.video.isInterlaced == isSaid)
      let frames = try DecodedFrames(file.film.video) { (index) throws(FaceBlurError) in
        try file.packet(index)
      }
      var unlike: [Int] = []
      var count = 0
      while let frame = try frames.next() {
        #expect(frame.isInterlaced == isSaid)
        if frame.hasUnlikeFields { unlike.append(count) }
        count += 1
      }
      #expect(count == 20 && (!isSaid || unlike.contains(9)), "\(unlike)")
    }
  }

  @Test func containersSayIt() throws {
    for (content, isSaid) in [([2, 9], true), ([1, 0], false), ([0, 0], false)] as [([UInt8], Bool)] {
      let film = try HandMadeFilm { $0.inEntry = BoxWriter.box("fiel", content) }.opened().film
      #expect(try film.video.isInterlaced == isSaid, "\(content)")
    }
    var matroska = try TestMatroska(TestFilm().bytes())
    for (flag, isSaid) in [(0, false), (1, true), (2, false)] {
      matroska.inVideo = TestMatroska.element(0x9A, number: flag)
      #expect(try MatroskaFile(FileBytes(matroska.bytes)).film.video.isInterlaced == isSaid, "\(flag)")
    }
  }

  @Test func profilesSayIt() {
    func profile(_ promises: UInt8) -> [UInt8] { [1, 0x60, 0, 0, 0, promises, 0, 0, 0, 0, 0, 93] }
    #expect(HEVCProfile.saysFields(profile(0x40)) && HEVCProfile.saysFields(profile(0xC0)))
    #expect(!HEVCProfile.saysFields(profile(0x90)) && !HEVCProfile.saysFields([]))
  }
}
