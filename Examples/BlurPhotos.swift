import Glibc
import ImageProcessingKit

/// Hides the faces of photos. Beside each comes a render, and a record that holds what was done.
@main struct BlurPhotos {
  static func main() throws {
    let photos = CommandLine.arguments.dropFirst().map { FilePath($0) }
    guard !photos.isEmpty else { return print("usage: BlurPhotos PHOTO…") }

    var settings = BlurPipeline.Settings()
    settings.strength.style = .blur
    let pipeline = BlurPipeline(detector: try DetectorChoice.networks.makeDetector(), settings: settings)

    // No photo of the run is ever an output of it, whatever path leads there.
    var outputs = OutputGuard(originals: photos)
    var failures = 0
    for photo in photos {
      do {
        let report = try pipeline.blur(photo, guardedBy: &outputs)
        for warning in report.warnings { print("\(photo): \(warning)") }
        guard let render = report.outputs.render else {
          print("\(photo): no face was found, so there is no render")
          continue
        }
        let hidden = report.applied
        print("\(render): \(hidden.count) hidden, \(hidden.count(where: \.isDoubtful)) in doubt")
      } catch {
        // It says which file, what is wrong and what to do. What was there before is as it was.
        print(error)
        failures += 1
      }
    }
    exit(failures == 0 ? 0 : 1)
  }
}
