internal import FoundationEssentials
internal import Glibc
internal import ImageProcessingKit

/// What `faceblur review` tells the program that serves the page: whatever its options say, so that only one program reads options.
///
/// It is handed over in a file without a name, because process lists show arguments to everybody.
struct ReviewStart: Codable {
  enum Subject: Codable {
    case collection(FilePath)
    case photos([FilePath])

    var subject: ReviewSession.Subject {
      switch self {
      case .collection(let target): .collection(target)
      case .photos(let paths): .photos(paths)
      }
    }
  }

  var subject: Subject
  /// The folder of a collection's journal, where it was named.
  var state: FilePath?
  /// Where undone work on photos outside of collections is kept.
  var drafts: FilePath
  var force: Bool
  /// Nil for one that is free.
  var port: UInt16?
  var opensBrowser: Bool
  var idleMinutes: Double
  /// What of style, shape, cells and margin is asked for.
  private var strength: StrengthObject
  /// What the user's settings say where that says nothing.
  private var wishes: UserSettings
  private var metadata: MetadataPolicy
  private var detection: DetectionChoices
  /// Nil for beside the photos.
  private var recordFolder: FilePath?
  private var renderFolders: [FilePath]
  private var maxPixels: Int
  /// Whether decoders may run where the kernel cannot confine them.
  var allowsUnconfined: Bool
  private var loudness: String

  init(
    subject: Subject, state: FilePath?, drafts: FilePath, force: Bool, port: UInt16?, opensBrowser: Bool,
    idleMinutes: Double, strength: StrengthObject, wishes: UserSettings, metadata: MetadataPolicy,
    detection: DetectionChoices, record: RecordPlace, renderFolders: [FilePath], maxPixels: Int,
    allowsUnconfined: Bool, verbosity: Console.Verbosity
  ) {
    self.subject = subject
    self.state = state
    self.drafts = drafts
    self.force = force
    self.port = port
    self.opensBrowser = opensBrowser
    self.idleMinutes = idleMinutes
    self.strength = strength
    self.wishes = wishes
    self.metadata = metadata
    self.detection = detection
    recordFolder = if case .folder(let folder) = record { folder } else { nil }
    self.renderFolders = renderFolders
    self.maxPixels = maxPixels
    self.allowsUnconfined = allowsUnconfined
    loudness = verbosity.rawValue
  }

  var verbosity: Console.Verbosity { Console.Verbosity(rawValue: loudness) ?? .normal }

  /// The library's options.
  /// - Throws: `FaceBlurError` where a value is out of bounds.
  func options() throws(FaceBlurError) -> ReviewSession.Options {
    guard let strength = strength.change else {
      throw FaceBlurError(.strengthOutOfRange, "style, shape, cells or margin are none that there are")
    }
    var options = ReviewSession.Options(drafts: drafts, makeDetector: detection.maker(threads: nil))
    options.state = state
    options.force = force
    options.wording = \.text
    options.settings.strength = strength
    options.settings.wishes = wishes
    options.settings.renderOptions.metadata = metadata
    options.settings.record = recordFolder.map { .folder($0) } ?? .beside
    options.settings.renderFolders = renderFolders
    options.settings.reader.limits.maxPixels = maxPixels
    return options
  }
}

extension ReviewStart {
  /// Where it is handed over; see `fbw_become`.
  private static let descriptor: Int32 = 3
  /// More than the names that a system lets a program be started with.
  private static let maxBytes = 64 << 20

  /// What this program was started with; nil where that is nothing.
  static func inherited() -> ReviewStart? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maxBytes
    else {
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress.map { $0 + place }, buffer.count - place, off_t(place))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      place += count
    }
    return try? JSONDecoder().decode(ReviewStart.self, from: Data(bytes))
  }
}
