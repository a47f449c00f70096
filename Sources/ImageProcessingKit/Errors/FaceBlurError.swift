/// Why something could not be done: what kind of thing is wrong, with which file, in words, and what helps.
///
/// It is the only error that the library throws, but for those of encoders and decoders. A client that speaks for itself says `advice` its own way; one that does not
/// prints `description`.
public struct FaceBlurError: Error, Sendable, Hashable {
  public var kind: Kind
  /// What is wrong belongs to it; nil where it belongs to no file, or as long as nobody who knows the file's name has said it.
  public var file: FilePath?
  /// What is wrong, in words that begin in lower case and name neither the file nor any client's options.
  public var reason: String
  /// What helps; nil where the reason says it all.
  public var advice: Advice?
  /// What the library itself decides by where many things are of one kind; nil for nothing.
  var cue: Cue?

  /// Something that whoever asked for it goes on otherwise with, and that clients need not tell from others of its kind.
  enum Cue: Sendable, Hashable {
    /// A picture of a film was to be copied, and the file of another picture lies in its code.
    case carriedPicture
    /// A picture of a film was copied that cannot be decoded without faults.
    case copiedDamage
    /// What is in an output's place was made of another file, which the reason names.
    case madeOfAnother
    /// The run ended before something was written.
    case runEnded
    /// The source of an output has changed since that was made.
    case sourceChanged
  }

  public init(_ kind: Kind, file: FilePath? = nil, _ reason: String, advice: Advice? = nil) {
    self.kind = kind
    self.file = file
    self.reason = reason
    self.advice = advice
  }

  /// The same error with the name of the file it belongs to, unless it has one.
  public func naming(_ file: FilePath) -> FaceBlurError {
    var named = self
    named.file = self.file ?? file
    return named
  }

  /// The same error with what the library decides by.
  func cued(_ cue: Cue?) -> FaceBlurError {
    var cued = self
    cued.cue = cue
    return cued
  }

  /// What is wrong and what helps, without the file's name.
  /// - Parameter wording: how the client says what it does its own way.
  public func message(_ wording: (Advice.Remedy) -> String = \.description) -> String {
    reason + (advice.map { "; " + $0.text(wording) } ?? "")
  }
}

extension FaceBlurError: CustomStringConvertible {
  /// The file, what is wrong and what helps, in the library's words.
  public var description: String { described(\.description) }

  /// The same in a client's words.
  /// - Parameter wording: how the client says what it does its own way.
  public func described(_ wording: (Advice.Remedy) -> String) -> String {
    (file.map { "\($0): " } ?? "") + message(wording)
  }
}

/// Runs a stage that knows no file's name, and gives its errors one.
/// - Throws: what the stage throws; an error that names a file already keeps it.
func naming<Value: ~Copyable>(
  _ file: FilePath, _ stage: @autoclosure () throws(FaceBlurError) -> Value
) throws(FaceBlurError) -> Value {
  do { return try stage() } catch { throw error.naming(file) }
}
