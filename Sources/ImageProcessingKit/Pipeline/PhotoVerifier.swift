/// Looks at any photo file, ours or another tool's, for what could still show a face.
public struct PhotoVerifier {
  private let detector: any FaceDetecting
  let reader: PhotoReader
  let wording: @Sendable (Advice.Remedy) -> String

  /// - Parameters:
  ///   - detector: looks for faces in the picture, and in pictures that are hidden in the file.
  ///   - reader: what is read as a photo.
  ///   - wording: how verdicts say what a person does the client's way.
  public init(
    detector: any FaceDetecting, reader: PhotoReader = PhotoReader(),
    wording: @escaping @Sendable (Advice.Remedy) -> String = \.description
  ) {
    self.detector = detector
    self.reader = reader
    self.wording = wording
  }

  /// What was found in a file.
  ///
  /// Its `Codable` form is the object that `verify --json` tells of a file (verdict.schema.json), but for `failed`, which is the command's
  /// to say. In a verdict that was read back, the boxes of faces are rounded to tenths of pixels and their scores to thousandths.
  public struct Verdict: FileVerdict, Sendable {
    public let file: FilePath
    /// Everything that is not the picture, in the order of the file.
    public internal(set) var blocks: [MetadataBlock]
    /// Why the picture was not read, or not all of it; nil where it was. What was not read was not looked at.
    public internal(set) var unread: String?
    /// Upright size in pixels of what viewers show; nil where it cannot be decoded.
    public internal(set) var size: (width: Int, height: Int)?
    /// Faces that can be seen in the picture itself, also in what viewers do not show, in fractions of what they do: nobody
    /// knows here whether they were to be hidden.
    public internal(set) var faces: [PlannedRegion] = []
    /// What is wrong with the picture, given the original.
    public internal(set) var problems: [String] = []
    public internal(set) var notes: [String] = []
    /// Whether the picture was compared with what a record of the original says; nil where no original was given.
    public internal(set) var isRecordCompared: Bool?
  }

  /// - Parameters:
  ///   - file: what is looked at.
  ///   - original: the photo that the file was made from. Its record, if there is one, says what was to be obscured; else it is
  ///     every face that the detector sees in the original.
  ///   - folder: where that record is; nil for beside the original.
  ///   - record: whose regions must show what their surroundings in the file give.
  /// - Throws: `FaceBlurError` where a file cannot be read or is no photo, the original is another one's render, the record cannot be read,
  ///   or there is none in the folder.
  public func verify(
    _ file: FilePath, against original: FilePath? = nil, recordedIn folder: FilePath? = nil,
    regionsOf record: FilePath? = nil
  ) throws(FaceBlurError) -> Verdict {
    try verify(try read(file), called: file, against: original, recordedIn: folder, regionsOf: record)
  }

  /// The same, for a file that comes through a stream.
  /// - Parameters:
  ///   - stream: is read to its end.
  ///   - name: what the verdict and errors call it.
  ///   - original: as above.
  ///   - folder: as above.
  ///   - record: as above.
  /// - Throws: as above.
  package func verify(
    _ stream: ByteStream, called name: FilePath, against original: FilePath? = nil,
    recordedIn folder: FilePath? = nil, regionsOf record: FilePath? = nil
  ) throws(FaceBlurError) -> Verdict {
    let bytes = try reader.bytes(of: stream, called: name)
    return try verify(bytes, called: name, against: original, recordedIn: folder, regionsOf: record)
  }

  private func verify(
    _ bytes: FileBytes, called file: FilePath, against original: FilePath?, recordedIn folder: FilePath?,
    regionsOf record: FilePath?
  ) throws(FaceBlurError) -> Verdict {
    var verdict = Verdict(file: file, blocks: [])
    if let original {
      try Self.refuseRender(original)
      verdict.isRecordCompared = false
    }
    let opened: (photo: Photo, picture: DisplayImage)
    do {
      let photo = try reader.open(bytes)
      opened = (photo, try photo.displayImage(fitting: detector.longestLook))
    } catch {
      if error.kind == .emptyPhoto || error.kind == .notAPhoto { throw error.naming(file) }
      // What hides in a file that decoders refuse is found all the same.
      verdict.blocks = blocks(of: bytes, opened: nil, warning: nil)
      verdict.unread = error.message(wording)
      if original != nil { verdict.problems.append("its picture cannot be compared with the original") }
      if record != nil { verdict.problems.append("its regions cannot be checked") }
      return verdict
    }
    verdict.blocks = blocks(
      of: bytes, opened: opened.photo, warning: opened.picture.decoderWarning)
    // Another program may make another picture of such data.
    verdict.unread = opened.picture.decoderWarning.map { "the decoder warned: \($0)" }
    verdict.size = opened.photo.geometry.visibleSize
    verdict.faces =
      RegionPlanner().plan(for: try faces(in: opened.picture, of: opened.photo, at: file)).regions
    if let original { try compare(opened.photo, with: original, recordedIn: folder, &verdict) }
    if let record { try checkRegions(of: opened.photo, record, &verdict) }
    verdict.faces = verdict.faces.map { $0.visible(in: opened.photo.geometry.frame) }
    return verdict
  }

  private func checkRegions(
    of photo: Photo, _ path: FilePath, _ verdict: inout Verdict
  ) throws(FaceBlurError) {
    let state: EditState
    let plan: RegionPlan
    do throws(FaceBlurError) {
      guard case .ours(let record, _) = try RecordFile.read(path) else {
        throw .damagedRecord("it is no record of faceblur")
      }
      state = record.state
      let recorded = try state.plan()
      // A render of another format than its photo has no more than viewers show of that.
      let frame = record.source.frame
      switch photo.geometry.uprightSize {
      case (frame.width, frame.height): plan = recorded
      case (frame.visible.width, frame.visible.height): plan = recorded.shown(in: frame)
      default:
        verdict.problems.append("it is not of the size that the record is of")
        return
      }
    } catch {
      throw error.naming(path)
    }
    guard state.tone.filters.isNeutral else {
      verdict.problems.append(
        "tones were changed after the regions were hidden, so they cannot be checked from the file alone; "
          + wording(.giveOriginal)
      )
      return
    }
    // Their tones change from sample to sample, and only the original's means tell which are right.
    if plan.strength.style == .smoothPixelate, plan.applied.contains(where: { $0.cells != 0 }) {
      verdict.problems.append(
        "its regions are smooth cells of the face's means, which cannot be checked from the file alone; "
          + wording(.giveOriginal)
      )
      return
    }
    do {
      try LeakGate(format: photo.format).checkRegions(of: photo.content, plan)
    } catch {
      verdict.problems.append(error.message(wording))
      return
    }
    let regions = counted(plan.applied.count, "region")
    verdict.notes.append(
      plan.strength.style.revealsContent
        ? "\(regions) shown in cells; whether they are the face's means cannot be told without the original"
        : "\(regions) hidden: what is shown there comes from around it alone")
  }

  private func read(_ file: FilePath) throws(FaceBlurError) -> FileBytes {
    FileBytes(try InputFile.open(file).readAll(limit: reader.limits.maxFileBytes))
  }

  private func blocks(of bytes: FileBytes, opened photo: Photo?, warning: String?) -> [MetadataBlock] {
    guard let format = reader.formats.format(of: bytes) else {
      return [MetadataBlock(.strayBytes, 0..<bytes.count, objection: "it is of no format that is read")]
    }
    let judge = HiddenPictureJudge(
      detector: detector, limits: reader.limits, containers: reader.formats.all.map(\.container))
    return bytes.withUnsafeBufferPointer { file in
      var inspection = format.gate.inspection(of: file, policy: .everything, judge: judge)
      if let photo = photo?.content ?? (try? format.reopen(bytes)) {
        _ = inspection.acceptThumbnail(of: photo)
      }
      inspection.judgePicture(warning: warning)
      return inspection.blocks
    }
  }

  private func faces(
    in picture: DisplayImage, of photo: Photo, at file: FilePath
  ) throws(FaceBlurError) -> [DetectedFace] {
    try naming(file, try detector.faces(in: picture, of: photo))
  }

  /// A render hides the faces, so whatever shows them would be compared with nothing to hide.
  private static func refuseRender(_ path: FilePath) throws(FaceBlurError) {
    if let original = PhotoAsset.original(ofRender: path) {
      throw .isNoOriginal(path, butRenderOf: original)
    }
  }

  private func compare(
    _ photo: Photo, with path: FilePath, recordedIn folder: FilePath?, _ verdict: inout Verdict
  ) throws(FaceBlurError) {
    let made = try RecordedRender.of(path, recordedIn: folder, reader)
    let original = made.source.geometry.frame
    // A render of another format than its photo has no more than viewers show of that.
    let isExport = !made.source.format.isSame(as: photo.format)
    let frame = isExport ? original : PictureFrame(width: original.width, height: original.height)
    guard photo.geometry.uprightSize == (frame.visible.width, frame.visible.height) else {
      verdict.problems.append("it is not of the original's size")
      return
    }
    var proven: RegionPlan?
    if let record = made.record {
      let problems = made.problems(of: photo, record)
      verdict.problems += problems
      verdict.isRecordCompared = true
      if problems.isEmpty { proven = try? record.state.plan() }
    } else if let doubt = made.doubt {
      verdict.problems.append(doubt)
    } else {
      verdict.notes.append("there is no record of the original, so the detector says what was to be hidden")
    }
    try findVisibleFaces(
      of: made.source, path, in: frame, try? made.record?.state.plan(), proven: proven, &verdict)
  }

  /// Faces of the original that can be seen in the file, too, unless the record leaves them out on purpose.
  /// - Parameters:
  ///   - frame: of the original, as far as the file shows it.
  ///   - proven: what the file surely hides: what is seen in that is what stands in a face's place.
  private func findVisibleFaces(
    of original: Photo, _ path: FilePath, in frame: PictureFrame, _ recorded: RegionPlan?,
    proven: RegionPlan?, _ verdict: inout Verdict
  ) throws(FaceBlurError) {
    var places: [NormalizedRect] = []
    if let proven, !proven.strength.style.revealsContent {
      places = proven.applied.map { frame.visibleRect(of: $0.rect.scaled(by: proven.strength.reach)) }
    }
    let shown = try original.displayImage(fitting: detector.longestLook, at: path)
    let excluded = (recorded?.regions ?? []).filter { $0.state == .excluded }
    for face in try faces(in: shown, of: original, at: path) {
      func isSame(_ region: PlannedRegion, _ rect: NormalizedRect) -> Bool {
        region.kind == face.kind && region.rect.overlap(rect) > RegionPlan.sameFace
      }
      let shownRect = frame.visibleRect(of: face.rect)
      guard !excluded.contains(where: { isSame($0, face.rect) }),
        let seen = verdict.faces.first(where: { isSame($0, shownRect) }),
        !seen.rect.isHidden(by: places)
      else { continue }
      verdict.problems.append("a \(face.kind) of the original can still be seen: \(seen.id)")
    }
  }
}
