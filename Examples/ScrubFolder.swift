import Glibc
import ImageProcessingKit

/// Scrubs a folder of photos into another one. A run that was ended goes on where it was.
@main struct ScrubFolder {
  static func main() throws {
    let folders = CommandLine.arguments.dropFirst().map { FilePath($0) }
    guard folders.count == 2 else { return print("usage: ScrubFolder SOURCE TARGET") }

    var settings = ScrubSettings(target: folders[1])
    settings.onNoFace = .review
    settings.filter.excluded = ["private/**"]
    let scrub = CollectionScrub(settings: settings)
    let input = CollectionScrub.Input(sources: try CollectionSource.sources([folders[0]]))

    let summary = try scrub.run(input, isStopping: { false }) { event in
      switch event {
      case .warning(let warning): print(warning)
      case .finished(let line) where line.status == .failed:
        print("\(line.source): \(line.reason ?? "failed")")
      default: break
      }
    }
    print(
      "\(summary.count(.done)) scrubbed, \(summary.faces) faces hidden, \(summary.count(.review)) to look at,"
        + " \(summary.count(.failed)) failed; see \(settings.stateFolder)")
    if let fatal = summary.fatal { print(fatal) }
    exit(summary.count(.failed) == 0 && summary.fatal == nil ? 0 : 1)
  }
}
