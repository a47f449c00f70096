/// The neural networks that find faces.
package enum NetworkKind: String, Sendable, Hashable, CaseIterable {
  /// 75,000 parameters: quick, and good from some 12 pixels upwards.
  case yunet
  /// 1.8 million parameters: slow, and better at small and half-hidden faces.
  case centerface

  /// What it finds.
  var subject: SubjectKind {
    switch self {
    case .yunet, .centerface: .face
    }
  }

  package var model: Model {
    switch self {
    case .yunet: .yuNet
    case .centerface: .centerFace
    }
  }
}
