internal import CHTTP
internal import FoundationEssentials
internal import ImageProcessingKit

/// What is answered.
struct Response: Sendable {
  var status: Int32
  /// Of the body; nil where there is none.
  var type: String?
  var body: [UInt8] = []
  /// A part of a file instead of a body; nil for none.
  var file: (ServedFile, part: Range<Int>)?
  /// Besides those that every answer has.
  var headers: [(name: String, value: String)] = []

  init(status: Int32) {
    self.status = status
  }

  init(status: Int32 = 200, type: String, body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// An object as JSON.
  static func json(_ object: some Encodable, status: Int32 = 200) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let body = try? encoder.encode(object) else { return Response(status: 500) }
    return Response(status: status, type: "application/json", body: Array(body))
  }

  /// An error, in words for people.
  static func error(_ status: Int32, _ words: String) -> Response {
    json(ErrorObject(error: PlainText.visible(words)), status: status)
  }

  /// What the library says of a fault.
  init(_ error: FaceBlurError) {
    let isOurs = [.internalError, .outOfMemory].contains(error.kind)
    self = .error(isOurs ? 500 : 422, error.description)
  }

  /// Nothing but the page's own files runs, shows or is asked for, nobody else's page shows or reads it, and nothing is kept.
  private static let safety = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self';"
        + " connect-src 'self';"
        + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// Fills in what the server sends.
  func fill(_ answer: OpaquePointer) {
    chttp_set_status(answer, status)
    let type = self.type.map { [("Content-Type", $0)] } ?? []
    for (name, value) in Self.safety + type + headers.map({ ($0.name, $0.value) })
    where !chttp_add_header(answer, name, value) {
      return
    }
    if let (file, part) = file {
      file.fill(answer, part)
    } else {
      _ = body.withUnsafeBufferPointer { chttp_set_body(answer, $0.baseAddress, $0.count) }
    }
  }
}

struct ErrorObject: Encodable {
  let error: String
}
