/// An original photo or film on disk and the names of what belongs to it.
package struct PhotoAsset: Sendable, Hashable {
  /// Never written.
  package let original: FilePath
  /// The record beside the original: `IMG_1234.AAE`, or `IMG_1234.JPG.AAE` where another photo shares the
  /// stem, or with a film, a photo or another film.
  package let record: FilePath
  /// Where a render goes unless told otherwise: `IMG_E1234.JPG`, or `<stem>_edited.<ext>`; of a film in Matroska or WebM `<stem>_edited.mp4`, and
  /// `<name>_edited.mp4` where another film's render would have that name.
  package let defaultRender: FilePath
  /// What previews and overlays are named after: unique among the photos of the folder.
  package let uniqueStem: FilePath

  /// Looks at the original's folder to find out whether another photo shares the stem.
  /// - Parameter original: need not be there.
  /// - Parameter recordFolder: where the record is; nil for beside the original.
  package init(_ original: FilePath, recordFolder: FilePath? = nil) {
    self.init(original, recordFolder: recordFolder, among: Folder.names(in: original.folder))
  }

  /// The same where many photos of a folder are asked about.
  /// - Parameter listed: the names in the original's folder that have its stem, in any letters; others may be among them.
  init(_ original: FilePath, recordFolder: FilePath?, among listed: [FilePath]) {
    self.original = original
    let folder = original.folder
    let records = recordFolder ?? folder
    let stem = original.stem
    // A film of that stem may be a companion of the photo, but the photo is none of the film.
    let isFilm = FileSignature.isFilmName(original)
    func isOriginal(_ ending: String) -> Bool {
      FileSignature.photoExtensions.contains(ending)
        || isFilm && FileSignature.filmExtensions.contains(ending)
    }
    let others = original.name.others(among: listed, isThere: original.exists)
    let sharesStem = others.contains { name in
      // Without regard to case: on some file systems the two records would be one file.
      name.stem.caseless == stem.caseless && isOriginal(name.pathExtension.lowercased())
    }
    let longRecord = Self.record(named: original.name, in: records)
    let shortRecord = Self.record(named: stem, in: records)
    uniqueStem = sharesStem ? original.name : stem
    // One that cannot be told apart is taken for this photo's: better to refuse than to pass over an edit.
    func isAnothers(_ record: FilePath) -> Bool {
      record.exists && Self.isOfAnother(record, than: original, among: listed)
    }
    // `a.jpg.AAE` may be that of `a.jpg.png`.
    let isLongTaken = isAnothers(longRecord)
    if longRecord.exists, !isLongTaken {
      record = longRecord
    } else if shortRecord.exists {
      // One that was made before the second photo came keeps its name.
      record = isAnothers(shortRecord) ? longRecord : shortRecord
    } else {
      record = sharesStem && !isLongTaken ? longRecord : shortRecord
    }
    let named = Self.nameElsewhere(of: original.name)
    let isTaken =
      named != original.name
      && others.contains { Self.nameElsewhere(of: $0).caseless == named.caseless }
    let whole = isTaken ? original.name.suffixed(".\(named.pathExtension)") : named
    defaultRender = folder.appending(Self.renderName(of: whole))
  }

  /// The record that is there under a name: some programs write its ending in small letters.
  static func record(named name: FilePath, in folder: FilePath) -> FilePath {
    let usual = folder.appending(name.suffixed(".AAE"))
    let small = folder.appending(name.suffixed(".aae"))
    return small.exists && !usual.exists ? small : usual
  }

  /// The records that are there under a name, in whichever letters it ends.
  static func records(named name: FilePath, in folder: FilePath) -> [FilePath] {
    let places = ["AAE", "aae"].map { folder.appending(name.suffixed(".\($0)")) }.filter(\.exists)
    // On some file systems the two are one file.
    let isOne = places.count == 2 && FileIdentity(of: places[0]) == FileIdentity(of: places[1])
    return isOne ? [places[0]] : places
  }

  /// A record whose render has no name yet, found again after a crash. The name has a fixed length, because the
  /// record's own may already be as long as the file system allows.
  var pendingRecord: FilePath { Self.pending(record) }

  /// The same of the record at a path.
  static func pending(_ record: FilePath) -> FilePath {
    record.folder.appending(FilePath(".faceblur-\(key(of: record)).pending"))
  }

  /// The temporary name of a render before it replaces an earlier one, in the render's folder. Its record is
  /// pending then.
  /// - Parameter sha256: the hash of the original as it was just read, never one from a record.
  func pendingRenderName(originalSHA256 sha256: String) -> FilePath {
    FilePath(".faceblur-\(key)-\(sha256.prefix(16)).tmp")
  }

  /// The temporary name of a sidecar before it replaces an earlier one.
  var temporarySidecar: FilePath { original.folder.appending(FilePath(".faceblur-\(key)-xmp.tmp")) }

  /// Our record while its edit is being taken back, found again after a crash.
  var revertingRecord: FilePath { record.folder.appending(FilePath(".faceblur-\(key).reverting")) }

  /// Where the regions are written for other programs.
  package var sidecar: FilePath { RegionSidecar.path(for: original) }

  /// What the render of another program's edit may be called while it lies beneath ours: `<stem>_base.<ext>`, or
  /// `<stem>_base2.<ext>` to `_base9` where that is taken.
  var baseNames: [FilePath] {
    let stem = original.stem
    let ending = original.name.bytes[stem.bytes.count...]
    return Self.baseSuffixes.map { FilePath(bytes: stem.suffixed($0).bytes + ending) }
  }

  static let baseSuffixes = ["_base"] + (2...9).map { "_base\($0)" }

  private var key: Substring { Self.key(of: record) }

  private static func key(of record: FilePath) -> Substring {
    SHA256.hexDigest(of: record.name.bytes).prefix(16)
  }

  /// Where a render that a record names really is.
  func location(of render: EditRecord.Render) -> FilePath {
    original.folder.appending(render.path)
  }

  /// How a record names a render at a path: a bare name where it lies beside the original.
  func reference(to render: FilePath) -> FilePath {
    guard let folder = render.folder.resolvedWhereItExists else { return render }
    return folder == original.folder.resolved ? render.name : folder.appending(render.name)
  }

  /// Whether a record is ours and names another photo or film that is there.
  /// - Parameter listed: the names in the original's folder, or all those that have its stem; nil to look there.
  static func isOfAnother(
    _ record: FilePath, than original: FilePath, among listed: [FilePath]? = nil
  ) -> Bool {
    (try? RecordFile.source(at: record)).map {
      isAnother($0.name, than: original, recordedIn: record, among: listed)
    } ?? false
  }

  /// Whether a name that a record holds is that of another photo or film, which is there and whose record is called so. Where that one's would be
  /// called otherwise, the record was copied or renamed together with its original. In other letters it may be the original itself.
  /// - Parameter listed: as for `isOfAnother`.
  static func isAnother(
    _ name: FilePath, than original: FilePath, recordedIn record: FilePath, among listed: [FilePath]? = nil
  ) -> Bool {
    name != original.name && name.isSingleName
      && [name, name.stem].contains { $0.caseless == record.stem.caseless }
      && original.folder.appending(name).exists
      && !(original.exists
        && name.isSpelling(of: original.name, among: listed ?? Folder.names(in: original.folder)))
  }

  /// A name for a render that tells nothing of its original: only the record knows both.
  /// - Parameter ending: of the render's format.
  static func anonymousRenderName(ending: String) -> FilePath {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return FilePath(String(repeating: "0", count: 16 - digits.count) + digits + "." + ending)
  }

  /// Whether a name is one of those, whatever the format.
  static func isAnonymousRenderName(_ name: FilePath) -> Bool {
    let ending = Array(name.pathExtension.utf8)
    return (1...5).contains(ending.count) && ending.allSatisfy { isDigit($0) || (0x61...0x7A).contains($0) }
      && name.stem.bytes.count == 16
      && name.stem.bytes.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// What a render is called in another folder: as its original, with the ending of what it is.
  package static func nameElsewhere(of name: FilePath) -> FilePath { FileSignature.renderName(name) }

  /// Names of films of other kinds whose renders would have a name.
  static func otherNames(ofFilmRenderedTo name: FilePath) -> [FilePath] {
    FileSignature.originalNames(ofRender: name)
  }

  /// Apple's name for the edited version of `IMG_1234.JPG` is `IMG_E1234.JPG`.
  static func renderName(of name: FilePath) -> FilePath {
    let stem = name.stem.bytes
    let isCameraName =
      stem.count == 8
      && stem[..<3].allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
      && stem[3] == UInt8(ascii: "_") && stem[4...].allSatisfy(isDigit)
    let edited = isCameraName ? stem[..<4] + Array("E".utf8) + stem[4...] : stem + Array("_edited".utf8)
    return FilePath(bytes: edited + name.bytes[stem.count...])
  }
}
