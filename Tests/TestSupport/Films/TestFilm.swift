internal import Foundation
public import ImageProcessingKit
internal import Synchronization

/// A short film that FFmpeg makes: a portrait that moves from the left to the right over colour bars, always the same.
public struct TestFilm: Sendable, Hashable {
  public enum Codec: String, Sendable, Hashable, CaseIterable {
    case h264, hevc, vp9, av1
  }

  /// Where it says of what light it is; elsewhere it says BT.709.
  public enum Bright: Sendable, Hashable {
    case container, code, both
  }

  public var codec = Codec.h264
  public var width = 320
  public var height = 240
  public var frames = 20
  /// Pictures of a second, where their rate does not vary.
  public var rate = 10
  /// Whether samples have 10 bits.
  public var isDeep = false
  /// Pictures between two others that are decoded before them; of H.264 and HEVC alone.
  public var bFrames = 0
  /// Whether pictures that refer to a group of pictures are shown before the group that they are decoded after; of H.264 and HEVC alone.
  public var hasOpenGroups = false
  /// Pictures from one that stands for itself to the next.
  public var groupLength = 8
  /// Whether pictures are shown for a longer and a shorter time in turns.
  public var hasVariableRate = false
  /// How the stored pictures are turned to stand upright.
  public var orientation = Orientation.up
  /// The frames in which the portrait is there, or, of an interlaced film, the fields; nil for all.
  public var seenIn: Range<Int>?
  /// Whether each frame is made of two fields, the upper one first, between which the portrait moves on; of H.264 alone.
  public var isInterlaced = false
  /// Whether its code says nothing of the fields.
  public var hidesFields = false
  /// Seconds at the start that stay in the file and are not shown.
  public var hidden = 0.0
  public var audioTracks = 0
  /// Samples of a second of what is heard, and how FFmpeg is to code it.
  public var audioRate = 8000
  public var audioCoding = ["aac", "-b:a", "32k"]
  public var videoTracks = 1
  /// Whether it says that its colours are those of BT.709, over the full range.
  public var saysColors = false
  /// Who says that its samples, bright ones alone then, are for bright displays (SMPTE ST 2084); of H.264 alone.
  public var bright: Bright?
  /// How many levels it has, from the hundredth on; nil for all there are. Of H.264 alone.
  public var levels: Int?
  /// Whether what describes the tracks stands before the pictures.
  public var isIndexInFront = false
  /// Whether pictures may be said to be shown before they are decoded.
  public var hasNegativeShifts = false
  public var isFragmented = false
  /// Whether it is a film of QuickTime.
  public var isMOV = false
  /// Whether it is one of Matroska, or of WebM, which has sound as Opus.
  public var isMatroska = false
  public var isWebM = false

  public init() {}

  /// - Parameter change: what is not as in the plain film.
  public init(_ change: (inout TestFilm) -> Void) { change(&self) }

  /// As a file is named.
  public var fileExtension: String { isWebM ? "webm" : isMatroska ? "mkv" : isMOV ? "mov" : "mp4" }

  /// What is coded first, and put into another container then.
  private var coded: String { isMOV ? "coded.mov" : "coded.mp4" }

  /// How many pictures are put together to the frames.
  private var pictures: Int { isInterlaced ? 2 * frames : frames }

  /// The portrait's side in the pictures, in pixels.
  private var side: Int { height * 3 / 8 * 2 }

  /// Where the face is in a stored picture, within two pixels.
  /// - Parameter frame: in the order they are shown, from 0; of an interlaced film, of a field.
  public func face(at frame: Int) -> PixelBox {
    let face = TestPhotos.astronautFace
    return PixelBox(
      // FFmpeg's overlay counts the first frame as 1.
      x: face.x * side / 512 + (frame + 1) * (width - side) / max(pictures - 1, 1),
      y: face.y * side / 512 + (height - side) / 2, width: face.width * side / 512,
      height: face.height * side / 512)
  }

  private static let built = Mutex<[TestFilm: [UInt8]]>([:])

  /// The file, made once.
  public func bytes() throws -> [UInt8] {
    if let bytes = Self.built.withLock({ $0[self] }) { return bytes }
    let scratch = try ScratchFolder()
    try FilmTools.run("ffmpeg", Self.quietly + coding + [coded], in: scratch)
    try FilmTools.run("ffmpeg", Self.quietly + packing + ["film.\(fileExtension)"], in: scratch)
    var bytes = try scratch.read("film.\(fileExtension)")
    if let matrix { try Self.setMatrix(matrix, of: &bytes) }
    let film = bytes
    Self.built.withLock { $0[self] = film }
    return film
  }

  private static let quietly = ["-v", "error", "-nostdin", "-y"]
  /// So that it is the same every time.
  private static let exactly = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]

  private var coding: [String] {
    let portrait = TestPhotos.folder.appending(path: "astronaut.jpg").path
    let ticks = 30 * rate
    // Pictures are shown for 4, 3 and 2 thirds of the usual time.
    let times = hasVariableRate ? "10*(3*N+mod(N*N\\,3))" : "30*N"
    let audio = (0..<audioTracks).flatMap {
      ["-f", "lavfi", "-i", "sine=frequency=\(440 + 220 * $0):sample_rate=\(audioRate)"]
    }
    let maps = ["-map", "[v]"] + (0..<audioTracks).flatMap { ["-map", "\($0 + 2):a"] }
    let colors =
      saysColors
      ? ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "pc"]
      : light(isBright: bright != .container)
    let pictureRate = isInterlaced ? 2 * rate : rate
    let weaving = isInterlaced ? "tinterlace=mode=interleave_top," : ""
    return [
      "-loop", "1", "-framerate", "\(pictureRate)", "-i", portrait,
      "-f", "lavfi", "-i", "smptebars=size=\(width)x\(height):rate=\(pictureRate)",
    ] + audio + [
      "-filter_complex",
      "[0:v]scale=\(side):\(side)[p];"
        + "[1:v][p]overlay=x=n*\(width - side)/\(max(pictures - 1, 1)):y=\((height - side) / 2):eval=frame\(enabling),"
        + brightening + flattening + weaving + "settb=1/\(ticks),setpts=\(times)[v]",
    ] + maps + [
      "-frames:v", "\(frames)", "-t", "\(frames / rate + 1)", "-vsync", "passthrough",
      "-enc_time_base:v", "1:\(ticks)", "-video_track_timescale", "\(100 * ticks)",
      "-pix_fmt", isDeep ? "yuv420p10le" : "yuv420p", "-threads", "1",
    ] + encoder + colors
      + (audioTracks > 0
        ? ["-c:a"] + (isWebM ? ["libopus", "-b:a", "32k"] : audioCoding) + ["-strict", "-2", "-shortest"]
        : [])
      + Self.exactly
  }

  /// Takes all samples up into the upper third of what there is: brighter than a page, as SMPTE ST 2084 has it.
  private var brightening: String {
    guard bright != nil else { return "" }
    let samples = ["r", "g", "b"].map { "\($0)=160+val*0.37" }.joined(separator: ":")
    return "format=rgb24,lutrgb=\(samples),scale=out_color_matrix=bt709:out_range=tv,"
  }

  private var flattening: String {
    guard let levels else { return "" }
    let samples = ["r", "g", "b"].map { "\($0)=100+val*\(levels)/256" }.joined(separator: ":")
    return "format=rgb24,lutrgb=\(samples),"
  }

  /// What FFmpeg is told that the film says of light; nothing of plain films.
  private func light(isBright: Bool) -> [String] {
    guard bright != nil else { return [] }
    let (primaries, curve) = isBright ? ("bt2020", "smpte2084") : ("bt709", "bt709")
    return [
      "-color_primaries", primaries, "-color_trc", curve, "-colorspace", "bt709", "-color_range", "tv",
    ]
  }

  /// When the portrait is there, as FFmpeg is told.
  private var enabling: String {
    seenIn.map { ":enable='between(n,\($0.lowerBound),\($0.upperBound - 1))'" } ?? ""
  }

  private var encoder: [String] {
    let order =
      "bframes=\(bFrames):b-adapt=0:open-gop=\(hasOpenGroups ? 1 : 0):keyint=\(groupLength):scenecut=0"
      + (isInterlaced && !hidesFields ? ":interlaced=1" : "") + (levels == nil ? "" : ":qp=2")
    return switch codec {
    case .h264: ["-c:v", "libx264", "-preset", "ultrafast", "-x264-params", order]
    case .hevc:
      [
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
        order + ":log-level=error:pools=none:frame-threads=1",
      ]
    case .vp9: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "\(groupLength)"]
    case .av1:
      ["-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-g", "\(groupLength)"]
    }
  }

  /// From what is coded to the film; FFmpeg turns and cuts only what it does not encode.
  private var packing: [String] {
    var flags: [String] = []
    if isIndexInFront { flags.append("+faststart") }
    if hasNegativeShifts { flags.append("+negative_cts_offsets") }
    if isFragmented { flags.append("+frag_keyframe+empty_moov") }
    let degrees = [Orientation.left: 90, .down: 180, .right: 270][orientation] ?? 0
    let tracks = (0..<videoTracks).flatMap { _ in ["-map", "0:v"] } + ["-map", "0:a?"]
    return (hidden > 0 ? ["-ss", "\(hidden)"] : []) + ["-i", coded] + tracks + [
      "-c", "copy", "-strict", "-2",
    ] + light(isBright: bright != .code)
      + (degrees > 0 ? ["-metadata:s:v", "rotate=\(degrees)"] : [])
      + (flags.isEmpty ? [] : ["-movflags", flags.joined()]) + Self.exactly
  }

  /// Four numbers of the track's matrix where FFmpeg does not set them: of mirrored pictures.
  private var matrix: [Int]? {
    switch orientation {
    case .up, .right, .down, .left: nil
    case .upMirrored: [-1, 0, 0, 1]
    case .downMirrored: [1, 0, 0, -1]
    case .leftMirrored: [0, 1, 1, 0]
    case .rightMirrored: [0, -1, -1, 0]
    }
  }

  /// Overwrites the matrix of the first track.
  /// - Parameters:
  ///   - matrix: the numbers a, b, c and d.
  ///   - bytes: of the film.
  public static func setMatrix(_ matrix: [Int], of bytes: inout [UInt8]) throws {
    guard let place = bytes.firstRange(of: Array("tkhd".utf8))?.upperBound else {
      throw FilmTools.Unreadable()
    }
    for (index, value) in zip([0, 1, 3, 4], matrix) {
      let start = place + 40 + 4 * index
      bytes.replaceSubrange(start..<(start + 4), with: ByteOrder.bigEndian.number(value << 16, 4))
    }
  }
}
