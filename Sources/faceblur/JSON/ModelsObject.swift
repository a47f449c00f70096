internal import ImageProcessingKit

/// Where a model comes from, and what is wrong with it.
struct ModelState {
  var model: Model
  /// Nil where it is part of the command.
  var path: FilePath?
  /// Nil where it is sound.
  var error: String?
  /// Whether detection cannot do without it.
  var isMissed = false

  /// Looks whether it is the tested file.
  init(of model: Model, from locator: ModelLocator) {
    self.model = model
    do {
      let loaded = try locator.load(model)
      // Of a file it was compared already.
      if loaded.sha256 == model.sha256 {
        path = loaded.path
      } else {
        error = "part of the command, and damaged: install the command anew"
        isMissed = true
      }
    } catch {
      self.error = error.text
      // Only --detector haar needs a cascade.
      isMissed = error.kind != .modelMissing || CompiledModel.all.contains { $0.model == model }
    }
  }
}

/// What `models` tells, in one object.
struct ModelsObject: Encodable {
  private struct Entry: Encodable {
    var name: String
    /// Of the file that was tested.
    var sha256: String
    /// `command`, `folder`, or `none` where it cannot be used.
    var source: String
    /// Absent where it is part of the command or cannot be used.
    var path: FileNames
    var error: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      try container.encode(sha256, forKey: .sha256)
      try container.encode(source, forKey: .source)
      try container.encodeIfPresent(error, forKey: .error)
      try path.encode(to: encoder)
    }

    private enum Key: CodingKey {
      case name, sha256, source, error
    }
  }

  private var models: [Entry]
  /// The vector instructions of the native engine.
  private var instructions: String

  init(_ states: [ModelState]) {
    models = states.map { state in
      Entry(
        name: state.model.file, sha256: state.model.sha256,
        source: state.error != nil ? "none" : state.path == nil ? "command" : "folder",
        path: FileNames(["path": state.path]), error: state.error)
    }
    instructions = NetworkEngine.nativeInstructions
  }
}
