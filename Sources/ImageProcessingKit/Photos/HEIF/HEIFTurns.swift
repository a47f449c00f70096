/// What a HEIF file says of how its picture is shown: cut out, turned and mirrored, in the order in which it says so
/// (ISO/IEC 23008-12, 6.5.9, 6.5.10 and 6.5.12).
struct HEIFTurns: Sendable {
  let orientation: Orientation
  /// What is shown, in pixels before the turns; nil for all of it.
  let visible: PixelRect?
  /// What says so, as it is written into a render.
  let properties: [HEIFFile.Property]

  private static let types: [FourCC] = ["clap", "irot", "imir"]

  /// - Parameters:
  ///   - properties: the picture's, in their order.
  ///   - width: of what is cut out from, as is `height`.
  ///   - format: the file's.
  /// - Throws: `FaceBlurError` where they break the rules.
  init(
    _ properties: [HEIFFile.Property], width: Int, height: Int, of format: HEIFFormat
  ) throws(FaceBlurError) {
    let turns = properties.filter { Self.types.contains($0.type) }
    guard Set(turns.map(\.type)).count == turns.count else {
      throw format.unsupported("it is cut out, turned or mirrored more than once")
    }
    var (isSwapped, flipsX, flipsY) = (false, false, false)
    var visible: PixelRect?
    for (index, turn) in turns.enumerated() {
      switch turn.type {
      case "clap":
        guard index == 0 else { throw format.unsupported("it is cut out after it is turned") }
        visible = try Self.cutOut(turn, width: width, height: height)
      case "irot":
        guard turn.content.count == 1, turn.content[0] <= 3 else {
          throw .damagedPhoto("it does not say how it is turned")
        }
        // Anticlockwise: what was to the right is above now.
        for _ in 0..<(turn.content[0] & 3) { (isSwapped, flipsX, flipsY) = (!isSwapped, flipsY, !flipsX) }
      default:
        guard turn.content.count == 1, turn.content[0] <= 1 else {
          throw .damagedPhoto("it does not say how it is mirrored")
        }
        if turn.content[0] & 1 == 0 { flipsY.toggle() } else { flipsX.toggle() }
      }
    }
    orientation = Self.orientation(isSwapped, flipsX, flipsY)
    self.visible = visible
    self.properties = turns.filter { $0.type != "irot" || $0.content[0] & 3 != 0 }
  }

  private static func orientation(_ isSwapped: Bool, _ flipsX: Bool, _ flipsY: Bool) -> Orientation {
    switch (isSwapped, flipsX, flipsY) {
    case (false, false, false): .up
    case (false, true, false): .upMirrored
    case (false, true, true): .down
    case (false, false, true): .downMirrored
    case (true, false, false): .leftMirrored
    case (true, true, false): .right
    case (true, true, true): .rightMirrored
    case (true, false, true): .left
    }
  }

  /// The clean aperture (ISO/IEC 14496-12, 12.1.4), outward to whole pixels.
  private static func cutOut(
    _ property: HEIFFile.Property, width: Int, height: Int
  ) throws(FaceBlurError) -> PixelRect {
    guard property.content.count == 32 else { throw .damagedPhoto("it does not say what of it is shown") }
    var cursor = BoxCursor(property.content[...], of: property.type)
    var numbers: [Double] = []
    for index in 0..<8 {
      let bits = UInt32(truncatingIfNeeded: try cursor.number(4))
      // The middles lie in both directions.
      numbers.append(index == 4 || index == 6 ? Double(Int32(bitPattern: bits)) : Double(bits))
    }
    guard stride(from: 1, to: 8, by: 2).allSatisfy({ numbers[$0] > 0 }), numbers[0] > 0, numbers[2] > 0 else {
      throw .damagedPhoto("what it shows of its picture is nothing")
    }
    func span(_ length: Double, _ offset: Double, of whole: Int) -> Range<Int> {
      let start = Double(whole) / 2 + offset - length / 2
      // A fraction that cannot be told from a whole number is one.
      let first = (start + 1e-6).rounded(.down)
      let end = (start + length - 1e-6).rounded(.up)
      let most = Double(whole)
      return Int(min(max(first, 0), most))..<max(Int(min(max(first, 0), most)), Int(min(max(end, 0), most)))
    }
    let columns = span(numbers[0] / numbers[1], numbers[4] / numbers[5], of: width)
    let rows = span(numbers[2] / numbers[3], numbers[6] / numbers[7], of: height)
    guard !columns.isEmpty, !rows.isEmpty else {
      throw .damagedPhoto("what it shows of its picture is nothing")
    }
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
