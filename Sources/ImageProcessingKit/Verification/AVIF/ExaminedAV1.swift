/// What the data of a tile holds that shows it: a sequence header, and one frame (AV1 Image File Format, 2.1).
struct ExaminedAV1 {
  let data: [UInt8]
  let sequence: ExaminedAV1Sequence
  let frame: ExaminedAV1Frame
  let sequenceUnit: ExaminedOBU
  /// The frame in one unit, or its header and groups of its tiles.
  let frameUnits: [ExaminedOBU]
  /// Whether they are all of the data, each in as few bytes as it takes, and the frame in one.
  let isCanonical: Bool

  /// More than any picture has.
  private static let maxUnits = 1000

  /// - Throws: `FaceBlurError` where there is not one picture.
  init(_ data: [UInt8]) throws(FaceBlurError) {
    self.data = data
    var units = ExaminedOBUs(data)
    var count = 0
    var sequence: (header: ExaminedAV1Sequence, unit: ExaminedOBU)?
    var frame: ExaminedAV1Frame?
    var found: [ExaminedOBU] = []
    while let unit = units.next() {
      count += 1
      guard count <= Self.maxUnits else {
        throw .damagedRender("its code has more parts than a picture needs")
      }
      switch unit.type {
      case ExaminedOBU.sequenceHeader:
        if let earlier = sequence?.unit {
          guard data[earlier.content] == data[unit.content] else {
            throw .damagedRender("its code holds more than one sequence")
          }
          continue
        }
        guard found.isEmpty, let header = ExaminedAV1Sequence(data[unit.content]) else {
          throw .damagedRender("the header of its code cannot be read")
        }
        sequence = (header, unit)
      case ExaminedOBU.frame, ExaminedOBU.frameHeader:
        guard frame == nil else { throw .damagedRender("its picture is coded in layers") }
        guard let header = sequence?.header,
          let read = ExaminedAV1Frame(data[unit.content], header, unit.layer)
        else { throw .damagedRender("its picture is no still one") }
        frame = read
        found = [unit]
      case ExaminedOBU.tileGroup:
        guard found.first?.type == ExaminedOBU.frameHeader else {
          throw .damagedRender("a part of its picture has no beginning")
        }
        found.append(unit)
      case ExaminedOBU.tileList: throw .damagedRender("its picture is made of others")
      default: break
      }
    }
    guard let sequence, let frame, let first = found.first,
      first.type == ExaminedOBU.frame || found.count > 1
    else { throw .damagedRender("a tile holds no picture") }
    (self.sequence, self.frame, sequenceUnit, frameUnits) = (sequence.header, frame, sequence.unit, found)
    isCanonical =
      units.rest.isEmpty && count == 2 && found.count == 1 && sequence.unit.isPlain && first.isPlain
  }

  /// What the sequence header says.
  var sequenceContent: ArraySlice<UInt8> { data[sequenceUnit.content] }

  /// What shows the picture, each unit with its size.
  var decodable: [UInt8] {
    ([sequenceUnit] + frameUnits).flatMap { ExaminedOBU.unit($0.type, $0.layer, data[$0.content]) }
  }

  /// Whether it codes pictures of a shape.
  func codes(_ shape: PlanarShape) -> Bool {
    (frame.width, frame.height, sequence.chroma, sequence.depth)
      == (shape.width, shape.height, shape.chroma, shape.depth)
  }

  /// Whether two have the same headers and the same frame, bit for bit, and nothing that says of which layer they are.
  func isSame(as other: ExaminedAV1) -> Bool {
    guard frameUnits.count == 1, other.frameUnits.count == 1, frameUnits[0].type == other.frameUnits[0].type,
      ([sequenceUnit, other.sequenceUnit] + frameUnits + other.frameUnits).allSatisfy({ $0.layer == nil })
    else { return false }
    return data[sequenceUnit.content] == other.data[other.sequenceUnit.content]
      && data[frameUnits[0].content] == other.data[other.frameUnits[0].content]
  }
}
