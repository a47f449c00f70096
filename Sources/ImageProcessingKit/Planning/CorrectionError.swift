/// Why a plan cannot be corrected as a person asked.
public enum CorrectionError: Error, Sendable, Hashable {
  /// No region has the id; those that there are.
  case unknownID(String, known: [String])
  /// Two corrections of one region contradict each other.
  case conflict(id: String, String, String)
  /// A box has no part in the upright picture of a size, or reaches absurdly far beyond it.
  case outside(RegionBox, width: Int, height: Int)
  /// Cells or margin are out of bounds.
  case strengthOutOfRange
  /// The corrected plan would obscure nothing of a photo that has been edited.
  case nothingLeft(FilePath)
  /// There is nothing to begin an edit with: no face was found and none was drawn.
  case nothingFound
  /// The photo is the render of another one.
  case isRender(of: FilePath)

  /// How many ids a message names.
  private static let namedIDs = 20
}

extension CorrectionError: CustomStringConvertible {
  /// What is wrong and what to do, without the path.
  public var description: String {
    switch self {
    case .unknownID(let id, let known):
      "there is no region '\(id)'; "
        + (known.isEmpty
          ? "no face was found and none was drawn"
          : "there are \(known.prefix(Self.namedIDs).joined(separator: ", "))"
            + (known.count > Self.namedIDs ? " and \(known.count - Self.namedIDs) more" : ""))
    case .conflict(let id, let first, let second):
      "region \(id) is named by \(first) and by \(second), which contradict each other; leave one out"
    case .outside(let box, let width, let height):
      "the box \(box) is not in the picture, which stands upright \(width) × \(height) pixels large; name one that is"
    case .strengthOutOfRange:
      "cells go from \(ObscuringStrength.allowedCells.lowerBound) to \(ObscuringStrength.allowedCells.upperBound), those of"
        + " pixelate to \(ObscuringStrength.allowedMeans.upperBound), the margin from \(ObscuringStrength.allowedMargins.lowerBound) to"
        + " \(ObscuringStrength.allowedMargins.upperBound)"
    case .nothingLeft(let photo):
      "nothing would be left obscured; to take the whole edit back, type 'faceblur revert \(photo)'"
    case .nothingFound:
      "no face was found, so there is nothing to obscure; say where one is with --add X,Y,W,H"
    case .isRender(let original):
      "this is the render of \(original); correct that: 'faceblur edit \(original)'"
    }
  }
}
