internal import ImageProcessingKit

extension FaceBlurError {
  /// The file, what is wrong, and which command or option helps.
  var text: String { described(\.text) }
}

extension Advice.Remedy {
  /// What to type.
  var text: String {
    switch self {
    case .nameOutputFile: "name another file with -o"
    case .nameOutput: "name another file or folder with -o"
    case .nameTarget: "name one with -o"
    case .renderAsJPEG: "render it with --format jpeg"
    case .renderOneByOne: "blur them one by one with -o"
    case .replace: "use --force"
    case .scrub(let folder): "take all: 'faceblur scrub \(folder) -o TARGET'"
    case .scrubAgain: "run 'faceblur scrub' again"
    case .review(let target, let state): "type: \(Self.reviewLine(target, state: state))"
    case .allowMemory(let megabytes): "raise --memory to \(megabytes)M or more"
    case .forgetHidden: "let go of that with --forget"
    case .replaceAndForget: "use --force and --forget together"
    case .recordBeside: "give --records beside"
    case .useOneJob: "try again with --jobs 1"
    case .nameStateFolder: "name another folder with --state"
    case .useStateFolder(let folder): "add '--state \(folder)'"
    case .useStateBesideTarget: "leave --state out"
    case .blur: "use 'faceblur blur'"
    case .takeOriginal(let photo): "name \(photo)"
    case .edit(let photo, let recordFolder, let renders):
      "type 'faceblur edit \(photo)\(recordFolder.map { " --record \($0)" } ?? "")"
        + "\(renders.map { " --renders \($0)" } ?? "")'"
    case .revert(let photo): "take everything back with 'faceblur revert\(photo.map { " \($0)" } ?? "")'"
    case .revertPhase: "restore that one with --phase"
    case .revertAll: "take both back with 'faceblur revert --all'"
    case .listSteps: "'faceblur show' lists them"
    case .rebase: "blur it anew with --force-rebase"
    case .unhide: "add --unhidden"
    case .nameRecordFolder: "name another folder with --record DIR"
    case .keepNoRecord: "keep none with --record none"
    case .keepRecord: "leave '--record none' out"
    case .allowRenders(let folder): "name its folder: --renders \(folder)"
    case .raiseThreshold: "raise --threshold"
    case .resetSettings: "forget all settings with 'faceblur settings --reset all'"
    case .allowUnconfinedCodecs: "give --no-sandbox"
    case .useOwnModels: "leave out --models and FACEBLUR_MODELS"
    case .nameModelFolder: "name a folder that holds the file with --models"
    case .drawRegion: "say where one is with --add X,Y,W,H"
    case .exclusion: "--exclude"
    case .inclusion: "--include"
    case .move: "--move"
    case .giveOriginal: "give --original"
    case .giveAsOriginal(let photo): "name that with '--original \(photo.shellWord)'"
    case .dropAudio: "leave the sound out with '--audio drop'"
    }
  }

  /// What to type where a run over a collection has another option for it.
  var textOfRun: String {
    switch self {
    case .nameOutputFile, .nameOutput: "name another target with -o"
    case .nameRecordFolder: "name another folder with --records DIR"
    case .keepNoRecord: "keep none with --records none"
    default: text
    }
  }

  /// What a shell takes to begin the review of a collection.
  /// - Parameters:
  ///   - target: of the collection.
  ///   - state: the folder of the journal; nil for the one beside the target.
  static func reviewLine(_ target: FilePath, state: FilePath?) -> String {
    "faceblur review \(target.shellWord)" + (state.map { " --state \($0.shellWord)" } ?? "")
  }
}
