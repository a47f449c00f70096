internal import FoundationEssentials

/// What a review is made of, for all its threads.
struct ReviewCore: Sendable {
  let backend: any ReviewBackend
  let state: Monitor<ReviewState>
  let options: ReviewSession.Options
  /// Looks at what was rendered; nil until somebody needs it.
  let detector = Monitor<(any FaceDetecting)?>(nil)

  /// Changes the state.
  func update<Value: Sendable>(
    _ body: (inout ReviewState) throws(FaceBlurError) -> Value
  ) throws(FaceBlurError) -> Value {
    let result = state.update { state -> Result<Value, FaceBlurError> in
      do throws(FaceBlurError) { return .success(try body(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Takes up what earlier reviews kept of photos that are known already.
  func takeUp() throws(FaceBlurError) {
    for number in state.update({ $0.keptNumbers }) {
      let item = try update { (state) throws(FaceBlurError) in try state.item(number) }
      guard var recorded = item.recorded else { continue }
      // What somebody wants to see is asked about anew.
      switch backend.news(of: item, trustingTimes: true) {
      case .none: break
      case .recorded(let now): recorded = now
      case .unknown: continue
      case .failed(let failure):
        state.update { $0.fail(number, failure) }
        continue
      }
      try update { [recorded] (state) throws(FaceBlurError) in try state.take(recorded, of: number) }
    }
  }

  /// Makes sure that what is known of a photo is so.
  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  func refresh(_ number: Int) throws(FaceBlurError) {
    try retry(number)
    var item = try looked(number)
    // What is being written is not what was decided yet, and will be in a moment.
    if state.update({ $0.rendering == number }) { return }
    switch backend.news(of: item, trustingTimes: false) {
    case .none:
      // It was away for a while.
      if item.failure != nil, item.recorded != nil { state.update { $0.fail(number, nil) } }
      return
    case .failed(let failure):
      state.update { state in
        guard state.isSettled(item, number) else { return }
        state.fail(number, failure)
      }
    case .unknown:
      state.update { state in
        guard state.isSettled(item, number) else { return }
        state.forget(number)
      }
    case .recorded(let recorded):
      try update { (state) throws(FaceBlurError) in
        guard state.isSettled(item, number) else { return }
        try state.take(recorded, of: number)
      }
    }
    item = try looked(number)
    _ = try item.reviewable()
  }

  /// Has a photo that could not be read looked at again where that may be over, or something was done to its files since.
  /// - Throws: `FaceBlurError` where there is no such number.
  private func retry(_ number: Int) throws(FaceBlurError) {
    let item = try update { (state) throws(FaceBlurError) in try state.item(number) }
    guard let failure = item.failure, item.recorded == nil,
      failure.isPassing || backend.isOther(thanFailed: item)
    else { return }
    state.update { state in
      if state.items[number].recorded == nil { state.fail(number, nil) }
    }
  }

  /// A photo that is known, if its files are the ones that this is known of, and what the system says of them. Where they are not, it is looked at
  /// again by whoever wants to change something.
  /// - Throws: `FaceBlurError` where they are not, or the photo cannot be reviewed.
  func unchanged(_ number: Int) throws(FaceBlurError) -> (item: ReviewItem, files: [FileFacts?]) {
    let item = try update { (state) throws(FaceBlurError) in try state.item(number) }
    _ = try item.reviewable()
    if let files = backend.knownFiles(of: item) { return (item, files) }
    throw FaceBlurError(
      .originalChanged, item.name, "it has changed since it was looked at", advice: "open it again")
  }

  /// Waits until a photo was looked at; it is the next one then.
  private func looked(_ number: Int) throws(FaceBlurError) -> ReviewItem {
    let item = state.wait { state -> Result<ReviewItem, FaceBlurError>? in
      do throws(FaceBlurError) {
        let item = try state.item(number)
        guard item.isWaiting, !state.isClosing else { return .success(item) }
        state.wanted = number
        return nil
      } catch {
        return .failure(error)
      }
    }
    return try item.get()
  }

  /// Looks for faces where nobody has, one photo after the other, until the review ends.
  func look() {
    var detector: (any FaceDetecting)?
    while true {
      let next = state.wait { state -> (number: Int, item: ReviewItem)?? in
        if state.isClosing { return .some(nil) }
        guard let number = state.nextToLookAt else { return nil }
        return .some((number, state.items[number]))
      }
      guard let (number, item) = next else { return }
      do throws(FaceBlurError) {
        let recorded = try backend.look(at: item, memory(of: item), watch(of: number)) {
          () throws(FaceBlurError) in
          if let detector { return detector }
          let made = try options.makeDetector()
          detector = made
          return made
        }
        try update { (state) throws(FaceBlurError) in try state.take(recorded, of: number) }
      } catch {
        state.update { state in
          // What was not looked at to its end is looked at again another time.
          guard !(state.isClosing && error.kind == .cancelled) else { return }
          state.fail(number, error.failure(of: item.name))
        }
      }
      state.update { $0.looking = nil }
    }
  }

  /// Tells how far a look at a film is.
  /// - Parameter isUntilTheEnd: whether it goes on where the review ends.
  private func watch(of number: Int, toTheEnd isUntilTheEnd: Bool = false) -> FilmWatch {
    FilmWatch { [state] progress in
      state.update { state in
        if let progress {
          let part = Double(progress.done) / Double(max(progress.count, 1))
          state.looking = ReviewQueue.Looking(photo: number, part: min(part, 1))
        }
        return isUntilTheEnd || !state.isClosing
      }
    }
  }

  private func memory(of item: ReviewItem) -> FoundMemory {
    FoundMemory(
      known: { sha256 in
        state.update { state -> FaceBlurAdjustment? in try? state.store?.found(in: item.key, sha256: sha256) }
      },
      note: { found, sha256 in
        state.update { _ = try? $0.store?.note(found, in: item.key, sha256: sha256) }
      },
      knownTracks: { sha256 in
        state.update { state -> FoundTracks? in try? state.store?.tracks(in: item.key, sha256: sha256) }
      },
      noteTracks: { found, sha256 in
        state.update { _ = try? $0.store?.note(found, in: item.key, sha256: sha256) }
      })
  }

  /// Makes what looks at renders before somebody waits for it. Where it cannot be made, the render says so.
  func warm() {
    detector.update { if $0 == nil { $0 = try? options.makeDetector() } }
  }

  /// Renders photos, then writes what tells of them.
  func finish(_ numbers: [Int]) {
    var outputs = backend.makeGuard()
    let items = state.update { state in numbers.map { (number: $0, item: state.items[$0]) } }
    let halves = ReviewHalves(among: items, recordedAt: backend.records)
    for number in halves.ordered(items) {
      for half in [number] + state.update({ halves.others(than: number, in: $0) }) {
        // What could not be read may be whole again.
        if state.update({ $0.items[half].failure }) != nil { _ = try? refresh(half) }
        // What an earlier review decided about it can be rendered once it is known.
        _ = try? looked(half)
      }
      let item = state.update { state -> ReviewItem? in
        guard !state.isClosing else { return nil }
        state.rendering = number
        return state.items[number]
      }
      guard let item else { break }
      // What was taken back meanwhile stays as it is.
      let result = item.isChanged ? finish(number, item, halves, &outputs) : nil
      state.update { state in
        if let result { state.work.results.append(result) }
        if let failure = state.items[number].failure, state.isHeldUp(number) {
          let error = FaceBlurError(
            .notReadable, item.name, "\(failure.reason); what was decided about it is kept and not rendered")
          state.work.results.append(ReviewWork.Result(photo: number, name: item.name, error: error))
        }
        state.work.through += 1
        state.rendering = nil
      }
    }
    let (signed, isRendered) = state.update { state -> ([(item: ReviewItem, isComplete: Bool)], Bool) in
      for index in state.work.results.indices where state.work.results[index].isWritten {
        let number = state.work.results[index].photo
        state.work.results[index].unedited = halves.unedited(beside: number, in: state)
      }
      let queue = state.queue()
      let items = zip(state.items, queue.photos).map { ($0, $1.isLooked && !$1.isChanged) }
      return (items, state.work.results.contains { $0.error == nil })
    }
    var signOff: FilePath?
    var failure: FaceBlurError?
    do throws(FaceBlurError) {
      signOff = try backend.signOff(signed)
      if isRendered { try backend.report() }
    } catch {
      failure = error
    }
    state.update { [signOff, failure] state in
      (state.work.signOff, state.work.error) = (signOff, failure)
      state.work.phase = .ended
    }
  }

  private func finish(
    _ number: Int, _ item: ReviewItem, _ halves: ReviewHalves, _ outputs: inout OutputGuard
  ) -> ReviewWork.Result {
    var result = ReviewWork.Result(photo: number, name: item.name, report: nil, error: nil)
    do throws(FaceBlurError) {
      try update { (state) throws(FaceBlurError) in try halves.refuseHalf(number, in: state) }
      switch try render(item, &outputs) {
      case .photo(let report): result.report = report
      case .film(let report): result.film = report
      case nil: break
      }
      // Of an edit that is gone nothing is known but the photo.
      let isGone = item.endsEdit
      if isGone {
        result.notes = [
          item.current?.isReverted == true
            ? "its edit was taken back" : "nothing is left hidden in it, so its edit was taken back"
        ]
      }
      var recorded: RecordedPhoto?
      if !isGone { recorded = try relook(item, number) }
      try update { (state) throws(FaceBlurError) in try state.settle(number, item, recorded) }
    } catch {
      result.error = error
    }
    return result
  }

  private func render(
    _ item: ReviewItem, _ outputs: inout OutputGuard
  ) throws(FaceBlurError) -> ReviewReport? {
    let rendered = detector.update { box -> Result<ReviewReport?, FaceBlurError> in
      do throws(FaceBlurError) {
        let detector: any FaceDetecting
        if let box { detector = box } else { detector = try options.makeDetector() }
        box = detector
        return .success(try backend.render(item, lookingWith: detector, guardedBy: &outputs))
      } catch {
        return .failure(error)
      }
    }
    return try rendered.get()
  }

  private func relook(_ item: ReviewItem, _ number: Int) throws(FaceBlurError) -> RecordedPhoto {
    // What was rendered is settled whatever happens.
    try backend.look(at: item, memory(of: item), watch(of: number, toTheEnd: true)) {
      () throws(FaceBlurError) in
      try options.makeDetector()
    }
  }
}

extension ReviewState {
  /// Whether a photo is as it was, and no render of it has begun meanwhile.
  fileprivate func isSettled(_ item: ReviewItem, _ number: Int) -> Bool {
    rendering != number && items[number].version == item.version
  }

  /// The photo in which faces are looked for next: one that a person waits for, else the first one; films, which take long, after all photos.
  fileprivate var nextToLookAt: Int? {
    if let wanted, items[wanted].isWaiting { return wanted }
    return items.firstIndex { $0.isWaiting && !$0.isFilm } ?? items.firstIndex(where: \.isWaiting)
  }
}
