/// Records that were copied or renamed with their originals: what they name may still be another one's.
extension PhotoAsset {
  /// A record with its renders where this original's belong, if it was copied together with another original that is still there: what that
  /// one's record names stays that one's. So do renders that were renamed together with original and record.
  /// - Throws: `FaceBlurError` where that other original, its record or a render cannot be read.
  func owning(_ record: EditRecord) throws(FaceBlurError) -> EditRecord {
    var owned = record
    try own(&owned.renders, \.path, \.sha256, recordedOf: record.source.fileName, record.source.sha256)
    // Under its own name nothing has moved, and what lies beneath is not read for that.
    guard record.source.fileName != original.name else { return owned }
    let recorded = PhotoAsset(original.folder.appending(record.source.fileName))
    if var base = record.base, let number = recorded.baseNames.firstIndex(of: base.photo.fileName) {
      base.photo.fileName = baseNames[number]
      if try self.base(of: base) != nil { owned.base = base }
    }
    return owned
  }

  /// Gives renders the places that this original's have, of a record of a photo or film with its original's name and hash.
  func own<Render>(
    _ renders: inout [Render], _ path: WritableKeyPath<Render, FilePath>, _ hash: KeyPath<Render, String>,
    recordedOf name: FilePath, _ sha256: String
  ) throws(FaceBlurError) {
    guard name != original.name, name.isSingleName else { return }
    let recorded = PhotoAsset(original.folder.appending(name))
    let others = try recordedContent(of: recorded)
    let isCopied = try isCopied(from: recorded, sha256, recordedThereAs: others)
    for index in renders.indices {
      // Two that exchanged their names, and each still has the render that was left under the other's.
      if let others, others != sha256,
        try isThere(renders[index][keyPath: path], renders[index][keyPath: hash])
      {
        continue
      }
      let own = place(of: renders[index][keyPath: path], namedAfter: recorded)
      if isCopied {
        renders[index][keyPath: path] = own
      } else if let renamed = try renamed(to: own, renders[index][keyPath: hash]) {
        renders[index][keyPath: path] = renamed
      }
    }
  }

  /// The hash of the original that another one's own record is of; nil where there is none under that name.
  private func recordedContent(of other: PhotoAsset) throws(FaceBlurError) -> String? {
    guard other.record != record, let source = try RecordFile.source(at: other.record),
      source.name == other.original.name
    else { return nil }
    return source.sha256
  }

  /// Whether this original was copied from another one beside it, as a record with that one's name and hash tells: that one is still what was
  /// recorded, or has a record of its own. Else this one was renamed, and what the record names is its own.
  private func isCopied(
    from other: PhotoAsset, _ sha256: String, recordedThereAs others: String?
  ) throws(FaceBlurError) -> Bool {
    if others != nil { return true }
    // In other letters it may be this one itself.
    let names = Folder.names(in: original.folder)
    if other.original.exists, other.original.name.isSpelling(of: original.name, among: names) { return false }
    return try FileHash.of(other.original) == sha256
  }

  /// Where a render goes that no place was named for: where it usually does, beside the original. Where another one's render is there because the
  /// two exchanged their names, this one's own, as it was left under the other's name.
  /// - Parameter renders: that the record holds.
  func place<Render>(
    usually usual: FilePath, ofNewest renders: [Render], _ path: KeyPath<Render, FilePath>,
    _ hash: KeyPath<Render, String>
  ) -> FilePath {
    guard usual.exists, let newest = renders.last.map({ $0[keyPath: path] }), isNamedAfterAnother(newest),
      newest.pathExtension == usual.pathExtension,
      !renders.contains(where: { original.folder.appending($0[keyPath: path]) == usual }),
      let sha256 = renders.last?[keyPath: hash], (try? isThere(newest, sha256)) ?? false
    else { return usual }
    return original.folder.appending(newest)
  }

  /// Whether a file is as it was written where a record says that it is.
  private func isThere(_ path: FilePath, _ sha256: String) throws(FaceBlurError) -> Bool {
    try FileHash.of(original.folder.appending(path)) == sha256
  }

  /// Where a render lies, as it was written, that was renamed with this original; nil where it was not. What lies under its earlier name may be
  /// anybody's by now.
  /// - Parameter own: its place, whose ending may have got other letters.
  private func renamed(to own: FilePath, _ sha256: String) throws(FaceBlurError) -> FilePath? {
    let ending = own.pathExtension
    let names =
      [own.name]
      + [ending.lowercased(), ending.uppercased()].filter { $0 != ending }.map {
        FilePath(bytes: own.stem.bytes + Array(".\($0)".utf8))
      }
    for name in names {
      let path = own.isSingleName ? name : own.folder.appending(name)
      if try FileHash.of(original.folder.appending(path)) == sha256 { return path }
    }
    return nil
  }

  /// Where this original's render goes of which another one's lies at a path.
  private func place(of path: FilePath, namedAfter other: PhotoAsset) -> FilePath {
    /// With the ending of another format, where the other one's has that.
    func name(_ own: FilePath, for others: FilePath) -> FilePath? {
      if path.name == others { return own }
      let stem = path.stem
      return stem == others.stem
        ? FilePath(bytes: own.stem.bytes + path.name.bytes[stem.bytes.count...]) : nil
    }
    let elsewhere = name(original.name, for: other.original.name)
    if !path.isSingleName, let elsewhere { return path.folder.appending(elsewhere) }
    guard let own = name(defaultRender.name, for: other.defaultRender.name) else { return defaultRender.name }
    return path.isSingleName ? own : path.folder.appending(own)
  }

  /// - Parameter sha256: of the original.
  /// - Throws: `FaceBlurError` of kind `refused` where a record was passed over because the name that it holds is another file's now, and it is of
  ///   this very original: what it hides would be open.
  func refuseRecord(underEarlierName sha256: String) throws(FaceBlurError) {
    for name in [original.name, original.stem] {
      let passed = Self.record(named: name, in: record.folder)
      guard passed != record, let source = try RecordFile.source(at: passed), source.sha256 == sha256,
        // Of two that are the same, each has its own.
        try FileHash.of(original.folder.appending(source.name)) != sha256
      else { continue }
      throw leftBehind(passed, under: source.name)
    }
  }

  /// The same of records under any other name, where a photo or film was renamed and its record was not.
  ///
  /// What another program has recorded is never looked into, and goes on. What cannot be read at all may be anybody's whose photo or film has gone.
  /// - Parameters:
  ///   - sha256: of the original.
  ///   - known: what the run has read so far.
  /// - Throws: as `refuseRecord(underEarlierName:)`.
  func refuseLeftRecord(of sha256: String, _ known: LeftRecords) throws(FaceBlurError) {
    let own = try? RecordFile.source(at: record)
    if let own, own.sha256 == sha256 { return }
    // Whoever takes it up says what is wrong with it.
    if own == nil, record.exists { return }
    var others: [String: [FilePath]]?
    for folder in [record.folder] + [original.folder].filter({ $0 != record.folder }) {
      for unread in known.unread(in: folder) where unread != record {
        let named = others ?? othersByName()
        others = named
        // Whoever has it for its own says what is wrong with it.
        if named[unread.stem.caseless] == nil { throw unreadRecord(unread) }
      }
      for (left, name) in known.records(of: sha256, in: folder) where left != record {
        if let owner = known.owner(of: left), owner.folder == original.folder, owner.name != original.name {
          continue
        }
        let named = others ?? othersByName()
        others = named
        var (name, found) = (name, try owner(of: left, under: name, sha256, among: named))
        if found == nil {
          // It may have been written anew, or be gone, since it was read.
          guard let source = try RecordFile.source(at: left), source.sha256 == sha256 else { continue }
          name = source.name
          found = try owner(of: left, under: name, sha256, among: named)
        }
        guard let found else { throw leftBehind(left, under: name) }
        known.note(found, of: left)
      }
    }
  }

  /// The photos and films beside this one, by the names that their records may have, in any letters.
  private func othersByName() -> [String: [FilePath]] {
    var others: [String: [FilePath]] = [:]
    for name in Folder.names(in: original.folder)
    where name != original.name && FileSignature.isOriginalName(name) {
      for key in [name.caseless, name.stem.caseless] { others[key, default: []].append(name) }
    }
    return others
  }

  /// A record's own photo or film, where it is still there as it was recorded, this one left out.
  /// - Parameters:
  ///   - name: that the record holds.
  ///   - others: by their names.
  private func owner(
    of record: FilePath, under name: FilePath, _ sha256: String, among others: [String: [FilePath]]
  ) throws(FaceBlurError) -> FilePath? {
    let identity = FileIdentity(of: record)
    let named = (others[name.caseless] ?? []).filter { $0 == name }
    // In other letters it is another one's, unless the file system makes no difference between them.
    let own = (others[record.stem.caseless] ?? []).filter { other in
      [other, other.stem].contains { FileIdentity(of: Self.record(named: $0, in: record.folder)) == identity }
    }
    for other in own + named {
      let path = original.folder.appending(other)
      if try FileHash.of(path.resolved ?? path) == sha256 { return path }
    }
    return nil
  }

  /// Refuses a record of another original's content where the names of the two were exchanged: nobody is advised to begin anew then.
  /// - Parameters:
  ///   - sha256: of this original; nil where it was asked already whether its own record was left behind.
  ///   - another: the hash of the original that the record is of.
  ///   - byteCount: of the same.
  ///   - known: what the run has read so far.
  /// - Throws: as the checks that an edit outside of a collection begins with.
  func refuseExchange(
    of sha256: String?, forAnother another: String, _ byteCount: Int, _ known: LeftRecords
  ) throws(FaceBlurError) {
    if let sha256 {
      try refuseRecord(underEarlierName: sha256)
      try refuseLeftRecord(of: sha256, known)
    }
    try refuseRecord(ofAnother: another, byteCount, known)
  }

  /// - Parameters:
  ///   - sha256: of the original that this one's record is of, and this one is not.
  ///   - byteCount: of the same.
  ///   - known: what the run has read so far.
  /// - Throws: `FaceBlurError` of kind `refused` where that lies beside this one and has no record of its own: their names were exchanged, and
  ///   what was drawn in it would be lost with this record.
  func refuseRecord(
    ofAnother sha256: String, _ byteCount: Int, _ known: LeftRecords
  ) throws(FaceBlurError) {
    let alike = known.originals(of: byteCount, in: original.folder).filter { $0.name != original.name }
    guard !alike.isEmpty else { return }
    let byStem = Dictionary(grouping: Folder.names(in: original.folder), by: \.stem.caseless)
    func asset(_ path: FilePath) -> PhotoAsset {
      PhotoAsset(path, recordFolder: record.folder, among: byStem[path.name.stem.caseless] ?? [])
    }
    // There may be thousands of copies: a record is read sooner than a photo, and of the photos one is enough.
    for path in alike {
      let other = asset(path).record
      guard other != record, (try? RecordFile.source(at: other))?.sha256 == sha256 else { continue }
      if try FileHash.of(path.resolved ?? path) == sha256 { return }
    }
    for path in alike where try FileHash.of(path.resolved ?? path) == sha256 {
      let other = asset(path)
      // One that cannot be read may be its own.
      _ = try RecordFile.source(at: other.record)
      var error = other.leftBehind(record, under: original.name)
      error.advice = "\(error.advice ?? ""); if it is this one's, too, copy it there"
      throw error
    }
  }

  private func unreadRecord(_ left: FilePath) -> FaceBlurError {
    FaceBlurError(
      .refused, left,
      "it cannot be read, and no photo or film of its name is there: it may record an edit of \(original.name)",
      advice: "bring back what it was, or move it away to begin anew")
  }

  private func leftBehind(_ left: FilePath, under name: FilePath) -> FaceBlurError {
    let right = Self.record(named: original.name, in: left.folder)
    let isGone = !original.folder.appending(name).exists
    return FaceBlurError(
      .refused, left,
      "it records an edit of \(original.name) under the name \(name), which is \(isGone ? "gone" : "another file's now")",
      advice: right.exists
        ? "move \(right.name) away, which is another file's, and call it so" : "call it \(right.name)")
  }
}
