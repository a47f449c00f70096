import TestSupport
import Testing

/// Files that may be anything, and what the command says of them.
extension ScratchFolder {
  /// Writes files under their names.
  /// - Parameters:
  ///   - photo: what each is made of.
  ///   - folder: where they are written, in this one; nil for this one itself.
  func write(_ files: [HostileFile], of photo: [UInt8], in folder: String? = nil) throws {
    for file in files { try write(file.build(photo), (folder.map { "\($0)/" } ?? "") + file.fileName) }
  }

  /// Expects that `blur` renders all of some files in the folder, and that `verify` finds nothing in the renders.
  /// - Parameter limits: what the command is run under.
  /// - Returns: the renders.
  @discardableResult
  func expectRenders(
    of files: [HostileFile], under limits: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [[UInt8]] {
    let blur = try BuiltCommand.run(
      ["blur", "-o", "out/", "--json"] + files.map(\.fileName), prefix: limits, in: path)
    #expect(blur.exitCode == 0, "\(blur.errors)", sourceLocation: sourceLocation)
    let renders = try blur.photos().compactMap(\.outputs.render)
    #expect(renders.count == files.count, sourceLocation: sourceLocation)
    let verify = try BuiltCommand.run(["verify"] + renders, prefix: limits, in: path)
    #expect(verify.exitCode == 0, "\(verify.output)", sourceLocation: sourceLocation)
    return try renders.map { try read($0.split(separator: "/").suffix(2).joined(separator: "/")) }
  }

  /// Expects that `verify` ends with one of some codes for files in the folder, and that its list does not grow with them.
  /// - Parameters:
  ///   - limits: what the command is run under.
  ///   - mostBytes: of the list.
  @discardableResult
  func expectAnswers(
    for files: [HostileFile], _ codes: Set<Int32>, under limits: [String], mostBytes: Int = 4 << 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BuiltCommand.Outcome {
    let outcome = try BuiltCommand.run(
      ["verify", "--json"] + files.map(\.fileName), prefix: limits, in: path)
    #expect(codes.contains(outcome.exitCode), "\(files): \(outcome.errors)", sourceLocation: sourceLocation)
    #expect(
      outcome.output.utf8.count < mostBytes, "the list grows with the file", sourceLocation: sourceLocation)
    return outcome
  }

  /// Expects that `blur` refuses all of some files in the folder, names each and leaves nothing there.
  /// - Parameter limits: what the command is run under.
  func expectRefusal(of files: [HostileFile], under limits: [String]) throws {
    let before = try state()
    let blur = try BuiltCommand.run(
      ["blur", "-o", "out/"] + files.map(\.fileName), prefix: limits, in: path)
    #expect(blur.exitCode == 65, "\(blur.errors)")
    let lines = blur.errors.split(separator: "\n")
    for file in files {
      #expect(lines.contains { $0.contains(file.fileName) }, "nothing is said of \(file)")
    }
    #expect(try state() == before)
  }

  /// Scrubs the folder `photos`, and expects that the files that are no photos fail, each by itself, and nothing else.
  /// - Parameters:
  ///   - files: in the folder.
  ///   - sound: the name of a photo beside them.
  func expectOnlyFailures(
    of files: [HostileFile], beside sound: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try scrub("--jobs", "2")
    #expect(outcome.exitCode == 1, "\(outcome.errors)", sourceLocation: sourceLocation)
    let report = try self.report()
    #expect(report[sound]?.status == "done", sourceLocation: sourceLocation)
    for file in files {
      let line = try #require(report[file.fileName], "\(file)", sourceLocation: sourceLocation)
      let reason = line.reason ?? ""
      #expect(
        !reason.contains("worker") && !reason.contains("internal error"), "\(file): \(reason)",
        sourceLocation: sourceLocation)
      #expect(
        (line.status == "failed") == !file.isPhoto, "\(file): \(line.status) \(reason)",
        sourceLocation: sourceLocation)
    }
    try faceblur("verify", "out", sourceLocation: sourceLocation)
  }
}

extension HostileFile {
  /// Files in lists that one run takes: small ones a few at a time, large ones alone, so that each has the limits for itself.
  static func runs(of small: [HostileFile], _ large: [HostileFile]) -> [[HostileFile]] {
    stride(from: 0, to: small.count, by: 8).map { Array(small[$0..<min($0 + 8, small.count)]) }
      + large.map { [$0] }
  }
}
