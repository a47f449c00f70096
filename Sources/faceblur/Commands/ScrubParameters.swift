internal import ImageProcessingKit

/// The parameters that say what is done with each photo of a collection, whoever names the photos.
enum ScrubParameters {
  static let onNoFace = Option<ScrubSettings.OnNoFace>.choice(
    "--on-no-face",
    help:
      "Photos without a face: keep them, without their metadata (default); leave them out; put them on the list."
  )
  static let records = Option<ScrubSettings.Records>(
    "--records", value: "none|beside|DIR", expected: "none, beside or a folder",
    help: "Write edit records: none (default), beside the originals, or into this folder.",
    completion: .words(["none", "beside"], or: .folders)
  ) { argument in
    switch argument.text {
    case "none": ScrubSettings.Records.none
    case "beside": .beside
    default: argument.path.map { .folder($0) }
    }
  }
  static let memory = Option<Int>(
    "--memory", value: "SIZE", expected: "a size such as 800M or 4G",
    help: "What all of them together may take (default: half of what is free)."
  ) { argument in
    let units = ["K": 10, "M": 20, "G": 30]
    let unit = argument.text.last.flatMap { units[$0.uppercased()] }
    guard let unit, let number = Int(argument.text.dropLast()), (1...1_048_576).contains(number) else {
      return nil
    }
    return number << unit
  }

  /// - Parameter standard: how many there are where nothing is said.
  static func jobs(standard: String) -> Option<Int> {
    Option<Int>.number(
      "--jobs", in: 1...256, help: "Photos that are worked on at once (default: \(standard)).")
  }

  static let ofPhotos =
    StrengthParameters.parameters + DetectionRun.parameters + [
      RenderParameters.format.parameter, RenderParameters.metadata.parameter,
      RenderParameters.thumbnail.parameter,
      RenderParameters.keepProgressive.parameter, RenderParameters.tiles.parameter,
      CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
    ]

  /// What the options say of each photo, and where the scrubbed ones go.
  /// - Parameter output: the option that says where.
  static func settings(
    _ arguments: ParsedArguments, to output: Option<FilePath>
  ) throws(UsageError) -> ScrubSettings {
    guard let target = try arguments.value(of: output) else {
      throw UsageError(
        "say where the scrubbed photos go: 'faceblur \(arguments.command) \(arguments.operands.first ?? "SOURCE") -o TARGET'"
      )
    }
    let change = try StrengthParameters.change(arguments)
    let wishes = try arguments.wishesInForce()
    guard let strength = change.applied(to: .default),
      let beginning = change.over(wishes.strength).applied(to: .default)
    else {
      throw UsageError(
        "--cells and --margin are out of range; type 'faceblur \(arguments.command) --help'")
    }
    var settings = ScrubSettings(target: target)
    settings.strength = strength
    settings.beginning = beginning
    settings.notes = [wishes.note].compactMap(\.self)
    settings.renderOptions = try RenderParameters.options(arguments)
    settings.reader.limits = try CommonParameters.limits(arguments)
    settings.onNoFace = try arguments.value(of: onNoFace) ?? .keep
    settings.records = try arguments.value(of: records) ?? .none
    settings.force = arguments.has(CommonParameters.force)
    settings.memory = try arguments.value(of: memory)
    settings.wording = \.textOfRun
    return settings
  }
}
