/// The version of the program and the library.
public enum FaceBlurVersion {
  public static let current = "0.1.0"
}
