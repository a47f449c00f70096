import Foundation
import Glibc
import TestSupport
import Testing

/// What strangers send is bounded, and holds nobody up.
@Suite struct ReviewLimitTests {
  private static func run() throws -> (ReviewRun, ScratchFolder) {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    return (try ReviewRun.opened(["portrait.jpg"], in: scratch), scratch)
  }

  @Test func refusesBodiesThatAreTooLongBeforeTheyCome() throws {
    let (run, _) = try Self.run()
    let most = 64 << 10
    let longest = "{\"revision\":null" + String(repeating: " ", count: most - 17) + "}"
    #expect(longest.utf8.count == most)
    #expect(try run.post("/api/undo", longest).status == 204)
    // Nothing follows: who announces so much is not waited for.
    for length in ["\(most + 1)", "1000000000", "9999999999", "99999999999999999999999"] {
      let status = try run.exchange(run.request("POST", "/api/undo", ["Content-Length": length], body: "{"))
        .status
      #expect(status == 413 || length.count > 10 && status == 400, "\(length): \(status)")
    }
    for length in ["-1", "0x10", "1,1", ""] {
      #expect(
        try run.exchange(run.request("POST", "/api/undo", ["Content-Length": length], body: "{}")).status
          == 400,
        "\(length)")
    }
    let pieces = run.request(
      "POST", "/api/undo", ["Content-Length": nil, "Transfer-Encoding": "chunked"],
      body: "2\r\n{}\r\n0\r\n\r\n")
    #expect(try run.exchange(pieces).status == 411)
    let both = run.request("POST", "/api/undo", ["Transfer-Encoding": "chunked"], body: "0\r\n\r\n")
    #expect([400, 411].contains(try run.exchange(both).status))
  }

  @Test func refusesLongAddressesAndHeaders() throws {
    let (run, _) = try Self.run()
    #expect([414, 431].contains(try run.get("/" + String(repeating: "a", count: 4000)).status))
    #expect(try run.get("/api/queue", ["Cookie": String(repeating: "a", count: 2000)]).status == 431)
    let many = (0..<2000).map { "X-\($0): aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" }.joined()
    let answer = try? run.exchange("GET / HTTP/1.1\r\nHost: \(run.host)\r\n\(many)\r\n")
    #expect(answer.map { (400..<500).contains($0.status) } ?? true)
    #expect(try run.get("/api/queue").status == 200)
  }

  @Test(arguments: [
    "", "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost\r\n\r\n",
    "GET / HTTP/1.1\r\n: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}",
  ])
  func survivesWhatIsNoRequest(_ text: String) throws {
    let (run, _) = try Self.run()
    let connection = try RawConnection(port: run.port)
    connection.send(text)
    let bytes = try connection.readToEnd()
    #expect(!String(decoding: bytes, as: UTF8.self).contains(" 200 "))
    #expect(try run.get("/api/queue").status == 200)
  }

  @Test func refusesMethodsThatItDoesNotKnow() throws {
    let (run, _) = try Self.run()
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"] {
      for target in ["/", "/api/queue", "/api/photo/0", "/session"] {
        let answer = try run.exchange(run.request(method, target, ["Origin": run.origin]))
        #expect(answer.status == 405 && answer.headers["allow"] != nil, "\(method) \(target)")
      }
    }
    #expect(try run.get("/api/finish").status == 405)
    #expect(try run.post("/api/queue", "{}").status == 405)
  }

  @Test func knowsNoOtherPhotosAndPictures() throws {
    let (run, scratch) = try Self.run()
    // The folder is gone with it.
    defer { withExtendedLifetime(scratch) {} }
    for target in [
      "/api/photo/1", "/api/photo/-1", "/api/photo/x", "/api/photo/", "/api/photo",
      "/api/photo/99999999999999999999",
      "/picture/1/shown", "/picture/0", "/picture/0/other", "/picture/0/shown/x", "/picture/0/shown?side=0",
      "/picture/0/shown?side=1000000", "/picture/0/look", "/picture/0/look?look=table",
      "/picture/0/look?style=swirl", "/picture/0/shown?view=1", "/picture/0/original?view=1",
      "/picture/0/face/f1?view=1", "/picture/0/shown?view=-1", "/picture/0/shown?view=x",
      "/picture/0/shown?view=99999999999999999999", "/picture/0/look?style=fill&view=0",
      "/api/alike", "/api", "/page/none.js", "/index.html",
    ] {
      #expect(try run.get(target).status == 404, "\(target)")
    }
    #expect(try run.get("/api/photo/%zz").status == 400)
    #expect(try run.get("/api/alike?photo=0&photo=0&region=f1").status == 400)
    #expect(try run.get("/picture/0/face/none").status == 422)
    #expect(try run.get("/picture/0/shown?view=0").status == 200)
  }

  @Test func takesNothingThatMakesNoSense() throws {
    let (run, scratch) = try Self.run()
    // The folder is gone with it.
    defer { withExtendedLifetime(scratch) {} }
    let before = try run.settledQueue()["revision"] as? Int
    let basis = try run.basis(0)
    for body in [
      "", "{", "[]", "{}", #"{"change":{}}"#, #"{"change":{"kind":"explode"}}"#,
      #"{"change":{"kind":"add"}}"#,
      #"{"change":{"kind":"add","rect":[0,0,1]}}"#, #"{"change":{"kind":"add","rect":[0,0,1e999,1]}}"#,
      #"{"change":{"kind":"add","rect":[2,2,1,1]}}"#, #"{"change":{"kind":"add","rect":[0,0,0,0]}}"#,
      #"{"change":{"kind":"exclude","regions":["nobody"]}}"#,
      #"{"change":{"kind":"exclude","regions":"f1"}}"#,
      #"{"change":{"kind":"strength","cells":1000}}"#, #"{"change":{"kind":"strength","style":"swirl"}}"#,
      #"{"change":{"kind":"tone","sepia":7}}"#, #"{"change":{"kind":"tone","look":"none such"}}"#,
      #"{"change":{"kind":"goBack","step":99}}"#, #"{"revision":"1","change":{"kind":"look"}}"#,
      String(repeating: "[", count: 60_000),
    ] {
      let answer = try run.post(
        "/api/photo/0", body.replacing(#"{"change""#, with: #"{"basis":"\#(basis)","change""#))
      #expect(answer.status == 422, "\(body.prefix(80)): \(answer.status)")
      #expect(try answer.object()["error"] is String)
    }
    #expect(try run.post("/api/alike", #"{"members":[[9,"f1"]],"face":false}"#).status == 422)
    #expect(try run.post("/api/settings", #"{"style":"swirl"}"#).status == 422)
    #expect(try run.post("/api/settings", #"{"metadata":"everything"}"#).status == 422)
    #expect(try run.queue()["revision"] as? Int == before)
  }

  /// Whoever says nothing makes room for those who do.
  @Test func answersAlthoughManyConnectionsSayNothing() throws {
    let (run, _) = try Self.run()
    _ = try run.settledQueue()
    let before = try Self.threads(of: run)
    let idle = try (0..<200).map { _ in try RawConnection(port: run.port) }
    for connection in idle { connection.send("GET / HTTP/1.1\r\n") }
    // Until room is made, somebody may be turned away; a browser asks again.
    let text = run.request("GET", "/api/queue", [:])
    let isAnswered = try (0..<1000).contains { _ in
      let connection = try RawConnection(port: run.port)
      connection.send(text)
      return (try? connection.readToEnd())?.starts(with: Array("HTTP/1.1 200".utf8)) == true
    }
    #expect(isAnswered)
    #expect(try Self.threads(of: run) <= before + 65)
    for connection in idle { #expect(try !connection.readToEnd().starts(with: Array("HTTP/1.1 200".utf8))) }
    #expect(try run.get("/api/queue").status == 200)
  }

  /// Every byte comes in time, and the request does not.
  @Test func cutsOffWhoIsSlowOnPurpose() throws {
    let (run, _) = try Self.run()
    let connection = try RawConnection(port: run.port)
    connection.limitReading(to: timeval(tv_sec: 0, tv_usec: 100_000))
    connection.send("GET / HTTP/1.1\r\nHost: \(run.host)\r\nX: ")
    var bytes = 0
    while bytes < 600, connection.send("a"), connection.read() == nil { bytes += 1 }
    #expect(bytes < 600)
    #expect(try run.get("/api/queue").status == 200)
  }

  private static func threads(of run: ReviewRun) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(run.command.id)/task").count
  }
}
