/// Settings in the unit interval, 0…1.
enum UnitInterval {
  /// The setting within its range; what is no number is 0. Settings are checked where they come from, and must not trap
  /// where they are used.
  static func clamped(_ value: Double) -> Double {
    value >= 0 ? min(value, 1) : 0
  }

  /// - Parameter name: of the setting, for the error.
  static func validate(_ value: Double, _ name: String) throws(FaceBlurError) {
    guard (0...1).contains(value) else { throw .filterOutOfRange(name) }
  }
}
