import TestSupport
import Testing

@testable import ImageProcessingKit

/// One answer does for several photos only where they show the very same thing; in doubt a person is asked again.
@Suite struct ReviewLikenessTests {
  /// A wall with a portrait on it, as a detector sees it.
  private static let place = PixelBox(x: 300, y: 200, width: 120, height: 150)
  private static let size = (width: 800, height: 600)

  private static let wall = TestPhotos.withoutFaces(width: size.width, height: size.height)

  /// A portrait's face, as large as the place.
  private func face(_ jpeg: [UInt8], _ box: PixelBox) throws -> PixelBuffer {
    let portrait = try TestPhotos.pixels(of: jpeg)
    let frame = PictureFrame(
      width: portrait.width, height: portrait.height,
      visible: PixelRect(x: box.x, y: box.y, width: box.width, height: box.height))
    let large = portrait.visible(in: frame).enlarged(2)
    return AreaResampler.shrink(
      large, extent: (Double(large.width), Double(large.height)), width: Self.place.width,
      height: Self.place.height)
  }

  private func scene(_ face: PixelBuffer, x: Int = place.x, y: Int = place.y) -> PixelBuffer {
    var scene = Self.wall
    scene.paste(face, x: x, y: y)
    return scene
  }

  private func astronaut() throws -> PixelBuffer {
    try face(TestPhotos.astronaut(), TestPhotos.astronautFace)
  }

  /// Another exposure: brighter, with more contrast.
  private func exposed(_ picture: PixelBuffer, _ gain: Double, _ offset: Double) -> PixelBuffer {
    var result = picture
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        func level(_ value: UInt8) -> UInt8 { UInt8(min(max(Double(value) * gain + offset, 0), 255)) }
        let pixel = picture[x, y]
        result[x, y] = (level(pixel.red), level(pixel.green), level(pixel.blue))
      }
    }
    return result
  }

  /// As of a hand that moved: what is at an edge stays.
  private func moved(_ picture: PixelBuffer, _ dx: Int, _ dy: Int) -> PixelBuffer {
    var result = picture
    result.paste(picture, x: dx, y: dy)
    return result
  }

  private func mirrored(_ picture: PixelBuffer) -> PixelBuffer { picture.stored(for: .upMirrored) }

  private func isAlike(
    _ a: PixelBuffer, _ b: PixelBuffer, _ boxA: PixelBox = place, _ boxB: PixelBox = place,
    quality: (Int, Int) = (90, 90)
  ) throws -> Bool {
    let review = try ReviewedPictures()
    func subject(
      _ key: Int, _ picture: PixelBuffer, _ box: PixelBox, _ quality: Int
    ) throws -> ReviewPictures.Subject {
      let path = try review.add(
        TestJPEG.encode(picture, TestJPEG.Kind { $0.quality = quality }), "\(key).jpg")
      return (
        key, path,
        PlannedRegion(
          id: "f1", rect: box.normalized(width: picture.width, height: picture.height), score: 0.4,
          origin: .detected)
      )
    }
    let (first, second) = (try subject(0, a, boxA, quality.0), try subject(1, b, boxB, quality.1))
    let answer = try review.pictures.likeness(first, second)
    // Whoever is asked about.
    #expect(try review.pictures.likeness(second, first) == answer)
    #expect(try !review.pictures.likeness(first, first))
    return answer
  }

  @Test func findsTheSameThingInABurst() throws {
    let before = scene(try astronaut())
    #expect(try isAlike(before, before))
    #expect(try isAlike(before, before, quality: (95, 70)))
    #expect(try isAlike(before, exposed(before, 1.08, 4)))
    #expect(try isAlike(before, exposed(before, 0.93, 0)))
    #expect(try isAlike(before, moved(before, 3, -2), Self.place, Self.place.moved(x: 3, y: -2)))
    #expect(
      try isAlike(before, moved(exposed(before, 1.05, 2), 6, 4), Self.place, Self.place.moved(x: 7, y: 2)))
    // Somebody walks by elsewhere.
    var passed = before
    passed.paste(PixelBuffer(width: 50, height: 110, red: 60, green: 90, blue: 100), x: 650, y: 400)
    #expect(try isAlike(before, passed))
  }

  /// Small faces are compared at the photo's full size.
  @Test func findsASmallThing() throws {
    let small = AreaResampler.shrink(try astronaut(), toLongSide: 30)
    let box = PixelBox(x: 300, y: 200, width: small.width, height: small.height)
    let before = scene(small)
    #expect(try isAlike(before, before, box, box, quality: (92, 85)))
    let other = AreaResampler.shrink(
      try face(TestPhotos.graceHopper(), TestPhotos.graceHopperFace), toLongSide: 30)
    #expect(try !isAlike(before, scene(other), box, box))
  }

  /// Everything else is the same, and the face is another's: in one photo there is a poster, in the other somebody stands before it.
  @Test func neverTakesOnePersonForAnother() throws {
    let astronaut = try astronaut()
    let others = [
      try face(TestPhotos.graceHopper(), TestPhotos.graceHopperFace),
      try face(TestPhotos.cameraman(), TestPhotos.cameramanFace), mirrored(astronaut),
      PixelBuffer(width: 120, height: 150, red: 140, green: 110, blue: 100),
      TestPhotos.noise(width: 120, height: 150, seed: 1), astronaut.stored(for: .downMirrored),
    ]
    for (index, other) in others.enumerated() {
      #expect(try !isAlike(scene(astronaut), scene(other)), "\(index)")
      #expect(try !isAlike(scene(other), scene(astronaut)), "\(index)")
    }
  }

  /// A part of a face is enough: half of it may be covered, or have turned up from behind.
  @Test func noticesAPartThatIsAnother() throws {
    let astronaut = try astronaut()
    let other = try face(TestPhotos.graceHopper(), TestPhotos.graceHopperFace)
    var half = astronaut
    half.paste(other, x: 60, y: 0)
    #expect(try !isAlike(scene(astronaut), scene(half)))
    var eyes = astronaut
    eyes.paste(PixelBuffer(width: 120, height: 30, red: 15, green: 15, blue: 15), x: 0, y: 45)
    #expect(try !isAlike(scene(astronaut), scene(eyes)))
  }

  @Test func asksWhereThePhotosAreOthers() throws {
    let face = try astronaut()
    var room = TestPhotos.noise(width: Self.size.width, height: Self.size.height, seed: 9)
    for y in 0..<room.height {
      for x in 0..<room.width where (x / 100 + y / 100) % 2 == 0 { room[x, y] = (230, 220, 210) }
    }
    room.paste(face, x: Self.place.x, y: Self.place.y)
    #expect(try !isAlike(scene(face), room))
    // Another size is another photo, and far too dark is in doubt.
    let wide = TestPhotos.withoutFaces(width: 1000, height: 600)
    #expect(try !isAlike(scene(face), wide))
    #expect(try !isAlike(scene(face), exposed(scene(face), 0.5, 0)))
  }

  /// Of flat places nothing can be told.
  @Test func asksWhereNothingIsToBeSeen() throws {
    let flat = PixelBuffer(width: 800, height: 600, red: 90, green: 90, blue: 90)
    #expect(try !isAlike(flat, flat))
  }

  @Test func asksWhereTheBoxesLieElsewhere() throws {
    let before = scene(try astronaut())
    #expect(try !isAlike(before, before, Self.place, Self.place.moved(x: 20, y: 0)))
  }
}
