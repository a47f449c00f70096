public import Foundation

/// A JSON Schema of Documentation/schemas, for checking what the command prints.
///
/// It knows the keywords that these schemas use and refuses every other, so that nothing is left unchecked. It is
/// stricter than a schema in one thing: a property that an object's schema does not list is a problem, because it would be
/// one that nobody has documented.
public struct JSONSchema {
  public struct Unknown: Error, CustomStringConvertible {
    public let description: String
  }

  private static let notes: Set = ["$schema", "$id", "$defs", "title", "description"]

  private let folder: URL
  private let documents: [String: [String: Any]]

  /// Reads all schemas of a folder.
  public init(folder: URL) throws {
    self.folder = folder
    var documents: [String: [String: Any]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".schema.json") {
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: name)))
      documents[name] = object as? [String: Any]
    }
    self.documents = documents
  }

  /// The names of the schemas, without their ending.
  public var names: [String] { documents.keys.map { String($0.dropLast(".schema.json".count)) }.sorted() }

  /// What is wrong with a value by one of the schemas; empty where nothing is.
  /// - Throws: `Unknown` where a schema is missing or says what is not known here.
  public func problems(of value: Any, by name: String) throws -> [String] {
    let file = "\(name).schema.json"
    guard let schema = documents[file] else { throw Unknown(description: "there is no \(file)") }
    return try problems(of: value, schema, in: file, at: name)
  }

  private func problems(
    of value: Any, _ schema: [String: Any], in file: String, at place: String
  ) throws -> [String] {
    var problems: [String] = []
    for (keyword, content) in schema where !Self.notes.contains(keyword) {
      problems += try self.problems(of: value, keyword, content, schema, in: file, at: place)
    }
    return problems
  }

  private func problems(
    of value: Any, _ keyword: String, _ content: Any, _ schema: [String: Any], in file: String,
    at place: String
  ) throws -> [String] {
    func unless(_ holds: Bool) -> [String] {
      holds ? [] : ["\(place): \(value) is not \(keyword) \(content)"]
    }
    let number = Self.isNumber(value) ? (value as? NSNumber)?.doubleValue : nil
    switch (keyword, content) {
    case ("$ref", let target as String):
      let (found, home) = try resolve(target, from: file)
      return try problems(of: value, found, in: home, at: place)
    case ("type", let type as String): return unless(try Self.isOf(type, value))
    case ("const", let wanted as NSObject): return unless((value as? NSObject) == wanted)
    case ("enum", let wanted as [NSObject]): return unless(wanted.contains { (value as? NSObject) == $0 })
    case ("minimum", let least as NSNumber): return unless(number.map { $0 >= least.doubleValue } ?? true)
    case ("maximum", let most as NSNumber): return unless(number.map { $0 <= most.doubleValue } ?? true)
    case ("minLength", let least as NSNumber):
      return unless((value as? String).map { $0.count >= least.intValue } ?? true)
    case ("pattern", let pattern as String):
      let regex = try Regex(pattern)
      return unless((value as? String).map { $0.contains(regex) } ?? true)
    case ("items", let item as [String: Any]):
      return try (value as? [Any] ?? []).enumerated().flatMap {
        try problems(of: $1, item, in: file, at: "\(place)[\($0)]")
      }
    case ("required", let names as [String]):
      let object = value as? [String: Any]
      return names.filter { object?[$0] == nil }.map { "\(place): \($0) is missing" }
    case ("properties", let properties as [String: [String: Any]]):
      let isOpen = schema["additionalProperties"] != nil
      return try (value as? [String: Any] ?? [:]).flatMap { name, member in
        guard let property = properties[name] else {
          return isOpen ? [] : ["\(place): \(name) is not documented"]
        }
        return try problems(of: member, property, in: file, at: "\(place).\(name)")
      }
    case ("additionalProperties", let others as [String: Any]):
      let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
      return try (value as? [String: Any] ?? [:]).filter { !known.contains($0.key) }.flatMap {
        try problems(of: $1, others, in: file, at: "\(place).\($0)")
      }
    default: throw Unknown(description: "\(file): \(keyword) is not known here")
    }
  }

  /// A schema by `file#/a/b`, either part of which may be missing.
  private func resolve(_ reference: String, from file: String) throws -> ([String: Any], String) {
    let parts = reference.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let home = parts[0].isEmpty ? file : parts[0]
    var found: Any? = documents[home]
    for step in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
      found = (found as? [String: Any])?[String(step)]
    }
    guard let schema = found as? [String: Any] else {
      throw Unknown(description: "\(file): \(reference) is not there")
    }
    return (schema, home)
  }

  private static func isNumber(_ value: Any) -> Bool { value is NSNumber && !isBoolean(value) }

  private static func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }

  private static func isOf(_ type: String, _ value: Any) throws -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBoolean(value)
    case "number": isNumber(value)
    case "integer":
      isNumber(value) && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
    default: throw Unknown(description: "the type \(type) is not known here")
    }
  }
}
