internal import ImageProcessingKit

/// What `verify` found in a folder, in numbers.
struct FolderCount {
  private(set) var photos = 0
  private(set) var unread = 0
  private(set) var failures = 0
  private var clean = 0
  private var leaking = 0
  private var withFaces = 0
  private var others = 0

  mutating func take(_ finding: PhotoVerifier.Finding, fails: Bool) {
    if fails { failures += 1 }
    switch finding {
    case .photo(let verdict):
      photos += 1
      if verdict.isClean { clean += 1 }
      if verdict.isLeaking { leaking += 1 }
      if verdict.unread != nil { unread += 1 }
      if !verdict.faces.isEmpty { withFaces += 1 }
    case .unread: unread += 1
    case .other: others += 1
    }
  }

  var summary: String {
    var parts = [counted(photos, "photo"), "no leak in \(clean)"]
    if leaking > 0 { parts.append("leaks in \(leaking)") }
    if withFaces > 0 { parts.append("faces seen in \(withFaces)") }
    if unread > 0 { parts.append("\(unread) not read") }
    if others > 0 { parts.append(counted(others, "other file") + " not checked") }
    return parts.joined(separator: ", ")
  }
}
