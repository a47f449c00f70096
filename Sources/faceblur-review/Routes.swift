internal import FoundationEssentials
internal import ImageProcessingKit

/// What the page asks for, and what the review says to it.
struct Routes: Sendable {
  let session: ReviewSession
  let subject: ReviewStart.Subject
  let secrets: RunSecrets
  let life: ReviewLife
  /// How many photos there are, which stays.
  private let count: Int
  private let pictures = PictureLimit()

  init(session: ReviewSession, subject: ReviewStart.Subject, secrets: RunSecrets, life: ReviewLife) {
    self.session = session
    count = session.queue.photos.count
    self.subject = subject
    self.secrets = secrets
    self.life = life
  }

  /// What everybody may have: the page's files, and a cookie for the token. Nil for all else.
  func openToAll(_ request: Request, _ target: RequestTarget) -> Response? {
    if let file = PageFiles.all[target.path] { return request.method == "GET" ? file : .wrongMethod("GET") }
    guard target.path == "/session" else { return nil }
    guard request.method == "POST" else { return .wrongMethod("POST") }
    guard let cookie = request.object(TokenObject.self).flatMap({ secrets.redeem($0.token) }) else {
      return .error(403, "this address was used before, or is of another run: start 'faceblur review' again")
    }
    var response = Response(status: 204)
    response.headers = [("Set-Cookie", cookie)]
    return response
  }

  /// What only the person has who holds the cookie.
  func answer(_ request: Request, _ target: RequestTarget) -> Response {
    do throws(FaceBlurError) {
      switch target.parts.first {
      case "picture": return try get(request) { () throws(FaceBlurError) in try picture(target) }
      case "film": return try get(request) { () throws(FaceBlurError) in try film(request, target) }
      case "api": return try api(request, target, Array(target.parts.dropFirst()))
      default: return .missing
      }
    } catch {
      return Response(error)
    }
  }

  private func api(
    _ request: Request, _ target: RequestTarget, _ parts: [String]
  ) throws(FaceBlurError) -> Response {
    switch (parts.first, parts.count) {
    case ("queue", 1):
      return try get(request) { () throws(FaceBlurError) in .json(QueueObject(session.queue, of: subject)) }
    case ("photo", 2): return try photo(request, parts[1])
    case ("moment", 2):
      return try get(request) { () throws(FaceBlurError) in try moment(parts[1], target) }
    case ("undo", 1):
      return try post(request, RevisionObject.self) { object throws(FaceBlurError) in
        answer(try session.undo(at: object.revision))
      }
    case ("redo", 1):
      return try post(request, RevisionObject.self) { object throws(FaceBlurError) in
        answer(try session.redo(at: object.revision))
      }
    case ("alike", 1): return try alike(request, target)
    case ("finish", 1):
      return try post(request, RevisionObject.self) { object throws(FaceBlurError) in
        session.finish(at: object.revision) ? Response(status: 202) : .stale(session.queue.revision)
      }
    case ("work", 1):
      return try get(request) { () throws(FaceBlurError) in .json(WorkObject(session.work)) }
    case ("discard", 1):
      return try post(request, RevisionObject.self) { object throws(FaceBlurError) in
        try session.discard(at: object.revision) ? Response(status: 204) : .stale(session.queue.revision)
      }
    case ("quit", 1):
      return try post(request, NoObject.self) { _ throws(FaceBlurError) in
        life.askForEnd()
        return Response(status: 204)
      }
    case ("settings", 1):
      if request.method == "GET" { return .json(SettingsObject(try UserSettings.read())) }
      guard request.method == "POST" else { return .wrongMethod("GET, POST") }
      return try store(request)
    default: return .missing
    }
  }

  /// Stores settings; weaker ones that were not stored before only where the page says that the person wants that.
  private func store(_ request: Request) throws(FaceBlurError) -> Response {
    let settings = try UserSettings(content: request.body, beside: WeakerObject.field)
    guard let object = request.object(WeakerObject.self) else { return .notTaken }
    // What cannot be read is no reason to ask less.
    let before = (try? UserSettings.read()) ?? UserSettings()
    if object.weaker != true, let name = settings.newlyWeaker(than: before) {
      return .error(
        422, "\(settings.caution(about: name)); say \"\(WeakerObject.field)\": true if that is what you want")
    }
    try settings.write()
    return Response(status: 204)
  }

  private func photo(_ request: Request, _ part: String) throws(FaceBlurError) -> Response {
    guard let number = number(part) else { return .missing }
    if request.method == "GET" {
      // A browser asks little else while many of its questions wait.
      try session.refuseLongWait(number)
      let (photo, queue) = try session.opened(number)
      return .json(PhotoObject(photo, queue.questions))
    }
    return try post(request, ChangeObject.self, or: "GET, POST") { object throws(FaceBlurError) in
      guard let basis = object.basis else { return .withoutBasis(number, session.queue.revision) }
      let change = try object.change(
        of: { () throws(FaceBlurError) in try session.photo(number).filters },
        at: { (first, last) throws(FaceBlurError) in try session.ticks(number, from: first, to: last) })
      return answer(try session.change(number, change, on: basis, at: object.revision))
    }
  }

  private func alike(_ request: Request, _ target: RequestTarget) throws(FaceBlurError) -> Response {
    if request.method == "GET" {
      guard let number = target.query["photo"].flatMap(number), let region = target.query["region"] else {
        return .missing
      }
      let names = session.queue.photos
      let members = try session.alike(number, region).filter { names.indices.contains($0.photo) }
      return .json(
        AlikeObject(
          members: members.map {
            .init(photo: $0.photo, region: $0.region, names[$0.photo].name, basis: $0.basis)
          }))
    }
    return try post(request, AlikeChangeObject.self, or: "GET, POST") { object throws(FaceBlurError) in
      guard !object.members.isEmpty, object.members.allSatisfy({ (0..<count).contains($0.photo) }) else {
        return .error(422, "there is no such photo")
      }
      var bases: [Int: String] = [:]
      for member in object.members {
        // Two words about one photo cannot both be right.
        guard let basis = member.basis, bases[member.photo] ?? basis == basis else {
          return .withoutBasis(member.photo, session.queue.revision)
        }
        bases[member.photo] = basis
      }
      return answer(
        try session.change(
          alike: object.members.map { ($0.photo, $0.region) }, isFace: object.face, on: bases,
          at: object.revision))
    }
  }

  private func picture(_ target: RequestTarget) throws(FaceBlurError) -> Response {
    guard (3...5).contains(target.parts.count), let number = number(target.parts[1]),
      let view = try view(target, of: number)
    else { return .missing }
    let picture: ReviewPicture
    switch (target.parts[2], target.parts.count) {
    case ("shown", 3):
      guard let side = PictureLimit.side(target.query["side"]) else { return .missing }
      picture = .shown(longSide: side, view: view)
    case ("original", 3):
      guard let side = PictureLimit.side(target.query["side"]) else { return .missing }
      picture = .original(longSide: side, view: view)
    case ("face", 4) where view > 0:
      return try jpeg { () throws(FaceBlurError) in
        try session.face(number, target.parts[3], view: view)
      }
    case ("face", 4): picture = .face(target.parts[3])
    case ("frame", 4):
      guard let side = PictureLimit.side(target.query["side"]), let frame = Self.natural(target.parts[3])
      else {
        return .missing
      }
      picture = .frame(frame, longSide: side, isOriginal: target.query["original"] == "1")
    case ("moment", 5):
      guard let moment = Self.natural(target.parts[4]) else { return .missing }
      picture = .moment(target.parts[3], moment)
    case ("look", 3):
      // Before a photo is opened for what there is not.
      guard ReviewLook(target.query, over: ToneFilters()) != nil else { return .missing }
      let filters = try session.photo(number).filters
      guard let look = ReviewLook(target.query, over: filters) else { return .missing }
      picture = .look(look)
    default: return .missing
    }
    return try jpeg { () throws(FaceBlurError) in try session.picture(number, picture) }
  }

  /// - Parameter make: gives a JPEG; nil where it would show nothing that another one does not.
  private func jpeg(_ make: () throws(FaceBlurError) -> [UInt8]?) throws(FaceBlurError) -> Response {
    guard let made = try pictures.withOne(make) else {
      return .error(503, "too many pictures were asked for at once")
    }
    return made.map { Response(type: "image/jpeg", body: $0) } ?? Response(status: 204)
  }

  /// In which of its views a photo is asked for; 0 for what most viewers show, nil for none of them.
  private func view(_ target: RequestTarget, of number: Int) throws(FaceBlurError) -> Int? {
    guard let text = target.query["view"] else { return 0 }
    guard ["shown", "original", "face"].contains(target.parts[2]), let view = Self.natural(text) else {
      return nil
    }
    if view == 0 { return 0 }
    return view <= (try session.photo(number).views.count) ? view : nil
  }

  /// A film as its file is, or the part of it that is asked for.
  private func film(_ request: Request, _ target: RequestTarget) throws(FaceBlurError) -> Response {
    guard target.parts.count == 2, let number = number(target.parts[1]) else { return .missing }
    guard let file = ServedFile(try session.film(number)) else {
      return .error(422, "the film cannot be read any more")
    }
    return file.answer(request.range)
  }

  /// Which frame of a film is shown at a time, or when one is shown.
  private func moment(_ part: String, _ target: RequestTarget) throws(FaceBlurError) -> Response {
    guard let number = number(part) else { return .missing }
    let place: ReviewedMoment.Place
    if let frame = target.query["frame"].flatMap(Self.natural) {
      place = .frame(frame)
    } else if let time = target.query["time"].flatMap(Double.init), time.isFinite {
      place = .time(time)
    } else {
      return .missing
    }
    return .json(MomentObject(try session.moment(number, place)))
  }

  /// The number of a photo that there is.
  private func number(_ text: String) -> Int? { Self.natural(text).flatMap { $0 < count ? $0 : nil } }

  /// A number in few digits.
  private static func natural(_ text: String) -> Int? {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// - Parameter answer: nil where nothing was there to undo.
  private func answer(_ answer: ReviewSession.Answer?) -> Response {
    switch answer {
    case nil: return Response(status: 204)
    case .stale(let revision): return .stale(revision)
    case .other(let photo, let difference, let revision): return .other(photo, difference, revision)
    case .changed(let photo, let queue):
      return .json(ChangedObject(photo: PhotoObject(photo, queue.questions), queue: QueueStateObject(queue)))
    }
  }

  private func get(
    _ request: Request, _ work: () throws(FaceBlurError) -> Response
  ) throws(FaceBlurError) -> Response {
    request.method == "GET" ? try work() : .wrongMethod("GET")
  }

  private func post<Object: Decodable>(
    _ request: Request, _ type: Object.Type, or methods: String = "POST",
    _ work: (Object) throws(FaceBlurError) -> Response
  ) throws(FaceBlurError) -> Response {
    guard request.method == "POST" else { return .wrongMethod(methods) }
    guard let object = request.object(type) else { return .notTaken }
    return try work(object)
  }
}

extension Request {
  /// The body as JSON; nil where it is none of that kind.
  fileprivate func object<Object: Decodable>(_ type: Object.Type) -> Object? {
    try? JSONDecoder().decode(type, from: Data(body))
  }
}

extension Response {
  fileprivate static let notTaken = Response.error(422, "this is not what is taken here")

  fileprivate static let missing = Response.error(404, "there is no such thing here")

  fileprivate static func wrongMethod(_ allowed: String) -> Response {
    var response = Response.error(405, "that cannot be done with this")
    response.headers = [("Allow", allowed)]
    return response
  }

  fileprivate static func stale(_ revision: Int) -> Response {
    refused(
      StaleObject(
        revision: revision, cause: "revision", photo: nil, error: "something else was changed since"))
  }

  fileprivate static func other(
    _ photo: Int, _ difference: ReviewedPhoto.Difference, _ revision: Int
  ) -> Response {
    let words =
      switch difference {
      case .photo: "the photo or its edit was changed outside of the review since it was shown"
      case .decision: "what is decided about the photo has changed since it was shown"
      }
    return refused(
      StaleObject(
        revision: revision, cause: difference.rawValue, photo: photo, error: "\(words): look at it again"))
  }

  /// Of a change that does not say what it was decided on.
  fileprivate static func withoutBasis(_ photo: Int, _ revision: Int) -> Response {
    refused(
      StaleObject(
        revision: revision, cause: "basis", photo: photo,
        error: "say the basis that the photo was shown with, which stands beside its regions"))
  }

  private static func refused(_ object: StaleObject) -> Response { .json(object, status: 409) }
}
