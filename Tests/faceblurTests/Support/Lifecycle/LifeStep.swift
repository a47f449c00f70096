import TestSupport

/// A command, and what must have come of it.
struct LifeCommand {
  /// Without the photo.
  var words: [String]
  var exitCode: Int32
  var next: PhotoLife
}

/// Something that happens to a photo.
enum LifeStep {
  case command(LifeCommand)
  /// The command is killed before its change of a number, and perhaps the next one, which tidies up, as well.
  case crash(LifeCommand, before: Int, thenBefore: Int?)
  /// Another program's edit takes the place of whatever there is.
  case takeOver(picture: Int, record: Int)
  /// A session is begun, changed and given up in one of several ways.
  case giveUp(Int)
  /// The render is deleted and made again.
  case renderAnew
}

extension LifeStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .command(let command): command.words.joined(separator: " ") + " → \(command.exitCode)"
    case .crash(let command, let number, let next):
      command.words.joined(separator: " ") + ", killed before change \(number)"
        + (next.map { ", and the next before \($0)" } ?? "")
    case .takeOver(let picture, let record): "another program's edit \(picture), record \(record)"
    case .giveUp(let way): "given up in way \(way)"
    case .renderAnew: "the render is deleted and made again"
    }
  }
}

extension LifeStep {
  static func random(after life: PhotoLife, _ random: inout SplitMix) -> LifeStep {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1:
      return .takeOver(
        picture: Int.random(in: 0..<life.photo.foreign.count, using: &random),
        record: Int.random(in: 0..<LifePhoto.foreignRecords.count, using: &random))
    case 2: return .giveUp(Int.random(in: 0..<4, using: &random))
    case 3 where life.edit != nil: return .renderAnew
    default:
      let command = LifeCommand.random(after: life, &random)
      guard command.exitCode == 0, Int.random(in: 0..<3, using: &random) == 0 else {
        return .command(command)
      }
      return .crash(
        command, before: Int.random(in: 1...18, using: &random),
        thenBefore: Int.random(in: 0..<2, using: &random) == 0 ? Int.random(in: 1...5, using: &random) : nil)
    }
  }
}

extension LifeCommand {
  fileprivate static func random(after life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    switch Int.random(in: 0..<18, using: &random) {
    case 0...3: blur(life, &random)
    case 4...9: edit(life, &random)
    case 10, 11: goBack(life, &random)
    case 12, 13: revert(life, phase: false)
    case 14, 15: revert(life, phase: true)
    case 16: filter(life, &random)
    default: LifeCommand(words: ["render"], exitCode: nothingOfOurs(in: life), next: life)
    }
  }

  /// What a command that needs an edit of ours ends with.
  private static func nothingOfOurs(in life: PhotoLife) -> Int32 {
    life.edit != nil ? 0 : life.foreign != nil ? 65 : 66
  }

  private static func blur(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    var words = ["blur"]
    var recipe = PhotoLife.Recipe()
    recipe.sepia = life.edit?.recipe.sepia ?? 0
    if Bool.random(using: &random) {
      recipe.style = randomStyle(&random)
      words += ["--style", recipe.style]
    }
    if Bool.random(using: &random) {
      recipe.cells = Int.random(in: 1...6, using: &random)
      words += ["--cells", "\(recipe.cells)"]
    }
    var place = life.defaultRender
    if life.bystanders[life.elsewhere] == nil, Int.random(in: 0..<4, using: &random) == 0 {
      place = life.elsewhere
      words += ["-o", "web/"]
    }
    let hasSidecar = Int.random(in: 0..<5, using: &random) == 0
    if hasSidecar { words.append("--xmp") }
    var next = life
    var regions = Dictionary(
      uniqueKeysWithValues: life.base.faces.enumerated().map { ("f\($0 + 1)", PhotoLife.Region(box: $1)) })
    // What was drawn stays, where no face was found in its place.
    let earlier = (life.edit?.recipe.regions ?? [:]).sorted {
      let (a, b) = ($0.value.box, $1.value.box)
      return (a.y + a.height / 2, a.x + a.width / 2) < (b.y + b.height / 2, b.x + b.width / 2)
    }
    for (id, region) in earlier where region.isDrawn && region.isApplied {
      guard !life.base.faces.contains(where: { region.overlap($0) > 0.5 }) else { continue }
      let free = [id] + (1...99).map { number in "m\(number)" }
      if let id = free.first(where: { regions[$0] == nil }) { regions[id] = region }
    }
    // Where nothing is found, an earlier edit stays as it is.
    if !regions.isEmpty {
      recipe.regions = regions
      next.commit(recipe, to: place, sidecar: hasSidecar)
    }
    return LifeCommand(words: words, exitCode: 0, next: next)
  }

  private static func edit(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    var words = ["edit"]
    var recipe = life.edit?.recipe ?? PhotoLife.Recipe()
    let earlier = recipe.regions
    var regions = earlier ?? [:]
    var free = (1...).lazy.map { "m\($0)" }.filter { !(earlier ?? [:]).keys.contains($0) }.makeIterator()
    var namesRegions = false
    var isUnknown = false
    var adds = false
    var ids = regions.keys.sorted().shuffled(using: &random)
    for _ in 0...Int.random(in: 0...1, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let box = randomBox(in: life.base, &random)
        words.append("--add=\(box.text)")
        if let id = free.next() { regions[id] = PhotoLife.Region(box: box, isDrawn: true) }
        adds = true
      case 3, 4:
        guard let id = ids.popLast() else { continue }
        let includes = Bool.random(using: &random)
        words += [includes ? "--include" : "--exclude", id]
        regions[id]?.isApplied = includes
        namesRegions = true
      case 5:
        guard let id = ids.popLast() else { continue }
        let box = randomBox(in: life.base, &random)
        words.append("--move=\(id)=\(box.text)")
        regions[id]?.box = box
        regions[id]?.isDrawn = true
        namesRegions = true
      case 6 where !words.contains("--style"):
        recipe.style = randomStyle(&random)
        words += ["--style", recipe.style]
      case 7 where !words.contains("--cells"):
        recipe.cells = Int.random(in: 1...6, using: &random)
        words += ["--cells", "\(recipe.cells)"]
      default:
        words += ["--exclude", "x9"]
        namesRegions = true
        isUnknown = true
      }
    }
    if words.count == 1 {
      words += ["--cells", "3"]
      recipe.cells = 3
    }
    let hasSidecar = Int.random(in: 0..<8, using: &random) == 0
    if hasSidecar { words.append("--xmp") }
    recipe.regions = regions
    let exitCode: Int32 =
      earlier == nil && (namesRegions || !adds) ? 66 : isUnknown || recipe.applied.isEmpty ? 64 : 0
    var next = life
    if exitCode == 0 { next.commit(recipe, sidecar: hasSidecar) }
    return LifeCommand(words: words, exitCode: exitCode, next: next)
  }

  private static func filter(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    var recipe = life.edit?.recipe ?? PhotoLife.Recipe()
    recipe.sepia = [0, 0.25, 0.5].randomElement(using: &random) ?? 0
    var next = life
    let exitCode: Int32 = recipe.sepia == 0 && recipe.applied.isEmpty ? 65 : 0
    if exitCode == 0 { next.commit(recipe) }
    return LifeCommand(words: ["filter", "--sepia", "\(recipe.sepia)"], exitCode: exitCode, next: next)
  }

  private static func goBack(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    let count = life.edit?.steps.count ?? 0
    let step = Int.random(in: 1...(count + 1), using: &random)
    var next = life
    if step <= count { next.go(to: step) }
    return LifeCommand(
      words: ["revert", "--to", "\(step)"],
      exitCode: count == 0 ? nothingOfOurs(in: life) : step > count ? 64 : 0, next: next)
  }

  private static func revert(_ life: PhotoLife, phase: Bool) -> LifeCommand {
    var next = life
    if life.edit != nil { if phase { next.revertPhase() } else { next.revert() } }
    return LifeCommand(
      words: ["revert"] + (phase ? ["--phase"] : []), exitCode: nothingOfOurs(in: life), next: next)
  }

  private static func randomStyle(_ random: inout SplitMix) -> String {
    ["mosaic", "fill", "blur"].randomElement(using: &random) ?? "mosaic"
  }

  /// Some part of it is in the picture.
  private static func randomBox(in picture: LifePicture, _ random: inout SplitMix) -> LifeBox {
    LifeBox(
      x: Double(Int.random(in: -10...(picture.width - 12), using: &random)),
      y: Double(Int.random(in: -10...(picture.height - 12), using: &random)),
      width: Double(Int.random(in: 12...60, using: &random)),
      height: Double(Int.random(in: 12...60, using: &random)))
  }
}
