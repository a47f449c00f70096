internal import ImageProcessingKit

/// `faceblur render`: the render again, from the record alone.
struct RenderCommand: Command {
  static let name = "render"
  static let abstract = "Render a photo or film again from its edit record; nothing is detected anew."
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let manual = [
    "The render is written where the record says, or to another file with -o; of a film also into a folder. The same record gives the same bytes on one"
      + " machine, and where they are there, nothing is written."
  ]
  static let examples = [
    CommandExample(
      "faceblur render IMG_1234.JPG -o again.jpg", "Write the render of a photo once more."),
    CommandExample(
      "faceblur render party.mp4 -o copies/",
      "Write the render of a film into a folder, under the film's name."),
  ]

  private static let output = Option<FilePath>.path(
    "-o", value: "FILE", completion: .photosAndFilms,
    help: "Write the render to this file, or of a film into this folder, instead of where the record says.")

  static let parameters = [
    output.parameter, RenderParameters.format.parameter, CommonParameters.unhidden.parameter,
    CommonParameters.record.parameter,
    CommonParameters.renders.parameter, CommonParameters.maxPixels.parameter,
    CommonParameters.noSandbox.parameter,
    CommonParameters.json.parameter, CommonParameters.force.parameter, CommonParameters.quiet.parameter,
  ]

  private let photo: FilePath
  private let target: FilePath?
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    let output = try arguments.value(of: Self.output)
    if let output, output.isFolder || output.endsWithSeparator {
      let file = output.appending(PhotoAsset.nameElsewhere(of: photo.name))
      guard FilmPipeline.isFilm(photo) else {
        throw UsageError("-o takes a file here; type '-o \(file)'")
      }
      target = file
    } else {
      target = output
    }
    settings = try CommonParameters.settings(arguments)
    let format =
      settings.format ?? StatePipeline(settings: settings).recordedFormat(of: photo) ?? .original
    if let target, !RenderDestination.isRenderName(target, of: photo, as: format) {
      throw UsageError(RenderDestination.named(target, photo, as: format))
    }
    force = arguments.has(CommonParameters.force)
    console = CommonParameters.console(arguments)
  }

  func run() -> ExitCode {
    do throws(FaceBlurError) {
      // The record names a place beside the photo.
      try PublishedFolder.refuse([PublishedFolder.Place(path: target ?? photo, option: "-o")], of: photo)
    } catch {
      return PhotoReporter(console: console).tell(of: error, photo)
    }
    var outputs = OutputGuard(originals: [photo], force: force)
    if FilmPipeline.isFilm(photo) {
      return PhotoReporter(console: console).reportFilmEdit(on: photo) { (watch) throws(FaceBlurError) in
        var own = try FilmOptions.settings(for: photo, settings, audio: nil)
        own.watch = watch
        return try FilmPipeline.renderAgain(
          photo, to: target, own, within: settings.reader.limits, guardedBy: &outputs)
      }
    }
    return PhotoReporter(console: console).report(on: photo) { () throws(FaceBlurError) in
      try StatePipeline(settings: settings).renderAgain(photo, to: target, guardedBy: &outputs)
    }
  }
}
