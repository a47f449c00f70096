internal import Glibc

/// Where every few units of a stream begin: found by passing over all of it once, whatever is to be hidden.
///
/// Two threads share the work. Nothing in the data says where a unit begins, so the second one begins in the middle, reads on until it is
/// likely to read units, and says where it is; only if the first one arrives there at the same bit, between two units, does what the
/// second one has found count. Otherwise the first one goes on alone.
struct ScanIndex: Sendable {
  /// From the first unit on.
  private let front: [UnitPasser.Mark]
  /// From the unit `join` on.
  private var back: [UnitPasser.Mark] = []
  private var join = Int.max

  /// What is smaller is read as quickly without.
  private static let leastUnits = 2048
  /// Bytes that the second thread reads before it says where it is: a hundred times what it needs as a rule.
  private static let searchedBytes = 1 << 14

  /// Nil where a stream is small, or what is used of its tables matters, or restarts divide it.
  /// - Parameter threads: how many may work at it; the caller's is one of them.
  static func make(of stream: BaselineJPEG, _ file: FileBytes, threads: Int) -> ScanIndex? {
    let units = stream.mcuColumns * stream.mcuRows
    guard units >= leastUnits, stream.restartInterval == 0, stream.ownTables.isEmpty else { return nil }
    return file.withUnsafeBufferPointer { (bytes) -> ScanIndex? in
      guard var first = UnitPasser(stream, bytes, from: stream.entropyStart) else { return nil }
      guard threads > 1, let middle = middle(of: stream, bytes) else {
        first.pass(upTo: units)
        return ScanIndex(front: first.marks)
      }
      let meeting = Monitor(Meeting.unknown)
      let second = Future { () throws(FaceBlurError) -> [UnitPasser.Mark] in
        file.withUnsafeBufferPointer { marks(of: stream, $0, from: middle, units, meeting) }
      }
      first.pass(upTo: units, toByte: middle)
      guard case .at(let place) = meeting.wait({ $0.known }), first.pass(upTo: units, until: place),
        let back = try? second.value()
      else {
        first.pass(upTo: units)
        return ScanIndex(front: first.marks)
      }
      return ScanIndex(front: first.marks, back, behind: first)
    }
  }

  /// Whether what the second thread found counts.
  var isDivided: Bool { !back.isEmpty }

  private init(front: [UnitPasser.Mark]) { self.front = front }

  /// - Parameters:
  ///   - back: counts from where the first thread has arrived.
  ///   - first: stands there.
  private init(front: [UnitPasser.Mark], _ back: [UnitPasser.Mark], behind first: UnitPasser) {
    self.front = front
    self.back = back
    join = first.count
    let here = first.place
    for index in back.indices {
      self.back[index].dcs &+= here.dcs
      self.back[index].irregular &+= here.irregular
    }
  }

  /// Where the first thread meets what the second one has found.
  private enum Meeting: Sendable {
    /// Not told yet.
    case unknown
    case nowhere
    case at(BitPosition.Packed)

    var known: Meeting? { if case .unknown = self { nil } else { self } }
  }

  /// The work of the second thread.
  private static func marks(
    of stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>, from middle: Int, _ units: Int,
    _ meeting: Monitor<Meeting>
  ) -> [UnitPasser.Mark] {
    guard var passer = UnitPasser(stream, bytes, from: middle) else {
      meeting.update { $0 = .nowhere }
      return []
    }
    passer.findUnits(toByte: middle + searchedBytes)
    passer.beginHere()
    let place = passer.place.position
    meeting.update { $0 = .at(place) }
    passer.pass(upTo: units)
    return passer.marks
  }

  /// Where the second thread begins, so that both have as much to do; nil where that is not worth its while.
  private static func middle(of stream: BaselineJPEG, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = endOfData(bytes, from: stream.entropyStart) - stream.entropyStart
    guard length > 8 * searchedBytes else { return nil }
    var middle = stream.entropyStart + (length - searchedBytes) / 2
    // A zero behind FF is stuffing.
    if bytes[middle] == 0, bytes[middle - 1] == 0xFF { middle += 1 }
    return middle
  }

  /// Where the first marker stands.
  private static func endOfData(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var place = start
    while place < bytes.count, let found = memchr(base + place, 0xFF, bytes.count - place) {
      let next = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
      guard next < bytes.count, bytes[next] == 0 else { return next - 1 }
      place = next + 1
    }
    return bytes.count
  }

  /// The last mark that is not behind a unit, if everything from another unit to it is coded as every encoder codes it.
  /// - Returns: nil also where it is not behind that one.
  func mark(notBehind unit: Int, from start: Int) -> (unit: Int, mark: UnitPasser.Mark)? {
    guard let here = mark(notBehind: start), let there = mark(notBehind: unit), there.unit > start,
      here.mark.irregular == there.mark.irregular
    else { return nil }
    return there
  }

  private func mark(notBehind unit: Int) -> (unit: Int, mark: UnitPasser.Mark)? {
    if unit >= join, !back.isEmpty {
      let index = min((unit - join) / UnitPasser.step, back.count - 1)
      return (join + index * UnitPasser.step, back[index])
    }
    guard !front.isEmpty else { return nil }
    let index = min(unit / UnitPasser.step, front.count - 1)
    return (index * UnitPasser.step, front[index])
  }
}
