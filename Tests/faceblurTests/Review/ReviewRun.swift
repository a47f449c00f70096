import Foundation
import TestSupport
import Testing

/// `faceblur review` while it runs, and somebody who talks to its server. It ends with the value.
final class ReviewRun {
  let command: RunningCommand
  let port: UInt16
  /// What its paths begin with.
  let folder: String
  let token: String
  /// What the browser sends back; nil for a stranger.
  var cookie: String?

  /// Starts it. Settings and unfinished work go into the scratch folder, too.
  /// - Parameters:
  ///   - words: what is reviewed, and options.
  ///   - variables: of the environment, beside those.
  ///   - opening: whether a browser may be opened.
  init(_ words: [String], in scratch: ScratchFolder, variables: [String] = [], opening: Bool = false) throws {
    // Where the tests are killed, nobody ends it.
    let patience = words.contains("--idle-minutes") ? [] : ["--idle-minutes", "10"]
    command = try RunningCommand(
      ["review"] + words + (opening ? [] : ["--no-open"]) + patience + ScratchFolder.quick,
      prefix: [
        "XDG_STATE_HOME=\(scratch.path("home/state"))", "XDG_CONFIG_HOME=\(scratch.path("home/config"))",
      ] + variables, in: scratch.path, mixingErrors: true)
    let line = try #require(command.nextLine(), "it ended at once")
    let address = try #require(
      line.wholeMatch(of: ##/http://127\.0\.0\.1:([0-9]+)/([0-9a-f]{32})/#token=([0-9a-f]{64})/##), "\(line)")
    port = try #require(UInt16(address.1))
    folder = "/\(address.2)"
    token = String(address.3)
  }

  /// The same as somebody who has opened the page.
  static func opened(_ words: [String], in scratch: ScratchFolder, variables: [String] = []) throws
    -> ReviewRun
  {
    let run = try ReviewRun(words, in: scratch, variables: variables)
    try run.signIn()
    return run
  }

  var host: String { "127.0.0.1:\(port)" }
  var origin: String { "http://\(host)" }
  /// What it has printed for a browser.
  var address: String { "\(origin)\(folder)/#token=\(token)" }

  /// Gives the token back for a cookie.
  func signIn() throws {
    let answer = try post("/session", #"{"token":"\#(token)"}"#)
    try #require(answer.status == 204)
    let header = try #require(answer.headers["set-cookie"])
    cookie = String(header.prefix { $0 != ";" })
  }

  /// What a browser would send.
  /// - Parameters:
  ///   - target: below the run's folder.
  ///   - changes: headers that are other than a browser's; nil for none of that name.
  ///   - body: of a POST.
  func request(
    _ method: String, _ target: String, _ changes: [String: String?] = [:], body: String? = nil
  ) -> String {
    var headers: [String: String] = ["Host": host, "Sec-Fetch-Site": "same-origin"]
    headers["Cookie"] = cookie
    if let body {
      headers["Origin"] = origin
      headers["Content-Type"] = "application/json"
      headers["Content-Length"] = "\(body.utf8.count)"
    }
    for (name, value) in changes { headers[name] = value }
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    return "\(method) \(folder)\(target) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")"
  }

  /// Sends bytes as they are, and reads what comes back.
  func exchange(_ text: String) throws -> HTTPAnswer {
    let connection = try RawConnection(port: port)
    connection.send(text)
    return try HTTPAnswer(try connection.readToEnd())
  }

  func get(_ target: String, _ changes: [String: String?] = [:]) throws -> HTTPAnswer {
    try exchange(request("GET", target, changes))
  }

  func post(_ target: String, _ body: String, _ changes: [String: String?] = [:]) throws -> HTTPAnswer {
    try exchange(request("POST", target, changes, body: body))
  }

  /// The queue as the page reads it.
  func queue() throws -> [String: Any] {
    let answer = try get("/api/queue")
    try #require(answer.status == 200, "\(answer.text)")
    return try answer.object()
  }

  /// The queue once faces were looked for in every photo.
  func settledQueue() throws -> [String: Any] {
    while true {
      let queue = try queue()
      if queue["waiting"] as? Int == 0 { return queue }
    }
  }

  /// The basis of a photo as it is, which the page repeats with what it says of that.
  func basis(_ number: Int) throws -> String {
    _ = try settledQueue()
    let answer = try get("/api/photo/\(number)")
    return try #require(try answer.object()["basis"] as? String, "\(answer.text)")
  }

  /// Decides something about a photo.
  /// - Parameters:
  ///   - change: as JSON.
  ///   - basis: of the photo as it was shown; nil for as it is.
  ///   - revision: that was seen; nil for whatever it is.
  func change(
    _ number: Int, _ change: String, on basis: String? = nil, at revision: Int? = nil
  ) throws -> HTTPAnswer {
    let seen = revision.map { #""revision":\#($0),"# } ?? ""
    let shown = try basis ?? self.basis(number)
    return try post("/api/photo/\(number)", #"{\#(seen)"basis":"\#(shown)","change":\#(change)}"#)
  }

  /// Has everything rendered that was changed.
  /// - Returns: what became of it.
  func finish() throws -> [String: Any] {
    try #require(try post("/api/finish", "{}").status == 202)
    while true {
      let work = try get("/api/work").object()
      if work["phase"] as? String == "ended" { return work }
    }
  }

  /// Has it end as the page's Done does.
  /// - Returns: the exit code.
  func quit() throws -> Int32 {
    #expect(try post("/api/quit", "{}").status == 204)
    return command.wait()
  }
}
