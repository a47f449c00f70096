/// Why faces cannot be looked for. Errors of models and libraries name those; who looked at a photo adds its name.
extension FaceBlurError {
  /// None of the folders that may hold the model does.
  static func modelMissing(_ model: Model, searched: [FilePath]) -> FaceBlurError {
    FaceBlurError(
      .modelMissing,
      "the model \(model.file) is not in \(searched.map(\.description).joined(separator: ", nor in "))",
      advice: remedy(for: model))
  }

  /// The file is not the one that was tested.
  static func modelMismatch(
    _ model: Model, _ path: FilePath, expected: String, found: String
  ) -> FaceBlurError {
    FaceBlurError(
      .modelUnusable,
      "the model \(path) is not the tested file (SHA-256 \(found.prefix(16))…, expected \(expected.prefix(16))…)",
      advice: Advice(parts: [.text("remove it; ")] + remedy(for: model).parts))
  }

  static func modelUnreadable(_ path: FilePath, reason: String) -> FaceBlurError {
    FaceBlurError(
      .modelUnusable, "the model \(path) cannot be read (\(reason))",
      advice: "remove it and bring back the tested file")
  }

  /// Nothing is where the library that holds what needs OpenCV may be.
  static func libraryMissing(searched: [FilePath]) -> FaceBlurError {
    libraryFault(
      .libraryMissing,
      searched.isEmpty
        ? "/proc does not say where the program is"
        : "there is neither " + searched.map(\.description).joined(separator: " nor "))
  }

  /// The file is not that library, or not the one of this version, or one that it needs is missing.
  static func libraryUnusable(_ path: FilePath, reason: String) -> FaceBlurError {
    libraryFault(
      .libraryUnusable,
      "\(path) is not the library that belongs to this program, or cannot be loaded (\(reason))")
  }

  private static func libraryFault(_ kind: Kind, _ reason: String) -> FaceBlurError {
    FaceBlurError(
      kind, "OpenCV, which Haar cascades and overlays need, cannot be used: \(reason)",
      advice:
        "install the package faceblur-opencv, or the whole of FaceBlur anew with 'make install' and Debian's packages that it was built with"
    )
  }

  static var outOfMemoryForDetection: FaceBlurError {
    FaceBlurError(
      .outOfMemory, "there is not enough memory to look for faces",
      advice: "close other programs and try again")
  }

  static func tooManyFaces(_ count: Int) -> FaceBlurError {
    FaceBlurError(
      .tooManyFaces, "\(count) places look like faces, more than a record holds", advice: "\(.raiseThreshold)"
    )
  }

  static func detectionFailed(_ reason: String) -> FaceBlurError {
    FaceBlurError(.internalError, "looking for faces failed (\(reason))", advice: "please report it")
  }

  /// What brings a model back.
  private static func remedy(for model: Model) -> Advice {
    CompiledModel.all.contains { $0.model == model }
      ? "\(.useOwnModels): the program has a copy of its own, which that folder replaces"
      : "install the package opencv-data, or \(.nameModelFolder)"
  }
}
