import TestSupport
import Testing

@testable import ImageProcessingKit

/// No size of photo hides people: a face of 24 pixels is found in any.
@Suite struct LargePhotoTests {
  /// A picture without faces, and portraits in it at some places.
  static func picture(
    width: Int, height: Int, _ places: [(x: Int, y: Int, faceHeight: Double)]
  ) throws -> HardPicture {
    let portraits = [try HardPicture.Portrait.astronaut(), try HardPicture.Portrait.graceHopper()]
    let tile = TestPhotos.withoutFaces(width: 1000, height: 600)
    var picture = PixelBuffer(width: width, height: height, red: 118, green: 118, blue: 118)
    for top in stride(from: 0, to: height, by: tile.height) {
      for left in stride(from: 0, to: width, by: tile.width) { picture.paste(tile, x: left, y: top) }
    }
    var faces: [PixelBox] = []
    for (index, place) in places.enumerated() {
      let portrait = portraits[index % 2].shrunk(toFaceHeight: place.faceHeight).cut(around: 0.85)
      let (left, top) = (
        min(place.x, width - portrait.picture.width), min(place.y, height - portrait.picture.height)
      )
      picture.paste(portrait.picture, x: left, y: top)
      faces.append(portrait.face.moved(x: left, y: top))
    }
    var result = HardPicture(Portrait(picture: picture, face: faces[0]))
    result.faces = faces.map { $0.normalized(width: width, height: height) }
    return result
  }
  private typealias Portrait = HardPicture.Portrait

  private func found(in picture: PixelBuffer, effort: DetectionEffort = .normal) throws -> [DetectedFace] {
    let photo = try PhotoFormats.standard.open(TestJPEG.encode(picture))
    let detector = try NetworkDetector(effort: effort)
    return try detector.faces(in: photo.displayImage(fitting: detector.longestLook), of: photo)
  }

  /// Along a panorama, so that some lie where bands and parts of them meet.
  static let panorama: [(x: Int, y: Int, faceHeight: Double)] = {
    let heights: [Double] = [24, 26, 30, 38, 50, 70, 100, 150, 220, 320, 450]
    var places: [(x: Int, y: Int, faceHeight: Double)] = []
    for index in 0..<22 {
      places.append((x: 40 + 540 * index, y: 37 * index % 700, faceHeight: heights[index % 11]))
    }
    return places
  }()

  @Test func findsFacesOfEverySizeInAPanorama() throws {
    let large = try Self.picture(width: 12_400, height: 1300, Self.panorama)
    let faces = try found(in: large.picture)
    #expect(large.hidden(by: faces) == Set(large.faces.indices))
    let strangers = faces.filter { box in !large.faces.contains { $0.intersection(box.rect).area > 0 } }
    #expect(strangers.count <= 2, "\(strangers)")
  }

  // Which way round it was stored shows in its bands alone.
  @Test func findsThemWhereAPanoramaWasStoredSideways() throws {
    var places: [(x: Int, y: Int, faceHeight: Double)] = []
    for index in 0..<14 {
      places.append((x: 30 + 630 * index, y: 60 * index % 400, faceHeight: Double(72 + 4 * index)))
    }
    let large = try Self.picture(width: 9000, height: 700, places).turned(.right)
    #expect(try large.hidden(by: found(in: large.picture)).count >= 13)
  }

  @Test(arguments: [3000, 4000, 4100, 6000])
  func findsSmallFacesWhateverThePhotosSize(longSide: Int) throws {
    let height = longSide * 2 / 3
    let heights: [Double] = [25, 28, 34, 40]
    var places: [(x: Int, y: Int, faceHeight: Double)] = []
    for index in 0..<16 {
      let (column, row) = (index % 4, index / 4)
      let x = 20 + (longSide - 140) * column / 3
      places.append((x: x, y: 15 + (height - 130) * row / 3, faceHeight: heights[column]))
    }
    let large = try Self.picture(width: longSide, height: height, places)
    #expect(try large.hidden(by: found(in: large.picture)).count >= 15)
  }

  /// What an effort promises it tells; the quickest one promises nothing.
  @Test func saysTheSmallestFaceThatIsLookedFor() throws {
    for effort in DetectionEffort.allCases {
      #expect(try NetworkDetector(effort: effort).identity.smallestFace == (effort == .fast ? nil : 24))
    }
    #expect(try HaarDetector().identity.smallestFace == nil)
  }

  /// A photo in bands as low as they may be.
  private struct LowBands: BandedPhoto {
    let photo: JPEGPhoto
    var uprightSize: (width: Int, height: Int) { photo.geometry.uprightSize }

    func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
      try photo.forEachBand(within: BandLimits(bytes: 1, leastRows: 256), use)
    }
  }

  // Their middles lie around the edges of bands, which are 512 rows of the photo each.
  @Test(arguments: [Orientation.up, .right])
  func findsFacesWhereBandsMeet(orientation: Orientation) throws {
    var places: [(x: Int, y: Int, faceHeight: Double)] = []
    let heights: [Double] = [24, 40, 64, 100, 160, 230]
    for edge in 1...3 {
      for (column, height) in heights.enumerated() {
        for side in 0..<2 {
          let middle = 512 * edge - 20 + 7 * column + 13 * side
          let x = 40 + 690 * column + 345 * side
          // Portraits are cut at .85 of the face above it.
          places.append((x: x, y: middle - Int(1.35 * height), faceHeight: height))
        }
      }
    }
    let large = try Self.picture(width: 4400, height: 2100, places)
    let stored = large.picture.stored(for: orientation)
    let bytes = try TestJPEG.encode(stored)
    let photo = LowBands(photo: try JPEGPhoto(TestJPEG.oriented(bytes, orientation), limits: .none))
    var bands = 0
    try photo.forEachBand { _ in bands += 1 }
    #expect(bands >= 4)
    let detector = try NetworkDetector()
    let picture = try photo.photo.displayImage(fitting: detector.longestLook)
    let faces = try detector.faces(in: picture, of: photo)
    #expect(large.hidden(by: faces) == Set(large.faces.indices))
    // Nobody is cut in two.
    let strangers = faces.filter { box in !large.faces.contains { $0.overlap(box.rect) > 0.3 } }
    #expect(strangers.count <= 2, "\(strangers)")
  }

  /// A photo that was stored sideways is looked at as finely that way round.
  @Test(arguments: [2600, 4000])
  func findsSmallFacesOfAPhotoStoredSideways(longSide: Int) throws {
    var places: [(x: Int, y: Int, faceHeight: Double)] = []
    for index in 0..<8 {
      // Some are large enough to show how the photo lies.
      places.append((x: 20 + longSide / 9 * index, y: 200, faceHeight: 30 + Double(index)))
      places.append((x: 20 + longSide / 9 * index, y: 700, faceHeight: 140))
    }
    let large = try Self.picture(width: longSide, height: 1600, places).turned(.right)
    #expect(try large.hidden(by: found(in: large.picture)).count >= 15)
  }

  // A place of a pixel or two in a corner is looked at, too.
  @Test(arguments: [1, 5, 64])
  func looksCloselyAtTheSmallestPlaces(side: Int) throws {
    let picture = TestPhotos.withoutFaces(width: side, height: side)
    let detector = try NetworkDetector()
    var view = ViewLooks(ofPhoto: (side, side), evidence: .fitted)
    let pixel = 1 / Double(side)
    for corner in [0, 1 - pixel] {
      let hint = FaceCandidate(
        rect: NormalizedRect(x: corner, y: corner, width: pixel, height: pixel), score: 0.5)
      try detector.lookClosely(
        at: [hint], in: NetworkDetector.Section(picture: picture, scale: 1), degrees: 0, .alone, for: &view)
    }
  }

  /// Whatever the photo's size and the face's, some look is believed that shows the face with enough pixels.
  @Test(arguments: [2000, 4000, 4001, 8000, 20_000, 65_500, 200_000])
  func noSizeOfFaceFallsBetweenTheLooks(longSide: Int) {
    let whole = Double(DetectionScale.finestLook(ofPhoto: longSide, atLeast: 1600)) / Double(longSide)
    var looks: [(scale: Double, longest: Double)] = [(640 / Double(longSide), .infinity), (whole, 160)]
    if longSide > DetectionScale.longestWhole {
      for scale in NetworkDetector.scales(ofPhoto: longSide) {
        looks.append((scale / 2, NetworkDetector.longestBandFace))
      }
    }
    var face = DetectionScale.smallestFace
    while face < Double(longSide) / 20 {
      let isSeen = looks.contains { look in
        let shown = face * look.scale
        return shown >= 15.9 && shown < look.longest
      }
      #expect(isSeen, "\(face)")
      face *= 1.05
    }
  }
}
