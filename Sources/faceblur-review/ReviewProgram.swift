internal import Glibc
internal import ImageProcessingKit

/// Opens what is to be reviewed, serves the page, and ends in good order.
enum ReviewProgram {
  /// How often is looked whether it is time to end, in milliseconds.
  private static let step: Int32 = 200

  static func run() -> ExitCode {
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    Console.occupyStandardDescriptors()
    var console = Console()
    guard let start = ReviewStart.inherited() else {
      console.fail("this program is started by 'faceblur review'")
      return .usage
    }
    console.verbosity = start.verbosity
    StopSignal.watch()
    do throws(FaceBlurError) {
      return try review(start, console)
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }

  private static func review(_ start: ReviewStart, _ console: Console) throws(FaceBlurError) -> ExitCode {
    if start.allowsUnconfined { CodecHelpers.allowUnconfined() }
    let session = try ReviewSession.open(start.subject.subject, try start.options())
    let secrets = RunSecrets()
    let life = ReviewLife(idleMinutes: start.idleMinutes)
    let server: Server
    do {
      server = try Server(port: start.port) { port in
        PageHandler(
          gate: RequestGuard(port: port, secrets: secrets),
          routes: Routes(session: session, subject: start.subject, secrets: secrets, life: life), life: life)
      }
    } catch {
      session.close()
      throw error
    }
    let address = "http://\(Server.host):\(server.port)\(secrets.folder)#token=\(secrets.token)"
    console.answer([address])
    console.say(["  Open it in a browser on this machine. Ctrl-C ends it; what is decided is kept."])
    var browser: BrowserOpening?
    if start.opensBrowser { browser = BrowserOpening(of: address, console) }
    while !life.isOver(isBusy: session.work.phase == .working), !StopSignal.isRaised {
      browser?.tend(isUsed: secrets.isRedeemed)
      poll(nil, 0, step)
    }
    browser?.remove()
    server.stop()
    session.close()
    return end(session, isAsked: life.isAsked, start, console)
  }

  /// What is said in the end, and how the program ends.
  private static func end(
    _ session: ReviewSession, isAsked: Bool, _ start: ReviewStart, _ console: Console
  ) -> ExitCode {
    let (queue, work) = (session.queue, session.work)
    let failures = work.results.filter { $0.error != nil }
    for result in work.results {
      if let error = result.error { console.fail("\(result.name): \(error.message(\.text))") }
      console.detail(["\(result.name): \(result.error == nil ? "done" : "failed")"])
      console.insist(onHalves: result.unedited)
    }
    if let error = work.error { console.fail(error.text) }
    if let signOff = work.signOff { console.say(["  sign-off  \(signOff)"]) }
    let isLeft = queue.changed > 0 || !queue.questions.isEmpty || queue.waiting > 0
    if isLeft {
      console.say([
        "\(counted(queue.changed, "changed photo")) not rendered, \(counted(queue.questions.count, "question"))"
          + " open; the same command goes on there"
      ])
    }
    // Whoever ends it while Done renders has asked for more than was made.
    if work.through < work.total || isLeft && !isAsked { return .interrupted }
    return failures.isEmpty && work.error == nil ? .done : .someFailed
  }
}
