extension FaceBlurError {
  /// What kind of thing is wrong: what a client decides by.
  public enum Kind: Sendable, Hashable {
    // Files.
    case noSuchFile
    /// Something is there, but it cannot be read as a file.
    case notReadable
    /// Another process is working on the same photo or folder.
    case busy
    /// Writing would destroy something, or put it where it must not be.
    case refused
    /// The system does not let us write.
    case notWritable
    /// There is no room on the disk.
    case diskFull

    // Photos, and films likewise.
    case emptyPhoto
    /// Not a photo at all, or not of a format that is read here.
    case notAPhoto
    /// Of a format that is read and of a kind that is not.
    case unsupportedPhoto
    case photoTooLarge
    case truncatedPhoto
    case damagedPhoto

    // Edit records.
    case noRecord
    case damagedRecord
    case recordTooLarge
    /// Another program's edit, and none of ours.
    case foreignRecord
    /// What another program made of the photo, kept to go back to, is gone or has changed.
    case baseGone
    case noSuchStep
    /// A film's edit where a photo's was to be read, or the other way round.
    case otherRecord
    /// Written by a newer FaceBlur.
    case newerRecord
    /// The original is not the one that was edited.
    case originalChanged
    /// Every region is excluded, so a render would be the photo itself.
    case obscuresNothing
    /// Nobody has looked for faces in the state that is to be rendered.
    case nobodyLooked
    /// A step shows regions that are hidden now.
    case wouldShow
    /// The render is in a place that only the record names.
    case renderElsewhere
    /// The record says the render is in a place that holds no render of this photo.
    case renderGone
    /// The record keeps track of as many renders as it can.
    case tooManyRenders

    // Finding faces.
    case modelMissing
    /// A model is not the tested one or cannot be read.
    case modelUnusable
    /// A library, or a program of ours that asks one, is not installed: OpenCV's, a codec's, the review page's.
    case libraryMissing
    /// Such a one is there and cannot be used.
    case libraryUnusable
    /// More faces than a record holds: the threshold lets everything through.
    case tooManyFaces
    /// A program has given a value that is out of range, or its own detector has.
    case invalidArgument

    // A person's corrections.
    case unknownRegion
    /// Two corrections of one region contradict each other.
    case conflictingCorrections
    /// A box has no part in the picture that is half a pixel wide and high, or reaches absurdly far beyond it.
    case boxOutside
    /// Times at which nothing is to be shown, or that a film does not have.
    case timesOutside
    case strengthOutOfRange
    /// With what a person drew, there would be more regions than an edit holds.
    case tooManyRegions
    /// The corrected plan would obscure nothing of a photo that has been edited.
    case nothingLeft
    /// There is nothing to begin an edit with: no face was found and none was drawn.
    case nothingFound
    /// The photo is the render of another one.
    case isRender

    // Filters.
    case filterOutOfRange
    case unusableColorTable

    // Renders.
    /// A render did not pass the gate and was not given a name.
    case leak(Leak)
    case cancelled

    // Collections.
    /// A journal is damaged, or holds what this program does not write.
    case damagedJournal

    // What a user wants where nobody says otherwise.
    /// The file of stored settings is damaged, or somebody else may have written it.
    case unusableSettings

    // The machine, and faults of this library.
    case outOfMemory
    case internalError
  }

  /// What the gate refuses a render for.
  public enum Leak: Sendable, Hashable {
    /// It holds something that is not on the whitelist, of this kind.
    case block(String)
    /// Its thumbnail shows something other than the render.
    case thumbnail
    /// A region is not as obscured as the plan says.
    case region
    /// The picture differs from the original where nothing was to be obscured.
    case changedOutside
    /// The picture is not that of the checked render with the filters applied.
    case otherTones
    /// Its size or orientation is not the original's.
    case shape
    /// Something follows the end of the code of a tile.
    case codeBehindTile
    /// Pictures are shown at other times than the original's, or sound is.
    case timing
    /// Its sound is not the original's.
    case sound
    /// It cannot be read.
    case damaged
  }
}
