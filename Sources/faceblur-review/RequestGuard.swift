/// Lets through what the page of this run asks for, and nothing of anybody else.
struct RequestGuard: Sendable {
  /// What browsers call this server and nothing else: a foreign name that leads here is one that was rebound.
  private let host: String
  private var origin: String { "http://" + host }
  private let secrets: RunSecrets

  init(port: UInt16, secrets: RunSecrets) {
    host = "\(Server.host):\(port)"
    self.secrets = secrets
  }

  /// Why a request is refused, whatever it asks for; nil where it is not.
  func refusal(of request: Request) -> Response? {
    guard request.host == host else {
      return .error(421, "this is another server than the one that was asked")
    }
    guard isOwnPage(request) else { return .error(403, "another page has asked for this") }
    if let origin = request.origin, origin != self.origin {
      return .error(403, "another page has asked for this")
    }
    // Browsers name the origin of every POST, so this is no page.
    if request.method == "POST", request.origin == nil {
      return .error(403, "it is not said which page has asked for this")
    }
    return nil
  }

  /// Whether somebody shows this run's cookie.
  func isHolder(_ request: Request) -> Bool { secrets.isHolder(request.cookie) }

  private func isOwnPage(_ request: Request) -> Bool {
    switch request.fetchSite {
    // Programs other than browsers say nothing; "none" is what a person has typed.
    case nil, "same-origin", "none": true
    // The file that leads to the page is another site, and may be followed; the page holds nothing secret, and nobody can frame it.
    case "cross-site", "same-site":
      request.method == "GET" && request.target == secrets.folder && request.fetchMode == "navigate"
        && request.fetchDestination == "document"
    default: false
    }
  }
}
