/// What stands in the code of a HEIC's tiles, and in their sets of parameters, beside the picture.
struct HEICCodeInspection: HEIFCodeInspection {
  let picture: ExaminedHEIC
  let judge: HiddenPictureJudge
  private var file: ExaminedItems { picture.file }
  private var bytes: UnsafeBufferPointer<UInt8> { picture.file.bytes }

  init(_ picture: ExaminedHEIC, _ judge: HiddenPictureJudge) {
    self.picture = picture
    self.judge = judge
  }

  /// A set of parameters is no longer in a render.
  private static let maxSet = 256

  /// What a set of parameters is: whose, its kind and its name.
  private struct SetName: Hashable {
    let configuration: Int
    let type: Int
    let name: Int
  }

  func takeConfigurations(into findings: inout HEIFFindings) {
    var used: Set<SetName> = []
    var sound: Set<SetName> = []
    for tile in picture.tiles {
      let item = file.items[tile.item]
      guard let configuration = picture.configurations[tile.configuration],
        let slice = firstSlice(of: item, configuration.lengthSize),
        let names = configuration.sets.names(ofSetsOf: slice)
      else { continue }
      used.formUnion(
        zip([ExaminedUnit.pictureSet, ExaminedUnit.sequenceSet, ExaminedUnit.videoSet], names).map {
          SetName(configuration: tile.configuration, type: $0, name: $1)
        })
      let sequence = SetName(
        configuration: tile.configuration, type: ExaminedUnit.sequenceSet, name: names[1])
      guard !sound.contains(sequence) else { continue }
      if configuration.sets.sequenceSets[names[1]].flatMap({ ExaminedSequence($0.unit, .photo) })?
        .codesNothing(besides: picture.shape) ?? false
      {
        sound.insert(sequence)
      } else {
        for extent in item.extents {
          findings.addOpaque(.hiddenPixels, extent, "more is coded than is shown")
        }
      }
    }
    for (place, configuration) in picture.configurations.sorted(by: { $0.key < $1.key }) {
      if !configuration.rest.isEmpty {
        findings.addOpaque(.furtherCode, configuration.rest, "they follow the decoder's settings")
      }
      for array in configuration.arrays {
        for range in array.units {
          guard let unit = ExaminedUnit(bytes[range]), array.type == unit.type else {
            addUnit(bytes[range], .furtherCode, range, HEIFFindings.unneeded, to: &findings)
            continue
          }
          guard unit.isParameterSet, let name = ExaminedUnit.names(of: bytes[range], unit.type)?.name else {
            addUnit(bytes[range], Self.kind(of: unit), range, HEIFFindings.unneeded, to: &findings)
            continue
          }
          if used.remove(SetName(configuration: place, type: unit.type, name: name)) == nil {
            addUnit(bytes[range], .parameterSet, range, "no part of the picture asks for it", to: &findings)
          } else if range.count > Self.maxSet {
            addUnit(bytes[range], .parameterSet, range, "it is longer than any that is needed", to: &findings)
          } else if !configuration.sets.isPlain(Array(bytes[range])) {
            addUnit(bytes[range], .parameterSet, range, "it holds more than a picture needs", to: &findings)
          }
        }
      }
    }
  }

  /// Notes a unit that is not needed.
  private func addUnit(
    _ unit: some Collection<UInt8>, _ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String,
    to findings: inout HEIFFindings
  ) {
    let content = judge.detector == nil ? [] : ExaminedUnit.content(of: unit)
    add(content, kind, range, objection, to: &findings)
  }

  private static func kind(of unit: ExaminedUnit) -> MetadataBlock.Kind {
    ExaminedUnit.messages.contains(unit.type)
      ? .codeMessage : unit.isParameterSet ? .parameterSet : .furtherCode
  }

  /// The beginning of the first part of a picture that a tile holds.
  private func firstSlice(of item: ExaminedItems.Item, _ lengthSize: Int) -> [UInt8]? {
    func first<Bytes: RandomAccessCollection<UInt8>>(_ data: Bytes) -> [UInt8]? where Bytes.Index == Int {
      ExaminedUnits(data, lengthSize: lengthSize).first { ExaminedUnit(data[$0])?.isSlice ?? false }
        .map { Array(data[$0].prefix(32)) }
    }
    guard item.extents.count == 1, let range = item.extents.first else { return first(file.data(of: item)) }
    return first(bytes[range])
  }

  func takeCode<Bytes: RandomAccessCollection<UInt8>>(
    _ data: Bytes, ofTile index: Int, into findings: inout HEIFFindings,
    at place: (Range<Int>) -> Range<Int>
  ) where Bytes.Index == Int {
    guard let configuration = picture.configuration(ofTile: index) else { return }
    let lengthSize = configuration.lengthSize
    var units = ExaminedUnits(data, lengthSize: lengthSize)
    var slices: [Range<Int>] = []
    var hasFound = false
    while let range = units.next() {
      guard let unit = ExaminedUnit(data[range]) else { continue }
      let whole = range.lowerBound - lengthSize..<range.upperBound
      if unit.isSlice, unit.layer == 0, slices.isEmpty || !ExaminedSets.isFirst(data[range]) {
        slices.append(range)
        hasFound =
          addPicture(in: ExaminedUnit.content(of: data[range]), place(whole), to: &findings) || hasFound
      } else if unit.isSlice {
        findings.addOpaque(.furtherCode, place(whole), "it belongs to another picture")
      } else {
        addUnit(data[range], Self.kind(of: unit), place(whole), HEIFFindings.unneeded, to: &findings)
      }
    }
    if !units.rest.isEmpty {
      findings.addOpaque(.strayBytes, place(units.rest), "no unit of the code holds them")
    }
    if slices.isEmpty {
      findings.addOpaque(.strayBytes, place(data.startIndex..<data.endIndex), "they hold no picture")
    } else if !hasFound, looksForRests, hasRest(data, slices, configuration) {
      findings.addOpaque(.furtherCode, place(slices[0]), "something follows the end of the picture's code")
    }
  }

  /// Whether something follows the end of a tile's one slice, or of one of those that a render has of a large tile. Others that are in
  /// several are not looked at.
  private func hasRest<Bytes: RandomAccessCollection<UInt8>>(
    _ data: Bytes, _ slices: [Range<Int>], _ configuration: ExaminedConfiguration
  ) -> Bool where Bytes.Index == Int {
    guard slices.count > 1 else {
      let sets = configuration.decodable(bytes)
      return (try? SliceEndCheck.hasRest(Array(data[slices[0]]), sets, picture.shape)) ?? false
    }
    let first = data.startIndex
    let places = slices.map { $0.lowerBound - first..<$0.upperBound - first }
    guard let bands = ExaminedBands(Array(data), places, configuration.sets, picture.shape) else {
      return false
    }
    return (try? SliceEndCheck.hasRest(bands)) ?? false
  }
}
