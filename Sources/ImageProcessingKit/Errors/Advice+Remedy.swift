extension Advice {
  /// Something that a person does, or has asked for, by a client's means, whatever those are.
  public enum Remedy: Sendable, Hashable {
    // Where outputs go.
    /// Names another file for an output.
    case nameOutputFile
    /// Names another file or folder for an output.
    case nameOutput
    /// Names a folder as the target of a collection.
    case nameTarget
    /// Renders the photo as a JPEG, whatever its format.
    case renderAsJPEG
    /// Renders the photos of a run by themselves, each to a place of its own.
    case renderOneByOne
    /// Allows the output to replace what is there.
    case replace
    /// Takes a folder as a collection.
    case scrub(FilePath)
    /// Runs over the collection again.
    case scrubAgain
    /// Goes through the photos of the collection with this target, and decides about them; where its journal is unless beside it.
    case review(FilePath, state: FilePath? = nil)
    /// Lets so many megabytes of memory be used.
    case allowMemory(megabytes: Int)
    /// What earlier runs hid of their own accord counts no more.
    case forgetHidden
    /// Allows the output to replace what is there, though what earlier runs and people hid there is lost.
    case replaceAndForget
    case useOneJob
    /// Names another folder for the journal of a collection.
    case nameStateFolder
    /// Takes this folder for that of the journal.
    case useStateFolder(FilePath)
    /// Names no folder for the journal, which lies beside the target.
    case useStateBesideTarget

    // Edits and their records.
    /// Looks for faces, hides them and keeps a record of it.
    case blur
    /// Does the same with this photo, in place of its render.
    case takeOriginal(FilePath)
    /// Takes up the edit of a photo; where its record is unless beside it, and where its renders may be.
    case edit(FilePath, recordFolder: FilePath? = nil, renders: FilePath? = nil)
    /// Takes the whole edit of a photo back.
    case revert(FilePath? = nil)
    /// Takes our edit back and restores another program's beneath it.
    case revertPhase
    /// Takes our edit back and another program's with it.
    case revertAll
    case listSteps
    /// Begins the edit anew with the photo that is there now.
    case rebase
    /// Allows a render to show what is hidden now.
    case unhide
    case nameRecordFolder
    case keepNoRecord
    case keepRecord
    /// Keeps the records of a collection's photos beside these.
    case recordBeside
    /// Says that renders in this folder are the photo's.
    case allowRenders(in: FilePath)

    // Finding faces.
    case raiseThreshold
    /// Uses the models that are compiled in, in place of those in a folder.
    case useOwnModels
    case nameModelFolder
    /// Draws the region of a face by hand.
    case drawRegion
    /// What a person asked for, as something to leave out.
    case exclusion, inclusion, move

    // Stored settings.
    /// Forgets all of them.
    case resetSettings

    // Other people's decoders.
    /// Lets them run where nothing keeps them from the rest of the machine.
    case allowUnconfinedCodecs

    // Verifying.
    /// Gives the photo that a file was made from.
    case giveOriginal
    /// Gives this photo or film as the one that a file was made from.
    case giveAsOriginal(FilePath)

    // Films.
    /// Leaves out what is heard.
    case dropAudio
  }
}

extension Advice.Remedy: CustomStringConvertible {
  /// As a request, in words that suit every client.
  public var description: String {
    switch self {
    case .nameOutputFile: "name another file"
    case .nameOutput: "name another file or folder"
    case .nameTarget: "name a folder"
    case .renderAsJPEG: "render it as a JPEG"
    case .renderOneByOne: "render them one by one"
    case .replace: "allow replacing it"
    case .scrub(let folder): "scrub \(folder) as a collection"
    case .scrubAgain: "scrub the collection again"
    case .review(let target, _): "review the collection in \(target)"
    case .allowMemory(let megabytes): "allow \(megabytes) MB of memory or more"
    case .forgetHidden: "have forgotten what earlier runs hid"
    case .replaceAndForget: "allow replacing it and have forgotten what earlier runs hid"
    case .recordBeside: "keep the records beside the photos"
    case .useOneJob: "try again with one thread"
    case .nameStateFolder: "name another folder for the journal"
    case .useStateFolder(let folder): "name \(folder) as the journal's folder"
    case .useStateBesideTarget: "name no folder for the journal"
    case .blur: "look for faces and hide them"
    case .takeOriginal(let photo): "name \(photo)"
    case .edit(let photo, _, _): "edit \(photo)"
    case .revert(let photo): "take the whole edit\(photo.map { " of \($0)" } ?? "") back"
    case .revertPhase: "restore that edit"
    case .revertAll: "take both back"
    case .listSteps: "look which steps there are"
    case .rebase: "edit it anew"
    case .unhide: "allow what is hidden to be shown"
    case .nameRecordFolder: "name another folder for the record"
    case .keepNoRecord: "keep no record"
    case .keepRecord: "keep the record"
    case .allowRenders(let folder): "allow renders in \(folder)"
    case .raiseThreshold: "raise the threshold"
    case .useOwnModels: "use the program's own models"
    case .nameModelFolder: "name a folder that holds the file"
    case .drawRegion: "draw where one is"
    case .exclusion: "the exclusion"
    case .inclusion: "the inclusion"
    case .move: "the move"
    case .resetSettings: "reset the settings"
    case .allowUnconfinedCodecs: "allow what reads photos to run unconfined"
    case .giveOriginal: "give the original"
    case .giveAsOriginal(let photo): "give \(photo) as the original"
    case .dropAudio: "leave the sound out"
    }
  }
}
