import Foundation
import TestSupport
import Testing

/// A film at the review page's server: its frames, its tracks, and the film itself in parts.
@Suite struct ReviewFilmTests {
  private static let film = TestFilm()

  /// A film with a record, so that nobody has to look for faces.
  private static func run() throws -> (ReviewRun, ScratchFolder) {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm("film.mp4", film)
    let run = try ReviewRun.opened(["film.mp4"], in: scratch)
    let queue = try run.settledQueue()
    let entry = try #require((queue["photos"] as? [[String: Any]])?.first)
    try #require(entry["film"] as? Bool == true && entry["status"] as? String != "failed", "\(entry)")
    return (run, scratch)
  }

  /// What a browser may ask of a film of so many bytes, and what it gets: nil for what cannot be had.
  private static func ranges(_ size: Int) -> [(asked: String, part: Range<Int>?)] {
    [
      ("bytes=0-0", 0..<1), ("bytes=0-", 0..<size), ("bytes=100-199", 100..<200),
      ("BYTES=5-7", 5..<8), ("bytes=\(size - 1)-", size - 1..<size), ("bytes=-1", size - 1..<size),
      ("bytes=-\(size + 9)", 0..<size), ("bytes=9-\(size)", 9..<size),
      ("bytes=9-99999999999999999999999999", 9..<size), ("bytes=\(size)-", nil), ("bytes=-0", nil),
      ("bytes=99999999999999999999999999-", nil), ("bytes=\(size)-\(size + 1)", nil),
    ]
  }

  /// What is no range, or more than one: it counts as not asked for (RFC 9110, 14.2).
  private static let noRanges = [
    "bytes=", "bytes=-", "bytes=9-3", "bytes=0-1,5-6", "bytes=0-1,", "bytes=a-b", "bytes=0x1-2", "bytes=-1-2",
    "bytes= 0-1", "bytes=1", "items=0-1", "bytes 0-1", "=0-1", "0-1", "bytes=+1-2", "bytes=1-2-3",
    "bytes==1-2",
  ]

  @Test func servesTheFilmInParts() throws {
    let (run, scratch) = try Self.run()
    let film = try scratch.read("film.mp4")
    for (asked, part) in Self.ranges(film.count) {
      let answer = try run.get("/film/0", ["Range": asked])
      guard let part else {
        #expect(answer.status == 416, "\(asked)")
        #expect(answer.headers["content-range"] == "bytes */\(film.count)", "\(asked)")
        continue
      }
      #expect(answer.status == 206 && answer.body == Array(film[part]), "\(asked)")
      #expect(
        answer.headers["content-range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(film.count)",
        "\(asked)")
    }
    for asked in [nil] + Self.noRanges {
      let answer = try run.get("/film/0", ["Range": asked])
      #expect(answer.status == 200 && answer.body == film, "\(asked ?? "all")")
      #expect(answer.headers["content-range"] == nil && answer.headers["accept-ranges"] == "bytes")
    }
    let answer = try run.get("/film/0", ["Range": "bytes=0-1"])
    #expect(answer.headers["content-type"] == "video/mp4" && answer.headers["cache-control"] == "no-store")
    #expect(try run.get("/film/0", ["Range": String(repeating: "9", count: 2000)]).status == 431)
    #expect(try run.exchange(run.request("HEAD", "/film/0")).status == 405)
    #expect(try run.post("/film/0", "{}").status == 405)
    #expect(try scratch.read("film.mp4") == film)
  }

  @Test func answersLargePartsInPieces() throws {
    let scratch = try ScratchFolder()
    let rest = 6 << 20
    let film =
      try Self.film.bytes() + ByteOrder.bigEndian.number(rest, 4) + Array("free".utf8)
      + [UInt8](repeating: 7, count: rest - 8)
    try scratch.write(film, "film.mp4")
    let run = try ReviewRun.opened(["film.mp4"], in: scratch)
    _ = try run.settledQueue()
    let answer = try run.get("/film/0", ["Range": "bytes=0-"])
    #expect(answer.status == 206 && answer.body.count == 4 << 20)
    #expect(answer.headers["content-range"] == "bytes 0-\((4 << 20) - 1)/\(film.count)")
    let next = try run.get("/film/0", ["Range": "bytes=\(4 << 20)-"])
    #expect(answer.body + next.body == film)
    #expect(try run.get("/film/0").body == film)
  }

  @Test func tellsAndShowsNothingToStrangers() throws {
    let (run, scratch) = try Self.run()
    let film = try scratch.read("film.mp4")
    let targets = [
      "/film/0", "/api/moment/0?frame=0", "/picture/0/frame/0", "/picture/0/moment/t1/0",
      "/picture/0/face/t1",
    ]
    for target in targets {
      let answer = try run.get(target)
      #expect(answer.status == 200, "\(target): \(answer.text)")
      #expect(try run.get(target, ["Cookie": nil, "Range": "bytes=0-1"]).status == 401, "\(target)")
      #expect(try run.get(target, ["Host": "evil.example"]).status == 421, "\(target)")
      #expect(try run.get(target, ["Origin": "http://evil.example"]).status == 403, "\(target)")
      let video = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "video"]
      #expect(try run.get(target, video).status == 403, "\(target)")
    }
    #expect(try scratch.read("film.mp4") == film)
  }

  @Test func knowsNoOtherFilmsAndFrames() throws {
    let (run, scratch) = try Self.run()
    try scratch.writeAstronaut("portrait.jpg")
    let both = try ReviewRun.opened(["film.mp4", "portrait.jpg"], in: scratch)
    #expect(try both.settledQueue()["waiting"] as? Int == 0)
    #expect(try both.get("/film/1").status == 422)
    for target in [
      "/film", "/film/", "/film/1", "/film/-1", "/film/0/x", "/film/%2e%2e", "/film/film.mp4",
      "/api/moment/0",
      "/api/moment/1?frame=0", "/api/moment/0?frame=x", "/api/moment/0?time=nan", "/api/moment/0?time=",
      "/picture/0/frame/-1", "/picture/0/frame/x", "/picture/0/frame/0?side=0", "/picture/0/moment/t1/x",
      "/picture/0/moment/t1/0/0",
    ] {
      #expect(try run.get(target).status == 404, "\(target)")
    }
    for target in [
      "/api/moment/0?frame=20", "/picture/0/frame/20", "/picture/0/moment/t1/99", "/picture/0/moment/t9/0",
      "/picture/0/face/t9", "/picture/0/look?style=fill",
    ] {
      #expect(try run.get(target).status == 422, "\(target)")
    }
    for change in [
      #"{"kind":"span","region":"t1","from":0,"to":3}"#, #"{"kind":"span","region":"m1","from":3,"to":0}"#,
      #"{"kind":"span","region":"m1","from":-1,"to":0}"#, #"{"kind":"span","region":"m1","from":0}"#,
      #"{"kind":"tone","sepia":1}"#, #"{"kind":"strength","style":"fill"}"#,
    ] {
      #expect(try run.change(0, change).status == 422, "\(change)")
    }
  }

  @Test func tellsOfTracksAndNarrowsWhatWasDrawn() throws {
    let (run, scratch) = try Self.run()
    let photo = try run.get("/api/photo/0").object()
    let film = try #require(photo["film"] as? [String: Any])
    #expect(film["frames"] as? Int == 20 && film["codec"] as? String == "H.264")
    let regions = try #require(photo["regions"] as? [[String: Any]])
    let times = try #require(regions.first { $0["id"] as? String == "t1" }?["times"] as? [String: Any])
    #expect(
      times["frames"] as? [Int] == [0, 10] && times["start"] as? Double == 0 && times["end"] as? Double == 1)
    let moment = try run.get("/api/moment/0?time=0.55").object()
    #expect(moment["frame"] as? Int == 5 && moment["end"] as? Double == 0.6)

    func change(_ change: String) throws -> [String: Any] {
      let answer = try run.change(0, change)
      try #require(answer.status == 200, "\(answer.text)")
      let photo = try #require(try answer.object()["photo"] as? [String: Any])
      let regions = try #require(photo["regions"] as? [[String: Any]])
      return try #require(regions.first { $0["id"] as? String == "m1" }?["times"] as? [String: Any])
    }
    let added = try change(#"{"kind":"add","rect":[0.1,0.1,0.2,0.2]}"#)
    #expect(added["frames"] as? [Int] == [0, 19])
    let narrowed = try change(#"{"kind":"span","region":"m1","from":2,"to":4}"#)
    #expect(narrowed["frames"] as? [Int] == [2, 4])
    let results = try #require(try run.finish()["results"] as? [[String: Any]])
    #expect(results.count == 1 && results[0]["error"] is NSNull, "\(results)")
    #expect((results[0]["written"] as? String)?.hasSuffix("film_edited.mp4") == true)
    _ = try run.quit()
    let shown = try #require(try scratch.faceblur("show", "film.mp4", "--json").jsonLines().first)
    let tracks = try #require(shown["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["id"] as? String } == ["m1", "t1", "t2"])
    #expect((tracks[0]["start"] as? Double, tracks[0]["end"] as? Double) as (Double?, Double?) == (0.2, 0.4))
  }

  /// A film of a collection is decided about like its photos, and signed off with them.
  @Test func decidesAboutAFilmOfACollection() throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { ($0.frames, $0.seenIn) = (16, 0..<6) }
    try scratch.write(film.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub().exitCode == 0)
    let unseen = try scratch.attempt("review", "--check", "out")
    #expect(unseen.exitCode == 1)
    unseen.expectOneErrorLine(naming: "out/film.mp4: nobody has looked at all of it")
    let run = try ReviewRun.opened(["out"], in: scratch)
    let photo = try run.get("/api/photo/0").object()
    #expect((photo["film"] as? [String: Any])?["frames"] as? Int == 16)
    #expect(try run.get("/film/0").body == film.bytes())
    let (shown, hidden) = (try run.get("/picture/0/frame/3?original=1"), try run.get("/picture/0/frame/3"))
    #expect(shown.status == 200 && hidden.status == 200 && shown.body != hidden.body)
    for change in [
      #"{"kind":"exclude","regions":["t1"]}"#, #"{"kind":"add","rect":[0,0,0.2,0.25]}"#,
      #"{"kind":"span","region":"m1","from":12,"to":14}"#, #"{"kind":"look"}"#,
    ] {
      let answer = try run.change(0, change)
      #expect(answer.status == 200, "\(change): \(answer.text)")
    }
    let results = try #require(try run.finish()["results"] as? [[String: Any]])
    #expect(results.count == 1 && results[0]["error"] is NSNull, "\(results)")
    #expect(try run.quit() == 0)
    for _ in 0..<2 {
      let (before, after) = (
        try FilmFrames.luma(of: film.bytes()), try FilmFrames.luma(of: scratch.read("out/film.mp4"))
      )
      func likeness(_ frame: Int, _ box: PixelBox) -> Double {
        FaceLikeness.of(before[frame], after[frame], in: box, width: film.width)
      }
      #expect(likeness(3, film.face(at: 3)) > 0.9)
      let corner = PixelBox(x: 0, y: 0, width: 64, height: 60)
      for frame in 8..<16 {
        #expect((likeness(frame, corner) < 0.6) == (12...14).contains(frame), "frame \(frame)")
      }
      #expect(try scratch.attempt("review", "--check", "out").exitCode == 0)
      #expect(try scratch.scrub().output.contains("1 were done before"))
    }
    // Whatever another run makes of it is looked at once more.
    #expect(try scratch.faceblur("edit", "out/film.mp4", "--include", "t1").exitCode == 0)
    #expect(try scratch.attempt("review", "--check", "out").exitCode == 1)
    try scratch.write(film.bytes(), "out/more.mp4")
    #expect(try scratch.attempt("review", "--check", "out").errors.contains("more.mp4"))
  }
}
