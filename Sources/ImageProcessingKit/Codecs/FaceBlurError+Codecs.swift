internal import Glibc

/// What other people's code was to do.
enum CodecWork: Sendable {
  case decodingPhoto, decodingFilm, encodingFilm

  fileprivate var verb: String { self == .encodingFilm ? "encode" : "decode" }
  fileprivate var subject: String { self == .decodingPhoto ? "photo" : "film" }
  /// What helps where it cannot.
  fileprivate var wayOut: Advice {
    switch self {
    case .decodingPhoto: "save it as another picture first"
    case .decodingFilm: "save it as a plain MP4 first"
    case .encodingFilm: "scale it down, or convert it to 4:2:0 with 8 bits first"
    }
  }
}

/// Why other people's decoders and encoders cannot be asked.
extension FaceBlurError {
  static func codecMissing(searched: [FilePath]) -> FaceBlurError {
    unusable(
      .libraryMissing,
      searched.isEmpty
        ? "/proc does not say where the program is"
        : "there is neither " + searched.map(\.description).joined(separator: " nor "))
  }

  /// - Parameter code: why the system does not start it; nil where it was started and does not begin.
  static func codecNotStarted(_ program: FilePath, _ code: Int32?) -> FaceBlurError {
    let isShortOfRoom = code.map([EAGAIN, ENOMEM, EMFILE, ENFILE].contains) ?? false
    let reason = code.map { SystemError.text(of: $0) } ?? "it does not begin"
    return unusable(
      .libraryUnusable, "\(program) cannot be started (\(reason))",
      advice: isShortOfRoom
        ? "end other programs, or allow more processes, files or memory ('ulimit -a' shows what is allowed)"
        : installCodecs)
  }

  private static let installCodecs: Advice =
    "install the package faceblur-codecs, or the whole of FaceBlur anew with 'make install'"

  private static func unusable(
    _ kind: Kind, _ reason: String, advice: Advice = installCodecs
  ) -> FaceBlurError {
    FaceBlurError(
      kind, "faceblur-codec, which decodes this photo, cannot be used: \(reason)", advice: advice)
  }

  static func codecLibraryMissing(_ codec: CodecName) -> FaceBlurError {
    FaceBlurError(
      .libraryMissing, "a library that reads or writes \(codec.format) is missing",
      advice: "install Debian's packages \(codec.packages)")
  }

  static var codecNotConfined: FaceBlurError {
    FaceBlurError(
      .libraryUnusable,
      "faceblur-codec, which decodes this photo, cannot be confined here: the kernel has no filters for system calls, or does not let us use them",
      advice: "\(.allowUnconfinedCodecs) if you trust the photo")
  }

  static func outOfMemory(_ work: CodecWork) -> FaceBlurError {
    FaceBlurError(
      .outOfMemory, "there is not enough memory to \(work.verb) this \(work.subject)",
      advice: "scale it down first")
  }

  /// - Parameter reason: which part of the code is not read.
  static func unsupportedAV1(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, "this kind of AV1 is not supported (\(reason))",
      advice: "save it as another kind of file first")
  }

  /// - Parameter reason: why the process is of no more use.
  static func codecLost(_ reason: String, _ work: CodecWork) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, "its \(work.verb)r gave up on the \(work.subject) (\(reason))", advice: work.wayOut)
  }

  /// - Parameters:
  ///   - codec: what the film is coded in.
  ///   - reason: what its code does.
  static func damagedFilmCode(_ codec: VideoCodec, _ reason: String) -> FaceBlurError {
    FaceBlurError(
      .damagedPhoto, "the film is damaged (its \(codec.name) code \(reason))",
      advice: "restore it from a copy")
  }

  static func unsupportedFilmCode(_ codec: VideoCodec, _ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, "this kind of film is not supported (its \(codec.name) code \(reason))",
      advice: "save it as a plain MP4 first")
  }

  /// - Parameters:
  ///   - codec: what the film was to be coded in.
  ///   - reason: what of it that codec, or its encoder, does not know.
  ///   - advice: what helps.
  static func uncodableFilm(
    _ codec: VideoCodec, _ reason: String, advice: Advice = "convert it to 4:2:0 with 8 bits first"
  ) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto,
      "this kind of film cannot be written (\(reason), which \(codec.name) or its encoder does not know)",
      advice: advice)
  }
}
