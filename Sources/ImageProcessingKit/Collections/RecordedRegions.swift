/// What the edit beside a photo hides. A person may have drawn it because no detector sees it, so it stays hidden in a
/// collection, too. What the edit leaves visible is looked at anew: nobody has decided that for the collection.
enum RecordedRegions {
  /// A region that shares more than this part of its union with a face that was found is hidden with it.
  private static let sameFace = 0.5

  /// Where a record of the photo may be, without a look at the rest of its folder.
  private static func places(beside photo: FilePath) -> [FilePath] {
    [photo.name, photo.stem].map { photo.folder.appending($0.suffixed(".AAE")) }
  }

  /// Tells whether the records beside a photo have changed.
  static func stamp(beside photo: FilePath) -> String {
    places(beside: photo).map { place in
      FileStamp(of: place).map { "\($0.size) \($0.modified)" } ?? ""
    }.joined(separator: ";")
  }

  /// The plan with what the edit of this very photo hides.
  /// - Parameter sha256: of the photo's file.
  static func adding(to plan: RegionPlan, beside photo: FilePath, sha256: String) -> RegionPlan {
    var plan = plan
    for record in places(beside: photo).compactMap(RecordFile.ours)
    // An edit on top of another program's is of that program's picture.
    where record.source.sha256 == sha256 && record.base == nil {
      let hidden = (record.state.faceBlur?.regions ?? []).filter { $0.state == .applied }
      let missing = hidden.filter { region in
        !plan.regions.contains { $0.rect.overlap(region.rect) > sameFace }
      }
      let ids = plan.freeIDs("m", count: missing.count)
      plan.regions += zip(ids, missing).map { id, region in
        var added = PlannedRegion(id: id, rect: region.rect, score: nil, origin: .manual)
        added.cells = region.cells
        return added
      }
    }
    return plan
  }
}
