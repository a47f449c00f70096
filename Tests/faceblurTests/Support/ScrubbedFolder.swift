import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A line of `report.jsonl`, as a program that knows only the documentation would read it.
struct ReportedFile: Decodable {
  private enum CodingKeys: String, CodingKey {
    case status, target, reason, targetSHA256, warnings
    case source = "file"
    case faces = "hiddenCount"
    case doubtful = "doubtfulCount"
  }

  let status: String
  let source: String
  let target: String?
  let faces: Int
  let doubtful: Int
  let reason: String?
  let targetSHA256: String?
  let warnings: [String]
}

extension ScratchFolder {
  /// The looks that find the portraits' faces, and no more.
  static let quick = ["--effort", "fast", "--detector", "yunet"]

  /// Scrubs a folder to another one.
  @discardableResult
  func scrub(
    _ options: String..., from source: String = "photos", target: String = "out", prefix: [String] = [],
    input: String? = nil
  ) throws -> BuiltCommand.Outcome {
    try scrub(options, from: source, target: target, prefix: prefix, input: input)
  }

  /// The same with the options in a list.
  @discardableResult
  func scrub(
    _ options: [String], from source: String = "photos", target: String = "out", prefix: [String] = [],
    input: String? = nil
  ) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      ["scrub"] + (source.isEmpty ? [] : [source]) + ["-o", target] + Self.quick + options, prefix: prefix,
      in: path,
      input: input)
  }

  /// What the report says of each file, by its name.
  func report(_ folder: String = "out.faceblur") throws -> [String: ReportedFile] {
    let lines = try String(decoding: read("\(folder)/report.jsonl"), as: UTF8.self).split(separator: "\n")
    let files = try lines.map { try JSONDecoder().decode(ReportedFile.self, from: Data($0.utf8)) }
    return Dictionary(
      files.map { (URL(filePath: $0.source).lastPathComponent, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Path and hash of everything in a folder.
  func published(_ folder: String = "out") throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path(folder)) {
      let state = try FileState(at: path("\(folder)/\(name)"))
      files[name] = state.digest ?? state.kind
    }
    return files
  }

  /// Scrubs the folder `photos`, and expects that all photos but some are done, and that those fail.
  /// - Parameters:
  ///   - count: of the photos that are done.
  ///   - failed: the names of the others.
  /// - Returns: the report.
  func expectScrubbed(
    _ count: Int, butFor failed: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: ReportedFile] {
    let outcome = try scrub("--jobs", "2")
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("\(count) scrubbed"),
      "\(outcome.output)\(outcome.errors)", sourceLocation: sourceLocation)
    let report = try self.report()
    for name in failed {
      #expect(
        report[name]?.status == "failed", "\(name): \(report[name]?.reason ?? "")",
        sourceLocation: sourceLocation)
    }
    return report
  }

  /// Expects that `verify` finds nothing in what was scrubbed, and that another run has nothing to do.
  /// - Parameter count: of the photos that are done.
  func expectAllDone(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try faceblur("verify", "out", sourceLocation: sourceLocation)
    #expect(try scrub().output.contains("\(count) were done before"), sourceLocation: sourceLocation)
  }

  /// Ends runs at any moment, again and again: nothing is half, nothing missing, nothing done twice to another end.
  /// - Parameters:
  ///   - count: of the runs that end before their work does.
  ///   - longest: after how many seconds one is ended at most.
  ///   - write: writes the photos, the same each time.
  static func expectTheSameAfterKills(
    _ count: Int, within longest: Double, seed: UInt64, of write: (ScratchFolder) throws -> Void
  ) throws {
    let reference = try ScratchFolder()
    try write(reference)
    #expect(try reference.scrub().exitCode == 0)
    let expected = try reference.published()

    let scratch = try ScratchFolder()
    try write(scratch)
    var random = SplitMix(seed: seed)
    var kills = 0
    var runs = 0
    while kills < count {
      runs += 1
      let seconds = Double.random(in: 0.02...longest, using: &random)
      let outcome = try scratch.scrub("--jobs", "2", prefix: ["timeout", "--signal=KILL", "\(seconds)"])
      if outcome.exitCode == 0 {
        #expect(try scratch.published() == expected)
        try scratch.remove("out")
        try scratch.remove("out.faceblur")
      } else {
        kills += 1
        let files = (try? scratch.published()) ?? [:]
        let finals = files.filter { !$0.key.contains(".faceblur-") }
        #expect(finals.allSatisfy { expected[$0.key] == $0.value }, "a file is half done after \(runs) runs")
      }
    }
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published() == expected)
  }

  /// Small photos, every second of them with a face.
  func writeSmallPhotos(_ count: Int, in folder: String = "photos") throws {
    for index in 0..<count {
      let picture = try TestPhotos.small(index, width: 176 + index, hasFace: index % 2 == 0)
      try write(TestJPEG.encode(picture), "\(folder)/\(index % 3)/\(index).jpg")
    }
  }
}

extension TestPhotos {
  private static let portrait = Result { try pixels(of: astronaut()) }

  /// One of a folder's small pictures, 160 pixels high, with the portrait's face or without any.
  /// - Parameter index: moves the portrait by some rows.
  static func small(_ index: Int, width: Int, hasFace: Bool) throws -> PixelBuffer {
    var picture = withoutFaces(width: width, height: 160)
    if hasFace { picture.paste(try portrait.get(), x: -140, y: -40 - index % 8) }
    return picture
  }
}

extension ScratchFolder {
  /// Changes a file and neither its size nor its time.
  func spoil(_ name: String) throws {
    var bytes = try read(name)
    bytes[bytes.count / 2] ^= 1
    try overwrite(name, with: bytes)
  }

  /// Gives a file other bytes, as many as it has, and the time that it has.
  func overwrite(_ name: String, with bytes: [UInt8]) throws {
    var status = stat()
    try #require(stat(path(name), &status) == 0 && Int(status.st_size) == bytes.count)
    try bytes.withUnsafeBytes { bytes in
      let file = try #require(fopen(path(name), "r+"))
      fwrite(bytes.baseAddress, 1, bytes.count, file)
      fclose(file)
    }
    try #require(utimensat(AT_FDCWD, path(name), [status.st_atim, status.st_mtim], 0) == 0)
  }

  /// Runs statements on a database, as anyone may who has the file.
  func sqlite(_ name: String, _ statements: String) throws {
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()"
    let outcome = try BuiltCommand.run(["-c", script, path(name), statements], of: "python3", in: path)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
  }
}
