/// The index of one stream, which is made once: when it is needed, or by a thread of its own before that.
final class SharedScanIndex: Sendable {
  private let begun = Monitor<Future<ScanIndex?>?>(nil)

  /// Begins to make it, unless somebody has.
  func begin(_ make: @escaping @Sendable () -> ScanIndex?) {
    begun.update { begun in
      if begun == nil { begun = Future { () throws(FaceBlurError) in make() } }
    }
  }

  /// Waits for it.
  /// - Parameter make: makes it where nobody has begun.
  /// - Returns: nil where there is none.
  func value(orMaking make: () -> ScanIndex?) -> ScanIndex? {
    if let begun = begun.update({ $0 }) { return try? begun.value() }
    let made = make()
    begun.update { $0 = $0 ?? Future(made) }
    return made
  }
}
