internal import CFaceModels

/// A model that is part of the program.
package struct CompiledModel: Sendable {
  package let model: Model
  private let file: @Sendable () -> cfm_file
  private let licenseFile: @Sendable () -> cfm_file

  private static let yuNet = CompiledModel(model: .yuNet, file: cfm_yunet, licenseFile: cfm_yunet_license)
  private static let centerFace = CompiledModel(
    model: .centerFace, file: cfm_centerface, licenseFile: cfm_centerface_license)

  package static let all = [yuNet, centerFace]

  /// The ONNX file. It lives as long as the program, and no copy is made.
  var bytes: UnsafeBufferPointer<UInt8> {
    let file = file()
    return UnsafeBufferPointer(start: file.bytes, count: file.count)
  }

  /// Says that the bytes are not needed soon: a network that was made of them keeps none. CenterFace's are 7 MB of memory.
  func letGo() { cfm_let_go(file()) }

  /// What must be passed on with it.
  package var license: String {
    let file = licenseFile()
    return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
