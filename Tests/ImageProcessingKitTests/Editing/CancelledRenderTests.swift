import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Edits that are given up while they are rendered, and sessions that meet another process at the same photo.
@Suite struct CancelledRenderTests: EditingPortrait {
  private let folder: ScratchFolder
  let path: FilePath

  init() throws {
    folder = try ScratchFolder()
    path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
  }

  /// Where a render is stopped: at a piece of the file that it writes, or while somebody looks at what was written.
  enum Moment: CaseIterable {
    case before, firstPiece, laterPiece, secondLook, afterwards
  }

  @Test(arguments: Moment.allCases, [false, true])
  func aCancelledRenderLeavesNothingAndIsNeverCommitted(_ moment: Moment, overEarlierEdit: Bool) throws {
    if overEarlierEdit { try finish() }
    let before = try folder.contents()
    let trigger = Trigger()
    let piece: Int? =
      switch moment {
      case .firstPiece: 1
      case .laterPiece: 2
      case .before, .secondLook, .afterwards: nil
      }
    var session = try EditSession.begin(
      path, .wrapping { CancellingPhoto(photo: $0, trigger: trigger, piece: piece) })
    session.apply(try settings(cells: 2))
    let cancellation = session.cancellation
    trigger.set(cancellation)
    if moment == .before { cancellation.cancel() }
    let picture = try session.photo.displayImage(fitting: 512).pixels
    let look = SecondLook(
      detector: CancellingDetector(moment == .secondLook ? trigger : nil), picture: picture)
    var outputs = OutputGuard(originals: [path], force: false)
    let asset = session.asset
    do {
      let output = try session.render(to: .init(), at: time, lookingAgain: look, guardedBy: outputs)
      #expect(moment == .afterwards)
      cancellation.cancel()
      _ = try session.commit(output, guardedBy: &outputs)
      Issue.record("a cancelled edit was committed")
    } catch {
      #expect(error == .cancelled.naming(asset.original))
    }
    #expect(try folder.contents() == before)
  }

  /// Folders that a render made are taken away with it.
  @Test func aCancelledRenderTakesItsFoldersAway() throws {
    var session = try EditSession.begin(path)
    session.apply(try settings())
    let target = FilePath(folder.path("new/deep/render.jpg"))
    var outputs = OutputGuard(originals: [path], force: false)
    let cancellation = session.cancellation
    do {
      let output = try session.render(to: .init(target: target), lookingAgain: nil, guardedBy: outputs)
      cancellation.cancel()
      _ = try session.commit(output, guardedBy: &outputs)
      Issue.record("a cancelled edit was committed")
    } catch {
      #expect(error == .cancelled.naming(path))
    }
    #expect(try folder.contents().keys.sorted() == ["IMG_1234.JPG"])
  }

  /// The command is another process; the session that was there first goes on undisturbed.
  @Test(arguments: [
    ["blur"], ["edit", "--add", "1,1,40,40"], ["revert"], ["revert", "--to", "1"], ["render"],
  ])
  func anotherProcessIsTurnedAwayAndSaysWhy(_ command: [String]) throws {
    try finish()
    let before = try folder.contents()
    var session = try EditSession.begin(path)
    session.apply(try settings(cells: 2))
    let outcome = try BuiltCommand.run([command[0], path.description] + command.dropFirst())
    #expect(outcome.exitCode == 73)
    #expect(outcome.errors.contains("another faceblur is editing it"))
    #expect(try folder.contents() == before)
    var outputs = OutputGuard(originals: [path], force: false)
    _ = try session.finish(lookingAgain: nil, guardedBy: &outputs)
    #expect(try EditSession.begin(path).record?.currentStep == 2)
  }

  /// Whoever comes first, one of them wins, and the other one either comes after it or says that it could not.
  @Test(arguments: 0..<3)
  func ofTwoProcessesOneWinsAndTheOtherSaysSo(round: Int) async throws {
    let path = path.description
    let outcomes = try await withThrowingTaskGroup { group in
      for style in ["fill", "mosaic"] {
        group.addTask { try BuiltCommand.run(["blur", path, "--style", style, "--effort", "fast"]) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.contains { $0.exitCode == 0 })
    for loser in outcomes where loser.exitCode != 0 {
      #expect(loser.exitCode == 73 && loser.errors.contains("another faceblur is editing it"))
    }
    #expect(try Set(folder.contents().keys) == ["IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.AAE"])
    let record = try #require(try EditSession.begin(self.path).record)
    #expect(record.steps.count == outcomes.count { $0.exitCode == 0 })
    #expect(try record.renders.map(\.sha256) == [SHA256.hexDigest(of: folder.read("IMG_E1234.JPG"))])
  }
}
