/// All that a review knows, for one thread at a time.
struct ReviewState {
  var items: [ReviewItem]
  private var numbers: [FilePath: Int] = [:]
  /// Nil once the review has ended.
  var store: ReviewStore?
  /// What earlier reviews kept of photos that nobody has looked at yet in this one, and what is to be looked at again.
  private var kept: [FilePath: ReviewStore.Kept] = [:]
  /// Photos that were shown before somebody found out that they have changed.
  private var forgotten: Set<Int> = []
  /// Grows wherever an answer about what was shown before may be one about something else now.
  private(set) var revision = 0
  var work = ReviewWork(phase: .idle, through: 0, total: 0, results: [], signOff: nil, error: nil)
  var isClosing = false
  /// The photo that is just being rendered.
  var rendering: Int?
  /// How far a look at a film is.
  var looking: ReviewQueue.Looking?
  /// The photo to look at next, because a person wants to see it.
  var wanted: Int?
  private var known: ReviewQueue?

  /// - Parameter signed: the hashes of outputs that an earlier review has signed.
  /// - Throws: `FaceBlurError` where what is kept cannot be read.
  init(
    _ items: [ReviewItem], _ store: ReviewStore, signed: [FilePath: String] = [:]
  ) throws(FaceBlurError) {
    self.items = items
    for (number, item) in items.enumerated() where item.failure == nil || numbers[item.key] == nil {
      numbers[item.key] = number
    }
    kept = try store.photos().filter { !$0.value.basis.isEmpty }
    // Earlier versions did not keep which output a person had looked at.
    for (key, sha256) in signed where kept[key]?.answers.lookedOutput == nil {
      kept[key]?.answers.lookedOutput = sha256
    }
    self.store = store
  }

  /// The photos of which something is kept.
  var keptNumbers: [Int] { kept.keys.compactMap { numbers[$0] } }

  func number(ofKey key: FilePath) -> Int? { numbers[key] }

  /// - Throws: `FaceBlurError` where there is no such number.
  func item(_ number: Int) throws(FaceBlurError) -> ReviewItem {
    guard items.indices.contains(number) else {
      throw FaceBlurError(.noSuchFile, "the review has no photo \(number)")
    }
    return items[number]
  }

  private func opened() throws(FaceBlurError) -> ReviewStore {
    guard let store, !isClosing else { throw .reviewClosed("review") }
    return store
  }

  mutating func touch() { known = nil }

  /// Takes what was learned about a photo, and what earlier reviews decided about it where that still holds.
  mutating func take(_ recorded: RecordedPhoto, of number: Int) throws(FaceBlurError) {
    defer { touch() }
    var item = items[number]
    let before = item.recorded.map { known in
      ReviewStore.Kept(
        basis: known.basis.text, edit: item.edit, sha256: known.shownSHA256, answers: item.answers)
    }
    item.take(recorded)
    let earlier = kept.removeValue(forKey: item.key) ?? before
    if let earlier { try adopt(earlier, recorded, &item) }
    items[number] = item
    let wasShown = forgotten.remove(number) != nil || before != nil
    if wasShown, earlier?.basis != recorded.basis.text || earlier?.edit != item.edit { revision += 1 }
  }

  private func adopt(
    _ earlier: ReviewStore.Kept, _ recorded: RecordedPhoto, _ item: inout ReviewItem
  ) throws(FaceBlurError) {
    item.edit = nil
    item.answers = earlier.sha256 == recorded.shownSHA256 ? earlier.answers : ReviewAnswers()
    item.holdLook()
    let (known, now) = (ReviewBasis(text: earlier.basis), recorded.basis)
    if known.isSame(as: now) {
      item.edit = recorded.unrecorded(earlier.edit)
      item.answers.prune(to: (item.edit ?? recorded.start).plan)
      // Earlier versions kept an edit where only the order was another one, and `--check` took it for one that is not rendered.
      if item.edit != earlier.edit { try keep(item) }
      return
    }
    let isRendered =
      earlier.sha256 == recorded.shownSHA256
      && earlier.edit.map { $0.rendersLike(recorded.start) || $0.isReverted && recorded.reverted == nil }
        ?? false
    if !isRendered { try store?.forgetSteps(of: item.key) }
    if var edit = earlier.edit, known.content == now.content {
      // Other settings show it otherwise, but where a person has said how it is to be shown.
      if RecordedPhoto.digest(of: edit.plan.strength) == known.strength {
        edit.plan.strength = recorded.start.plan.strength
      }
      item.edit = recorded.unrecorded(edit)
    } else if let edit = earlier.edit, !isRendered {
      item.edit = Self.drawn(in: edit, of: earlier.sha256, known, recorded)
      let what = earlier.sha256 == recorded.shownSHA256 ? "what is found in it, or its edit," : "it"
      item.warnings.append(
        "what was decided about it before and not rendered was dropped, because \(what) has changed since"
          + (item.edit == nil ? "" : "; what was drawn is still to be rendered"))
    }
    item.answers.prune(to: (item.edit ?? recorded.start).plan)
    // It is another picture than the person has seen: in another style, for example.
    if !isRendered, !recorded.start.changesNothing { item.answers.looked = nil }
    try keep(item)
  }

  /// What is recorded or found, with what a person drew in an earlier version: that is hidden, whatever has become of the rest.
  /// - Returns: nil where that is nothing, or nobody can tell where it lies: in a film that has changed, or a photo of other proportions.
  private static func drawn(
    in edit: ReviewEdit, of sha256: String, _ known: ReviewBasis, _ recorded: RecordedPhoto
  ) -> ReviewEdit? {
    if sha256 == recorded.shownSHA256 { return recorded.start.adding(drawnIn: edit) }
    guard recorded.film == nil, let before = known.shape, let after = recorded.basis.shape,
      let plan = try? edit.plan.drawn.turned(from: before, to: after)
    else { return nil }
    return recorded.start.adding(drawnIn: ReviewEdit(plan: plan))
  }

  private func keep(_ item: ReviewItem) throws(FaceBlurError) {
    guard let recorded = item.recorded else { return }
    try store?.keep(
      ReviewStore.Kept(
        basis: recorded.basis.text, edit: item.edit, sha256: recorded.shownSHA256, answers: item.answers),
      of: item.key)
  }

  /// What is known of a photo is not so any more: it is looked at again.
  mutating func forget(_ number: Int) {
    let item = items[number]
    guard let recorded = item.recorded else { return }
    kept[item.key] = ReviewStore.Kept(
      basis: recorded.basis.text, edit: item.edit, sha256: recorded.shownSHA256, answers: item.answers)
    (items[number].recorded, items[number].edit, items[number].failure) = (nil, nil, nil)
    forgotten.insert(number)
    touch()
  }

  /// - Parameter failure: why it cannot be reviewed; nil where it can again, or is looked at again.
  mutating func fail(_ number: Int, _ failure: ReviewItem.Failure?) {
    items[number].failure = failure
    touch()
  }

  /// Has photos looked at again that could not be for want of something that may be there by now.
  mutating func retryPassing() {
    for number in items.indices
    where items[number].recorded == nil && items[number].failure?.isPassing == true {
      fail(number, nil)
    }
  }

  /// Whether something is decided about a photo that cannot be rendered as things are: faces are still looked for in it, or it cannot be
  /// read.
  func isHeldUp(_ number: Int) -> Bool {
    let item = items[number]
    guard item.recorded == nil || item.failure != nil, numbers[item.key] == number else { return false }
    return (item.edit ?? kept[item.key]?.edit) != nil
  }

  /// Changes photos, as one step.
  /// - Throws: `FaceBlurError`; nothing is changed then.
  mutating func change(_ changes: [(number: Int, change: ReviewChange)], at time: Int) throws(FaceBlurError) {
    let store = try opened()
    var next = items
    var steps: [ReviewStep] = []
    for (number, change) in changes {
      let key = try item(number).key
      let before = try next[number].snapshot()
      let after = try next[number].changed(by: change, at: time)
      guard before != after else { continue }
      next[number].restore(after)
      steps.append(ReviewStep(key: key, from: before, to: after))
    }
    guard !steps.isEmpty else { return }
    try store.whole { () throws(FaceBlurError) in
      try store.add(steps)
      for number in Set(changes.map(\.number)) { try keep(next[number]) }
    }
    items = next
    revision += 1
    touch()
  }

  /// Takes the last change back, or makes it again.
  /// - Returns: the photo; nil where there is nothing to take back.
  mutating func step(undoing: Bool) throws(FaceBlurError) -> Int? {
    let store = try opened()
    var passed: Int?
    while true {
      let (change, steps) = try store.next(undoing: undoing, behind: passed)
      guard !steps.isEmpty else { return nil }
      var next = items
      var changed: [Int] = []
      for step in undoing ? steps.reversed() : steps {
        // That of a photo that cannot be opened is passed over, and kept for when it can be.
        guard let number = numbers[step.key], next[number].failure == nil else { continue }
        let side = undoing ? step.before : step.after
        guard let snapshot = side.applied(to: try next[number].snapshot()) else { throw store.damagedSteps }
        next[number].restore(snapshot)
        changed.append(number)
      }
      try store.whole { () throws(FaceBlurError) in
        for number in changed {
          try store.mark(change, of: next[number].key, undone: undoing)
          try keep(next[number])
        }
      }
      passed = change
      guard let first = changed.min() else { continue }
      items = next
      revision += 1
      touch()
      return first
    }
  }

  /// Forgets what is not rendered, also of photos that nobody has looked at in this review.
  mutating func discard() throws(FaceBlurError) {
    let store = try opened()
    guard work.phase != .working else {
      throw FaceBlurError(.busy, "what was decided is just being rendered", advice: "wait a moment")
    }
    var next = items
    var changed: [Int] = []
    for number in next.indices where !next[number].answers.isEmpty || next[number].edit != nil {
      guard let start = next[number].recorded?.start else { continue }
      if next[number].edit != nil { next[number].version += 1 }
      next[number].edit = nil
      next[number].answers.prune(to: start.plan)
      changed.append(number)
    }
    let unlooked = kept.mapValues { known in
      var known = known
      known.edit = nil
      return known
    }
    try store.whole { () throws(FaceBlurError) in
      try store.forgetSteps()
      for (key, known) in unlooked { try store.keep(known, of: key) }
      for number in changed { try keep(next[number]) }
    }
    kept = unlooked
    items = next
    revision += 1
    touch()
  }

  /// Takes what was rendered.
  /// - Parameters:
  ///   - rendered: as it was when its render began; what was decided since stays.
  ///   - recorded: what is recorded now; nil where nobody knows any more.
  mutating func settle(
    _ number: Int, _ rendered: ReviewItem, _ recorded: RecordedPhoto?
  ) throws(FaceBlurError) {
    defer { touch() }
    var item = items[number]
    // Also where that is what was recorded when the render began: it is something else than what is recorded now.
    let wanted = item.current
    item.edit = wanted == rendered.current || wanted == recorded?.start ? nil : wanted
    item.version += 1
    item.replaced.insert(rendered.recorded?.outputSHA256)
    item.recorded = recorded
    item.holdLook()
    // Another page may still show what is another region now.
    if !(recorded?.start.hasPlaces(of: rendered.current) ?? false) { revision += 1 }
    if recorded != nil {
      items[number] = item
      try keep(item)
    } else {
      (item.edit, item.answers) = (nil, ReviewAnswers())
      items[number] = item
      // What is found in it next need not be what was found before.
      try store?.forgetSteps(of: item.key)
      try store?.keep(ReviewStore.Kept(basis: "", sha256: rendered.recorded?.shownSHA256 ?? ""), of: item.key)
    }
  }

  mutating func queue() -> ReviewQueue {
    if var known {
      known.looking = looking
      return known
    }
    let questions = ReviewOrder.questions(items.map(\.reviewed))
    let open = Set(questions.lazy.map(\.photo))
    let entries = items.enumerated().map { $1.entry(isOpen: open.contains($0), isHeldUp: isHeldUp($0)) }
    let queue = ReviewQueue(
      revision: revision, photos: entries, questions: questions,
      answered: items.reduce(0) { $0 + $1.answered }, changed: entries.count { $0.isChanged },
      waiting: items.count { $0.isWaiting }, looking: looking, canUndo: store?.canUndo ?? false,
      canRedo: store?.canRedo ?? false)
    known = queue
    return queue
  }
}

extension ReviewItem {
  /// Questions about it that a person has answered.
  fileprivate var answered: Int {
    guard !answers.isEmpty, let plan = current?.plan else { return 0 }
    let regions = plan.regions.count {
      answers.answer(about: $0) != nil && ($0.isDoubtful || $0.cells != nil)
    }
    return regions + (answers.isLooked(plan) ? 1 : 0)
  }
}
