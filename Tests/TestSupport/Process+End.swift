package import Foundation

extension Process {
  /// Starts the process.
  /// - Returns: what can be waited for until the process has ended. `waitUntilExit` looks for that every 50 milliseconds only, ten
  ///   times as long as the command takes to start.
  package func start() throws -> DispatchGroup {
    let life = DispatchGroup()
    life.enter()
    terminationHandler = { _ in life.leave() }
    do {
      try run()
    } catch {
      life.leave()
      throw error
    }
    return life
  }

  /// Runs the process to its end, and closes the files that it read and wrote: Foundation keeps some of the processes that have ended, and
  /// all tests together start ten thousand.
  package func runToEnd() throws {
    defer {
      for case let file as FileHandle in [standardInput, standardOutput, standardError] {
        let isShared = [.nullDevice, .standardInput, .standardOutput, .standardError].contains(file)
        if !isShared { try? file.close() }
      }
    }
    try start().wait()
  }
}
