internal import CWorker
internal import Glibc
internal import ImageProcessingKit

/// What of this machine and of this installation does not hang on a format.
struct SelfTestMachine {
  /// Where models come from.
  let models: ModelLocator
  let folder: PrivateFolder

  /// Whether the networks are the tested files, and each finds the portrait's face.
  var modelsCheck: SelfTestCheck {
    let states = Model.all.map { ModelState(of: $0, from: models) }
    if let broken = states.first(where: \.isMissed) {
      return SelfTestCheck("models", .failed, broken.error ?? "\(broken.model.file) is damaged")
    }
    do throws(FaceBlurError) {
      let portrait = try folder.write(SelfTestPhoto.hidden, "models-portrait.jpg")
      for choice in [DetectorChoice.yunet, .centerface] {
        let detector = try choice.makeDetector(models: models, effort: .fast)
        var outputs = OutputGuard(originals: [portrait])
        let report = try BlurPipeline(detector: detector).detect(portrait, guardedBy: &outputs)
        guard SelfTestPhoto.isFaceFound(in: report.regions) else {
          return SelfTestCheck("models", .failed, "\(SelfTestPhoto.notFound) by \(choice.rawValue)")
        }
      }
    } catch {
      return SelfTestCheck("models", .failed, error.message(\.text))
    }
    let place = models.folder.map { "of \($0)" } ?? "of the command"
    return SelfTestCheck(
      "models", .works,
      "the networks \(place) are the tested files, computed with \(NetworkEngine.nativeInstructions) instructions"
    )
  }

  /// Whether films can be written and read.
  var filmsCheck: SelfTestCheck {
    do throws(FaceBlurError) {
      try FilmCodecTrial.run()
      return SelfTestCheck("films", .works, "pictures of H.264 and HEVC are written and read")
    } catch {
      guard error.kind == .libraryMissing else {
        return SelfTestCheck("films", .failed, error.message(\.text))
      }
      return CodecHelpers.isInstalled
        ? .missing("films", .films, error.message(\.text)) : .missing("films", .codecs)
    }
  }

  /// What reads photos gives up files and system calls first.
  struct Sandbox {
    /// Landlock's version; 0 where there is none.
    let landlock: Int32
    private let trial: fbw_trial?

    init() {
      var trial = fbw_trial()
      landlock = fbw_landlock_version()
      self.trial = fbw_try_confinement(&trial) == .ok ? trial : nil
    }

    /// Whether system calls are filtered.
    var hasSeccomp: Bool { trial.map { $0.calls == .ok && !$0.makes_sockets } ?? false }

    var check: SelfTestCheck {
      guard let trial else { return SelfTestCheck("sandbox", .failed, "no thread can be started to try it") }
      if trial.files == .failed || trial.files == .ok && trial.reaches_files {
        return SelfTestCheck("sandbox", .failed, "Landlock \(landlock) does not take files away")
      }
      if trial.calls == .failed || trial.calls == .ok && trial.makes_sockets {
        return SelfTestCheck("sandbox", .failed, "seccomp does not take system calls away")
      }
      let files = trial.files == .ok ? "Landlock \(landlock) takes files away" : "the kernel has no Landlock"
      guard trial.calls == .ok else {
        return SelfTestCheck(
          "sandbox", .missing,
          "the kernel has no seccomp, so HEICs and their like need --no-sandbox; \(files)")
      }
      return SelfTestCheck("sandbox", .works, "seccomp takes system calls away, \(files)")
    }
  }

  /// What overlays and Haar cascades take.
  var openCVCheck: SelfTestCheck {
    do throws(FaceBlurError) {
      try DetectionOverlay.prepare()
      _ = try DetectorChoice.haar.makeDetector(models: models)
      return SelfTestCheck("OpenCV", .works, "for --overlay and --detector haar")
    } catch {
      switch error.kind {
      case .libraryMissing: return .missing("OpenCV", .openCV)
      case .modelMissing: return .missing("OpenCV", .cascades, "for --overlay only; \(error.message(\.text))")
      default: return SelfTestCheck("OpenCV", .failed, error.message(\.text))
      }
    }
  }

  /// What serves the review page, and what opens it.
  var reviewCheck: SelfTestCheck {
    guard let program = ReviewProgramStart.path else { return .missing("review", .review) }
    if let fault = Self.fault(of: program) { return SelfTestCheck("review", .failed, "\(program) \(fault)") }
    guard BrowserOpener.hasDisplay else {
      return SelfTestCheck(
        "review", .works, "the page can be served; without a display its address is printed")
    }
    guard BrowserOpener.isInstalled else {
      return .missing(
        "review", .opener,
        "the page can be served, but \(BrowserOpener.program), which opens a browser, is missing")
    }
    return SelfTestCheck(
      "review", .works, "the page can be served, and \(BrowserOpener.program) opens a browser")
  }

  /// How long a program may take to say that it was not started as it should be, in steps of `step` milliseconds.
  private static let steps = 500
  private static let step: Int32 = 10

  /// Starts what serves the page with nothing to serve: where its libraries are there, it ends at once and says that it is to be started in
  /// another way.
  /// - Returns: what is wrong; nil where nothing is.
  private static func fault(of program: FilePath) -> String? {
    var id: Int32 = -1
    let status = program.withCString { path in
      BrowserOpener.withWords([ReviewProgramStart.program]) { fbw_open(path, $0, &id) }
    }
    guard status == .ok else {
      return "cannot be started: \(SystemError.text())"
    }
    var end = fbw_end()
    for _ in 0..<steps {
      if fbw_is_over(id, &end) {
        if end.signal == 0, end.code == ExitCode.usage.rawValue { return nil }
        return end.signal == 0 ? "ends with code \(end.code)" : "is ended by signal \(end.signal)"
      }
      poll(nil, 0, step)
    }
    kill(id, SIGKILL)
    return "does not come to its end"
  }
}
