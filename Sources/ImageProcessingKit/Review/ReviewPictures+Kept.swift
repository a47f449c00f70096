/// What is kept, and what is being made.
extension ReviewPictures {
  /// The content of a photo's file.
  struct File: Hashable {
    let key: Int
    let path: FilePath
    /// Nil where there is no file.
    let facts: FileFacts?

    init(_ key: Int, _ path: FilePath) {
      self.key = key
      self.path = path
      facts = FileFacts(of: path)
    }
  }

  struct Item: Hashable {
    enum Kind: Hashable {
      case photo
      /// Of a long side in pixels, as viewers of a kind show it; nil for most of them.
      case display(Int, DisplayView.Kind?)
      /// All of that size, while they are decoded.
      case displays(Int)
      case views
      case small
      /// All faces, while they are cut out.
      case faces
      /// What was cut out, and the file of it, likewise.
      case part(NormalizedRect, DisplayView.Kind?)
      case face(NormalizedRect, DisplayView.Kind?)
      case overview
      case print(NormalizedRect)
    }

    let file: File
    let kind: Kind
  }

  struct State {
    var kept: BoundedMemory<Item, any Keepable>
    /// What some thread makes.
    var making: Set<Item> = []
    /// How many threads decode.
    var decoding = 0

    init(limit: Int) { kept = BoundedMemory(limit: limit) }
  }

  /// Whatever is kept takes a little more than its samples.
  private static let overhead = 1 << 10

  private enum Claim {
    case kept(any Keepable)
    /// It is to be made by who asked.
    case missing
  }

  /// What is kept, or else nil and the right to make it.
  /// - Parameter lock: what is made with it; given back by `release`.
  func claim<Value: Keepable>(_ item: Item, with lock: Item) throws(FaceBlurError) -> Value? {
    let claim = state.wait { state -> Claim? in
      if let value = state.kept.value(of: item) { return .kept(value) }
      return state.making.insert(lock).inserted ? .missing : nil
    }
    guard case .kept(let kept) = claim else { return nil }
    guard let value = kept as? Value else { throw .internalError("\(item.kind) is kept as something else") }
    return value
  }

  func release(_ lock: Item) { state.update { _ = $0.making.remove(lock) } }

  func keep(_ value: some Keepable, _ item: Item) {
    state.update { $0.kept.keep(value, for: item, bytes: value.keptBytes + Self.overhead) }
  }

  /// What is kept, or else what is made of it, which is kept from then on.
  func kept<Value: Keepable>(
    _ item: Item, _ make: () throws(FaceBlurError) -> Value
  ) throws(FaceBlurError) -> Value {
    if let value: Value = try claim(item, with: item) { return value }
    defer { release(item) }
    let made = try make()
    keep(made, item)
    return made
  }

  /// As many threads decode at once: each may need a hundred megabytes for a moment.
  private static let mostDecoding = 2

  /// Decodes, with as few others at once as memory has room for. Within it nothing is waited for.
  func decoding<Value>(_ decode: () throws(FaceBlurError) -> Value) throws(FaceBlurError) -> Value {
    _ = state.wait { state -> Bool? in
      guard state.decoding < Self.mostDecoding else { return nil }
      state.decoding += 1
      return true
    }
    defer { state.update { $0.decoding -= 1 } }
    return try decode()
  }
}

/// What can be kept.
protocol Keepable: Sendable {
  /// What its samples take, in bytes.
  var keptBytes: Int { get }
}

extension Photo: Keepable {
  var keptBytes: Int { fileBytes.count }
}

extension LumaGrid: Keepable {
  var keptBytes: Int { Self.side * Self.side * MemoryLayout<Double>.size }
}

extension ReviewPictures {
  /// The whole upright photo at some size, and what must be known to show it.
  struct Display: Keepable {
    var pixels: PixelBuffer
    let geometry: PhotoGeometry
    let isGray: Bool

    var keptBytes: Int { pixels.bytes.count }

    /// What viewers will show of the render.
    func showing(_ plan: RegionPlan, _ filters: ToneFilters) -> PixelBuffer {
      var shown = pixels
      shown.show(plan, filters, of: geometry, isGray: isGray)
      return shown.visible(in: geometry.frame)
    }
  }

  struct Views: Keepable {
    let kinds: [DisplayView.Kind]

    var keptBytes: Int { kinds.count * MemoryLayout<DisplayView.Kind>.size }
  }

  /// What is cut out for a face.
  struct Part: Keepable {
    let face: ReviewedFace
    let picture: PixelBuffer

    var keptBytes: Int { picture.bytes.count }
  }

  /// A JPEG; without bytes where it would show nothing that another one does not.
  struct PictureFile: Keepable {
    let bytes: [UInt8]?

    var keptBytes: Int { bytes?.count ?? 0 }
  }

  struct Overview: Keepable {
    let frame: PictureFrame
    let grid: LumaGrid

    var keptBytes: Int { grid.keptBytes }
  }
}
