/// Names whose letters differ in case only: on some file systems both lead to one file, whose numbers need not be the same by each.
extension FilePath {
  /// The path with the case of its letters taken away.
  var caseless: String { description.uppercased().lowercased() }

  /// Whether this name and another one, by both of which something is in a folder, are of one file there: they are the same but for their case, and
  /// the folder does not list two such names. Yes where it cannot be listed.
  /// - Parameter listed: the names in the folder; asked for only where they matter.
  func isSpelling(of other: FilePath, among listed: @autoclosure () -> [FilePath]) -> Bool {
    if self == other { return true }
    return caseless == other.caseless && spellings(among: listed()) <= 1
  }

  /// How many names are this one but for their case.
  private func spellings(among listed: [FilePath]) -> Int {
    let caseless = caseless
    return listed.count { $0.caseless == caseless }
  }

  /// Whether the file by this path is listed in its folder, and in other letters.
  var isListedRespelled: Bool {
    let listed = Folder.names(in: folder)
    return !listed.contains(name) && name.spellings(among: listed) > 0
  }

  /// The same of whole paths without links and dots. No where nothing is by one of them, or a folder on the way where they part cannot be listed.
  func isRespelled(_ other: FilePath) -> Bool {
    if self == other { return true }
    guard caseless == other.caseless, exists, other.exists else { return false }
    var (own, others) = (self, other)
    while own != others {
      guard own.name == others.name || own.name.spellings(among: Folder.names(in: own.folder)) == 1 else {
        return false
      }
      (own, others) = (own.folder, others.folder)
    }
    return true
  }

  /// Whether a path without links and dots is that of a folder or of something in it, in whatever letters the folder is written.
  func isInsideRespelled(_ folder: FilePath) -> Bool {
    if isInside(folder) { return true }
    guard caseless.utf8.starts(with: folder.caseless.utf8) else { return false }
    var place = self
    while !place.isRespelled(folder) {
      guard place.folder != place else { return false }
      place = place.folder
    }
    return true
  }

  /// The names of a folder that are not this one of it.
  /// - Parameters:
  ///   - listed: the names in the folder.
  ///   - isThere: whether something is at this name; asked only where it is not listed.
  func others(among listed: [FilePath], isThere: @autoclosure () -> Bool) -> [FilePath] {
    let others = listed.filter { $0 != self }
    // Listed in other letters, it is itself.
    guard others.count == listed.count, isThere() else { return others }
    let caseless = caseless
    return others.filter { $0.caseless != caseless }
  }
}
