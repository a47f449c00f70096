import TestSupport
import Testing

extension ScratchFolder {
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
}
