/// Tells whether a file is a render of a photo, by what the gate asks of a new one.
///
/// A record is untrusted input and could name any file. A file is replaced or removed only if it is proven here that the photo and
/// its plan give the same picture again.
struct RenderProof {
  /// Whose renders they are, and what regions are of.
  let photo: Photo
  /// How the file is said to be stored.
  let options: RenderOptions
  /// How its picture is said to have been made; nil where nobody wrote it down.
  let way: RenderSummary.Path?

  /// What a render is made of.
  struct Content: Hashable {
    var plan: RegionPlan
    var filters: ToneFilters

    /// Whether a render would be the photo itself.
    var changesNothing: Bool { plan.applied.isEmpty && filters.isNeutral }
  }

  /// Whether the file is a render of one of some contents. A copy of the photo itself is none.
  /// - Parameter contents: the likeliest first; each costs no more than the gate does.
  func holds(for file: FileBytes, of contents: some Sequence<Content>) -> Bool {
    guard let source = try? source(), hasCleanMetadata(file, source) else { return false }
    return contents.contains { content in
      guard !content.changesNothing else { return false }
      do throws(FaceBlurError) {
        try checkPicture(of: file, source, content)
        return true
      } catch {
        // The gate asks that last. Earlier versions kept their original's palette.
        return error == .otherPalette
      }
    }
  }

  /// - Throws: `FaceBlurError`: why the file's picture is not what the photo and the content give.
  func checkPicture(of file: FileBytes, _ content: Content) throws(FaceBlurError) {
    try checkPicture(of: file, source(), content)
  }

  private func checkPicture(
    of file: FileBytes, _ source: RenderSource, _ content: Content
  ) throws(FaceBlurError) {
    guard content.filters.isNeutral else { return try checkTonedPicture(of: file, source, content) }
    try gate(of: source).checkPicture(
      of: file, against: source.content, source.plan(content.plan), way, judgesCode: false)
  }

  /// What renders are made from, which is made again where it is not the photo itself.
  private func source() throws(FaceBlurError) -> RenderSource {
    do {
      return try RenderSource(photo, options)
    } catch {
      throw FaceBlurError(.leak(.damaged), "it cannot be compared with the original: \(error.reason)")
    }
  }

  /// A picture whose tones were changed is compared with what it was made from, which is made again.
  private func checkTonedPicture(
    of file: FileBytes, _ source: RenderSource, _ content: Content
  ) throws(FaceBlurError) {
    let obscured: any EditablePhoto
    do {
      let sink = MemorySink()
      _ = try source.content.renderUnproven(
        source.areas(of: content.plan), with: content.plan.strength.style.obscurer, options: options,
        into: sink)
      obscured = try source.content.opening(render: sink.bytes)
    } catch {
      throw FaceBlurError(.leak(.damaged), "it cannot be compared with the original: \(error.reason)")
    }
    try gate(of: source).checkTones(of: file, against: obscured, filters: content.filters, options: options)
  }

  private func hasCleanMetadata(_ file: FileBytes, _ source: RenderSource) -> Bool {
    do {
      // Earlier versions carried more of the original's colour profile. And a library codes a JPEG XL in another form on another
      // processor; what that shows is proven by itself.
      try gate(of: source).checkMetadata(
        of: file, against: source.photo.fileBytes, options, allowing: [.colorProfile, .otherCode])
      return true
    } catch {
      return false
    }
  }

  private func gate(of source: RenderSource) -> LeakGate { LeakGate(format: source.photo.format) }
}
