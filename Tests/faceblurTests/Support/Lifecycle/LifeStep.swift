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
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3: blur(life, &random)
    case 4...9: edit(life, &random)
    case 10, 11: goBack(life, &random)
    case 12, 13: revert(life, phase: false)
    case 14, 15: revert(life, phase: true)
    case 16, 17: filter(life, &random)
    default: render(life)
    }
  }

  private static func render(_ life: PhotoLife) -> LifeCommand {
    let isUnseen = life.edit.map { $0.recipe.regions == nil } ?? false
    return LifeCommand(words: ["render"], exitCode: isUnseen ? 64 : nothingOfOurs(in: life), next: life)
  }

  /// What a command that needs an edit of ours ends with.
  private static func nothingOfOurs(in life: PhotoLife) -> Int32 {
    life.edit != nil ? 0 : life.foreign != nil ? 65 : 66
  }

  private static func blur(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    var words = ["blur"]
    let forgets = Int.random(in: 0..<6, using: &random) == 0
    if forgets { words.append("--forget") }
    // What is not named is as it was.
    var recipe = forgets ? PhotoLife.Recipe() : life.edit?.recipe ?? PhotoLife.Recipe()
    recipe.sepia = life.edit?.recipe.sepia ?? 0
    if Bool.random(using: &random) {
      recipe.change(style: randomStyle(&random))
      words += ["--style", recipe.style]
    }
    if Bool.random(using: &random) {
      recipe.cells = .random(in: 1...recipe.mostCells, using: &random)
      words += ["--cells", "\(recipe.cells)"]
    }
    var place = life.defaultRender
    if life.bystanders[life.elsewhere] == nil, Int.random(in: 0..<4, using: &random) == 0 {
      place = life.elsewhere
      words += ["-o", "web/"]
    }
    let hasSidecar = Int.random(in: 0..<5, using: &random) == 0
    if hasSidecar { words.append("--xmp") }
    // Nothing is that sure: what was hidden stays so.
    let isBlind = Int.random(in: 0..<5, using: &random) == 0
    if isBlind { words += ["--threshold", "1"] }
    var next = life
    recipe.take(isBlind ? [] : life.base.faces)
    // Where nothing is found, an earlier edit stays as it is.
    if !recipe.applied.isEmpty {
      next.commit(recipe, to: place, sidecar: hasSidecar)
      if forgets { next.mayShow(life) }
    }
    return LifeCommand(words: words, exitCode: 0, next: next)
  }

  private static func edit(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    var words = ["edit"]
    var recipe = life.edit?.recipe ?? PhotoLife.Recipe()
    // Whoever corrects a photo that nobody has looked at corrects what is found then.
    if recipe.regions == nil { recipe.take(life.base.faces) }
    let earlier = recipe.regions ?? [:]
    var regions = earlier
    var free = (1...).lazy.map { "m\($0)" }.filter { !earlier.keys.contains($0) }.makeIterator()
    var isUnknown = false
    var named: [LifeBox] = []
    var ids = regions.keys.sorted().shuffled(using: &random)
    for _ in 0...Int.random(in: 0...1, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let box = randomBox(in: life.base, &random)
        words.append("--add=\(box.text)")
        if let id = free.next() { regions[id] = PhotoLife.Region(box: box, isDrawn: true) }
      case 3, 4:
        guard let id = ids.popLast() else { continue }
        let includes = Bool.random(using: &random)
        words += [includes ? "--include" : "--exclude", id]
        regions[id]?.isApplied = includes
        if !includes, let box = earlier[id]?.box { named.append(box) }
      case 5:
        guard let id = ids.popLast() else { continue }
        let box = randomBox(in: life.base, &random)
        words.append("--move=\(id)=\(box.text)")
        if let box = earlier[id]?.box { named.append(box) }
        regions[id]?.box = box
        regions[id]?.isDrawn = true
      case 6 where !words.contains("--style") && !words.contains("--cells"):
        recipe.change(style: randomStyle(&random))
        words += ["--style", recipe.style]
      case 7 where !words.contains("--cells"):
        recipe.cells = .random(in: 1...recipe.mostCells, using: &random)
        words += ["--cells", "\(recipe.cells)"]
      default:
        words += ["--exclude", "x9"]
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
    let exitCode: Int32 = isUnknown || recipe.applied.isEmpty ? 64 : 0
    var next = life
    if exitCode == 0 {
      next.commit(recipe, sidecar: hasSidecar)
      next.mayShow(named)
    }
    return LifeCommand(words: words, exitCode: exitCode, next: next)
  }

  private static func filter(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    var words = ["filter"]
    var recipe = life.edit?.recipe ?? PhotoLife.Recipe()
    var next = life
    let isUnhidden = Int.random(in: 0..<5, using: &random) == 0
    if isUnhidden { words.append("--unhidden") }
    let looks = recipe.regions == nil && !isUnhidden
    if looks { recipe.take(life.base.faces) }
    let looked = recipe
    recipe.sepia = [0, 0.25, 0.5].randomElement(using: &random) ?? 0
    words += ["--sepia", "\(recipe.sepia)"]
    let exitCode: Int32 = recipe.sepia == 0 && recipe.applied.isEmpty ? 65 : 0
    if exitCode == 0 {
      // Two steps: the look, and the tones.
      if looks { next.commit(looked) }
      next.commit(recipe)
    }
    return LifeCommand(words: words, exitCode: exitCode, next: next)
  }

  private static func goBack(_ life: PhotoLife, _ random: inout SplitMix) -> LifeCommand {
    let count = life.edit?.steps.count ?? 0
    let step = Int.random(in: 1...(count + 1), using: &random)
    let isUnhidden = Bool.random(using: &random)
    var next = life
    var exitCode: Int32 = count == 0 ? nothingOfOurs(in: life) : step > count ? 64 : 0
    if let edit = life.edit, step <= count {
      let goal = edit.steps[step - 1]
      if !isUnhidden, edit.recipe.isOpened(by: goal) || goal.regions == nil { exitCode = 64 }
      if exitCode == 0, goal.applied.isEmpty, goal.sepia == 0 { exitCode = 65 }
      if exitCode == 0 {
        next.go(to: step)
        if isUnhidden { next.mayShow(life) }
      }
    }
    return LifeCommand(
      words: ["revert", "--to", "\(step)"] + (isUnhidden ? ["--unhidden"] : []), exitCode: exitCode,
      next: next)
  }

  private static func revert(_ life: PhotoLife, phase: Bool) -> LifeCommand {
    var next = life
    if life.edit != nil { if phase { next.revertPhase() } else { next.revert() } }
    return LifeCommand(
      words: ["revert"] + (phase ? ["--phase"] : life.foreign == nil ? [] : ["--all"]),
      exitCode: nothingOfOurs(in: life), next: next)
  }

  private static func randomStyle(_ random: inout SplitMix) -> String {
    ["mosaic", "fill", "blur", "pixelate"].randomElement(using: &random) ?? "mosaic"
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
