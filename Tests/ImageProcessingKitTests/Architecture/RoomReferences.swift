/// The names that each room of a library declares, and where other rooms use them.
///
/// It reads names, not types. A use is counted where a file says the name of a type or a function that one room declares at
/// the top level, and where it says a member that one room adds to the types of others. A name that a file gives to something
/// of its own is that. A member that several rooms declare is not counted: which one is meant, only the compiler knows.
struct RoomReferences {
  struct Use: Hashable {
    let file: String
    let line: Int
    /// Where the file is.
    let room: String
    let name: String
    /// Where the name is declared.
    let declaredIn: String
  }

  /// The first use of each name in each file, in their order.
  private(set) var uses: [Use] = []
  /// Files that lie in no room.
  private(set) var strays: [String] = []

  /// What one file declares.
  private struct File {
    let path: String
    let room: String
    let tokens: [SwiftTokens.Token]
    var topLevel: Set<String> = []
    /// Members of extensions, with the type that is extended.
    var added: [(name: String, type: String)] = []
    /// Everything that has a name in it, at whatever depth.
    var own: Set<String> = []
  }

  /// - Parameters:
  ///   - sources: Swift files by their paths from the library's folder.
  ///   - rooms: folders; a file is in the deepest that holds it.
  init(_ sources: [String: String], rooms: [String]) {
    var files: [File] = []
    for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
      guard let room = rooms.filter({ path.hasPrefix($0 + "/") }).max(by: { $0.count < $1.count }) else {
        strays.append(path)
        continue
      }
      files.append(Self.declarations(File(path: path, room: room, tokens: SwiftTokens.read(source))))
    }

    var roomsOfName: [String: Set<String>] = [:]
    var roomsOfMember: [String: Set<String>] = [:]
    for file in files {
      for name in file.topLevel { roomsOfName[name, default: []].insert(file.room) }
      for name in file.own { roomsOfMember[name, default: []].insert(file.room) }
    }
    // Members of a room's own types come with the types.
    var roomOfAdded: [String: String] = [:]
    for file in files {
      for member in file.added
      where roomsOfName[member.type] != [file.room] && roomsOfMember[member.name] == [file.room]
        && !Self.languageMembers.contains(member.name)
      {
        roomOfAdded[member.name] = file.room
      }
    }

    for file in files {
      var seen: Set<String> = []
      for (index, token) in file.tokens.enumerated() where token.isName && !seen.contains(token.text) {
        let isMember = index > 0 && file.tokens[index - 1].text == "."
        let isCall = index + 1 < file.tokens.count && file.tokens[index + 1].text == "("
        let isType = token.text.first?.isUppercase ?? false
        var declaring: String?
        if isMember {
          declaring = roomOfAdded[token.text]
        } else if isType || isCall, !file.own.contains(token.text), let rooms = roomsOfName[token.text],
          rooms.count == 1
        {
          declaring = rooms.first
        }
        guard let declaring, declaring != file.room else { continue }
        seen.insert(token.text)
        uses.append(
          Use(file: file.path, line: token.line, room: file.room, name: token.text, declaredIn: declaring))
      }
    }
  }

  /// What the standard library's types have, too.
  private static let languageMembers: Set<String> = [
    "append", "hasPrefix", "hasSuffix", "contains", "description", "hash", "encode", "count", "isEmpty",
  ]

  private static let typeWords: Set<String> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
  private static let valueWords: Set<String> = ["func", "var", "let", "case", "for"]

  private static func declarations(_ given: File) -> File {
    var file = given
    var depth = 0
    var extended: String?
    var isHiddenExtension = false
    for (index, token) in file.tokens.enumerated() {
      switch token.text {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { extended = nil }
      case "extension" where depth == 0:
        extended = file.tokens[(index + 1)...].first(where: \.isName)?.text
        isHiddenExtension = isHidden(index, in: file.tokens)
      case let word where typeWords.contains(word) || valueWords.contains(word):
        guard index + 1 < file.tokens.count, file.tokens[index + 1].isName,
          index == 0 || file.tokens[index - 1].text != "."
        else { continue }
        let name = file.tokens[index + 1].text
        let isTopLevel = depth == 0 && (typeWords.contains(word) || word == "func")
        guard !isTopLevel || isHidden(index, in: file.tokens) else {
          file.topLevel.insert(name)
          continue
        }
        file.own.insert(name)
        if depth == 1, let extended, !isHiddenExtension, word != "case", !isHidden(index, in: file.tokens) {
          file.added.append((name, extended))
        }
      default: continue
      }
    }
    return file
  }

  /// Whether a declaration is private to its file, by the modifiers before its keyword.
  private static func isHidden(_ keyword: Int, in tokens: [SwiftTokens.Token]) -> Bool {
    let modifiers: Set<String> = [
      "private", "fileprivate", "static", "final", "mutating", "consuming", "borrowing", "indirect",
    ]
    return tokens[..<keyword].reversed().prefix { modifiers.contains($0.text) }
      .contains { $0.text == "private" || $0.text == "fileprivate" }
  }
}
