import Foundation
import TestSupport
import Testing

/// Whoever does not hold this run's cookie, or asks from another page, gets nothing.
@Suite struct ReviewAttackTests {
  /// All that needs the cookie.
  private static let guarded = [
    "/api/queue", "/api/photo/0", "/api/work", "/api/settings", "/api/alike?photo=0&region=f1",
    "/picture/0/shown", "/picture/0/original", "/picture/0/face/f1", "/picture/0/look?style=blur", "/nothing",
    "/../etc/passwd", "/page/../../secret", "/%2e%2e/%2e%2e/etc/passwd", "/session/x",
  ]
  private static let changes = [
    "/api/photo/0", "/api/undo", "/api/redo", "/api/alike", "/api/finish", "/api/discard", "/api/quit",
    "/api/settings",
  ]

  private static func run() throws -> (ReviewRun, ScratchFolder) {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    return (try ReviewRun(["portrait.jpg"], in: scratch), scratch)
  }

  @Test func tellsNothingToWhoeverHasNoCookie() throws {
    let (run, scratch) = try Self.run()
    for cookie in [
      nil, "", "faceblur=1", "faceblur-0123456789abcdef=\(run.token)", "\(run.token)=\(run.token)",
    ] {
      for target in Self.guarded {
        #expect(try run.get(target, ["Cookie": cookie]).status == 401, "\(target) \(cookie ?? "none")")
      }
      for target in Self.changes {
        #expect(try run.post(target, "{}", ["Cookie": cookie]).status == 401, "\(target)")
      }
    }
    // Nothing of the photo is in what everybody may have.
    for target in ["/", "/review.js", "/review.css"] {
      let answer = try run.get(target)
      #expect(answer.status == 200 && !answer.text.contains("portrait") && !answer.text.contains(run.token))
    }
    // Neither did anybody end it.
    try run.signIn()
    #expect(try run.get("/api/queue").status == 200)
    #expect(!scratch.has("portrait_edited.jpg"))
  }

  @Test func takesTheCookieOfNoOtherRun() throws {
    let (first, _) = try Self.run()
    try first.signIn()
    let (second, _) = try Self.run()
    #expect(try second.get("/api/queue", ["Cookie": first.cookie]).status == 401)
    let value = try #require(first.cookie?.split(separator: "=").last)
    try second.signIn()
    let name = try #require(second.cookie?.split(separator: "=").first)
    #expect(try second.get("/api/queue", ["Cookie": "\(name)=\(value)"]).status == 401)
    #expect(try second.get("/api/queue").status == 200)
  }

  /// A page of an earlier run that had the same port still has its own words, and its browser this run's cookie.
  @Test func takesNoWordOfAPageOfAnotherRun() throws {
    let (run, _) = try Self.run()
    try run.signIn()
    for target in Self.guarded + ["/", "/review.js"] {
      let asked = run.request("GET", target).replacing(run.folder, with: "/0123456789abcdef0123456789abcdef")
      #expect(try run.exchange(asked).status == 401, "\(target)")
      #expect(try run.exchange(run.request("GET", target).replacing(run.folder, with: "")).status == 401)
    }
    let said = run.request("POST", "/api/discard", body: "{}").replacing(run.folder + "/", with: "/")
    #expect(try run.exchange(said).status == 401)
    #expect(try run.queue()["revision"] as? Int == 0)
  }

  /// Whatever digit differs, what the others are does not make up for it.
  @Test func takesNoSecretThatIsNearlyRight() throws {
    func changed(_ secret: String, at place: Int) -> String {
      var digits = Array(secret)
      digits[place] = digits[place] == "0" ? "1" : "0"
      return String(digits)
    }
    let (run, _) = try Self.run()
    for place in 0..<64 {
      #expect(try run.post("/session", #"{"token":"\#(changed(run.token, at: place))"}"#).status == 403)
    }
    try run.signIn()
    let parts = try #require(run.cookie).split(separator: "=").map(String.init)
    for place in 0..<64 {
      let cookie = "\(parts[0])=\(changed(parts[1], at: place))"
      #expect(try run.get("/api/queue", ["Cookie": cookie]).status == 401)
    }
    #expect(try run.get("/api/queue").status == 200)
  }

  @Test func takesTheTokenOnce() throws {
    let (run, _) = try Self.run()
    for wrong in [
      "{}", "", "[]", #"{"token":""}"#, #"{"token":null}"#, #"{"token":"\#(run.token.dropLast())"}"#,
      #"{"token":"\#(String(run.token.reversed()))"}"#, #"{"token":"\#(run.token)0"}"#,
    ] {
      let answer = try run.post("/session", wrong)
      #expect(answer.status == 403 && answer.headers["set-cookie"] == nil, "\(wrong)")
    }
    let answer = try run.post("/session", #"{"token":"\#(run.token)"}"#)
    #expect(answer.status == 204)
    let parts = try #require(answer.headers["set-cookie"]).split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(Set(parts.dropFirst()) == ["Path=\(run.folder)/", "HttpOnly", "SameSite=Strict"])
    #expect(parts[0].wholeMatch(of: /faceblur-[0-9a-f]{16}=[0-9a-f]{64}/) != nil)
    #expect(!parts[0].contains(run.token))
    #expect(try run.post("/session", #"{"token":"\#(run.token)"}"#).status == 403)
    #expect(try run.get("/session").status == 405)
  }

  /// A name of somebody else's that leads here: DNS rebinding.
  @Test func answersToItsOwnNameAlone() throws {
    let (run, _) = try Self.run()
    try run.signIn()
    for host in [
      "evil.example", "evil.example:\(run.port)", "127.0.0.1", "127.0.0.1:1", "localhost:\(run.port)",
      "127.0.0.1:\(run.port).evil.example", "127.0.0.1:\(run.port)/", "[::1]:\(run.port)",
      "0.0.0.0:\(run.port)",
    ] {
      for target in ["/", "/review.js", "/api/queue"] {
        #expect(try run.get(target, ["Host": host]).status == 421, "\(host)")
      }
      #expect(try run.post("/session", #"{"token":"\#(run.token)"}"#, ["Host": host]).status == 421)
    }
    #expect([400, 421].contains(try run.get("/", ["Host": nil]).status))
    let twice = "GET / HTTP/1.1\r\nHost: \(run.host)\r\nHost: evil.example\r\n\r\n"
    #expect(try run.exchange(twice).status == 400)
    #expect(try run.exchange("GET http://\(run.host)/ HTTP/1.1\r\nHost: \(run.host)\r\n\r\n").status == 400)
  }

  @Test func doesNothingForOtherPages() throws {
    let (run, _) = try Self.run()
    try run.signIn()
    let before = try run.settledQueue()["revision"] as? Int
    let change = #"{"change":{"kind":"excludeAll"}}"#
    for origin in [
      "http://evil.example", "null", "http://127.0.0.1", "http://localhost:\(run.port)",
      "https://\(run.host)",
      "http://\(run.host)/", "",
    ] {
      #expect(try run.post("/api/photo/0", change, ["Origin": origin]).status == 403, "\(origin)")
      #expect(try run.get("/api/queue", ["Origin": origin]).status == 403, "\(origin)")
    }
    #expect(try run.post("/api/photo/0", change, ["Origin": nil]).status == 403)
    #expect(try run.post("/session", "{}", ["Origin": nil]).status == 403)
    for site in ["cross-site", "same-site", "something"] {
      #expect(try run.post("/api/photo/0", change, ["Sec-Fetch-Site": site]).status == 403, "\(site)")
      for target in ["/", "/review.js", "/review.css", "/api/queue", "/picture/0/original"] {
        #expect(try run.get(target, ["Sec-Fetch-Site": site]).status == 403, "\(site) \(target)")
        let frame = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"]
        #expect(try run.get(target, frame).status == 403, "\(site) \(target)")
      }
    }
    #expect(try run.queue()["revision"] as? Int == before)
    // The file that leads there is another site.
    let navigation = [
      "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
    ]
    #expect(try run.get("/", navigation).status == 200)
    #expect(try run.get("/api/queue", navigation).status == 403)
    #expect(try run.get("/api/queue", ["Sec-Fetch-Site": nil]).status == 200)
    #expect(try run.get("/api/queue", ["Sec-Fetch-Site": "none"]).status == 200)
  }

  @Test func allowsNothingButItsOwnFiles() throws {
    let (run, _) = try Self.run()
    try run.signIn()
    var answers = [try run.get("/"), try run.get("/review.js"), try run.get("/review.css")]
    #expect(
      answers.map { $0.headers["content-type"] } == [
        "text/html; charset=utf-8", "text/javascript; charset=utf-8", "text/css; charset=utf-8",
      ])
    answers += [
      try run.get("/api/queue"), try run.get("/nothing"), try run.get("/", ["Host": "evil.example"]),
      try run.get("/api/queue", ["Cookie": nil]), try run.post("/", "{}"),
      try run.get("/picture/0/original?side=200"), try run.post("/session", "{}"),
    ]
    for answer in answers {
      #expect(
        answer.headers["content-security-policy"]
          == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self';"
          + " connect-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
      #expect(answer.headers["cache-control"] == "no-store")
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
    // What the page needs is not inline.
    let page = try run.get("/").text
    #expect(page.firstMatch(of: /<script(?![^>]*src=)|<style| on[a-z]+=|style=|https?:/) == nil)
  }

  @Test func listensOnNoOtherAddress() throws {
    let (run, _) = try Self.run()
    let port = String(run.port, radix: 16, uppercase: true)
    let digits = String(repeating: "0", count: 4 - port.count) + port
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
      let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        let words: [Substring] = line.split(separator: " ")
        // State 0A listens.
        guard words.count > 3, words[3] == "0A", words[1].hasSuffix(":\(digits)") else { continue }
        #expect(words[1] == "0100007F:\(digits)")
      }
    }
    // It has listened all the while.
    #expect(try run.get("/").status == 200)
  }
}

extension ScratchFolder {
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
