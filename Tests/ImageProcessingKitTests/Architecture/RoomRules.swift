/// Which room of the library may know which: the one table of the house, from the ground up.
///
/// A room is a folder of `Sources/ImageProcessingKit`. It knows rooms above it in this table, and of others no more than the
/// names that it lists. A new folder gets a row here; where a rule is in the way, the code is in the wrong room.
struct RoomRules {
  struct Room {
    let name: String
    /// Rooms whose names it may use: those that are listed, and the errors, which every room throws.
    let known: Set<String>
    /// Names that it may use beside those.
    let exceptions: Set<String>

    private static let errors = "Errors"

    init(_ name: String, knows known: Set<String> = [], and exceptions: Set<String> = []) {
      self.name = name
      self.known = name == Self.errors ? known : known.union([Self.errors])
      self.exceptions = exceptions
    }
  }

  let rooms: [Room]

  init(_ rooms: [Room]) { self.rooms = rooms }

  static let house = RoomRules([
    // An error names a file, and knows nothing else of it.
    Room("Errors", and: ["FilePath"]),
    Room("Files"),
    Room("Threads"),
    // A picture may be looked at while another thread makes it.
    Room("Pixels", knows: ["Threads"]),
    // Boxes and bits, of photos and of films.
    Room("BaseMedia", knows: ["Files"]),
    Room("Metadata", knows: ["Files", "Pixels"]),
    Room("Obscuring", knows: ["Pixels"]),
    Room("Toning", knows: ["Pixels"]),
    Room("Photos", knows: ["Files", "Pixels", "Metadata", "Obscuring", "Toning"]),
    // It passes over large pictures on two threads, as its gate does.
    Room("Photos/JPEG", knows: ["Files", "Threads", "Pixels", "Metadata", "Obscuring", "Toning", "Photos"]),
    Room("Photos/PNG", knows: ["Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos"]),
    Room("Photos/TIFF", knows: ["Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos"]),
    // Other people's decoders and encoders, in processes of their own.
    Room("Codecs", knows: ["Files", "Threads", "Pixels", "BaseMedia"]),
    // What a film is, whatever holds it; the container that films are written in; one that is read alone, and tells in that one's words
    // what it says; and which of all a file is.
    Room("Films", knows: ["Files", "Pixels", "BaseMedia", "Codecs"]),
    Room("Films/MP4", knows: ["Files", "Pixels", "BaseMedia", "Codecs", "Films"]),
    Room("Films/Matroska", knows: ["Files", "Pixels", "BaseMedia", "Codecs", "Films", "Films/MP4"]),
    Room("Films/Containers", knows: ["Films", "Films/MP4", "Films/Matroska"]),
    Room(
      "Photos/HEIF",
      knows: ["Files", "Pixels", "BaseMedia", "Metadata", "Obscuring", "Toning", "Photos"]),
    Room(
      "Photos/HEIC",
      knows: [
        "Files", "Pixels", "BaseMedia", "Metadata", "Obscuring", "Toning", "Photos", "Codecs", "Photos/HEIF",
      ]),
    Room(
      "Photos/AVIF",
      knows: [
        "Files", "Pixels", "BaseMedia", "Metadata", "Obscuring", "Toning", "Photos", "Codecs", "Photos/HEIF",
      ]),
    Room("Photos/WebP", knows: ["Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Codecs"]),
    // It holds a JPEG, and is read and written as that.
    Room(
      "Photos/JPEGXL",
      knows: ["Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Codecs", "Photos/JPEG"]),
    // It looks at a picture; files are those of its models.
    Room("Detection", knows: ["Files", "Threads", "Pixels"]),
    // Faces through a film, frame by frame; who reads and decodes it is no matter.
    Room("Tracking", knows: ["Threads", "Pixels", "Detection"]),
    Room("Planning", knows: ["Files", "Pixels", "Obscuring", "Detection"]),
    // What a user wants where nobody says otherwise.
    Room("Settings", knows: ["Files", "Metadata", "Obscuring", "Detection", "Planning"]),
    // What objects share that tell of photos; which of it a report has, the report says beside itself.
    Room("JSON", knows: ["Files", "Pixels", "Detection", "Planning"]),
    Room(
      "Verification",
      knows: ["Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Detection", "Planning"]),
    Room("Verification/Metadata", knows: ["Files", "Pixels", "Metadata", "Verification"]),
    Room(
      "Verification/JPEG",
      knows: [
        "Files", "Threads", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata",
      ],
      // What the gate shares with the writer, as the comment of `JPEGGate` says.
      and: [
        "JPEGStream", "JPEGCoefficients", "JPEGRowReader", "ConvertedRows", "colorModel", "componentList",
        "JPEGSegments", "bitCopy", "ComponentIDs", "HuffmanTable", "StandardCodes", "ScanMemory", "ZigZag",
      ]),
    // It shares zlib with the writer, and what the way is called, as the comment of `PNGGate` says.
    Room(
      "Verification/PNG",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata",
      ],
      and: ["rows"]),
    // What HEIF's formats have in common. It shares nothing with the writer.
    Room(
      "Verification/HEIF",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata",
      ]),
    // What HEVC says of pictures, in photos and in films. It shares nothing with the writers.
    Room("Verification/HEVC", knows: ["Pixels", "Verification"]),
    // It shares the codec with the writer, where slices begin, and what the ways are called, as the comment of `HEICGate` says.
    Room(
      "Verification/HEIC",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata", "Verification/HEIF", "Verification/HEVC",
      ],
      and: ["HEVCCodec", "SliceBands", "tiles", "lossy"]),
    // It shares the codec with the writer, and what the ways are called, as the comment of `AVIFGate` says.
    Room(
      "Verification/AVIF",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata", "Verification/HEIF",
      ],
      and: ["AV1Codec", "tiles", "lossy"]),
    // It shares what the way is called with the writer, as the comment of `TIFFGate` says.
    Room(
      "Verification/TIFF",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata",
      ],
      and: ["strips"]),
    // It shares the codec with the writer, what that says of pictures, and what the ways are called, as the comment of `WebPGate` says.
    Room(
      "Verification/WebP",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata",
      ],
      and: ["WebPCodec", "WebPForm", "WebPPlanes", "WebPQuantizer", "lossless", "lossy"]),
    // What it holds is proven as a JPEG. It shares the codec with the writer, and what opens the original's JPEG, as the comment of
    // `JPEGXLGate` says.
    Room(
      "Verification/JPEGXL",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Verification",
        "Verification/Metadata", "Verification/JPEG",
      ],
      and: ["JPEGXLCodec", "JPEGContainer"]),
    // It shares the decoder with the writer, and what a configuration says of pictures, as the comment of `FilmGate` says.
    Room(
      "Verification/Films",
      knows: [
        "Files", "Pixels", "Metadata", "Obscuring", "Photos", "Planning", "Verification", "Verification/HEIF",
        "Verification/HEVC",
      ],
      and: [
        "VideoDecoder", "VideoFrame", "VideoCodec", "FilmBytes", "TurnMatrix", "CodedForm", "sampleBytes",
      ]),
    Room(
      "Formats",
      knows: [
        "Files", "Pixels", "Metadata", "Photos", "Photos/JPEG", "Photos/PNG", "Photos/HEIC", "Photos/TIFF",
        "Photos/AVIF", "Photos/WebP", "Photos/JPEGXL", "Verification", "Verification/JPEG",
        "Verification/PNG", "Verification/HEIC", "Verification/AVIF", "Verification/TIFF",
        "Verification/WebP", "Verification/JPEGXL",
      ]),
    Room(
      "Rendering",
      knows: [
        "Files", "Threads", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Detection", "Planning",
        "Verification",
        "Formats",
      ]),
    Room(
      "Editing",
      knows: [
        "Files", "Threads", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Detection", "Planning",
        "Verification",
        "Formats", "Rendering", "JSON",
      ]),
    // The record of a film, and what is done with it; who reads the film, it is told.
    Room(
      "Editing/Films",
      knows: [
        "Files", "Pixels", "Obscuring", "Detection", "Planning", "Films", "Films/Containers", "Editing",
      ],
      // Photos that films belong to, by their names.
      and: ["FileSignature"]),
    // What a client draws: it knows regions, and nothing of how they come into a photo.
    Room("Overlay", knows: ["Pixels", "Detection", "Planning"]),
    Room(
      "Pipeline",
      knows: [
        "Files", "Threads", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Detection", "Planning",
        "Verification",
        "Formats", "Rendering", "Editing", "Overlay", "JSON", "Settings",
      ]),
    // Decodes, hides, codes anew and copies: a film and a plan become a film.
    Room(
      "FilmRendering",
      knows: [
        "Files", "Threads", "Pixels", "Obscuring", "Planning", "Codecs", "Films", "Films/MP4",
        "Verification/Films",
      ]),
    // One film from path to report. Of photos nothing is known but what is too large for both, what was asked for, and who reads the covers
    // that lie in films.
    Room(
      "FilmPipeline",
      knows: [
        "Files", "Threads", "Pixels", "Obscuring", "Detection", "Tracking", "Planning", "Settings", "JSON",
        "BaseMedia", "Codecs",
        "Films", "Films/Containers", "Verification", "Verification/Films", "FilmRendering", "Editing",
        "Editing/Films", "Overlay",
      ],
      and: [
        "ImageLimits", "PhotoReader", "RecordReport", "PhotoReport", "KeptRegions", "DisplayOutput",
        "FilmSource",
      ]),
    Room(
      "Collections",
      knows: [
        "Files", "Threads", "Pixels", "Metadata", "Obscuring", "Toning", "Photos", "Detection", "Planning",
        "Verification",
        "Formats", "Rendering", "Editing", "Overlay", "JSON", "Pipeline",
      ],
      // A run starts processes where it was told to, and not where nothing would confine them. What films take has a room of its own.
      and: [
        "ProcessScrubber", "WorkerConfinement", "OwnFilms", "FilmScrubber", "FilmHead", "FilmThumbnail",
        "ReportedTracks", "FilmRecord", "FilmRecordListing",
        "FilmRenderWay", "AudioChoice", "LookFolders", "OpenFilm", "RecordedTracks",
        "WorkStop", "LivePhotoFolder",
      ]),
    // The films of a collection.
    Room(
      "Collections/Films",
      knows: [
        "Files", "Pixels", "Obscuring", "Detection", "Tracking", "Planning", "Films", "Films/Containers",
        "FilmRendering", "FilmPipeline", "Editing", "Editing/Films", "Collections",
      ],
      and: ["FilmSource", "RecordReport", "PhotoAsset"]),
    Room(
      "Collections/Workers",
      knows: ["Files", "Pixels", "Photos", "Detection", "Planning", "Formats", "Editing", "Collections"],
      // Before it gives up the right to start processes, it starts the one that decodes. What was decided about a film is read where films are, and where
      // it is kept what was seen in one.
      and: ["CodecHelpers", "readFilm", "LookFolders"]),
    // Another program keeps the list, and is told what came of each photo.
    Room(
      "Collections/Requests",
      knows: ["Files", "Threads", "Detection", "Planning", "Editing", "JSON", "Collections"]),
    // A person decides: about outputs of collections and about photos of their own, in whatever client.
    Room(
      "Review",
      knows: [
        "Files", "Threads", "Pixels", "Photos", "Toning", "Detection", "Planning", "Obscuring", "Formats",
        "Rendering", "Editing", "JSON", "Pipeline", "Collections", "Metadata", "Films", "Films/Containers",
        "FilmRendering", "FilmPipeline", "Editing/Films", "Collections/Films",
      ],
      // Frames as they are decoded, of whatever container.
      and: ["VideoFrame", "FilmSource"]),
  ])

  /// What breaks the rules, a sentence each.
  func findings(in sources: [String: String]) -> [String] {
    let references = RoomReferences(sources, rooms: rooms.map(\.name))
    let strays = references.strays.map { "\($0): its folder is no room; give it a row in RoomRules.swift" }
    return strays
      + references.uses.compactMap { use in
        guard let room = rooms.first(where: { $0.name == use.room }), !room.known.contains(use.declaredIn),
          !room.exceptions.contains(use.name)
        else { return nil }
        return "\(use.file):\(use.line) uses \(use.name) of \(use.declaredIn); \(room.rule)"
      }
  }

  /// What is wrong with the table itself: a room that knows one below it, or one that is none.
  var disorder: [String] {
    rooms.enumerated().flatMap { index, room in
      let above = Set(rooms[..<index].map(\.name))
      return room.known.subtracting(above).sorted().map { "\(room.name) may not know \($0): it comes later" }
    }
  }
}

extension RoomRules.Room {
  /// What the room may know, for a person.
  var rule: String {
    let rooms = known.isEmpty ? "no other room" : known.sorted().joined(separator: ", ")
    let names =
      exceptions.isEmpty ? "" : ", and of others only \(exceptions.sorted().joined(separator: ", "))"
    return "\(name) may know \(rooms)\(names)"
  }
}
