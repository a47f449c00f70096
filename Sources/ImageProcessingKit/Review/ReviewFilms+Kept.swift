/// What is kept, and what is being made.
extension ReviewFilms {
  /// The content of a film's file.
  struct File: Hashable {
    let key: Int
    let path: FilePath
    /// Nil where there is no file.
    let facts: FileFacts?
  }

  struct Opened: Sendable {
    let name: File
    let file: any FilmSource
    let seeker: FrameSeeker
    let hider: FrameHider
    let showing: ShownFrame.Showing

    init(_ name: File) throws(FaceBlurError) {
      self.name = name
      let bytes = try FilmFile(name.path)
      guard bytes.facts == name.facts else { throw .exchangedMeanwhile(name.path) }
      file = try FilmContainers.open(bytes)
      let track = file.film.video
      seeker = FrameSeeker(file)
      hider = FrameHider(track.shape, track.orientation)
      showing = ShownFrame.Showing(track.shape, track.colors, track.orientation)
    }
  }

  /// Something that is cut out of a frame.
  struct Cut: Hashable {
    enum Form: Hashable {
      /// As of photos; see `ReviewedFace`.
      case face
      /// A small square for a strip.
      case tile
    }

    let frame: Int
    let rect: NormalizedRect
    let form: Form

    init(_ seeker: FrameSeeker, _ track: PlannedTrack, at frame: Int, _ form: Form) {
      self.frame = frame
      self.form = form
      let rect = track.rect(at: seeker.time(of: frame)) ?? track.points.first?.rect
      // What is beside the picture is looked for along its edge.
      self.rect = rect.flatMap { $0.isValid ? $0 : nil } ?? .wholePicture
    }
  }

  struct CutName: Hashable {
    let file: File
    let cut: Cut
  }

  struct FrameName: Hashable {
    let file: File
    let frame: Int
  }

  struct State {
    /// Those that were used last, the newest first.
    var opened: [Opened] = []
    /// As decoded.
    var frames: BoundedMemory<FrameName, VideoFrame>
    /// As JPEGs.
    var cuts: BoundedMemory<CutName, [UInt8]>
    var isDecoding = false
    var isClosed = false

    init(_ limits: Limits) {
      frames = BoundedMemory(limit: limits.frames)
      cuts = BoundedMemory(limit: limits.cuts)
    }
  }

  /// More films than these are opened anew when they are looked at again.
  private static let mostOpened = 2

  func opened(_ subject: Subject) throws(FaceBlurError) -> Opened {
    let name = File(key: subject.key, path: subject.path, facts: FileFacts(of: subject.path))
    if let known = state.update({ $0.opened.first { $0.name == name } }) { return known }
    let film = try Opened(name)
    state.update { state in
      state.opened.removeAll { $0.name.key == name.key }
      state.opened.insert(film, at: 0)
      state.opened = Array(state.opened.prefix(Self.mostOpened))
    }
    return film
  }

  private enum Turn<Value: Sendable>: Sendable {
    case kept(Value)
    /// It is to be made by who asked.
    case mine
    case closed
  }

  /// What is there once nobody else decodes, or else what is made then.
  /// - Parameter kept: what there is already.
  func decoding<Value: Sendable>(
    _ kept: (inout State) -> Value?, _ make: () throws(FaceBlurError) -> Value
  ) throws(FaceBlurError) -> Value {
    let turn = state.wait { state -> Turn<Value>? in
      if let value = kept(&state) { return .kept(value) }
      if state.isClosed { return .closed }
      guard !state.isDecoding else { return nil }
      state.isDecoding = true
      return .mine
    }
    switch turn {
    case .kept(let value): return value
    case .closed: throw .cancelled
    case .mine:
      defer { state.update { $0.isDecoding = false } }
      return try make()
    }
  }

  var isOpen: Bool { state.update { !$0.isClosed } }
}
