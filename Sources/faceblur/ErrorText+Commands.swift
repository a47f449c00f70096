internal import ImageProcessingKit

extension FaceBlurError {
  /// The file, what is wrong and what helps, for whoever typed a command: what helps is something that this one can do.
  func text(for command: String) -> String { described { $0.text(for: command) } }
}

extension Advice.Remedy {
  /// What to type where one command has failed. Those that take up an edit render where it was rendered.
  /// - Parameter command: its name.
  func text(for command: String) -> String {
    let namesOutputs = Program.commands.contains { known in
      known.name == command && known.parameters.contains { $0.names.contains("-o") }
    }
    switch self {
    case .nameOutputFile where !namesOutputs: return "move it away"
    case .nameOutput where !namesOutputs: return "blur the photo to another file or folder with -o"
    case .takeOriginal(let photo): return "type 'faceblur \(command) \(photo.shellWord)'"
    default: return text
    }
  }
}
