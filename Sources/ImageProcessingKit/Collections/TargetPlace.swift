/// Where an output of a collection goes: a name in a folder of the target that is held open.
struct TargetPlace: Sendable {
  let folder: HeldFolder
  let name: FilePath

  /// For the system; it holds as long as `folder` does.
  var path: FilePath { folder.at(name) }

  /// A fixed temporary name: the next run removes what a killed one left under it.
  var temporary: FilePath {
    folder.at(FilePath(".faceblur-\(SHA256.hexDigest(of: name.bytes).prefix(16)).tmp"))
  }

  /// The place of a job, where its folder is there.
  /// - Throws: `FaceBlurError` where something is in the way.
  static func find(_ job: ScrubJob, in target: HeldFolder) throws(FaceBlurError) -> TargetPlace? {
    try refuseState(job, target)
    return try target.descend(to: job.target.folder).map { TargetPlace(folder: $0, name: job.target.name) }
  }

  /// The place of a job; its folders are made where they are missing, like those of the source.
  /// - Throws: `FaceBlurError` where something is in the way, or a folder cannot be made.
  static func make(_ job: ScrubJob, in target: HeldFolder) throws(FaceBlurError) -> TargetPlace {
    try refuseState(job, target)
    return TargetPlace(folder: try job.making(job.target.folder, in: target), name: job.target.name)
  }

  private static func refuseState(_ job: ScrubJob, _ target: HeldFolder) throws(FaceBlurError) {
    guard job.target.isInside(StateFolder.inner) else { return }
    throw FaceBlurError(
      .refused, target.path.appending(job.target),
      "a folder of that name may hold a journal", advice: "scrub it under another name")
  }

  /// - Throws: `FaceBlurError` where another folder has meanwhile taken the place of the one that is held.
  func confirm(_ job: ScrubJob, in target: HeldFolder) throws(FaceBlurError) {
    guard try target.descend(to: job.target.folder)?.identity == folder.identity else {
      throw FaceBlurError(
        .refused, target.path.appending(job.target),
        "its folder was moved while it was written, and holds it now", advice: "run the command again")
    }
  }
}

extension ScrubJob {
  /// A folder of a tree that is like that of the source, made where it is missing, with no wider permissions than the
  /// source's.
  func making(_ place: FilePath, in tree: HeldFolder) throws(FaceBlurError) -> HeldFolder {
    let levels = place == "." ? 0 : place.bytes.count { $0 == UInt8(ascii: "/") } + 1
    return try tree.making(place) { level in
      // The lowest folder is like the one that the source is in, and so on upwards.
      Folder.mode(of: (level + 1..<levels).reduce(source.folder) { folder, _ in folder.folder })
    }
  }
}
