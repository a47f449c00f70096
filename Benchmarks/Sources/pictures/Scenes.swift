import ImageProcessingKit
import TestSupport

extension Scene {
  /// What people take photos of, 24 of it.
  static func all() throws -> [Scene] {
    let people = People(
      astronaut: try .astronaut(), graceHopper: try .graceHopper(), cameraman: try .cameraman())
    return plain(people) + light(people) + busy(people) + several(people) + edges(people) + coding(people)
  }

  private struct People {
    let astronaut: Portrait
    let graceHopper: Portrait
    let cameraman: Portrait
  }

  /// Of a face, in pixels: large enough to be seen on the page.
  private static let usual = 250.0

  private func with(_ person: Portrait, _ place: Place) -> Scene {
    var scene = self
    scene.place(person, place)
    return scene
  }

  private func with(_ person: Portrait, x: Double = 256, y: Double = 236, height: Double = usual) -> Scene {
    with(person, Place(x: x, y: y, height: height))
  }

  /// As the photos are, but for their size.
  private static func whole(_ portrait: Portrait) -> Ground.Drawing {
    let (middleX, middleY) = (
      Double(portrait.face.x) + Double(portrait.face.width) / 2,
      Double(portrait.face.y) + Double(portrait.face.height) / 2
    )
    let step = Double(portrait.face.height) / usual
    return { x, y in
      func inside(_ value: Double, _ length: Int) -> Double { min(max(value, 0), Double(length) - 0.001) }
      return portrait.sample(
        x: inside(middleX + (x - 256) * step, portrait.picture.width),
        y: inside(middleY + (y - 236) * step, portrait.picture.height))?.color ?? .zero
    }
  }

  private static func plain(_ people: People) -> [Scene] {
    [
      Scene("Portrait", on: whole(people.astronaut)).with(people.astronaut),
      Scene("Flag behind, coarse (quality 8)", on: whole(people.graceHopper)) { $0.quality = 8 }.with(
        people.graceHopper),
      Scene("Profile, a gray photo", on: whole(people.cameraman)) { $0.components = 1 }
        .with(people.cameraman),
      Scene("Leaning", on: Ground.plain(Color(150, 160, 150)))
        .with(people.graceHopper, Place(x: 256, y: 230, height: usual, angle: 28)),
    ]
  }

  private static func light(_ people: People) -> [Scene] {
    let dim: (Color) -> Color = { $0 * 0.38 }
    let backlit: (Color) -> Color = { ($0 * 0.45) * Color(1.05, 0.85, 0.75) }
    let lamplight: (Color) -> Color = { ($0 * 0.5) * Color(1.1, 0.9, 0.65) }
    return [
      Scene("White wall", on: Ground.plain(.gray(246))).with(people.astronaut),
      Scene("Dark room", on: Ground.plain(.gray(14)))
        .with(people.graceHopper, Place(x: 256, y: 236, height: usual, light: dim)),
      Scene("Night with lamps", on: Ground.night())
        .with(people.astronaut, Place(x: 256, y: 236, height: usual, isMirrored: true, light: lamplight)),
      Scene("Snow, 4:4:4", on: Ground.snow()) { $0.sampling = (1, 1) }.with(people.graceHopper),
      Scene("Against the sunset", on: Ground.gradient(Color(250, 170, 80), Color(120, 50, 80)))
        .with(people.astronaut, Place(x: 256, y: 236, height: usual, light: backlit)),
    ]
  }

  private static func busy(_ people: People) -> [Scene] {
    [
      Scene("Orange", on: Ground.plain(Color(240, 120, 10))).with(people.graceHopper),
      Scene("Blue, 4:4:4", on: Ground.plain(Color(20, 70, 200))) { $0.sampling = (1, 1) }
        .with(people.astronaut),
      Scene("Green", on: Ground.plain(Color(20, 150, 60))).with(people.graceHopper),
      Scene("Leaves", on: Ground.foliage()).with(people.astronaut),
      Scene("Stripes", on: Ground.stripes(Color(235, 235, 230), Color(30, 34, 48), width: 32))
        .with(people.graceHopper),
      Scene("Bricks", on: Ground.bricks())
        .with(people.astronaut, Place(x: 256, y: 236, height: usual, isMirrored: true)),
      Scene("Drawn pattern, 4:4:4", on: Ground.pattern()) { $0.sampling = (1, 1) }.with(people.graceHopper),
    ]
  }

  private static func several(_ people: People) -> [Scene] {
    var pair = Scene("Two, close together", on: Ground.gradient(Color(150, 180, 220), Color(110, 120, 100)))
    pair.place(people.graceHopper, Place(x: 160, y: 240, height: 210))
    pair.place(people.astronaut, Place(x: 348, y: 260, height: 190, angle: -6))
    var behind = Scene("One behind the other", on: Ground.plain(Color(120, 110, 130)))
    behind.place(people.astronaut, Place(x: 330, y: 150, height: 150))
    behind.place(people.graceHopper, Place(x: 210, y: 270, height: 220, angle: 5))
    var crowd = Scene("A crowd", on: Ground.gradient(Color(170, 190, 215), Color(90, 90, 95)))
    var random = SplitMix(seed: 11)
    for row in 0..<4 {
      let height = 56 + 18 * Double(row)
      for column in 0..<(6 - row) {
        let apart = Double(side) / Double(6 - row)
        crowd.place(
          (row + column).isMultiple(of: 2) ? people.astronaut : people.graceHopper,
          Place(
            x: (Double(column) + 0.5) * apart + .random(in: -14...14, using: &random),
            y: 70 + 110 * Double(row) + .random(in: -16...16, using: &random),
            height: height * .random(in: 0.85...1.15, using: &random),
            angle: .random(in: -9...9, using: &random), isMirrored: Bool.random(using: &random)))
      }
    }
    var small = Scene("Small faces", on: Ground.foliage())
    for (index, x) in [70.0, 150, 240, 330, 440].enumerated() {
      small.place(
        index.isMultiple(of: 2) ? people.graceHopper : people.astronaut,
        Place(x: x, y: 300 + Double(index % 3) * 34, height: 26 + Double(index) * 7))
    }
    return [pair, behind, crowd, small]
  }

  private static func edges(_ people: People) -> [Scene] {
    var covered = Scene("All of the photo is a region", on: Ground.plain(Color(150, 170, 190)))
    covered.place(people.graceHopper, Place(x: 256, y: 236, height: 330))
    covered.faces = [PixelBox(x: 0, y: 0, width: side, height: side)]
    return [
      Scene("Cut by the edge", on: Ground.plain(Color(190, 180, 160)))
        .with(people.astronaut, x: 40, y: 180, height: usual),
      Scene("Fills the photo", on: Ground.plain(Color(90, 100, 110)))
        .with(people.graceHopper, x: 256, y: 250, height: 420),
      covered,
    ]
  }

  private static func coding(_ people: People) -> [Scene] {
    [
      Scene("CMYK (stored as YCCK)", on: Ground.gradient(Color(210, 200, 230), Color(120, 140, 120))) {
        $0.components = 4
      }.with(people.astronaut)
    ]
  }
}
