/// What the edit beside a photo hides. A person may have drawn it because no detector sees it, so it stays hidden in a
/// collection, too. What the edit leaves visible is looked at anew: nobody has decided that for the collection.
enum RecordedRegions {
  /// Where a record of the photo may be, without a look at the rest of its folder.
  static func places(beside photo: FilePath) -> [FilePath] {
    [photo.name, photo.stem].map { PhotoAsset.record(named: $0, in: photo.folder) }
  }

  /// Tells whether the records beside a photo have changed.
  static func stamp(beside photo: FilePath) -> String {
    places(beside: photo).map { place in
      FileStamp(of: place).map { "\($0.size) \($0.modified)" } ?? ""
    }.joined(separator: ";")
  }

  /// The plan with what the edit of this very photo hides.
  /// - Parameter sha256: of the photo's file.
  /// - Throws: `FaceBlurError` where there is a record that cannot be read: it may hide what no detector sees.
  static func adding(
    to plan: RegionPlan, beside photo: FilePath, sha256: String
  ) throws(FaceBlurError) -> RegionPlan {
    var plan = plan
    for place in places(beside: photo) where place.exists {
      let content: RecordFile.Content
      do { content = try naming(place, try RecordFile.read(place)) } catch {
        // That of a film which shares the photo's name.
        if RecordedTracks.areRecorded(at: place) { continue }
        throw error
      }
      // An edit on top of another program's is of that program's picture.
      guard case .ours(let record, _) = content, record.source.sha256 == sha256, record.base == nil else {
        continue
      }
      plan = plan.hiding((record.state.faceBlur?.regions ?? []).filter { $0.state == .applied })
    }
    return plan
  }
}
