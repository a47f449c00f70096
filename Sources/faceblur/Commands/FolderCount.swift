internal import ImageProcessingKit

/// What `verify` found in a folder, in numbers.
struct FolderCount {
  /// What was looked at.
  enum Kind {
    case photo, film
  }

  private(set) var failures = 0
  private var photos = 0
  private var films = 0
  private var unread = 0
  private var clean = 0
  private var leaking = 0
  private var withFaces = 0
  private var others = 0

  /// Whether nothing was there that is looked at.
  var isEmpty: Bool { photos == 0 && films == 0 && unread == 0 }

  mutating func take(_ text: VerdictText, _ kind: Kind, fails: Bool) {
    switch kind {
    case .photo: photos += 1
    case .film: films += 1
    }
    if text.isClean { clean += 1 }
    if text.isLeaking { leaking += 1 }
    if text.unread != nil { unread += 1 }
    if text.faceCount > 0 { withFaces += 1 }
    if fails { failures += 1 }
  }

  /// What could not be looked at is a failure.
  mutating func takeUnread() {
    unread += 1
    failures += 1
  }

  mutating func takeOther(fails: Bool) {
    others += 1
    if fails { failures += 1 }
  }

  var summary: String {
    var parts = films == 0 || photos > 0 ? [counted(photos, "photo")] : []
    if films > 0 { parts.append(counted(films, "film")) }
    parts.append("no leak in \(clean)")
    if leaking > 0 { parts.append("leaks in \(leaking)") }
    if withFaces > 0 { parts.append("faces seen in \(withFaces)") }
    if unread > 0 { parts.append("\(unread) not read") }
    if others > 0 { parts.append(counted(others, "other file") + " not checked") }
    return parts.joined(separator: ", ")
  }
}
