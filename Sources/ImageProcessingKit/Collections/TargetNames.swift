/// The names of outputs that are of another format than their photos are called by: `a.heic.jpg` of `a.heic`. Films whose renders are always
/// of another kind have such names, too: `a.mkv.mp4` of `a.mkv`.
///
/// They are known before a photo is opened, so its name decides and not what it is. What lies beside a photo does not count: `a.jpg` and
/// `a.png` may come and go, and no output changes its name for that.
struct TargetNames {
  let formats: PhotoFormats
  /// What all outputs are; nil where each stays what it is.
  let format: PhotoFormat?

  init(_ settings: ScrubSettings) {
    formats = settings.reader.formats
    format = settings.renderOptions.format.ofAll
  }

  /// Whether the output of a file may have had another name when outputs were to be of another format.
  /// - Parameter place: of the file in the target, by its own name.
  func isName(_ name: FilePath, ofOutputAt place: FilePath) -> Bool {
    name == place || RenderFormat.allCases.compactMap(\.ofAll).contains { self.name(place, as: $0) == name }
  }

  /// What a walk came by, where its output goes. What is wrong with it now does not matter: its output of an earlier run has this name.
  func named(_ entry: CollectionEntry) -> CollectionEntry {
    CollectionEntry(source: entry.source, target: name(of: entry.target), kind: entry.kind)
  }

  /// The name of an output.
  /// - Parameter place: of its photo in the target, by the photo's own name.
  func name(of place: FilePath) -> FilePath {
    let film = PhotoAsset.nameElsewhere(of: place.name)
    if film != place.name { return place.suffixed(".\(film.pathExtension)") }
    return format.map { name(place, as: $0) } ?? place
  }

  private func name(_ place: FilePath, as format: PhotoFormat) -> FilePath {
    let renamed = formats.name(place, for: format)
    return renamed == place ? place : place.suffixed(".\(renamed.pathExtension)")
  }
}
