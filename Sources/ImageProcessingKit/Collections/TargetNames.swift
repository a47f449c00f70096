/// The names of outputs that are of another format than their photos are called by.
///
/// They are known before a photo is opened, so its name decides and not what it is. Two photos never get one name, and which gets which
/// depends on what lies beside it alone, so every run gives the same.
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
    let others = RenderFormat.allCases.compactMap(\.ofAll).flatMap { format in
      let short = formats.name(place, for: format)
      return [short, place.suffixed(".\(short.pathExtension)")]
    }
    return name == place || others.contains(name)
  }

  /// What a walk came by, where its output goes.
  func named(_ entry: CollectionEntry) -> CollectionEntry {
    guard let format, case .file = entry.kind else { return entry }
    let target = formats.name(entry.target, for: format)
    guard target != entry.target else { return entry }
    guard hasRival(entry.source, format) else {
      return CollectionEntry(source: entry.source, target: target, kind: entry.kind)
    }
    // `a.heic.jpg` tells it from `a.jpg` and `a.png`.
    let long = entry.target.suffixed(".\(target.pathExtension)")
    return CollectionEntry(source: entry.source, target: long, kind: entry.kind)
  }

  /// Whether another file beside a photo would give its output the same name.
  private func hasRival(_ source: FilePath, _ format: PhotoFormat) -> Bool {
    let wanted = formats.name(source.name, for: format)
    return formats.fileExtensions.contains { ending in
      [ending, ending.uppercased()].contains { ending in
        let rival = FilePath(bytes: source.stem.bytes + Array(".\(ending)".utf8))
        return rival != source.name && formats.name(rival, for: format) == wanted
          && source.folder.appending(rival).exists
      }
    }
  }
}
