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
    case .someFailed: "some photos failed, the rest are done; or a leak was found"
    case .usage: "wrong use"
    case .notReadable: "not a readable photo or record"
    case .noInput: "no such input"
    case .unavailable: "model or library missing"
    case .internalError: "internal error"
    case .cannotWrite: "cannot write"
    case .interrupted: "interrupted, and can be taken up again"
    }
  }

  /// The code of a run over several photos, given each one's: one reason for all stands for the run.
  init(ofAll codes: [ExitCode]) {
    let kinds = Set(codes)
    self = kinds.count == 1 ? codes[0] : kinds.isEmpty ? .done : .someFailed
  }

  init(_ error: ScrubError) {
    switch error {
    case .file(let error): self.init(error)
    case .detection(let error): self.init(error)
    }
  }

  init(_ error: PipelineError) {
    switch error {
    case .edit(let error): self.init(error)
    case .detection(_, let error): self.init(error)
    case .correction: self = .usage
    case .tone: self = .notReadable
    }
  }

  init(_ error: EditError) {
    switch error {
    case .file(let error): self.init(error)
    case .photo(_, let error): self.init(error)
    case .record(_, let error): self.init(error)
    case .detection(_, let error): self.init(error)
    case .leak, .cancelled: self = .someFailed
    }
  }

  init(_ error: FileError) {
    switch error.kind {
    case .noSuchFile: self = .noInput
    case .notReadable: self = .notReadable
    case .busy, .refused, .notWritable, .full: self = .cannotWrite
    }
  }

  init(_ error: PhotoError) {
    switch error {
    case .empty, .notAPhoto, .unsupported, .tooLarge, .truncated, .damaged: self = .notReadable
    case .outOfMemory, .internal: self = .internalError
    }
  }

  init(_ error: RecordError) {
    switch error {
    case .missing: self = .noInput
    case .noSuchStep, .nobodyLooked, .wouldShow: self = .usage
    case .damaged, .tooLarge, .foreign, .foreignWithoutRender, .baseGone, .newer, .originalChanged,
      .obscuresNothing:
      self = .notReadable
    case .renderGone, .renderElsewhere, .tooManyRenders: self = .cannotWrite
    }
  }

  init(_ error: DetectionError) {
    switch error {
    case .modelMissing, .modelMismatch, .modelUnreadable, .libraryMissing, .libraryUnusable:
      self = .unavailable
    case .tooManyFaces: self = .notReadable
    case .outOfMemory, .engineFailed: self = .internalError
    }
  }
}
