internal import FoundationEssentials

/// A photo that another program asks to have scrubbed: a line of JSON, as Documentation/worker.md says.
struct ScrubRequest: Sendable {
  /// What the answer is known by.
  let id: String
  /// Absolute, without dots.
  let source: FilePath
  /// Below the target, without dots.
  let target: FilePath
  /// What the photo must be; nil for whatever it is.
  let sourceSHA256: String?
  /// What is hidden, without a look for faces; nil where that is to be found.
  let edit: FaceBlurAdjustment?

  /// The longest id, in bytes of UTF-8.
  static let maxIDBytes = 1024
}

extension ScrubRequest: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, source, target, sourceSHA256, edit
    /// Of names that are not UTF-8.
    case sourceBytes, targetBytes
  }

  /// - Throws: `DecodingError` where a value is out of bounds or a name is not known: one that is misspelt must not be taken for
  ///   one that is not there.
  init(from decoder: any Decoder) throws {
    let all = try decoder.container(keyedBy: AnyKey.self)
    for key in all.allKeys where CodingKeys(stringValue: key.stringValue) == nil {
      throw all.flaw(key, "there is no such name in a request")
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeText(forKey: .id, atMost: Self.maxIDBytes)
    source = try FileNames.decode(CodingKeys.source.rawValue, from: decoder)
    guard source.isAbsolute, FilePath(bytes: source.bytes.dropFirst()).isBelow else {
      throw container.flaw(.source, "it is no absolute path without dots")
    }
    target = try FileNames.decode(CodingKeys.target.rawValue, from: decoder)
    guard target.isBelow else { throw container.flaw(.target, "it is no path below the target without dots") }
    sourceSHA256 = try container.decodeDigestIfPresent(forKey: .sourceSHA256)
    edit = try container.decodeIfPresent(FaceBlurAdjustment.self, forKey: .edit)
    guard let edit else { return }
    // Of another photo the regions would show its faces.
    guard sourceSHA256 != nil else {
      throw container.flaw(.edit, "an edit is of one photo, so sourceSHA256 must say of which")
    }
    do { try edit.validate() } catch { throw container.flaw(.edit, error.reason) }
  }

  /// The id of a line that is no request; nil where none can be read.
  static func id(in line: [UInt8]) -> String? {
    struct Known: Decodable {
      let id: String
    }
    let known = try? JSONDecoder().decode(Known.self, from: Data(line))
    return known.flatMap { $0.id.utf8.count <= maxIDBytes ? $0.id : nil }
  }

  /// Reads a line.
  /// - Throws: `Refusal` where it is no request.
  init(_ line: [UInt8]) throws(Refusal) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(line)) } catch {
      let reason =
        DecodingFlaw(error).map { "its '\($0.field)' is wrong: \($0.reason)" }
        ?? "it is no JSON object with id, source and target"
      throw Refusal(reason: reason, id: Self.id(in: line))
    }
  }

  /// Why a line is not taken.
  struct Refusal: Error {
    let reason: String
    /// The line's, where it could be read.
    let id: String?
  }
}
