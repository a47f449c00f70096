internal import Synchronization

/// One look at a picture, or at a part of it, with one network.
struct NetworkLook: Sendable {
  let network: NetworkKind
  let picture: PixelBuffer
  /// The same picture, smaller, which may still be in the making: it is what the network is shown.
  var smaller: Future<PixelBuffer>?
  var part: PicturePart?
  /// What the long side of the picture or the part is scaled to, in pixels.
  let longSide: Int
  /// How far it is turned counterclockwise then, 0 to 359.
  let degrees: Int
  /// The least score of the network's own that counts, 0…1.
  let floor: Double

  /// About how long it takes, to be compared with others.
  fileprivate var cost: Double {
    let (width, height) = (part?.width ?? picture.width, part?.height ?? picture.height)
    let scale = Double(longSide) / Double(max(width, height))
    let pixels = Double(width) * Double(height) * scale * scale
    // Measured.
    return network == .centerface ? 8 * pixels : pixels
  }
}

/// The networks, and the threads that look with them: each thread has networks of its own, which share their weights. What is seen
/// does not depend on how many threads there are.
final class LookThreads {
  /// More would wait for the longest look.
  static let most = 4
  /// Bytes that each takes beside the first: the picture that is looked at, turned and not, what a network keeps of it, and what comes out.
  static let memory = 64 << 20

  /// How many there are.
  var count: Int { networks.count }

  private let models: [NetworkKind: LoadedModel]
  private let engine: NetworkEngine
  private let instructions: NativeInstructions
  /// By thread, those that have looked; the first thread is the caller's. Making CenterFace takes longer than a look with YuNet, and
  /// often it is not asked.
  private var networks: [[NetworkKind: FaceNetwork]]
  /// The look that a thread takes beside them.
  private(set) var begun: BegunLook?

  /// - Parameter count: how many there may be; OpenCV has threads of its own.
  init(
    _ models: [NetworkKind: LoadedModel], engine: NetworkEngine, instructions: NativeInstructions, count: Int
  ) {
    self.models = models
    self.engine = engine
    self.instructions = instructions
    let isAlone = engine == .opencv
    networks = Array(repeating: [:], count: isAlone ? 1 : min(max(count, 1), Self.most))
  }

  /// The network of the caller's thread.
  /// - Throws: `FaceBlurError` where it was not loaded or cannot be made.
  func network(_ kind: NetworkKind) throws(FaceBlurError) -> FaceNetwork {
    if let network = networks[0][kind] { return network }
    guard let model = models[kind] else { throw .detectionFailed("\(kind) was not loaded") }
    let network = try FaceNetwork(kind, model, engine: engine, instructions: instructions)
    networks[0][kind] = network
    return network
  }

  /// Begins a look at a picture that is still being made, on a thread of its own. It ends before what it is begun with does.
  /// - Parameter make: makes the look of a network of its own.
  func begin(
    _ kind: NetworkKind, _ make: (FaceNetwork) -> BegunLook?
  ) throws(FaceBlurError) {
    forgetBegun()
    guard count > 1 else { return }
    begun = make(try FaceNetwork(beside: network(kind)))
  }

  /// Waits for the look that was begun, and forgets it.
  func forgetBegun() { begun = nil }

  /// What some looks see, in their order; around one face there are several boxes.
  /// - Throws: `FaceBlurError` of the first look that fails.
  func candidates(of looks: [NetworkLook]) throws(FaceBlurError) -> [[FaceCandidate]] {
    let count = min(networks.count, looks.count)
    try makeNetworks(Set(looks.map(\.network)), for: count)
    let run = LookRun(looks, networks: Array(networks.prefix(count)), behind: begun)
    let others = WorkerThreads(max(count - 1, 0)) { run.work() }
    run.work()
    others.join()
    return try run.results()
  }

  private func makeNetworks(_ kinds: Set<NetworkKind>, for count: Int) throws(FaceBlurError) {
    for kind in kinds {
      let first = try network(kind)
      for thread in 0..<count where networks[thread][kind] == nil {
        networks[thread][kind] = try FaceNetwork(beside: first)
      }
    }
  }
}

/// Looks that threads take one after the other until none is left.
private final class LookRun: @unchecked Sendable {
  // Each thread takes networks that no other one has, and writes the results of those looks alone that it took; they are read after
  // all threads have ended.
  private let looks: [NetworkLook]
  private let networks: [[NetworkKind: FaceNetwork]]
  /// The longest first, so that none is left when all others are done.
  private let order: [Int]
  /// What one of the threads, if there are several, waits for before it looks: there are no more threads than processors.
  private let begun: BegunLook?
  private let nextThread = Atomic(0)
  private let nextLook = Atomic(0)
  private let seen: UnsafeMutableBufferPointer<Result<[FaceCandidate], FaceBlurError>>

  init(_ looks: [NetworkLook], networks: [[NetworkKind: FaceNetwork]], behind begun: BegunLook?) {
    self.looks = looks
    self.networks = networks
    self.begun = begun
    let costs = looks.map(\.cost)
    order = looks.indices.sorted { costs[$0] > costs[$1] }
    seen = .allocate(capacity: looks.count)
    seen.initialize(repeating: .failure(.detectionFailed("a look was not taken")))
  }

  deinit {
    seen.deinitialize()
    seen.deallocate()
  }

  func work() {
    let thread = nextThread.wrappingAdd(1, ordering: .relaxed).oldValue
    guard thread < networks.count else { return }
    if thread > 0, thread == networks.count - 1 { begun?.wait() }
    while true {
      let place = nextLook.wrappingAdd(1, ordering: .relaxed).oldValue
      guard place < order.count else { return }
      let index = order[place]
      do throws(FaceBlurError) {
        seen[index] = .success(try candidates(of: looks[index], networks[thread]))
      } catch {
        seen[index] = .failure(error)
      }
    }
  }

  private func candidates(
    of look: NetworkLook, _ networks: [NetworkKind: FaceNetwork]
  ) throws(FaceBlurError) -> [FaceCandidate] {
    guard let network = networks[look.network] else {
      throw .detectionFailed("\(look.network) was not made")
    }
    let picture = try look.smaller?.value() ?? look.picture
    return try network.candidates(
      in: picture, part: look.part, longSide: look.longSide, degrees: look.degrees, floor: look.floor)
  }

  func results() throws(FaceBlurError) -> [[FaceCandidate]] {
    var all: [[FaceCandidate]] = []
    for result in seen { all.append(try result.get()) }
    return all
  }
}
