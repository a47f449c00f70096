import TestSupport

@testable import ImageProcessingKit

/// A film all of whose pictures are copied, and what FFmpeg says of it.
enum CopiedFilm {
  /// - Parameters:
  ///   - bytes: of the original.
  ///   - audio: whether its sound is copied, too.
  static func copy(_ bytes: [UInt8], audio: AudioChoice = .keep) throws -> [UInt8] {
    let sink = MemorySink()
    try copy(FilmContainers.open(FileBytes(bytes)), audio: audio, into: sink)
    return sink.bytes
  }

  static func copy(_ file: any FilmSource, audio: AudioChoice = .keep, into sink: any ByteSink) throws {
    let track = file.film.video
    let keeping = try track.unitRecord()?.keeping
    let writer = try MP4Writer(
      file, codec: track.codec, configuration: track.configuration, audio: audio, into: sink)
    for index in 0..<track.samples.count {
      var packet = try file.packet(index)
      if let keeping { packet = try keeping(packet) }
      try writer.append(
        packet, presentationTime: track.samples.presentationTime(index), isSync: track.samples.isSync(index))
    }
    try writer.finish()
  }

  /// Everything that players make something of, in lines.
  /// - Parameters:
  ///   - film: its bytes.
  ///   - audioTracks: that it has.
  ///   - hasPackets: whether its sound is compressed. FFmpeg makes packets of other sound as it lies in the file, and what is told then is
  ///     what all of it together is.
  static func told(
    of film: [UInt8], audioTracks: Int, hasPackets: Bool = true
  ) throws -> [String] {
    let scratch = try ScratchFolder()
    try scratch.write(film, "film")
    func print(_ program: String, _ arguments: [String]) throws -> [String] {
      let text = String(
        decoding: try FilmTools.run(program, ["-v", "error"] + arguments, in: scratch), as: UTF8.self)
      return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#software") }
    }
    var lines: [String] = []
    for edits in ["0", "1"] {
      let input = ["-ignore_editlist", edits, "-i", "film"]
      lines += try print("ffmpeg", input + ["-map", "0:v", "-f", "framemd5", "-"])
      lines += try print(
        "ffprobe",
        input + [
          "-select_streams", "v", "-of", "compact", "-show_entries",
          "packet=pts,dts,duration,flags:packet_side_data",
        ])
      for track in 0..<audioTracks {
        if hasPackets {
          lines += try print(
            "ffprobe",
            input + [
              "-select_streams", "a:\(track)", "-of", "compact", "-show_data_hash", "md5", "-show_entries",
              "packet=pts,dts,duration,flags,size,data_hash:packet_side_data",
            ])
        }
        lines += try print("ffmpeg", input + ["-map", "0:a:\(track)", "-f", "md5", "-"])
      }
      for kind in ["v", "a"] {
        lines += try print(
          "ffprobe",
          input + [
            "-select_streams", kind, "-of", "compact", "-show_data_hash", "md5", "-show_entries",
            "stream=codec_name,codec_tag_string,profile,level,width,height,pix_fmt,sample_aspect_ratio,"
              + "color_range,color_space,color_transfer,color_primaries,chroma_location,time_base,start_pts,"
              + "duration_ts,nb_frames,avg_frame_rate,sample_rate,sample_fmt,channels,channel_layout,"
              + "bits_per_sample:stream_side_data:stream_tags=language:stream_disposition=default",
          ])
      }
    }
    return lines
  }
}

/// A film with everything that FFmpeg can say beside its pictures.
struct TalkativeFilm: Sendable, CustomStringConvertible {
  let description: String
  var isMOV = false
  var video = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "12", "-bf", "2"]
  var audio = ["-c:a", "aac", "-ac", "2"]
  var more: [String] = []
  var audioTracks = 1
  var rate = 48_000

  var hasPackets: Bool { !audio.contains { $0.hasPrefix("pcm") } }

  static let titles = [
    "SecretTitle", "SecretArtist", "SecretComment", "SecretChapter", "SecretHandler", "SecretSubtitle",
    "+48.8577+002.295", "x264", "Lavc", "Lavf", "2021-02-03",
  ]

  func bytes() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let chapters =
      ";FFMETADATA1\ntitle=SecretTitle\nartist=SecretArtist\ncomment=SecretComment\n"
      + "[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=10\ntitle=SecretChapter\n"
      + "[CHAPTER]\nTIMEBASE=1/10\nSTART=10\nEND=20\ntitle=SecretChapter2\n"
    try scratch.write(Array(chapters.utf8), "chapters")
    try scratch.write(Array("1\n00:00:00,000 --> 00:00:01,000\nSecretSubtitle\n".utf8), "words.srt")
    let name = isMOV ? "film.mov" : "film.mp4"
    let sounds = (0..<audioTracks).flatMap {
      ["-f", "lavfi", "-i", "sine=frequency=\(440 + 220 * $0):sample_rate=\(rate)"]
    }
    let maps = (0..<audioTracks).flatMap { ["-map", "\($0 + 3):a"] }
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-y", "-i", "chapters", "-i", "words.srt"]
        + ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25"] + sounds + ["-map", "2:v"] + maps
        + ["-map", "1:s", "-map_metadata", "0", "-map_chapters", "0", "-t", "3.2", "-c:s", "mov_text"] + video
        + audio + ["-threads", "1", "-timecode", "10:11:12:13", "-strict", "-2"]
        + ["-metadata", "location=+48.8577+002.295/", "-metadata", "creation_time=2021-02-03T04:05:06Z"]
        + ["-metadata:s", "handler_name=SecretHandler", "-metadata:s", "vendor_id=SCRT"]
        + ["-metadata:s:a", "language=fra", "-flags:a", "+bitexact"] + more + [name], in: scratch)
    return try scratch.read(name)
  }

  static let all = [
    TalkativeFilm(description: "MP4 with AAC"),
    TalkativeFilm(description: "MOV with AAC", isMOV: true),
    TalkativeFilm(
      description: "Colours, aspect and the index in front",
      video: [
        "-vf", "setsar=4/3", "-c:v", "libx264", "-preset", "ultrafast", "-color_primaries", "bt2020",
        "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-color_range", "pc",
      ], more: ["-movflags", "+faststart+write_colr"]),
    TalkativeFilm(
      description: "HDR in 10 bits", isMOV: true,
      video: [
        "-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1",
        "-x265-params",
        "log-level=error:pools=none:info=0:hdr10=1:max-cll=1000,400:"
          + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
        "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
      ], more: ["-movflags", "+write_colr"]),
    TalkativeFilm(
      description: "Messages and delimiters of Blu-ray",
      video: [
        "-c:v", "libx264", "-preset", "ultrafast", "-x264-params",
        "aud=1:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900:keyint=10:slices=4:filler=0",
      ]),
    TalkativeFilm(description: "Two sounds", audioTracks: 2),
    TalkativeFilm(description: "16 bits", isMOV: true, audio: ["-c:a", "pcm_s16le", "-ac", "2"]),
    TalkativeFilm(description: "16 bits turned", isMOV: true, audio: ["-c:a", "pcm_s16be"]),
    TalkativeFilm(description: "24 bits", isMOV: true, audio: ["-c:a", "pcm_s24be", "-ac", "2"]),
    TalkativeFilm(description: "24 bits turned", isMOV: true, audio: ["-c:a", "pcm_s24le", "-ac", "2"]),
    TalkativeFilm(description: "Fractions", isMOV: true, audio: ["-c:a", "pcm_f32le", "-ac", "2"]),
    TalkativeFilm(
      description: "192 kHz", isMOV: true, audio: ["-c:a", "pcm_s24le", "-ar", "192000"], rate: 192_000),
    TalkativeFilm(description: "ALAC", isMOV: true, audio: ["-c:a", "alac", "-ac", "2"]),
    TalkativeFilm(description: "ALAC in MP4", audio: ["-c:a", "alac", "-ac", "2"]),
    TalkativeFilm(description: "AC-3", audio: ["-c:a", "ac3", "-ac", "2"]),
    TalkativeFilm(description: "E-AC-3", audio: ["-c:a", "eac3", "-ac", "6"]),
    TalkativeFilm(description: "Opus", audio: ["-c:a", "libopus", "-ac", "2"]),
    TalkativeFilm(description: "FLAC", audio: ["-c:a", "flac", "-ac", "2"]),
    TalkativeFilm(description: "MP3", audio: ["-c:a", "libmp3lame", "-ac", "2"]),
  ]
}
