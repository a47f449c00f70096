internal import Synchronization

/// What tells the person who started this run from everybody else on the machine: a token, which their browser gives back once, and the
/// cookie that it gets for that.
///
/// All of it is new with every run. Cookies know no ports: whatever else a person opens on this machine would get this one, if it were not
/// for the run's own folder alone. A page of an earlier run asks in that one's folder, so none of its words reaches this run.
final class RunSecrets: Sendable {
  /// What the paths of this run begin with, with a slash at both ends.
  let folder = "/\(RunSecrets.random().prefix(32))/"
  let token = RunSecrets.random()
  private let cookie = RunSecrets.random()
  private let cookieName = "faceblur-" + String(RunSecrets.random().prefix(16))
  private let wasRedeemed = Atomic(false)

  var isRedeemed: Bool { wasRedeemed.load(ordering: .acquiring) }

  /// Gives out the cookie, once.
  /// - Returns: the value of a `Set-Cookie` header; nil where the token is another one or was used before.
  func redeem(_ token: String) -> String? {
    guard Self.isEqual(token, self.token) else { return nil }
    let isFirst = wasRedeemed.compareExchange(
      expected: false, desired: true, ordering: .acquiringAndReleasing
    ).exchanged
    return isFirst ? "\(cookieName)=\(cookie); Path=\(folder); HttpOnly; SameSite=Strict" : nil
  }

  /// - Parameter header: a request's cookies.
  func isHolder(_ header: String?) -> Bool {
    (header ?? "").split(separator: ";").contains { part in
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return pair.count == 2 && pair[0] == cookieName && Self.isEqual(String(pair[1]), cookie)
    }
  }

  /// 256 bits in hexadecimal, from the system's generator.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in
      let byte = UInt8.random(in: 0...255, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Takes as long whatever the two have in common.
  private static func isEqual(_ given: String, _ secret: String) -> Bool {
    let (given, secret) = (Array(given.utf8), Array(secret.utf8))
    guard given.count == secret.count else { return false }
    // In Swift, | and ^ bind alike, so that without the brackets a later byte would make up for one that differs.
    return zip(given, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
