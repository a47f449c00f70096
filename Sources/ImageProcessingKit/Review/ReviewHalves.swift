/// The Live Photos among what is rendered. Who shows one half shows the other: none is rendered where the other one could not be, and none in
/// silence where the other one has no edit.
struct ReviewHalves {
  /// By the numbers of their halves.
  private var photos: [Int: LivePhoto] = [:]
  private let records: RecordPlace?

  /// - Parameters:
  ///   - items: by number, those that are to be rendered.
  ///   - records: nil of a collection: what is in that is kept whole by runs.
  init(among items: [(number: Int, item: ReviewItem)], recordedAt records: RecordPlace?) {
    self.records = records
    guard records != nil else { return }
    var beside: LivePhotoFolder?
    for (number, item) in items {
      let path = item.name.folder
      let folder = beside.flatMap { $0.path == path ? $0 : nil } ?? LivePhotoFolder(path)
      beside = folder
      photos[number] = LivePhoto(of: item.name, among: folder)
    }
  }

  /// Films of Live Photos before all else, because their photos wait for what becomes of them.
  func ordered(_ items: [(number: Int, item: ReviewItem)]) -> [Int] {
    let films = items.filter { number, item in photos[number]?.isFilm(item.name) == true }.map(\.number)
    let known = Set(films)
    return films + items.map(\.number).filter { !known.contains($0) }
  }

  /// The numbers of the other halves of what one is half of, where the review has them.
  func others(than number: Int, in state: ReviewState) -> [Int] {
    guard let photo = photos[number] else { return [] }
    return (photo.films + photo.stills).compactMap { state.number(of: $0) }.filter { $0 != number }
  }

  /// - Parameter state: once it is known of the other halves whether they can be reviewed.
  /// - Throws: `FaceBlurError` where another half has failed.
  func refuseHalf(_ number: Int, in state: ReviewState) throws(FaceBlurError) {
    // Where the edit is taken back, nothing is shown that was not.
    guard let photo = photos[number], !state.items[number].endsEdit else { return }
    func isFailed(_ half: FilePath) -> Bool { state.number(of: half).map(state.hasFailed) ?? false }
    let name = state.items[number].name
    if photo.isFilm(name) {
      try photo.refuse(film: name, whereFailed: isFailed)
    } else {
      try photo.refuse(still: name, whereFailed: isFailed)
    }
  }

  /// The other halves that have no edit, but for those that a person has dealt with and wants to show as they are.
  func unedited(beside number: Int, in state: ReviewState) -> [FilePath] {
    guard let records, let photo = photos[number] else { return [] }
    return photo.unedited(beside: state.items[number].name, recordedAt: records).filter { half in
      !(state.number(of: half).map { state.items[$0].isLeftOpen } ?? false)
    }
  }
}

extension ReviewState {
  /// Of a photo or film by its path; nil where the review does not have it.
  fileprivate func number(of path: FilePath) -> Int? {
    path.resolvedWhereItExists.flatMap { number(ofKey: $0) }
  }

  /// Whether it cannot be reviewed, or could not be rendered just now.
  fileprivate func hasFailed(_ number: Int) -> Bool {
    items[number].failure != nil || work.results.contains { $0.photo == number && $0.error != nil }
  }
}

extension ReviewItem {
  /// Whether a person has answered for all of it, and nothing of that is to be rendered.
  fileprivate var isLeftOpen: Bool {
    guard let plan = current?.plan, failure == nil, !isChanged else { return false }
    return answers.isLooked(plan)
      || !plan.regions.isEmpty && answers.looked(in: plan).count == plan.regions.count
  }
}
