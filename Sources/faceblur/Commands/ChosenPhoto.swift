internal import ImageProcessingKit

/// A photo or film that a command was asked for, by its name or by that of a folder that it lies in.
struct ChosenPhoto {
  static let recursive = Flag(
    "-r", "--recursive",
    help:
      "Take folders, too: all photos and films in them and in their folders, but for what faceblur made itself."
  )

  var path: FilePath
  /// Its folder below the one that was named, and that one's name where it was not alone; nil for none.
  var folder: FilePath?
  /// Why it cannot be taken; nil where it can.
  var failure: FaceBlurError?
  /// Whether a folder was named, and not the file.
  var isMet = false

  /// What was named, with what lies in folders in the place of those.
  /// - Parameters:
  ///   - operands: photos and folders.
  ///   - isRecursive: whether folders are gone through.
  ///   - outputs: the folder that renders go to, where one was named.
  ///   - isEdited: whether the photos get renders and records.
  ///   - reader: what is read as a photo.
  ///   - console: is told of what is left out.
  static func choose(
    _ operands: [FilePath], isRecursive: Bool, outputs: FilePath? = nil, isEdited: Bool,
    _ reader: PhotoReader,
    _ console: Console
  ) -> [ChosenPhoto] {
    let folders = operands.filter(isFolder)
    return operands.flatMap { operand -> [ChosenPhoto] in
      guard isFolder(operand) else { return [ChosenPhoto(path: operand)] }
      guard isRecursive else {
        return [ChosenPhoto(path: operand, failure: folderNamed(operand, console.command))]
      }
      do throws(FaceBlurError) {
        let found = try FolderPhotos.find(
          in: operand, of: folders, outputs: outputs, isEdited: isEdited, reader: reader)
        let place = operands.count == 1 ? nil : placeName(of: operand)
        return found.compactMap { chosen($0, in: place, console) }
      } catch {
        return [ChosenPhoto(path: operand, failure: error)]
      }
    }
  }

  /// What is to be done with it: what goes into folders that are named keeps its own folder there, so that no two get one name.
  func settings(_ settings: BlurPipeline.Settings) -> BlurPipeline.Settings {
    guard let folder else { return settings }
    var own = settings
    own.previewFolder = settings.previewFolder?.appending(folder)
    own.overlayFolder = settings.overlayFolder?.appending(folder)
    if case .folder(let records) = settings.record { own.record = .folder(records.appending(folder)) }
    return own
  }

  /// The same, refused where its record, a second render or what is drawn of it would lie in what a collection was scrubbed into.
  /// - Parameters:
  ///   - settings: of all photos.
  ///   - render: where its render goes; nil for beside it.
  func keptOutOfTargets(_ settings: BlurPipeline.Settings, renderedTo render: FilePath?) -> ChosenPhoto {
    let own = self.settings(settings)
    var places: [PublishedFolder.Place] = []
    if !settings.dryRun {
      places.append(PublishedFolder.Place(path: render ?? path, option: "-o"))
      if settings.hasSidecar { places.append(PublishedFolder.Place(path: path, option: "--xmp")) }
      switch own.record {
      case .beside: places.append(PublishedFolder.Place(path: path, option: "--record"))
      case .folder(let records):
        places.append(PublishedFolder.Place(path: records.appending(path.name), option: "--record"))
      case .none: break
      }
    }
    return refused(forWriting: places + PublishedFolder.pictures(of: path, own))
  }

  /// The same, refused where what is drawn of it would lie there.
  func drawnOutsideTargets(_ settings: BlurPipeline.Settings) -> ChosenPhoto {
    refused(forWriting: PublishedFolder.pictures(of: path, self.settings(settings)))
  }

  private func refused(forWriting places: [PublishedFolder.Place]) -> ChosenPhoto {
    guard failure == nil, path != StandardPhoto.name else { return self }
    var checked = self
    do throws(FaceBlurError) {
      try PublishedFolder.refuse(places, of: path)
    } catch {
      checked.failure = error
    }
    return checked
  }

  /// Whether a name is that of a folder, and not standard input.
  static func isFolder(_ operand: FilePath) -> Bool { operand != StandardPhoto.name && operand.isFolder }

  private static func chosen(
    _ entry: FolderPhotos.Entry, in place: FilePath?, _ console: Console
  ) -> ChosenPhoto? {
    switch entry {
    case .photo(let path, let folder):
      let folders = [place, folder].compactMap(\.self)
      return ChosenPhoto(
        path: path, folder: folders.dropFirst().reduce(folders.first) { $0?.appending($1) }, isMet: true)
    case .problem(let path, let reason):
      return ChosenPhoto(path: path, failure: FaceBlurError(.notReadable, file: path, reason))
    case .aside(let path, let reason):
      console.detail(["\(path): left out: \(reason)"])
      return nil
    }
  }

  /// What a folder among several is called below that of the renders: its name, as it was typed or, where that is dots, as it is.
  private static func placeName(of folder: FilePath) -> FilePath? {
    let name = folder.name
    return name == "." || name == ".." ? folder.resolved?.name : name
  }

  private static func folderNamed(_ folder: FilePath, _ command: String) -> FaceBlurError {
    let word = folder.shellWord
    return FaceBlurError(
      .notReadable, file: folder, "it is a folder",
      advice:
        "type 'faceblur \(command) -r \(word)' for the photos and films in it, or 'faceblur scrub \(word) -o TARGET' for a collection"
    )
  }
}
