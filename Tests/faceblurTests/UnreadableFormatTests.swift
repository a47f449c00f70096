import Foundation
import TestSupport
import Testing

/// Pictures of formats that are not read: they are called by their names, whatever their files are called.
@Suite struct UnreadableFormatTests {
  struct Beginning: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, after start: [UInt8] = [], _ text: String = "", _ end: [UInt8] = []) {
      self.name = name
      bytes = start + Array(text.utf8) + end
    }

    var testDescription: String { "\(name), \(bytes.prefix(4))" }
  }

  static let beginnings = [
    Beginning("a GIF picture", "GIF89a"),
    Beginning("a BMP picture", "BM", [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]),
    Beginning("a JPEG 2000 picture", after: [0, 0, 0, 0x0C], "jP  ", [0x0D, 0x0A, 0x87, 0x0A]),
    Beginning("an OpenEXR picture", after: [0x76, 0x2F, 0x31, 0x01], "", [2, 0, 0, 0]),
    Beginning("raw photo", "FUJIFILMCCD-RAW 0201"),
    Beginning("raw photo", after: [0, 0, 0, 24], "ftypcrx ", [0, 0, 0, 1]),
    Beginning("raw photo", "IIRO", [8, 0, 0, 0]),
  ]

  @Test(arguments: beginnings)
  func areCalledByTheirNames(_ beginning: Beginning) throws {
    let file = beginning.bytes + [UInt8](repeating: 0, count: 64)
    let scratch = try ScratchFolder()
    try scratch.write(file, "photo.jpg")
    try scratch.expectFailure(65, naming: beginning.name, "blur", "photo.jpg")
    // In a folder it is a failure, too, even where nothing in its name says that it is a picture.
    try scratch.write(file, "photos/notes.txt")
    #expect(try scratch.scrub().exitCode == 1)
  }

  @Test func aTextThatBeginsLikeABitmapIsNone() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("BMW 320i, first registered in 1992".utf8), "photos/car.txt")
    #expect(try scratch.scrub().exitCode == 0)
  }
}
