import Foundation
import TestSupport
import Testing

/// A person at the review page in a real browser: the scenarios of Tests/Browser, one after the other.
final class BrowserPlayer {
  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()
  private var buffer: [UInt8] = []

  init() throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A browser that hangs must not hang the tests.
    process.arguments = [
      "timeout", "600", "python3", TestPhotos.packageFolder.appending(path: "Tests/Browser/run.py").path, "-",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["PYTHONPATH"] = Peers.folder.appending(path: "browser").path
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["REVIEW_BROWSER"] = Peers.browser
    // Other tests run at the same time.
    environment["REVIEW_PATIENCE"] = "60000"
    process.environment = environment
    process.standardInput = orders
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The browser ends where no more orders come.
  func end() {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  deinit {
    end()
  }

  /// Plays a scenario, and expects that it holds.
  /// - Parameters:
  ///   - scenario: its name.
  ///   - run: the review that it is played at.
  ///   - work: what is to be done, where the scenario wants to know.
  /// - Returns: what the scenario tells.
  @discardableResult
  func play(
    _ scenario: String, at run: ReviewRun, _ work: [String: Any] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    let order: [String: Any] = ["scenario": scenario, "url": run.address, "work": work]
    var line = try JSONSerialization.data(withJSONObject: order, options: .withoutEscapingSlashes)
    line.append(UInt8(ascii: "\n"))
    try orders.fileHandleForWriting.write(contentsOf: line)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(nextLine())) as? [String: Any], "\(scenario): no browser",
      sourceLocation: sourceLocation)
    #expect(
      answer["outcome"] as? String == "ok", "\(scenario): \(answer["words"] ?? "")",
      sourceLocation: sourceLocation)
    return answer["told"] as? [String: Any] ?? [:]
  }

  private func nextLine() -> [UInt8] {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end])
      }
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { return Array("{}".utf8) }
      buffer += more
    }
  }
}
