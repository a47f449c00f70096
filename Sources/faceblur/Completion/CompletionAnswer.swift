internal import ImageProcessingKit

/// What a shell offers at the cursor: `faceblur --complete`, which is for the completions that `--write-manual` writes.
///
/// It is printed as a line that says which paths the shell lists itself, and behind how many bytes of the word, then as a line for each word
/// that is offered: the whole word, and behind a tab what is said of it. Words consist of letters, digits and few signs that no shell acts
/// on, whatever a record holds.
struct CompletionAnswer {
  struct Offer {
    let word: String
    let note: String
  }

  private(set) var offers: [Offer] = []
  private(set) var paths = Completion.Paths.none
  /// How many bytes of the word stand before the path.
  private(set) var pathStart = 0

  /// The most regions and steps that are read out.
  private static let maxRecorded = 1000

  /// - Parameters:
  ///   - before: the words before the cursor, after the program's name.
  ///   - current: the word at the cursor, up to it.
  ///   - after: the words behind it.
  ///   - commands: that there are.
  init(before: [Argument], current: Argument, after: [Argument], _ commands: [any Command.Type]) {
    guard let first = before.first else {
      let isOption = current.bytes.first == UInt8(ascii: "-")
      offers = isOption ? HelpText.generalOptions.map(Self.offer) : commands.map(Self.offer)
      keep(current)
      return
    }
    if HelpText.words.contains(first.text), before.count == 1 {
      offers = commands.map(Self.offer)
      keep(current)
      return
    }
    guard let command = commands.first(where: { $0.name == first.text }) else { return }
    let parameters = command.parameters + [HelpText.parameter]
    let line = LineReading(before: Array(before.dropFirst()), current: current, after: after, parameters)
    switch line.place {
    case .value(let parameter, let start): value(of: parameter, start, current, line)
    case .option: offers = Self.options(parameters, line)
    case .operand where line.operands.count < command.operandCount.upperBound:
      paths = command.operandCompletion.paths
    case .operand: offers = Self.options(parameters, line)
    }
    keep(current)
  }

  /// The answer in the words of the shells' scripts.
  var lines: [[String]] {
    let kind =
      switch paths {
      case .none: "none"
      case .folders: "folders"
      case .files(let endings): (["files"] + endings).joined(separator: " ")
      }
    return [["\(pathStart) \(kind)"]] + offers.map { [$0.word, $0.note] }
  }

  private static func offer(_ command: any Command.Type) -> Offer {
    Offer(word: command.name, note: command.abstract)
  }

  private static func offer(_ option: Parameter) -> Offer {
    // The last name is the long one.
    Offer(word: option.names.last ?? option.name, note: option.help)
  }

  private static func options(_ parameters: [Parameter], _ line: LineReading) -> [Offer] {
    parameters.filter { !$0.isHidden && line.mayBeGiven($0) }.flatMap { parameter in
      parameter.names.map { Offer(word: $0, note: parameter.help) }
    }
  }

  private mutating func value(of parameter: Parameter, _ start: Int, _ current: Argument, _ line: LineReading)
  {
    let completion = parameter.completion
    let lead = String(decoding: current.bytes[..<start], as: UTF8.self)
    let given = Set(line.values(of: parameter).map(\.text))
    let offers =
      completion.words.map { Offer(word: $0, note: "") }
      + (completion.recorded.map { Self.recorded($0, line) } ?? [])
    self.offers = offers.filter { !given.contains($0.word) }
      .map { Offer(word: lead + $0.word + completion.end, note: $0.note) }
    paths = completion.paths
    pathStart = start
  }

  /// Leaves out what does not begin as the word does.
  private mutating func keep(_ current: Argument) {
    offers.removeAll { !$0.word.utf8.starts(with: current.bytes) }
  }

  // MARK: What the record tells

  /// Nothing where there is no record, or none that can be read: a shell asks while a person types.
  private static func recorded(_ recorded: Completion.Recorded, _ line: LineReading) -> [Offer] {
    guard let photo = line.operands.first.flatMap(path) else { return [] }
    let place =
      line.values(of: CommonParameters.record.parameter).last.flatMap(CommonParameters.record.parse)
      ?? .beside
    if FilmPipeline.isFilm(photo) { return Self.recorded(recorded, ofFilm: photo, at: place) }
    guard let record = (try? RecordListing.read(of: photo, at: place))?.record else { return [] }
    switch recorded {
    case .steps:
      return record.steps.prefix(maxRecorded).indices.map { index in
        let step = record.steps[index]
        let mark = index + 1 == record.currentStep ? ", current" : step.isEnabled ? "" : ", taken back"
        return Offer(word: "\(index + 1)", note: step.text + mark)
      }
    case .regions(let state):
      let regions = record.state.faceBlur?.regions ?? []
      return regions.filter { (state ?? $0.state) == $0.state && isPlain($0.id) }.prefix(maxRecorded)
        .map { Offer(word: $0.id, note: note(on: $0, in: record.photo.frame)) }
    }
  }

  /// A film has tracks in place of regions, and no steps.
  private static func recorded(
    _ recorded: Completion.Recorded, ofFilm film: FilePath, at place: RecordPlace
  ) -> [Offer] {
    guard case .regions(let state) = recorded, let record = try? FilmPipeline.record(of: film, at: place),
      record.owner.editable
    else { return [] }
    return record.tracks.filter { (state ?? $0.state) == $0.state && isPlain($0.id) }.prefix(maxRecorded)
      .map { track in
        let score = track.score.map { ", score \(($0 * 100).rounded() / 100)" } ?? ""
        let times = "\(FilmTime.text(track.start)) to \(FilmTime.text(track.end))"
        return Offer(
          word: track.id, note: "\(track.origin.rawValue), \(track.state.rawValue), \(times)\(score)")
      }
  }

  private static func note(on region: PlannedRegion, in frame: PictureFrame) -> String {
    let object = RegionObject(region, in: frame)
    let score =
      region.origin == .detected ? region.score.map { ", score \(($0 * 100).rounded() / 100)" } ?? "" : ""
    return
      "\(region.origin.rawValue), \(region.state.rawValue), \(Int(object.face.width)) × \(Int(object.face.height))"
      + " at \(Int(object.face.x)), \(Int(object.face.y))\(score)"
  }

  /// Whether no shell acts on anything in an id. All ids that this command gives are such; who writes others into records types them.
  private static func isPlain(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 64 && id.utf8.first != UInt8(ascii: "-")
      && id.utf8.allSatisfy { byte in
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
      }
  }

  /// The path of an operand; a tilde that the shell would have replaced stands for the user's folder.
  private static func path(_ word: Argument) -> FilePath? {
    guard let path = word.path else { return nil }
    guard word.bytes.starts(with: Array("~/".utf8)), !path.exists, let home = FilePath(environment: "HOME")
    else {
      return path
    }
    return home.appending(FilePath(bytes: word.bytes.dropFirst(2)))
  }
}
