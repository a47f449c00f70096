/// The bytes of a model: those that were compiled in, which a test checks, or those of a file, checked against its hash.
package struct LoadedModel: Sendable {
  private enum Source: Sendable {
    case program(CompiledModel)
    case file(FilePath, [UInt8])
  }

  package let model: Model
  private let source: Source

  /// - Parameter bytes: what was read there.
  init(model: Model, path: FilePath, bytes: [UInt8]) {
    self.model = model
    source = .file(path, bytes)
  }

  init(_ compiled: CompiledModel) {
    model = compiled.model
    source = .program(compiled)
  }

  /// Where it was read; nil where it is part of the program.
  package var path: FilePath? {
    switch source {
    case .program: nil
    case .file(let path, _): path
    }
  }

  /// Lower-case hexadecimal; of the bytes as they are.
  package var sha256: String {
    var hash = SHA256()
    withBytes { hash.update(UnsafeRawBufferPointer($0)) }
    return hash.hexDigest()
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch source {
    case .program(let compiled):
      defer { compiled.letGo() }
      return body(compiled.bytes)
    case .file(_, let bytes):
      return bytes.withUnsafeBufferPointer(body)
    }
  }
}
