/// What a self-test says of one part.
struct SelfTestCheck: Encodable, Sendable {
  enum State: String, Encodable {
    case works
    /// It is not installed, or the machine has no such thing; nothing that is there is at fault.
    case missing
    /// It is there and does not work.
    case failed
  }

  /// A format, `films`, `models`, `sandbox`, `OpenCV` or `review`.
  let name: String
  let state: State
  /// For people.
  let detail: String
  /// What brings what is missing, where a package does.
  let package: Package?

  /// What an installation may go without.
  enum Package: String, Encodable {
    case codecs = "faceblur-codecs"
    case films = "libavcodec59"
    case openCV = "faceblur-opencv"
    case cascades = "opencv-data"
    case review = "faceblur-review"
    case opener = "xdg-utils"
  }

  init(_ name: String, _ state: State, _ detail: String, package: Package? = nil) {
    self.name = name
    self.state = state
    self.detail = detail
    self.package = package
  }

  /// A part that its package would bring.
  static func missing(_ name: String, _ package: Package, _ detail: String? = nil) -> SelfTestCheck {
    let text = detail ?? "not installed; the package \(package.rawValue) brings it"
    return SelfTestCheck(name, .missing, text, package: package)
  }

  /// Whether it makes the test fail.
  /// - Parameter isWhole: whether every package is asked for.
  func fails(asWhole isWhole: Bool) -> Bool {
    switch state {
    case .works: false
    case .missing: isWhole && package != nil
    case .failed: true
    }
  }

  /// For people.
  var line: String {
    let label = name + String(repeating: " ", count: max(0, 8 - name.count))
    let word = state == .failed ? "FAILED" : state.rawValue
    return "\(label)  \(word)\(String(repeating: " ", count: max(0, 7 - word.count)))  \(detail)"
  }
}
