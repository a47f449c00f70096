internal import ImageProcessingKit

/// How the program ends; the numbers follow sysexits.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case someFailed = 1
  case usage = 64
  case notReadable = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotWrite = 73
  case interrupted = 75

  var meaning: String {
    switch self {
    case .done: "done"
    case .someFailed: "some photos failed, the rest are done; or a leak was found, or what does not work"
    case .usage: "wrong use"
    case .notReadable: "not a readable photo, record or settings file"
    case .noInput: "no such input"
    case .unavailable: "model or library missing"
    case .internalError: "internal error"
    case .cannotWrite: "cannot write"
    case .interrupted: "interrupted, and can be taken up again"
    }
  }

  /// The code of a run over several photos, given each one's: one reason for all stands for the run, and so does that it was ended.
  init(ofAll codes: [ExitCode]) {
    let kinds = Set(codes)
    self =
      kinds.contains(.interrupted)
      ? .interrupted : kinds.count == 1 ? codes[0] : kinds.isEmpty ? .done : .someFailed
  }

  init(_ error: FaceBlurError) {
    switch error.kind {
    case .noSuchFile, .noRecord: self = .noInput
    case .noSuchStep, .nobodyLooked, .wouldShow, .unknownRegion, .conflictingCorrections, .boxOutside,
      .timesOutside, .strengthOutOfRange, .tooManyRegions, .nothingLeft, .nothingFound, .isRender:
      self = .usage
    case .notReadable, .emptyPhoto, .notAPhoto, .unsupportedPhoto, .photoTooLarge, .truncatedPhoto,
      .damagedPhoto, .damagedRecord, .recordTooLarge, .foreignRecord, .baseGone, .otherRecord,
      .newerRecord, .originalChanged, .obscuresNothing, .tooManyFaces, .filterOutOfRange, .unusableColorTable,
      .damagedJournal, .unusableSettings:
      self = .notReadable
    case .busy, .refused, .notWritable, .diskFull, .renderGone, .renderElsewhere, .tooManyRenders:
      self = .cannotWrite
    case .modelMissing, .modelUnusable, .libraryMissing, .libraryUnusable: self = .unavailable
    case .leak: self = .someFailed
    case .cancelled: self = .interrupted
    case .outOfMemory, .invalidArgument, .internalError: self = .internalError
    }
  }
}
