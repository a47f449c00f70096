extension SignOff {
  /// What a collection's target holds, compared with what a person has looked at.
  package struct Check: Sendable, Hashable {
    package enum Flaw: String, Sendable, Hashable {
      /// Nobody has looked at it, or not at all of it.
      case unseen
      /// It is not what was looked at.
      case changed
      /// It is not what the last run or edit made, which is what a review shows of it.
      case foreign
      /// A person has decided otherwise since, and that is not rendered.
      case unrendered
      /// A photo or film that no run has put there, so nobody could look at it here.
      case stranger
      /// Anything else that no run has put there.
      case stray
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

  /// Reads every photo in a collection's target, and tells which of them nobody has looked at as they are, and what else lies there. An
  /// output that is gone shows nothing, and is passed over. Nothing is changed, and the target and its journal may lie where nothing can be.
  /// - Parameters:
  ///   - target: of the collection.
  ///   - state: the folder of the journal, where it lies elsewhere than beside the target.
  /// - Throws: `FaceBlurError` where the journal or the sign-off cannot be read, or the collection is in use.
  package static func check(target: FilePath, state: FilePath? = nil) throws(FaceBlurError) -> Check {
    let collection = try OpenedCollection.named(target, state: state, force: false, for: .look)
    let signOff = try read(from: collection.state)
    let signed = Dictionary(
      signOff?.photos.map { ($0.output, $0) } ?? [], uniquingKeysWith: { first, _ in first })
    let decided = try collection.decided()
    let listed = try collection.journal.listed()
    let recipes = try collection.journal.recipes()
    var check = Check()
    var known: Set<FilePath> = []
    for output in listed where output.isInTarget {
      let path = collection.root.appending(output.place)
      known.insert(path)
      guard path.exists else { continue }
      check.outputs += 1
      let kept = collection.unrendered(decided[output.place], of: output, recipes[output.basis])
      let flaw: Check.Flaw? =
        if output.isAnnounced {
          .unrendered
        } else if let photo = signed[output.place], photo.isComplete {
          flaw(of: path, signedAs: photo, kept)
        } else {
          flaw(ofUnsigned: path, kept, due: output.dueSHA256(recipes[output.basis]))
        }
      if let flaw { check.add(output.place, flaw) }
    }
    addStrangers(in: collection, besides: known, folders: collection.folders(of: listed), to: &check)
    return check
  }

  /// What speaks against an output that a review has signed; nil for nothing.
  private static func flaw(
    of path: FilePath, signedAs photo: Photo, _ kept: ReviewStore.Kept?
  ) -> Check.Flaw? {
    if let kept, kept.edit != nil { return .unrendered }
    if let kept, kept.answers.looked == nil { return .unseen }
    guard let sha256 = try? FileHash.of(path) else { return .unread }
    return sha256 == photo.sha256 ? nil : .changed
  }

  /// The same of an output that none has signed.
  /// - Parameter due: the hash that it has by the journal and the record.
  private static func flaw(
    ofUnsigned path: FilePath, _ kept: ReviewStore.Kept?, due: @autoclosure () -> String?
  ) -> Check.Flaw {
    // Where something is open, that is all there is to do.
    guard let kept, kept.edit == nil, kept.answers.looked != nil, let looked = kept.answers.lookedOutput
    else {
      return .unseen
    }
    guard let sha256 = try? FileHash.of(path) else { return .unread }
    if sha256 == looked { return .unseen }
    return sha256 == due() ? .changed : .foreign
  }

  /// A target holds outputs and nothing else: what else lies in it is published all the same. A journal that an earlier version kept in it,
  /// and that is in use there, is the one thing that is known.
  /// - Parameter folders: that hold outputs, or did.
  private static func addStrangers(
    in collection: OpenedCollection, besides known: Set<FilePath>, folders: Set<FilePath>,
    to check: inout Check
  ) {
    let (root, state) = (collection.root, collection.state)
    var found: [(path: FilePath, flaw: Check.Flaw)] = []
    var empty: [FilePath] = []
    FolderWalk.walk(root, emptyFolder: { empty.append($0) }) { path, entry in
      guard !known.contains(path), !path.isInside(state) else { return }
      switch entry {
      case .problem: found.append((path, path.isLink ? .stray : .unread))
      case .other: found.append((path, .stray))
      case .file: found.append((path, isPicture(path) ? .stranger : .stray))
      }
    }
    // Its name says something, too.
    for path in empty where !folders.contains(path) && path != state && !path.isInside(state) {
      found.append((path, .stray))
    }
    for (path, flaw) in found {
      check.add(FilePath(bytes: path.bytes.dropFirst(root.appending(".").bytes.count - 1)), flaw)
    }
  }

  /// Whether a file is a photo or film by its first bytes or its name, or nobody can tell.
  private static func isPicture(_ path: FilePath) -> Bool {
    let formats = PhotoFormats.standard
    let head = try? InputFile.open(path, followingLinks: false).bytes(
      at: 0, count: PhotoFormats.headBytes)
    return head.map { formats.format(of: $0) != nil || FileSignature.isPicture($0) } ?? true
      || formats.isPhotoExtension(path.pathExtension) || FilmPipeline.isFilm(path)
      || FileSignature.isFilmName(path)
  }
}

extension ScrubJournal.Listed {
  /// The hash of what is to lie in the target: of the newest render by the record, where one is kept, else of what was written.
  fileprivate func dueSHA256(_ recipe: ScrubRecipe?) -> String? {
    let record = recipe?.recordFile(of: source, at: place)
    let render = record.flatMap { try? RecordFile.bytes(of: $0, within: .film) }
      .flatMap(ScrubJournal.newestRender)
    return render ?? writtenSHA256
  }
}

extension OpenedCollection {
  /// The folders, below the target, of all outputs that the journal knows, also of those that are gone.
  fileprivate func folders(of listed: [ScrubJournal.Listed]) -> Set<FilePath> {
    var folders: Set<FilePath> = []
    for output in listed {
      var folder = root.appending(output.place).folder
      while folder != root, folder.isInside(root), folders.insert(folder).inserted { folder = folder.folder }
    }
    return folders
  }

  /// What is kept of an output, without an edit that is what is recorded: earlier versions kept that where only the order of regions was
  /// another one.
  fileprivate func unrendered(
    _ kept: ReviewStore.Kept?, of output: ScrubJournal.Listed, _ recipe: ScrubRecipe?
  ) -> ReviewStore.Kept? {
    guard var kept, kept.edit != nil else { return kept }
    do throws(FaceBlurError) {
      let entry = ReviewedCollection.Entry(
        output, try journal.decision(on: output.source, at: output.place), recipe)
      let undecided = try ReviewedCollection.recorded(entry, in: root)
      let recorded = try ReviewedCollection.kept(entry, undecided) ?? undecided
      guard ReviewBasis(text: kept.basis).isSame(as: recorded.basis) else { return kept }
      kept.edit = recorded.unrecorded(kept.edit)
    } catch {
      // Of what cannot be read nobody can tell that it is rendered.
      return kept
    }
    return kept
  }

  /// What reviews keep of outputs; nothing where nobody has reviewed the collection.
  fileprivate func decided() throws(FaceBlurError) -> [FilePath: ReviewStore.Kept] {
    let path = state.appending(ReviewStore.name)
    guard path.exists else { return [:] }
    let store = try isReadOnly ? ReviewStore(reading: path) : ReviewStore.ofCollection(in: state)
    return try store.photos().filter { !$0.value.basis.isEmpty }
  }
}
