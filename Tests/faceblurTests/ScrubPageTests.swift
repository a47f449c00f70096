import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `report.html`, which is shown around.
@Suite struct ScrubPageTests {
  /// The pictures in a page.
  private func pictures(in page: String) throws -> [PixelBuffer] {
    try page.split(separator: "data:image/jpeg;base64,").dropFirst().map { piece in
      let data = try #require(Data(base64Encoded: String(piece.prefix { $0 != "\"" })))
      return try TestPhotos.pixels(of: [UInt8](data))
    }
  }

  private func page(of scratch: ScratchFolder) throws -> String {
    String(decoding: try scratch.read("out.faceblur/report.html"), as: UTF8.self)
  }

  @Test func showsThePhotosWithTheFacesHidden() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.scrub()
    let page = try page(of: scratch)
    let shown = try #require(try pictures(in: page).first)
    let original = try PhotoFormats.standard.open(TestPhotos.astronaut()).displayImage(fitting: 320).pixels
    let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
    let scale = Double(original.width)
    var faceDifference = 0
    var otherDifference = 0
    var count = (face: 0, other: 0)
    for y in 0..<original.height {
      for x in 0..<original.width {
        let difference = abs(Int(original[x, y].green) - Int(shown[x, y].green))
        let point = (x: Double(x) / scale, y: Double(y) / scale)
        if (face.x...face.maxX).contains(point.x), (face.y...face.maxY).contains(point.y) {
          faceDifference += difference
          count.face += 1
        } else if point.y > 0.6 {
          otherDifference += difference
          count.other += 1
        }
      }
    }
    #expect(faceDifference / count.face > 10)
    #expect(otherDifference / count.other < 5)
    #expect(page.contains("<rect "))
  }

  // Somebody may put the original there; the page would show it to everyone.
  @Test func showsNoFileThatWasNotChecked() throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(30)
    let run = try RunningCommand(
      ["scrub", "photos", "-o", "out", "--json", "--jobs", "1"] + ScratchFolder.quick, in: scratch.path)
    let first = try #require(run.nextLine()).data(using: .utf8)
    let event = try #require(try JSONSerialization.jsonObject(with: first ?? Data()) as? [String: Any])
    let target = try #require(event["target"] as? String)
    try scratch.write(try scratch.read("photos/\(target)"), "out/\(target)")
    #expect(run.wait() == 0)
    let page = try page(of: scratch)
    #expect(page.contains("not there as it was written"))
    #expect(try pictures(in: page).count == 29)
  }

  @Test func fetchesNothingAndRunsNothingThatANameSmugglesIn() throws {
    let scratch = try ScratchFolder()
    let name = "<img src=x onerror=alert(1)>'\"&.jpg"
    try scratch.writeAstronaut("photos/\(name)")
    try scratch.write(Array("junk".utf8), "photos/<b>.jpg")
    try scratch.scrub()
    let page = try page(of: scratch)
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("<img src=x") && !page.contains("<b>.jpg"))
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;.jpg"))
    for remote in ["http://", "https://", "//cdn", "@import", "url("] { #expect(!page.contains(remote)) }
    // What runs is what the policy names by its hash.
    let script = try #require(page.split(separator: "<script>").last?.split(separator: "</script>").first)
    let hash = SHA256.hexDigest(of: Array(script.utf8))
    let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(hash.dropFirst($0).prefix(2), radix: 16) ?? 0 }
    #expect(page.contains("script-src 'sha256-\(Data(bytes).base64EncodedString())'"))
  }

  /// Whoever reads the report can go on from there, whatever the folder is called and whoever has written the report last.
  @Test func saysWhatToTypeToDecide() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/m.jpg")
    let target = "my <b> 'out'"
    let outcome = try scratch.scrub(target: target)
    #expect(outcome.output.contains(#"  review  faceblur review 'my <b> '\''out'\'''"# + "\n"))
    let line =
      "type: faceblur review &#39;\(scratch.path)"
      + #"/my &lt;b&gt; &#39;\&#39;&#39;out&#39;\&#39;&#39;&#39;</p>"#
    func expectLine() throws {
      let page = String(decoding: try scratch.read(target + ".faceblur/report.html"), as: UTF8.self)
      let place = try #require(page.range(of: line))
      for title in ["<h2>To be checked", "<h2>Scrubbed without doubt"] {
        if let section = page.range(of: title) { #expect(place.upperBound < section.lowerBound) }
      }
      #expect(page.components(separatedBy: "faceblur review").count == 2)
    }
    try expectLine()
    try scratch.faceblur("edit", target + "/a.jpg", "--add", "3,3,40,40")
    try expectLine()
  }

  @Test func saysWhereTheJournalIsToDecide() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/m.jpg")
    let outcome = try scratch.scrub("--state", "state")
    #expect(outcome.output.contains("  review  faceblur review out --state state\n"))
    let page = String(decoding: try scratch.read("state/report.html"), as: UTF8.self)
    #expect(page.contains("faceblur review \(scratch.path)/out --state \(scratch.path)/state</p>"))
  }

  /// Where nothing is in question nobody is sent anywhere.
  @Test func asksForNothingWhereEveryFaceIsSure() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    let outcome = try scratch.scrub()
    let isInDoubt = outcome.output.contains("in doubt")
    #expect(outcome.output.contains("faceblur review") == isInDoubt)
    #expect(try page(of: scratch).contains("faceblur review") == isInDoubt)
  }

  @Test func putsFailuresAndDoubtsFirst() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.write([], "photos/z.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/m.jpg")
    try scratch.scrub("--on-no-face", "review")
    let page = try page(of: scratch)
    let order = ["z.jpg", "m.jpg", "a.jpg"].map { page.range(of: $0)?.lowerBound }
    #expect(order.compactMap(\.self).count == 3)
    #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
    #expect(page.contains("1 could not be scrubbed"))
    let state = try FileState(at: scratch.path("out.faceblur"))
    #expect(state.mode == 0o700)
  }
}
