/// A model file that was tested, known by name and content.
public struct Model: Sendable, Hashable {
  public let file: String
  /// Lower-case hexadecimal.
  public let sha256: String
  /// What brings the file back where it is missing.
  let remedy: String

  /// YuNet of the OpenCV zoo, 2023mar.
  public static let yuNet = Model(
    file: "face_detection_yunet_2023mar.onnx",
    sha256: "8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4",
    remedy: "copy it from the project's models/ or run 'make install'")
  public static let haarFrontal = Model(
    file: "haarcascade_frontalface_alt2.xml",
    sha256: "7b0c967d9abbdfbde025eb9c786947d151b6426040d07a8f9562ed8fd90724b4",
    remedy: haarRemedy)
  public static let haarProfile = Model(
    file: "haarcascade_profileface.xml",
    sha256: "b39a4a3be45539db146a7fc1d3e761a292c196eb88421185e6a615b3055e612d",
    remedy: haarRemedy)

  private static let haarRemedy = "install the package opencv-data"

  public static let all = [yuNet, haarFrontal, haarProfile]
}

/// A model's bytes, checked against its hash.
public struct LoadedModel: Sendable {
  public let model: Model
  public let path: FilePath
  let bytes: [UInt8]
}
