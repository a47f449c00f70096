/// Proves that a thumbnail shows what its photo shows, and nothing that was obscured since: it is made again from the
/// photo's own pixels, and must be the same to the last byte. Likeness would be no proof: in the dark, faces are alike.
enum ThumbnailProof {
  /// - Parameter thumbnail: where the thumbnail's JPEG lies in the file.
  static func holds(for thumbnail: Range<Int>, in file: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let photo = try? PhotoFormat.open(Array(file), limits: .none), let again = try? photo.thumbnail()
    else {
      return false
    }
    return again == Array(file[thumbnail])
  }
}
