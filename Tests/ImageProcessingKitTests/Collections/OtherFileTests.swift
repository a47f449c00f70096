@testable import ImageProcessingKit
import Testing

@Suite struct OtherFileTests {
  private func objection(_ pieces: [[UInt8]], _ name: FilePath = "notes.txt") -> String? {
    var file = OtherFile(name: name)
    for piece in pieces { file.look(at: piece) }
    return file.objection
  }

  @Test func letsPlainTextPass() {
    #expect(objection([Array("Minutes: ä, 写真\r\n\tPS: bring 9j/ cups".utf8)]) == nil)
    #expect(objection([[0xE4, 0xF6, 0xFC]]) == nil)
    #expect(objection([]) == nil)
  }

  @Test(arguments: [
    "<img src='data:image/svg+xml,…'>", "PHOTO;ENCODING=b:/9j/4AAQ", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>",
    "faces=rect64(3f845bcb59418507),8e62398ebda8c1a5", "%PDF-1.4", "%!PS-Adobe-3.0 EPSF-3.0",
  ])
  func stopsTextThatShowsOrNamesPeople(_ text: String) {
    let bytes = Array(("line\n" + text).utf8)
    #expect(objection([bytes]) != nil)
    // Wherever the pieces end.
    for cut in bytes.indices { #expect(objection([Array(bytes[..<cut]), Array(bytes[cut...])]) != nil) }
  }

  @Test func stopsWhatIsNoText() {
    for bytes: [UInt8] in [[0], Array("PK\u{3}\u{4}".utf8), Array("SQLite format 3\0".utf8), [0x7F]] {
      #expect(objection([Array("text".utf8), bytes]) != nil)
    }
  }

  @Test func stopsCompanionsOfPhotos() {
    for name: FilePath in ["IMG_1.jpg.json", "IMG_1.CR2.pp3", "a.JPG.supplemental-metadata.json"] {
      #expect(objection([Array("{}".utf8)], name) != nil)
    }
    #expect(objection([Array("{}".utf8)], "jpg.json") == nil)
  }
}
