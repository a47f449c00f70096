/// What a person's decision makes of a photo.
extension ReviewItem {
  /// What can be taken back.
  struct Snapshot: Sendable, Hashable, Codable {
    var edit: ReviewEdit
    var answers: ReviewAnswers
  }

  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  func snapshot() throws(FaceBlurError) -> Snapshot {
    Snapshot(edit: try reviewable().current, answers: answers)
  }

  /// Makes it what it was, or is to be.
  mutating func restore(_ snapshot: Snapshot) {
    guard let recorded else { return }
    var edit = snapshot.edit
    if recorded.reverted == nil { edit.isReverted = false }
    if let step = edit.step, !(1...max(recorded.steps.count, 1)).contains(step) { edit.step = nil }
    if edit != current { version += 1 }
    self.edit = recorded.unrecorded(edit)
    answers = snapshot.answers
    holdLook()
  }

  /// What it becomes.
  /// - Parameter time: in seconds since 1970.
  /// - Throws: `FaceBlurError` where that cannot be, or shows what is hidden without saying so.
  func changed(by change: ReviewChange, at time: Int) throws(FaceBlurError) -> Snapshot {
    let (recorded, current) = try reviewable()
    var next = Snapshot(edit: current, answers: answers)
    switch change {
    case .reset:
      next.edit = recorded.start
    case .revert:
      guard let reverted = recorded.reverted else {
        throw FaceBlurError(
          .refused, name, "there is nothing to take back that leaves something hidden",
          advice: "exclude what is to be seen")
      }
      next.edit = reverted
      next.answers.looked = nil
    default:
      guard !current.isReverted || recorded.output == .there && recorded.recordSHA256 == nil else {
        throw FaceBlurError(.refused, name, "its edit is to be taken back", advice: "undo that first")
      }
      next.edit.isReverted = false
      if recorded.film != nil { try refuseForFilms(change, current.plan) }
      try apply(change, to: &next, recorded, at: time)
    }
    // Regions may only be listed otherwise: that is no step to take back.
    next.edit = recorded.unrecorded(next.edit) ?? recorded.start
    next.answers.prune(to: next.edit.plan)
    return next
  }

  private func apply(
    _ change: ReviewChange, to next: inout Snapshot, _ recorded: RecordedPhoto, at time: Int
  ) throws(FaceBlurError) {
    var corrections = PlanCorrections()
    var answered: [String] = []
    var kind: ReviewAnswers.Kind?
    switch change {
    case .confirm(let ids):
      answered = ids
      corrections.included = ids.filter { id in next.edit.plan.applied.contains { $0.id == id } }
      corrections.excluded = ids.filter { !corrections.included.contains($0) }
    case .exclude(let ids):
      corrections.excluded = ids
      answered = ids
    case .include(let ids):
      corrections.included = ids
      answered = ids
    case .excludeAll:
      corrections.excluded = next.edit.plan.regions.map(\.id)
      answered = corrections.excluded
    case .look:
      answered = next.edit.plan.regions.map(\.id)
      next.answers.looked = next.answers.looked ?? time
      next.answers.lookedOutput = recorded.outputSHA256
    case .add(let rect):
      corrections.added = [try box(rect)]
      kind = .drawn
    case .move(let id, let rect):
      corrections.moved = [PlanCorrections.Move(id: id, box: try box(rect))]
      answered = [id]
      kind = next.edit.plan.regions.contains { $0.id == id && $0.state == .excluded } ? nil : .moved
    case .strength(let strength):
      corrections.strength = strength
    case .tone(let filters):
      try naming(name, try filters.validate())
      next.edit.filters = filters
    case .goBack(let step):
      try goBack(to: step, &next, recorded)
    case .span(let id, let span):
      try place(id, at: span, &next, recorded)
      answered = [id]
    case .revert, .reset:
      break
    }
    guard !corrections.isEmpty || !answered.isEmpty else { return }
    let before = next.edit.plan
    next.edit.plan = try naming(name, try before.corrected(by: corrections, in: recorded.frame))
    guard next.edit.plan.regions.count <= RegionPlan.maxRegions else {
      throw FaceBlurError(.refused, name, "it holds \(counted(RegionPlan.maxRegions, "region")) already")
    }
    let added = before.added(in: next.edit.plan)
    if let film = recorded.film {
      // Rather all of the film than too little of it.
      for id in added { next.edit.spans = (next.edit.spans ?? [:]).merging([id: film.span]) { $1 } }
    }
    next.answers.take(answered + added, in: next.edit.plan, at: time, as: kind)
  }

  /// Gives what a person drew into a film its time.
  private func place(
    _ id: String, at span: ClosedRange<Int>, _ next: inout Snapshot, _ recorded: RecordedPhoto
  ) throws(FaceBlurError) {
    guard let film = recorded.film, let region = next.edit.plan.regions.first(where: { $0.id == id }) else {
      throw FaceBlurError.unknownRegion(id, known: next.edit.plan.regions.map(\.id)).naming(name)
    }
    guard region.origin == .manual, film.span.contains(span.lowerBound), film.span.contains(span.upperBound)
    else {
      throw FaceBlurError(
        .refused, name, "only what was drawn by hand gets another time, and one within the film",
        advice: "draw a box for the time that is meant")
    }
    next.edit.spans = (next.edit.spans ?? [:]).merging([id: span]) { $1 }
  }

  /// - Parameter plan: of the film as it is.
  /// - Throws: `FaceBlurError` where films do not have what is to be changed.
  private func refuseForFilms(_ change: ReviewChange, _ plan: RegionPlan) throws(FaceBlurError) {
    switch change {
    case .move(let id, _):
      // One box in place of its way would open what lies on that.
      guard plan.regions.contains(where: { $0.id == id && $0.origin != .manual }) else { return }
      throw FaceBlurError(
        .refused, name, "a face that was found in a film moves with it, and is not dragged",
        advice: "leave it visible and draw what you want instead")
    case .strength, .tone, .goBack:
      throw FaceBlurError(
        .unsupportedPhoto, name,
        "a film has no steps and no filters, and its style is not changed in a review",
        advice: "decide about its tracks")
    default: break
    }
  }

  /// - Throws: `FaceBlurError` of kind `boxOutside` where it cannot be one.
  private func box(_ rect: NormalizedRect) throws(FaceBlurError) -> RegionBox {
    let box = RegionBox(
      x: rect.x * 100, y: rect.y * 100, width: rect.width * 100, height: rect.height * 100, unit: .percent)
    guard let box else {
      throw FaceBlurError(.boxOutside, name, "that is no box in the picture", advice: "draw one that is")
    }
    return box
  }

  private func goBack(
    to step: Int, _ next: inout Snapshot, _ recorded: RecordedPhoto
  ) throws(FaceBlurError) {
    let steps = recorded.steps
    guard (1...max(steps.count, 1)).contains(step), !steps.isEmpty else {
      throw .noSuchStep(step, count: steps.count).naming(name)
    }
    let state = EditState(steps.prefix(step).map(\.adjustment))
    let then = try naming(name, try ReviewEdit(state))
    let shown = next.edit.plan.regions(toldBy: then.plan)
    guard shown.isEmpty else { throw .wouldShow(shown.map(\.id), atStep: step).naming(name) }
    guard state.faceBlur != nil else { throw FaceBlurError.nobodyLooked.naming(name) }
    next.edit = then
    next.edit.step = step == recorded.currentStep ? nil : step
  }
}
