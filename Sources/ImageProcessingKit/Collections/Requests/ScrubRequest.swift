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
  /// What an earlier answer told, which is not shown again; nil where there was none, or it is to be forgotten.
  let earlier: Earlier?

  /// What an earlier output of a photo hides.
  struct Earlier: Sendable {
    /// Of the photo that it was made of.
    let sourceSHA256: String
    let edit: FaceBlurAdjustment
  }

  /// The longest id, in bytes of UTF-8.
  static let maxIDBytes = 1024
}

extension ScrubRequest: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, source, target, sourceSHA256, edit, earlier
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
    edit = try container.decodeEditIfPresent(forKey: .edit)
    earlier = try container.decodeIfPresent(Earlier.self, forKey: .earlier)
    guard edit != nil else { return }
    // Of another photo the regions would show its faces.
    guard sourceSHA256 != nil else {
      throw container.flaw(.edit, "an edit is of one photo, so sourceSHA256 must say of which")
    }
    guard earlier == nil else {
      throw container.flaw(
        .earlier, "beside an edit, which says all that is hidden, there is nothing earlier")
    }
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

extension ScrubRequest.Earlier: Decodable {
  private enum CodingKeys: CodingKey {
    case sourceSHA256, edit
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sourceSHA256 = try container.decodeDigest(forKey: .sourceSHA256)
    guard let edit = try container.decodeEditIfPresent(forKey: .edit) else {
      throw container.flaw(.edit, "it is missing")
    }
    self.edit = edit
  }
}

extension KeyedDecodingContainer {
  /// An edit whose values are all in their bounds.
  fileprivate func decodeEditIfPresent(forKey key: Key) throws -> FaceBlurAdjustment? {
    let edit = try decodeIfPresent(FaceBlurAdjustment.self, forKey: key)
    do { try edit?.validate() } catch { throw flaw(key, error.reason) }
    return edit
  }
}
