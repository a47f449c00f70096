import Foundation
import TestSupport

/// Programs of other people that read .AAE files, and what drives a browser, as `make peers` fetches them.
enum Peers {
  static let folder = TestPhotos.packageFolder.appending(path: ".build/peers")

  static let areThere = isThere("osxphotos.whl")
  static let hasExifTool = isThere("exiftool")
  /// Debian's.
  static let browser = "/usr/bin/chromium"
  /// Chromium and what drives it.
  static let hasBrowser =
    isThere("browser/playwright") && FileManager.default.isExecutableFile(atPath: browser)

  private static func isThere(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }

  /// The exiftool that looks into the data of a record.
  static let exifTool = [
    "perl", "-I\(folder.path)/exiftool/usr/share/perl5", "\(folder.path)/exiftool/usr/bin/exiftool",
  ]

  struct Unreadable: Error {}

  /// What osxphotos reads in a record: the properties of its `AdjustmentsInfo`.
  static func osxphotos(_ record: [UInt8]) throws -> [String: Any] {
    let scratch = try ScratchFolder()
    let script = TestPhotos.packageFolder.appending(path: "Tests/Peers/osxphotos_record.py").path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", script, "\(folder.path)/osxphotos.whl", try scratch.write(record, "a.AAE"),
    ]
    process.standardOutput = FileHandle(forWritingAtPath: try scratch.write([], "output"))
    try process.runToEnd()
    let json = try JSONSerialization.jsonObject(with: Data(scratch.read("output")))
    guard let read = (json as? [String: [String: Any]])?.values.first else { throw Unreadable() }
    return read
  }
}
