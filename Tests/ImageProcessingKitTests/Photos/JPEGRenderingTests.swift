import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a render may change and what it must not, judged on the quantised coefficients by libjpeg itself.
@Suite struct JPEGRenderingTests {
  static let kinds: [TestJPEG.Kind] = {
    let samplings = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2)]
    var kinds = samplings.map { sampling in TestJPEG.Kind { $0.sampling = sampling } }
    kinds += samplings.map { sampling in
      TestJPEG.Kind {
        $0.sampling = sampling
        $0.isProgressive = true
      }
    }
    kinds += [
      TestJPEG.Kind { $0.isArithmetic = true },
      TestJPEG.Kind { $0.hasSeparateScans = true },
      TestJPEG.Kind { $0.restartInterval = 3 },
      TestJPEG.Kind { $0.keepsColors = true },
      TestJPEG.Kind { $0.quality = 25 },
      TestJPEG.Kind { $0.quality = 100 },
      TestJPEG.Kind {
        $0.components = 1
        $0.sampling = (1, 1)
      },
      TestJPEG.Kind {
        $0.components = 1
        $0.sampling = (2, 2)
      },
      TestJPEG.Kind { $0.components = 4 },
      TestJPEG.Kind {
        $0.components = 4
        $0.keepsColors = true
        $0.sampling = (1, 1)
      },
    ]
    return kinds
  }()

  private func area(in photo: any EditablePhoto, _ rects: [NormalizedRect]) throws -> [ObscuredArea] {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: 6, margin: 1))
    let regions = rects.enumerated().map { index, rect in
      PlannedRegion(id: "\(index)", rect: rect, score: nil, origin: .manual)
    }
    return RegionPlan(regions: regions, strength: strength).areas(on: photo.geometry)
  }

  private let rects = [
    NormalizedRect(x: 0.1, y: 0.15, width: 0.3, height: 0.4),
    NormalizedRect(x: 0.3, y: 0.4, width: 0.25, height: 0.3),
    // Reaches over the corner, where the last MCUs are only half picture.
    NormalizedRect(x: 0.85, y: 0.8, width: 0.3, height: 0.4),
  ]

  @Test(arguments: kinds)
  func changesNoCoefficientOutsideTheAreasAndLeavesNoDetailInside(kind: TestJPEG.Kind) throws {
    let original = try TestJPEG.encode(TestPhotos.noise(width: 211, height: 173, seed: 3), kind)
    let photo = try PhotoFormats.standard.open(original).content
    let areas = try area(in: photo, rects)
    let rendered = try photo.rendering(areas, with: MosaicObscurer())
    let allowsBitCopy = !kind.isProgressive && !kind.isArithmetic && !kind.hasSeparateScans
    #expect(rendered.path == (allowsBitCopy ? .bitCopy : .coefficients))

    let before = try TestJPEG.read(original)
    let after = try TestJPEG.read(rendered.bytes)
    #expect(after.warnings == 0)
    #expect(try TestJPEG.decode(rendered.bytes).warnings == 0)
    #expect(after.components.map(\.quantizers) == before.components.map(\.quantizers))
    var changed = 0
    for (old, new) in zip(before.components, after.components) {
      for y in 0..<old.heightInBlocks {
        for x in 0..<old.widthInBlocks {
          let isInside = areas.contains {
            $0.contains(unitX: x / old.blocksPerUnit.h, unitY: y / old.blocksPerUnit.v)
          }
          if isInside {
            #expect(new.block(x, y).dropFirst().allSatisfy { $0 == 0 })
            changed += 1
          } else {
            #expect(new.block(x, y) == old.block(x, y))
          }
        }
      }
    }
    #expect(changed > 0)
  }

  @Test(arguments: [TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (2, 1) }])
  func givesEveryCellItsTrueMean(kind: TestJPEG.Kind) throws {
    let original = try TestJPEG.encode(TestPhotos.noise(width: 320, height: 320, seed: 4), kind)
    let photo = try PhotoFormats.standard.open(original).content
    let areas = try area(in: photo, [rects[0]])
    let area = try #require(areas.first)
    let after = try TestJPEG.read(
      try photo.rendering(areas, with: MosaicObscurer(from: .means)).bytes)
    for (old, new) in zip(try TestJPEG.read(original).components, after.components) {
      var sums: [Int: (sum: Double, count: Double)] = [:]
      var results: [Int: Set<Int16>] = [:]
      for y in 0..<old.heightInBlocks {
        for x in 0..<old.widthInBlocks {
          let unit = (x: x / old.blocksPerUnit.h, y: y / old.blocksPerUnit.v)
          guard area.contains(unitX: unit.x, unitY: unit.y) else { continue }
          let cell =
            (unit.y - area.bounds.y) / area.cellHeight * 100 + (unit.x - area.bounds.x) / area.cellWidth
          sums[cell, default: (0, 0)].sum += Double(old.block(x, y).first ?? 0)
          sums[cell, default: (0, 0)].count += 1
          results[cell, default: []].insert(new.block(x, y).first ?? 0)
        }
      }
      #expect(sums.count > 4)
      for (cell, total) in sums {
        #expect(results[cell] == [Int16((total.sum / total.count).rounded())])
      }
    }
  }

  @Test func keepsTheRestartInterval() throws {
    let original = try TestJPEG.encode(
      TestPhotos.noise(width: 160, height: 96, seed: 5), TestJPEG.Kind { $0.restartInterval = 4 })
    let photo = try PhotoFormats.standard.open(original).content
    let rendered = try photo.rendering(try area(in: photo, [rects[0]]), with: FillObscurer())
    #expect(try TestJPEG.read(rendered.bytes).restartInterval == 4)
  }

  /// Eighteen blocks per MCU do not fit into one scan.
  @Test func editsPhotosWithMoreBlocksPerUnitThanAScanHolds() throws {
    let original = try TestJPEG.encode(
      TestPhotos.noise(width: 130, height: 90, seed: 6),
      TestJPEG.Kind {
        $0.sampling = (4, 4)
        $0.hasSeparateScans = true
      })
    let photo = try PhotoFormats.standard.open(original).content
    let rendered = try photo.rendering(try area(in: photo, [rects[0]]), with: MosaicObscurer())
    #expect(try TestJPEG.decode(rendered.bytes).warnings == 0)
  }

  /// In CMYK the same sample in every ink would be a darker tone than the preview's.
  @Test(arguments: [false, true])
  func fillsInkWithTheToneOfThePreview(keepsColors: Bool) throws {
    let original = try TestJPEG.encode(
      TestPhotos.noise(width: 160, height: 160, seed: 6),
      TestJPEG.Kind {
        $0.components = 4
        $0.keepsColors = keepsColors
      })
    let photo = try PhotoFormats.standard.open(original).content
    let rendered = try PhotoFormats.standard.open(
      try photo.rendering(try area(in: photo, [rects[0]]), with: FillObscurer()).bytes
    ).content
    let tone = try rendered.displayImage(fitting: 160).pixels[40, 50]
    #expect(
      abs(Int(tone.red) - 128) <= 2 && abs(Int(tone.green) - 128) <= 2 && abs(Int(tone.blue) - 128) <= 2)
  }

  /// A render says of its colours what decoders make of the photo, whatever the photo says: they need not guess, and nothing is warned of.
  @Test(arguments: [(3, 2, 1), (3, 7, 1), (3, 1, 1), (4, 1, 2), (4, 3, 2), (4, 2, 2)])
  func saysOfColorsWhatDecodersGoBy(components: Int, said: UInt8, read: UInt8) throws {
    let adobe: (UInt8) -> [UInt8] = { Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, $0] }
    var original = try TestJPEG.encode(
      TestPhotos.noise(width: 160, height: 160, seed: 6), TestJPEG.Kind { $0.components = components })
    if components == 3 {
      // What JFIF says goes before.
      let jfif = try #require(JPEGParts.segments(of: original).first { $0.marker == 0xE0 })
      original.replaceSubrange(jfif.range, with: JPEGParts.segment(0xEE, adobe(said)))
    } else {
      let place = try #require(original.firstRange(of: Array("Adobe".utf8)))
      original[place.lowerBound + 11] = said
    }
    let photo = try PhotoFormats.standard.open(original).content
    let rendered = try photo.rendering(try area(in: photo, [rects[0]]), with: FillObscurer())
    #expect(rendered.bytes.firstRange(of: adobe(read)) != nil)
    #expect(try TestJPEG.decode(rendered.bytes).warnings == 0)
    let tone = try PhotoFormats.standard.open(rendered.bytes).content.displayImage(fitting: 160).pixels[
      40, 50]
    #expect(
      abs(Int(tone.red) - 128) <= 2 && abs(Int(tone.green) - 128) <= 2 && abs(Int(tone.blue) - 128) <= 2)
  }

  @Test func fillsWithOneTone() throws {
    let photo = try PhotoFormats.standard.open(try TestPhotos.astronaut()).content
    let areas = try area(in: photo, [rects[0]])
    let filled = try PhotoFormats.standard.open(try photo.rendering(areas, with: FillObscurer()).bytes)
      .content
    let pixels = try filled.displayImage(fitting: 512).pixels
    for y in 100..<270 { for x in 70..<190 { #expect(pixels[x, y] == (128, 128, 128)) } }
  }

  /// Stray bytes before the end: the decoder warns, so the coefficients are not trusted.
  @Test func encodesPixelsAgainWhereTheDecoderWarns() throws {
    var original = try TestPhotos.astronaut()
    original.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: original.count - 2)
    let photo = try PhotoFormats.standard.open(original).content
    let areas = try area(in: photo, [rects[0]])
    let rendered = try photo.rendering(areas, with: MosaicObscurer())
    #expect(rendered.path == .pixels)
    #expect(!rendered.warnings.isEmpty)

    let after = try TestJPEG.read(rendered.bytes)
    for component in after.components {
      for y in 0..<component.heightInBlocks {
        for x in 0..<component.widthInBlocks
        where areas[0].contains(unitX: x / component.blocksPerUnit.h, unitY: y / component.blocksPerUnit.v) {
          #expect(component.block(x, y).dropFirst().allSatisfy { $0 == 0 })
        }
      }
    }
    // Outside it is the same photo, encoded once more.
    let before = try TestJPEG.decode(try TestPhotos.astronaut()).samples
    let shown = try TestJPEG.decode(rendered.bytes).samples
    let lowerHalf = (512 * 300 * 3)..<before.count
    let error = lowerHalf.reduce(0) { $0 + abs(Int(before[$1]) - Int(shown[$1])) }
    #expect(Double(error) / Double(lowerHalf.count) < 1)
  }

  /// Values of more than ten bits are none of a picture, and an encoder refuses them: they must not be copied either.
  @Test func encodesPixelsAgainWhereAValueIsLargerThanAny() throws {
    var coded = try HandCodedJPEG(
      TestJPEG.encode(
        TestPhotos.noise(width: 160, height: 96, seed: 5), TestJPEG.Kind { $0.sampling = (1, 1) }))
    let code = try #require(coded.unusedCodes(of: 0x10).last)
    coded.tables[0x10]?.symbols[code] = 0x0B
    coded.blocks[3].symbols[1] = .init(code: code, symbol: 0x0B, value: 0x7FF)
    let photo = try PhotoFormats.standard.open(coded.bytes).content
    let rendered = try photo.rendering(try area(in: photo, [rects[2]]), with: MosaicObscurer())
    #expect(rendered.path == .pixels)
    #expect(rendered.warnings.count == 1)
    #expect(try TestJPEG.decode(rendered.bytes).warnings == 0)
  }

  @Test func knowsTheTablesThatLibjpegWrites() throws {
    let photo = try TestJPEG.encode(TestPhotos.noise(width: 40, height: 40, seed: 5))
    let stream = try #require(BaselineJPEG(FileBytes(photo)))
    #expect(stream.ownTables.isEmpty)
    #expect(Set(stream.components.map(\.acTable)).count == 2)
    let own = try TestJPEG.encode(
      TestPhotos.noise(width: 40, height: 40, seed: 5), TestJPEG.Kind { $0.hasOptimizedTables = true })
    #expect(try #require(BaselineJPEG(FileBytes(own))).ownTables.count == 4)
  }
}
