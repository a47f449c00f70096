internal import ImageProcessingKit

/// Everything that is to be decided: `GET /api/queue`.
struct QueueObject: Encodable {
  struct Photo: Encodable {
    private let entry: ReviewQueue.Entry

    init(_ entry: ReviewQueue.Entry) { self.entry = entry }

    private enum Key: CodingKey {
      case name, status, faces, looked, changed, reason, film
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(entry.name.shown, forKey: .name)
      try container.encode(entry.status.rawValue, forKey: .status)
      try container.encode(entry.faces, forKey: .faces)
      try container.encode(entry.isLooked, forKey: .looked)
      try container.encode(entry.isChanged, forKey: .changed)
      try container.encode(entry.reason.map(PlainText.visible), forKey: .reason)
      try container.encode(entry.isFilm, forKey: .film)
    }
  }

  private enum Key: CodingKey {
    case kind, name, photos
  }

  private let state: QueueStateObject
  private let kind: String
  private let name: String
  private let photos: [Photo]

  init(_ queue: ReviewQueue, of subject: ReviewStart.Subject) {
    state = QueueStateObject(queue)
    switch subject {
    case .collection(let target):
      kind = "collection"
      name = (target.resolved ?? target).name.shown
    case .photos(let paths):
      kind = "photos"
      name =
        paths.count == 1 ? (paths[0].resolved ?? paths[0]).name.shown : "\(paths.count) photos and folders"
    }
    photos = queue.photos.map(Photo.init)
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(photos, forKey: .photos)
  }
}

/// What of it changes with an answer.
struct QueueStateObject: Encodable {
  let revision: Int
  let answered: Int
  let changed: Int
  let waiting: Int
  /// How far a look at a film is: its number, and a part of 1; nil where none is looked at.
  let looking: [Double]?
  let canUndo: Bool
  let canRedo: Bool
  let questions: [QuestionObject]

  init(_ queue: ReviewQueue) {
    revision = queue.revision
    answered = queue.answered
    changed = queue.changed
    waiting = queue.waiting
    looking = queue.looking.map { [Double($0.photo), $0.part] }
    canUndo = queue.canUndo
    canRedo = queue.canRedo
    questions = queue.questions.map(QuestionObject.init)
  }
}

/// A question as a list, because there may be ten thousand: photo, region or null, kind, how many may be alike.
struct QuestionObject: Encodable {
  private let question: ReviewQueue.Question

  init(_ question: ReviewQueue.Question) { self.question = question }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(question.photo)
    try list.encode(question.region)
    try list.encode(question.kind.rawValue)
    try list.encode(question.alike)
  }
}

extension FilePath {
  /// For a page: what browsers act on instead of showing it is made visible.
  var shown: String { PlainText.visible(description) }
}
