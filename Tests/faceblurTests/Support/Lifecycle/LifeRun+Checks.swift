import Foundation
import ImageProcessingKit
import TestSupport

/// What must hold after every step.
extension LifeRun {
  mutating func check() throws {
    guard try FileState(at: folder.path(life.name)) == original else {
      throw Broken(description: "the original was touched")
    }
    let digests = try folder.contentDigests()
    guard Set(digests.keys) == life.names else {
      throw Broken(
        description:
          "missing \(life.names.subtracting(digests.keys)), left \(Set(digests.keys).subtracting(life.names))"
      )
    }
    for (name, digest) in life.bystanders where digests[name] != digest {
      throw Broken(description: "\(name) was changed")
    }
    if let foreign = life.foreign { try check(foreign, digests) }
    // What has been looked at already is as it was.
    if let edit = life.edit, digests != checked { try check(edit, digests) }
    checked = digests
  }

  private func check(_ foreign: PhotoLife.Foreign, _ digests: [String: String?]) throws {
    let isBeneath = life.edit != nil
    if !isBeneath, try folder.read(life.record) != foreign.record {
      throw Broken(description: "the other program's record is not its own")
    }
    guard
      digests[isBeneath ? life.baseName : life.defaultRender] == SHA256.hexDigest(of: foreign.picture.bytes)
    else { throw Broken(description: "the other program's render is not its own") }
  }

  private func check(_ edit: PhotoLife.Edit, _ digests: [String: String?]) throws {
    let payload = try RecordOnDisk(folder.read(life.record)).payload
    let adjustments = payload["adjustments"] as? [[String: Any]] ?? []
    let enabled = adjustments.map { $0["enabled"] as? Bool ?? false }
    guard enabled == edit.steps.indices.map({ $0 < edit.current }) else {
      throw Broken(description: "steps are \(enabled), not \(edit.current) of \(edit.steps.count)")
    }
    let renders = payload["renders"] as? [[String: Any]] ?? []
    let places = renders.map { render in
      let path = render["path"] as? String ?? ""
      return path.hasPrefix("/")
        ? FilePath(path).folder.name.description + "/" + FilePath(path).name.description : path
    }
    guard places == edit.places else { throw Broken(description: "renders are \(places)") }
    for (place, render) in zip(places, renders) where digests[place] != render["sha256"] as? String {
      throw Broken(description: "\(place) is not the render that the record names")
    }
    let base = payload["base"] as? [String: Any]
    guard
      (base?["record"] as? String).map({ Data(base64Encoded: $0) }) == life.foreign.map({ Data($0.record) })
    else { throw Broken(description: "the record does not hold the other program's") }

    try? outside.remove("copy.jpg")
    let isUnseen = edit.recipe.regions == nil
    try runHere(
      ["render", "-q", "-o", outside.path("copy.jpg"), folder.path(life.name)]
        + (isUnseen ? ["--unhidden"] : []))
    let render = try folder.read(places.last ?? "")
    guard try outside.read("copy.jpg") == render else {
      throw Broken(description: "rendered again, it is another file")
    }
    if edit.recipe.sepia == 0 { try check(render, does: edit.recipe) }
    try checkHidden(in: render)
  }

  /// No sequence of commands shows what an earlier one hid, unless a flag said so.
  private func checkHidden(in render: [UInt8]) throws {
    let seen = try RenderedCoefficients(original: life.base.bytes, render: render)
    for box in life.hidden {
      let (columns, rows) = units(of: box, in: seen)
      let units = rows.flatMap { y in columns.map { (x: $0, y: y) } }
      guard seen.detailLeft(in: units) < Self.mostDetail else {
        throw Broken(description: "what was hidden at \(box.text) can be seen again")
      }
    }
  }

  /// Of a region's detail, where cells meet and tones were changed since; what is shown keeps nearly all.
  private static let mostDetail = 0.4

  /// Every region is obscured, and nothing is changed that is near none.
  private func check(_ render: [UInt8], does recipe: PhotoLife.Recipe) throws {
    let seen = try RenderedCoefficients(original: life.base.bytes, render: render)
    guard seen.isComparable else { throw Broken(description: "the render is of another kind") }
    let boxes = recipe.applied
    let hidden = boxes.map { units(of: $0, in: seen) }
    let reached = boxes.map { units(of: $0.scaled(by: 1.3), in: seen) }
    for unit in seen.allUnits {
      let isUntouched = seen.isUntouched(unit.x, unit.y)
      if hidden.contains(where: { $0.x.contains(unit.x) && $0.y.contains(unit.y) }) {
        guard !isUntouched, recipe.style == "blur" || seen.isFlat(unit.x, unit.y) else {
          throw Broken(description: "a region shows at unit \(unit)")
        }
      } else if !reached.contains(where: { $0.x.contains(unit.x) && $0.y.contains(unit.y) }), !isUntouched {
        throw Broken(description: "unit \(unit) is in no region and was changed")
      }
    }
  }

  /// The units that a box touches by more than a rounding error.
  private func units(of box: LifeBox, in seen: RenderedCoefficients) -> (x: Range<Int>, y: Range<Int>) {
    let stored = life.base.stored(box)
    func span(_ start: Double, _ length: Double, _ unit: Int, _ count: Int) -> Range<Int> {
      let first = Int(((start + 0.01) / Double(unit)).rounded(.down))
      let last = Int(((start + length - 0.01) / Double(unit)).rounded(.up))
      return max(0, min(first, count))..<max(max(0, min(first, count)), min(last, count))
    }
    return (
      span(stored.x, stored.width, seen.unitWidth, seen.columns),
      span(stored.y, stored.height, seen.unitHeight, seen.rows)
    )
  }
}
