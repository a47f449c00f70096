import Foundation

/// A small shared library that a test builds of C.
public enum CompiledLibrary {
  struct NoCompiler: Error, CustomStringConvertible {
    let description = "clang, which comes with Swift, did not build a library that a test needs"
  }

  /// - Parameters:
  ///   - source: the path of a C file.
  ///   - target: the path of the library.
  public static func build(_ source: String, _ target: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"]
    try process.runToEnd()
    guard process.terminationStatus == 0 else { throw NoCompiler() }
  }
}
