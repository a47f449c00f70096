import Foundation
import Testing

/// What a server has answered.
struct HTTPAnswer {
  let status: Int
  /// By their names in lower case.
  let headers: [String: String]
  let body: [UInt8]

  init(_ bytes: [UInt8]) throws {
    let data = Data(bytes)
    let end = try #require(data.firstRange(of: Data("\r\n\r\n".utf8)), "no answer")
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let colon = try #require(line.firstIndex(of: ":"))
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
        in: .whitespaces)
    }
    self.headers = headers
    body = Array(data[end.upperBound...])
  }

  /// The body as a JSON object.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "no object")
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
