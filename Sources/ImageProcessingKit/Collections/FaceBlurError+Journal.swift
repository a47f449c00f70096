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

extension Advice {
  /// Of a journal that lies where nothing can be written, and has to be.
  static let copyToWritable: Advice =
    "copy the target and the folder of its journal, side by side, to where you may write"
}
