import Foundation
import ImageProcessingKit
import TestSupport

@testable import faceblur

/// One photo in a folder of its own, and everything that happens to it.
struct LifeRun {
  /// What was found wrong, with all that led to it.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var life: PhotoLife
  let folder: ScratchFolder
  /// Where copies go, so that the folder's own files are all the command's.
  let outside: ScratchFolder
  let original: FileState
  var checked: [String: String?] = [:]
  private(set) var history: [String] = []

  init(_ photo: LifePhoto, named name: String) throws {
    life = PhotoLife(photo, named: name)
    folder = try ScratchFolder()
    outside = try ScratchFolder()
    original = try FileState(at: folder.write(photo.picture.bytes, name))
  }

  private var path: FilePath { FilePath(folder.path(life.name)) }

  /// - Throws: `Broken` where something does not hold any more.
  mutating func take(_ step: LifeStep, _ random: inout SplitMix) throws {
    history.append("\(step)")
    do {
      switch step {
      case .command(let command): try run(command, &random)
      case .crash(let command, let number, let next): try crash(command, before: number, thenBefore: next)
      case .takeOver(let picture, let record):
        try takeOver(life.photo.foreign[picture], LifePhoto.foreignRecords[record])
      case .giveUp(let way): try giveUp(way)
      case .renderAnew: try renderAnew()
      }
      try check()
    } catch {
      throw Broken(description: "\(error) after: \(history.joined(separator: "; "))")
    }
  }

  // MARK: Steps

  /// Paths instead of names, so that the words mean the same wherever they are typed.
  private func words(_ command: LifeCommand) -> [String] {
    let detector = ["blur", "edit", "filter"].contains(command.words[0]) ? ["--effort", "fast"] : []
    return command.words.map { $0 == "web/" ? folder.path("web") + "/" : $0 } + detector
      + ["-q", folder.path(life.name)]
  }

  /// In this process where nothing is expected to go wrong, because errors are printed.
  private mutating func run(_ command: LifeCommand, _ random: inout SplitMix) throws {
    let before = try folder.state()
    if command.exitCode == 0, Int.random(in: 0..<4, using: &random) > 0 {
      try runHere(words(command))
    } else {
      let outcome = try BuiltCommand.run(words(command))
      guard outcome.exitCode == command.exitCode else {
        throw Broken(description: "ended with \(outcome.exitCode): \(outcome.errors)")
      }
    }
    if command.exitCode != 0, try folder.state() != before {
      throw Broken(description: "a refused command changed something")
    }
    life = command.next
  }

  func runHere(_ words: [String]) throws {
    let exitCode = Program.run(words.map { Argument($0) })
    guard exitCode == .done else { throw Broken(description: "\(words[0]) ended with \(exitCode)") }
  }

  private mutating func crash(_ command: LifeCommand, before number: Int, thenBefore next: Int?) throws {
    let before = try folder.contentDigests()
    let outcome = try CrashingCommand.run(words(command), untilChange: number, in: folder.path)
    guard CrashingCommand.isCrash(outcome) else {
      guard outcome.exitCode == 0 else {
        throw Broken(description: "ended with \(outcome.exitCode): \(outcome.errors)")
      }
      life = command.next
      return
    }
    if let next {
      _ = try CrashingCommand.run(
        ["render", "-q", "-o", outside.path("crash.jpg"), folder.path(life.name)], untilChange: next,
        in: folder.path)
    }
    do { _ = try EditSession.begin(path) }
    // A folder that was made for the render may stay, empty: nothing tells later whose it is.
    let names = try folder.names()
    if names.contains("web"), !names.contains(where: { $0.hasPrefix("web/") }) { try folder.remove("web") }
    if try folder.contentDigests() != before { life = command.next }
  }

  private mutating func takeOver(_ picture: LifePicture, _ record: [UInt8]) throws {
    let digests = try folder.contentDigests().compactMapValues { $0 }
    try folder.write(record, life.record)
    try folder.write(picture.bytes, life.defaultRender)
    life.takeOver(picture, record, digests: digests)
  }

  private func giveUp(_ way: Int) throws {
    let before = try folder.state()
    // What is given up may show anything.
    var options = EditSession.Options()
    options.showsUnhidden = true
    var session = try EditSession.begin(path, options)
    guard !session.shouldShowCancelConfirmation else { throw Broken(description: "it asks without a change") }
    var settings = FaceBlurAdjustment(
      RegionPlan(
        regions: [
          PlannedRegion(
            id: "given-up", rect: NormalizedRect(x: 0.25, y: 0.25, width: 0.3, height: 0.3), score: nil,
            origin: .manual)
        ], strength: .default), foundBy: .byHand)
    settings.cells = 2
    session.apply(.faceBlur(settings))
    guard session.shouldShowCancelConfirmation else { throw Broken(description: "it does not ask") }
    if way == 0 {
      session.cancel()
    } else if way > 1, try commit(session, cancelledAfterRender: way > 2) {
      throw Broken(description: "a cancelled edit was committed")
    }
    guard try folder.state() == before else { throw Broken(description: "giving up changed something") }
  }

  /// Whether a cancelled edit can be committed.
  private func commit(_ session: consuming EditSession, cancelledAfterRender: Bool) throws -> Bool {
    var outputs = OutputGuard(originals: [path], force: false)
    do {
      if !cancelledAfterRender { session.cancellation.cancel() }
      let output = try session.render(lookingAgain: nil, guardedBy: outputs)
      session.cancellation.cancel()
      _ = try session.commit(output, guardedBy: &outputs)
      return true
    } catch {
      guard error.kind == .cancelled else { throw Broken(description: "\(error)") }
      return false
    }
  }

  private func renderAnew() throws {
    guard let place = life.edit?.places.last else { return }
    let digest = try folder.digest(place)
    try folder.remove(place)
    let isUnseen = life.edit?.recipe.regions == nil
    try runHere(["render", "-q", folder.path(life.name)] + (isUnseen ? ["--unhidden"] : []))
    guard try folder.digest(place) == digest else { throw Broken(description: "the render is another one") }
  }
}
