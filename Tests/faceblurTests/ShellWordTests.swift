import Foundation
import ImageProcessingKit
import Testing

@testable import faceblur

/// Paths in lines that people copy into a shell.
@Suite struct ShellWordTests {
  @Test(arguments: [
    ("out", "out"), ("/a/b-c_d.e/2,3:4@5+6", "/a/b-c_d.e/2,3:4@5+6"), ("-rf", "./-rf"),
    ("my out", "'my out'"),
    ("a'b", #"'a'\''b'"#), ("$(x)`y`\"!*?~#", "'$(x)`y`\"!*?~#'"), ("Bilder für Oma", "'Bilder für Oma'"),
    ("a\nb", #"$'a\012b'"#), ("a'\u{301}", #"'a'\''"# + "\u{301}'"), ("a\u{202E}b", #"$'a\342\200\256b'"#),
    ("a'\tb\\", #"$'a\047\011b\134'"#),
  ])
  func quotesWhatAShellWouldAct(on path: String, _ word: String) {
    #expect(FilePath(path).shellWord == word)
  }

  /// What the shell makes of it is the path, byte for byte.
  @Test func isReadAsThePath() throws {
    let names: [[UInt8]] = [
      Array("it's a \"name\" $HOME `id` \\ \u{202E}é".utf8), [0x61, 0xFF, 0x27, 0x0A, 0x37], Array(1...255),
    ]
    for name in names {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-c", "printf %s \(FilePath(bytes: name).shellWord)"]
      let output = Pipe()
      shell.standardOutput = output
      try shell.run()
      let read = try output.fileHandleForReading.readToEnd().map { [UInt8]($0) } ?? []
      shell.waitUntilExit()
      #expect(read == name)
    }
  }
}
