internal import CSQLite

/// What became of a journal. The database adds its name.
extension FaceBlurError {
  /// - Parameter code: SQLite's primary result code.
  static func sqlite(_ code: Int32, _ message: String) -> FaceBlurError {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED:
      FaceBlurError(.busy, "another run is using this journal", advice: "wait until it is done")
    case SQLITE_FULL:
      FaceBlurError(.diskFull, "the disk is full", advice: "free some space and run the command again")
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damagedJournal(message)
    default: FaceBlurError(.notWritable, "the journal cannot be used: \(message)")
    }
  }

  static func damagedJournal(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .damagedJournal, "the journal is damaged or none of faceblur's (\(reason))",
      advice: "move it away, or \(.nameStateFolder)")
  }

  static func foreignJournal(_ reason: String, advice: Advice) -> FaceBlurError {
    FaceBlurError(.notWritable, "the journal cannot be used: \(reason)", advice: advice)
  }
}

/// What became of an output and its source.
extension FaceBlurError {
  /// It is not what the journal has, for whoever edits it.
  static func notOfLastRun(_ output: FilePath) -> FaceBlurError {
    notOfLastRun(output, givingUp: "move that file away and \(.scrubAgain)")
  }

  /// It is another file than the one that the output was made from.
  static func sourceChanged(_ source: FilePath) -> FaceBlurError {
    FaceBlurError(
      .notReadable, source, "it has changed since the output was made from it", advice: "\(.scrubAgain) first"
    ).cued(.sourceChanged)
  }
}

/// What the journal could not keep, a later run would not know of, and would show.
extension FaceBlurError {
  /// - Parameters:
  ///   - count: of all regions of a photo.
  ///   - advice: what makes them fewer.
  static func tooMuchHidden(_ count: Int, advice: Advice) -> FaceBlurError {
    FaceBlurError(
      .tooManyRegions,
      "with what was hidden before, more is hidden in it than the journal keeps of a photo"
        + " (\(counted(count, "region")))", advice: advice)
  }
}

extension Advice {
  /// Of a photo or film that is another one than that about which something was decided.
  static let onChangedSource: Advice =
    "bring back what it was, or give it another name, under which nothing is known of it"

  /// Of a journal that lies where nothing can be written, and has to be.
  static let copyToWritable: Advice =
    "copy the target and the folder of its journal, side by side, to where you may write"

  /// Of a journal that is used for another target than it was made for, which may have been moved: with another folder, what people decided would
  /// be left behind, and beside the target every journal counts as its own.
  /// - Parameters:
  ///   - state: the folder of the journal, as it was named.
  ///   - owner: the target that the journal was made for.
  ///   - target: that it is used for.
  static func onJournal(in state: FilePath, of owner: FilePath, for target: FilePath) -> Advice {
    let beside = StateFolder.beside(target)
    guard !owner.exists else { return "\(.nameStateFolder)" }
    let way: Advice =
      beside.exists ? "move \(beside) away, move \(state) there" : "move \(state) to \(beside)"
    return
      "if the target was moved, move it back, or \(way) and \(.useStateBesideTarget); else \(.nameStateFolder)"
  }
}
