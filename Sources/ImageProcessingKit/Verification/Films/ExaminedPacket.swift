/// The code of one picture, unit by unit (ITU-T H.264, 7.4.1; H.265, 7.4.2).
struct ExaminedPacket {
  /// What of a copied picture is the same in its render.
  enum Part: Hashable {
    case unit(ArraySlice<UInt8>)
    /// A message of supplemental enhancement information.
    case message(type: Int, payload: [UInt8])
  }

  private(set) var parts: [Part] = []
  /// What may not be in a render, in bytes of the packet.
  private(set) var strangers: [(kind: MetadataBlock.Kind, range: Range<Int>)] = []
  /// Sets of parameters among the code.
  private(set) var sets: [ArraySlice<UInt8>] = []
  /// The numbers of the sets of pictures that slices refer to.
  private(set) var setNumbers: Set<Int> = []
  /// Whether all slices are of a picture that decoding begins anew with, and none needs others.
  private(set) var isIDR = false
  private(set) var hasSlices = false
  /// Whether decoding can begin with it though others, which are decoded behind it and shown before, need what is before it.
  private(set) var isCRA = false
  /// Whether there are units of pictures that are not the film's: other layers, other eyes, parts.
  private(set) var hasOtherPictures = false

  /// By type: about the display that a film was made on, how bright it gets, a transfer that is to be preferred, the light around; and how
  /// many bytes each has.
  private static let lights = [137: 24, 144: 4, 147: 1, 148: 8]
  /// The same of those that tell how pictures are timed and laid out (ITU-T H.264 and H.265, annexes D): when they come and are shown, from
  /// which on all are whole, and which half is for which eye.
  private static let mostTimingBytes = [0: 64, 1: 64, 6: 5, 45: 24]

  /// Of a slice, bytes in which the number of its set of pictures stands.
  private static let mostOfHead = 64

  /// The types that have been told of the picture: one message of each, and no more.
  private var told: Set<Int> = []
  /// How units of the picture begin, by their first byte.
  private var heads: Set<UInt8> = []

  /// Of the messages, those that hold for all pictures from there on.
  var light: Set<Part> {
    Set(
      parts.filter { part in
        if case .message(let type, let payload) = part { Self.lights[type] == payload.count } else { false }
      })
  }

  /// Of a picture with which decoding can begin, the parts of the same that says that nothing before it is there, and that nothing leads to it:
  /// BLA in place of CRA (ITU-T H.265, table 7-1).
  var severedParts: [Part] {
    parts.map { part in
      guard case .unit(let unit) = part, let head = unit.first, head >> 1 == 21 else { return part }
      return .unit([18 << 1 | head & 1] + unit.dropFirst())
    }
  }

  /// The slices in which the file of another picture lies, in bytes of the packet.
  var carriers: [Range<Int>] {
    parts.compactMap { part in
      guard case .unit(let unit) = part, ExaminedPictureFiles.lie(inUnit: unit) else { return nil }
      return unit.startIndex..<unit.endIndex
    }
  }

  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where its units do not fill it.
  init(_ packet: [UInt8], _ codec: VideoCodec) throws(FaceBlurError) {
    var place = 0
    var (idr, other) = (false, false)
    while place < packet.count {
      guard packet.count - place >= 4 else {
        throw .damagedRender("a picture's code has bytes behind its units")
      }
      let length = packet[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= packet.count - place - 4 else {
        throw .damagedRender("a unit of a picture's code is longer than the code, or empty")
      }
      let unit = place + 4..<place + 4 + length
      switch codec {
      case .h264: readAVC(packet, unit, &idr, &other)
      default: readHEVC(packet, unit, &idr, &other)
      }
      place = unit.upperBound
    }
    hasSlices = idr || other
    isIDR = idr && !other
  }

  private mutating func readAVC(_ packet: [UInt8], _ unit: Range<Int>, _ idr: inout Bool, _ other: inout Bool)
  {
    let bytes = packet[unit]
    let head = packet[unit.lowerBound]
    let isFirst = heads.insert(head).inserted
    switch Int(head) & 0x9F {
    case 1, 5:
      if head & 31 == 5 { idr = true } else { other = true }
      var bits = ExaminedBits(unit: bytes, head: 1, most: Self.mostOfHead)
      guard bits.skipNumbers(2), let number = bits.exponential() else {
        strangers.append((.furtherCode, unit))
        return
      }
      setNumbers.insert(number)
      parts.append(.unit(bytes))
    case 6: readMessages(packet, unit, head: 1, isHEVC: false)
    case 7, 8:
      sets.append(bytes)
      strangers.append((.parameterSet, unit))
    case 9 where unit.count <= 2 && isFirst: parts.append(.unit(bytes))
    // The end of a sequence, and of all, says nothing else: it is there once, and no other picture refers to it.
    case 10...11 where unit.count == 1 && isFirst && head & 0x60 == 0: break
    case 2, 3, 4, 14, 15, 19, 20, 21:
      hasOtherPictures = true
      strangers.append((.furtherPicture, unit))
    default: strangers.append((.furtherCode, unit))
    }
  }

  private mutating func readHEVC(
    _ packet: [UInt8], _ unit: Range<Int>, _ idr: inout Bool, _ other: inout Bool
  ) {
    let head = packet[unit.lowerBound]
    // In the first layer, with all of the head.
    guard unit.count > 2, head & 0x81 == 0, packet[unit.lowerBound + 1] & 0xF8 == 0 else {
      hasOtherPictures = true
      strangers.append((.furtherCode, unit))
      return
    }
    let bytes = packet[unit]
    let isFirst = heads.insert(head).inserted
    switch Int(head) >> 1 {
    case 0...9, 16...21:
      let isIRAP = head >> 1 >= 16
      // A picture that others may refer to what is before does not stand for itself, though decoding can begin with it.
      if (16...20).contains(Int(head) >> 1) { idr = true } else { other = true }
      isCRA = head >> 1 == 21
      var bits = ExaminedBits(unit: bytes, most: Self.mostOfHead)
      guard bits.skip(isIRAP ? 2 : 1), let number = bits.exponential() else {
        strangers.append((.furtherCode, unit))
        return
      }
      setNumbers.insert(number)
      parts.append(.unit(bytes))
    case 32...34:
      sets.append(bytes)
      strangers.append((.parameterSet, unit))
    case 35 where unit.count == 3 && isFirst: parts.append(.unit(bytes))
    case 39: readMessages(packet, unit, head: 2, isHEVC: true)
    case 40: strangers.append((.codeMessage, unit))
    default: strangers.append((.furtherCode, unit))
    }
  }

  /// Whether a message is as large as those of its type are.
  private static func isKnown(_ type: Int, _ size: Int, isHEVC: Bool) -> Bool {
    // In what light a picture is to be seen, only HEVC says.
    if let light = lights[type] { return size == light && (isHEVC || type != 148) }
    return mostTimingBytes[type].map { 1...$0 ~= size } ?? false
  }

  /// sei_rbsp (ITU-T H.264, 7.3.2.3; ITU-T H.265, 7.3.2.4).
  private mutating func readMessages(_ packet: [UInt8], _ unit: Range<Int>, head: Int, isHEVC: Bool) {
    let payload = ExaminedUnit.content(of: packet[unit], head: head)
    var place = 0
    func number() -> Int? {
      var value = 0
      while place < payload.count {
        let byte = Int(payload[place])
        place += 1
        value += byte
        if byte != 255 { return value }
      }
      return nil
    }
    while place < payload.count {
      // The stop bit, and nothing behind it.
      if payload[place] == 0x80, place == payload.count - 1 { return }
      guard let type = number(), let size = number(), size <= payload.count - place else {
        strangers.append((.codeMessage, unit))
        return
      }
      if Self.isKnown(type, size, isHEVC: isHEVC), told.insert(type).inserted {
        parts.append(.message(type: type, payload: Array(payload[place..<place + size])))
      } else {
        strangers.append((.codeMessage, unit))
      }
      place += size
    }
    strangers.append((.codeMessage, unit))
  }
}
