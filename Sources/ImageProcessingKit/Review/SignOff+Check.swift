extension SignOff {
  /// What a collection's target holds, compared with what a person has looked at.
  package struct Check: Sendable, Hashable {
    package enum Flaw: String, Sendable, Hashable {
      /// Nobody has looked at it, or not at all of it.
      case unseen
      /// It is not what was looked at.
      case changed
      /// A person has decided otherwise since, and that is not rendered.
      case unrendered
      /// No run has put it there, so nobody could look at it here.
      case stranger
      /// It cannot be read.
      case unread
    }

    package struct Finding: Sendable, Hashable {
      /// Below the target.
      package var output: FilePath
      package var flaw: Flaw
    }

    /// Findings that are named; the rest are a number.
    package static let mostNamed = 20

    /// Outputs that are in the target.
    package var outputs = 0
    /// The first ones, in the order of their names.
    package var findings: [Finding] = []
    /// How many more there are.
    package var others = 0
    package var isSound: Bool { findings.isEmpty }

    fileprivate mutating func add(_ output: FilePath, _ flaw: Flaw) {
      if findings.count < Self.mostNamed {
        findings.append(Finding(output: output, flaw: flaw))
      } else {
        others += 1
      }
    }
  }

  /// Reads every photo in a collection's target, and tells which of them nobody has looked at as they are. An output that is gone shows
  /// nothing, and is passed over.
  /// - Parameters:
  ///   - target: of the collection.
  ///   - state: the folder of the journal, where it lies elsewhere than beside the target.
  /// - Throws: `FaceBlurError` where the journal or the sign-off cannot be read, or the collection is in use.
  package static func check(target: FilePath, state: FilePath? = nil) throws(FaceBlurError) -> Check {
    let collection = try OpenedCollection.named(target, state: state, force: false)
    let signOff = try read(from: collection.state)
    let signed = Dictionary(
      signOff?.photos.map { ($0.output, $0) } ?? [], uniquingKeysWith: { first, _ in first })
    let decided = try collection.decided()
    let listed = try collection.journal.listed()
    var check = Check()
    var known: Set<FilePath> = []
    for output in listed where output.isInTarget {
      let path = collection.root.appending(output.place)
      known.insert(path)
      guard path.exists else { continue }
      check.outputs += 1
      guard let photo = signed[output.place], photo.isComplete else {
        check.add(output.place, .unseen)
        continue
      }
      if let kept = decided[output.place], kept.edit != nil || kept.answers.looked == nil {
        check.add(output.place, kept.edit != nil ? .unrendered : .unseen)
        continue
      }
      switch try? FileHash.of(path) {
      case photo.sha256: continue
      case nil: check.add(output.place, .unread)
      default: check.add(output.place, .changed)
      }
    }
    addStrangers(in: collection.root, besides: known, to: &check)
    return check
  }

  /// Photos and films that lie in the target and are no outputs are published all the same.
  private static func addStrangers(in root: FilePath, besides known: Set<FilePath>, to check: inout Check) {
    let formats = PhotoFormats.standard
    FolderWalk.walk(root) { path, entry in
      guard !known.contains(path) else { return }
      let place = FilePath(bytes: path.bytes.dropFirst(root.appending(".").bytes.count - 1))
      switch entry {
      case .problem: check.add(place, .unread)
      case .other: break
      case .file:
        let head = try? InputFile.open(path, followingLinks: false).bytes(
          at: 0, count: PhotoFormats.headBytes)
        let isPhoto =
          head.map { formats.format(of: $0) != nil || FileSignature.isPicture($0) } ?? true
          || formats.isPhotoExtension(path.pathExtension) || FilmPipeline.isFilm(path)
          || FileSignature.isFilmName(path)
        if isPhoto { check.add(place, .stranger) }
      }
    }
  }
}

extension OpenedCollection {
  /// What reviews keep of outputs; nothing where nobody has reviewed the collection.
  fileprivate func decided() throws(FaceBlurError) -> [FilePath: ReviewStore.Kept] {
    let path = state.appending(ReviewStore.name)
    guard path.exists else { return [:] }
    return try ReviewStore.ofCollection(in: state).photos().filter { !$0.value.basis.isEmpty }
  }
}
