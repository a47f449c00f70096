internal import Glibc

/// The faces of a picture that are believed, and what company they are for a place that may be another one.
///
/// People stand beside people, and at one distance their faces are of one size. So what looks like a face beside faces of its size is
/// one more often than the same thing by itself, and of a crowd much of what the networks are not sure of is faces. `FaceEvidence` says
/// how much company adds.
struct FaceNeighbors {
  private struct Neighbor {
    let rect: NormalizedRect
    let kind: SubjectKind
    /// In pixels of the picture.
    let x, y, size: Double
  }

  /// How far the size of a neighbour may differ, as a standard deviation of the logarithm of the ratio.
  private static let sizeDeviation = 0.5
  /// How far away a neighbour may be, as a standard deviation in lengths of the place.
  private static let distanceDeviation = 6.0
  /// Beyond so many standard deviations nobody is company.
  private static let farthest = 3.0
  /// Boxes that share more than this part of their union are no neighbours: they may be around one face.
  private static let sameFaceOverlap = 0.1
  /// A record holds as many faces. Each place is compared with each.
  private static let most = 4096

  private let width, height: Double
  private let neighbors: [Neighbor]

  /// - Parameters:
  ///   - faces: those that are believed by themselves, upright and normalised. Of more than a record holds the first count.
  ///   - width: the picture's, in pixels.
  ///   - height: the picture's, in pixels.
  init(_ faces: some Sequence<(rect: NormalizedRect, kind: SubjectKind)>, width: Double, height: Double) {
    self.width = width
    self.height = height
    neighbors = faces.prefix(Self.most).map { Self.neighbor($0.rect, $0.kind, width, height) }
  }

  private static func neighbor(
    _ rect: NormalizedRect, _ kind: SubjectKind, _ width: Double, _ height: Double
  ) -> Neighbor {
    Neighbor(
      rect: rect, kind: kind, x: (rect.x + rect.width / 2) * width, y: (rect.y + rect.height / 2) * height,
      size: (rect.width * width * rect.height * height).squareRoot())
  }

  /// The logarithm of one more than the number of neighbours, those counting less that are far away or of another size.
  func company(of rect: NormalizedRect, kind: SubjectKind) -> Double {
    let place = Self.neighbor(rect, kind, width, height)
    var sum = 0.0
    for other in neighbors where other.kind == kind {
      let (across, down) = ((other.x - place.x) / place.size, (other.y - place.y) / place.size)
      let distance = (across * across + down * down).squareRoot() / Self.distanceDeviation
      guard distance < Self.farthest else { continue }
      let difference = log(other.size / place.size) / Self.sizeDeviation
      guard abs(difference) < Self.farthest, rect.overlap(other.rect) <= Self.sameFaceOverlap else {
        continue
      }
      sum += exp(-(distance * distance + difference * difference) / 2)
    }
    return log(1 + sum)
  }
}
