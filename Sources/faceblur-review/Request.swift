internal import CHTTP

/// A request as it came: nothing of it is decoded, and nobody is believed yet.
struct Request: Sendable {
  var method: String
  /// The path and what follows a question mark.
  var target: String
  var host: String?
  var origin: String?
  var cookie: String?
  /// Fetch metadata: where the browser says that it comes from, and what for (W3C Fetch Metadata Request Headers, 2).
  var fetchSite: String?
  var fetchMode: String?
  var fetchDestination: String?
  /// Which bytes are asked for (RFC 9110, 14.2).
  var range: String?
  var body: [UInt8]

  init(_ request: UnsafePointer<chttp_request>) {
    func value(_ header: chttp_header) -> String? { chttp_value(request, header).map { String(cString: $0) } }
    method = String(cString: request.pointee.method)
    target = String(cString: request.pointee.target)
    host = value(.host)
    origin = value(.origin)
    cookie = value(.cookie)
    fetchSite = value(.fetchSite)
    fetchMode = value(.fetchMode)
    fetchDestination = value(.fetchDest)
    range = value(.range)
    body = Array(UnsafeBufferPointer(start: request.pointee.body, count: request.pointee.body_count))
  }
}
