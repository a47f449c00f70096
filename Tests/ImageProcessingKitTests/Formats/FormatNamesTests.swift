import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A format is known to its own folders and to the list of formats, and to nobody else.
@Suite struct FormatNamesTests {
  /// Folders whose files are about one format.
  private static let foldersOfFormats = [
    "Photos/JPEG/", "Photos/PNG/", "Photos/HEIF/", "Photos/HEIC/", "Photos/AVIF/", "Photos/TIFF/",
    "Photos/WebP/",
    "Photos/JPEGXL/", "Verification/JPEG/", "Verification/PNG/", "Verification/HEIF/", "Verification/HEIC/",
    "Verification/AVIF/", "Verification/TIFF/", "Verification/WebP/", "Verification/JPEGXL/", "Formats/",
  ]

  /// Files that name a format all the same, and why.
  private static let allowed = [
    "Codecs/JPEGXLCodec.swift": "asks for the JPEG that a JPEG XL was made of",
    "Films/CarriedPictures.swift": "looks for pictures of every kind in what is copied of films",
    "Films/MP4/MP4Movie.swift": "knows what covers of films are coded in",
    "Films/MP4/MP4SampleEntry.swift": "says what other films are coded in",
    "Errors/Advice+Remedy.swift": "advises a format that every program opens",
    "Photos/FaceBlurError+Photos.swift": "gives that advice",
    "Photos/RenderOptions.swift": "says of which formats renders can be asked for",
    "Photos/FileSignature.swift": "tells what files of all kinds are, also of those that nobody reads",
    "Verification/Films/ExaminedFilm.swift": "knows what covers of films are coded in",
    "Verification/Films/ExaminedPictureFiles.swift": "looks for them in renders",
    "Verification/JPEGPieces.swift": "takes apart the JPEGs that are hidden in other files, too",
    "Verification/HiddenPicture.swift": "looks for pictures of every kind inside of other files",
  ]

  private static func sources() throws -> [(name: String, code: String)] {
    let root = TestPhotos.packageFolder.appending(path: "Sources/ImageProcessingKit")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { ($0, code(of: try String(contentsOf: root.appending(path: $0), encoding: .utf8))) }
  }

  /// The lines without what stands behind a comment's strokes; those in a text end it early, which hides no identifier.
  private static func code(of source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line) }
      .joined(separator: "\n")
  }

  private static func namesAFormat(_ code: String) -> Bool {
    ["jpeg", "jpg", "jfif", "png"].contains { code.range(of: $0, options: .caseInsensitive) != nil }
  }

  @Test func nothingAboveTheFormatsNamesOne() throws {
    let sources = try Self.sources()
    #expect(sources.count > 200)
    for source in sources
    where !Self.foldersOfFormats.contains(where: source.name.hasPrefix) && Self.allowed[source.name] == nil {
      for (number, line) in source.code.components(separatedBy: "\n").enumerated() {
        #expect(!Self.namesAFormat(line), "\(source.name):\(number + 1): \(line)")
      }
    }
  }

  /// An exception that nobody needs any more goes.
  @Test func everyExceptionIsOne() throws {
    let sources = try Self.sources()
    for name in Self.allowed.keys {
      let source = try #require(sources.first { $0.name == name }, "\(name)")
      #expect(Self.namesAFormat(source.code), "\(name)")
    }
  }

  /// A record belongs to one photo of its stem, whatever the formats of the others.
  @Test func everyEndingIsKnownToBeAPhotos() {
    #expect(PhotoFormats.standard.fileExtensions.isSubset(of: FileSignature.photoExtensions))
  }
}
