import TestSupport
import Testing

@testable import ImageProcessingKit

/// Which files are taken for a render of a photo: those that the photo and its plan would give again, and no others.
@Suite struct RenderProofTests {
  private static let sepia = ToneFilters(sepia: 0.5)

  /// A kind of photo, or one that can only be encoded anew.
  struct Subject: Sendable, CustomStringConvertible {
    var kind = TestJPEG.Kind()
    var isBroken = false
    var description: String { "\(kind)\(isBroken ? ", broken" : "")" }

    func photo(seed: UInt64 = 11) throws -> [UInt8] {
      var photo = try TestJPEG.encode(GatedRender.picture(seed: seed), kind)
      // The decoder warns about stray bytes before the end.
      if isBroken { photo.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: photo.count - 2) }
      return photo
    }
  }

  static let subjects = [
    Subject(), Subject(kind: TestJPEG.Kind { $0.isProgressive = true }),
    Subject(kind: TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) }),
    Subject(isBroken: true),
    Subject(kind: TestJPEG.Kind { $0.sampling = (1, 1) }, isBroken: true),
    Subject(kind: TestJPEG.Kind { $0.components = 4 }, isBroken: true),
  ]

  private static func content(
    _ plan: RegionPlan, _ filters: ToneFilters = ToneFilters()
  ) -> RenderProof.Content { RenderProof.Content(plan: plan, filters: filters) }

  private func proof(_ render: GatedRender, isWayKnown: Bool = true) -> RenderProof {
    RenderProof(
      photo: Photo(render.photo, .jpeg), options: render.options, way: isWayKnown ? render.path : nil)
  }

  @Test(arguments: subjects, ObscuringStyle.allCases)
  func provesARenderOfEveryStyle(subject: Subject, style: ObscuringStyle) throws {
    let plan = try GatedRender.plan(GatedRender.three, style)
    for hasThumbnail in [false, true] {
      var options = RenderOptions()
      options.hasThumbnail = hasThumbnail
      let render = try GatedRender(subject.photo(), plan, options: options)
      #expect(render.path == .pixels || !subject.isBroken)
      // Format 1.0 did not write down how a render was made.
      for isWayKnown in [true, false] {
        #expect(proof(render, isWayKnown: isWayKnown).holds(for: render.bytes, of: [Self.content(plan)]))
      }
    }
  }

  @Test(arguments: subjects.filter { $0.kind.components != 4 })
  func provesATonedRender(subject: Subject) throws {
    let render = try GatedRender(subject.photo(), GatedRender.plan(GatedRender.one))
    let toned = try PhotoFormats.standard.open(render.bytes).content.toning(Self.sepia).bytes
    #expect(proof(render).holds(for: toned, of: [Self.content(render.plan, Self.sepia)]))
    #expect(!proof(render).holds(for: toned, of: [Self.content(render.plan)]))
    #expect(!proof(render).holds(for: render.bytes, of: [Self.content(render.plan, Self.sepia)]))
    // Only its tones were changed.
    let open = try GatedRender.plan([])
    let bare = try render.photo.rendering([], with: MosaicObscurer()).bytes
    let onlyToned = try PhotoFormats.standard.open(bare).content.toning(Self.sepia).bytes
    #expect(proof(render).holds(for: onlyToned, of: [Self.content(open, Self.sepia)]))
  }

  @Test func provesARenderOfEveryPolicy() throws {
    let photo = try CameraPhoto.jpeg(.bigEndian)
    for policy in [MetadataPolicy.none, .minimal, .standard, .beforePolicies] {
      var options = RenderOptions()
      options.metadata = policy
      let render = try GatedRender(photo, GatedRender.plan(GatedRender.one), options: options)
      #expect(proof(render).holds(for: render.bytes, of: [Self.content(render.plan)]))
    }
    // What the record says of it counts.
    var told = RenderOptions()
    told.metadata = .standard
    let telling = try GatedRender(photo, GatedRender.plan(GatedRender.one), options: told)
    let quiet = RenderProof(photo: Photo(telling.photo, .jpeg), options: RenderOptions(), way: telling.path)
    #expect(!quiet.holds(for: telling.bytes, of: [Self.content(telling.plan)]))
  }

  @Test(arguments: subjects)
  func oneOfSeveralStatesIsEnough(subject: Subject) throws {
    let (one, three) = (try GatedRender.plan(GatedRender.one), try GatedRender.plan(GatedRender.three))
    let render = try GatedRender(subject.photo(), one)
    #expect(proof(render).holds(for: render.bytes, of: [Self.content(three), Self.content(one)]))
    #expect(!proof(render).holds(for: render.bytes, of: [Self.content(three)]))
    #expect(!proof(render).holds(for: render.bytes, of: []))
  }

  @Test(arguments: subjects, ObscuringStyle.allCases)
  func anotherPhotoOrItsRenderIsNone(subject: Subject, style: ObscuringStyle) throws {
    let plan = try GatedRender.plan(GatedRender.one, style)
    let render = try GatedRender(subject.photo(), plan)
    let other = try GatedRender(subject.photo(seed: 12), plan)
    let bare = try TestJPEG.encode(GatedRender.picture(seed: 12), subject.kind)
    for file in [other.bytes, other.original, bare] {
      for way in [RenderSummary.Path.bitCopy, .coefficients, .pixels, nil] {
        let proof = RenderProof(photo: Photo(render.photo, .jpeg), options: render.options, way: way)
        for filters in [ToneFilters(), Self.sepia] {
          #expect(!proof.holds(for: file, of: [Self.content(plan, filters)]))
        }
      }
    }
  }

  // Neither is a copy of the photo, nor one that was saved again: it may be all that is left of it.
  @Test(arguments: subjects)
  func thePhotoItselfIsNone(subject: Subject) throws {
    let render = try GatedRender(subject.photo(), GatedRender.plan(GatedRender.one))
    let copy = try render.photo.rendering([], with: MosaicObscurer()).bytes
    var excluded = render.plan
    excluded.regions[0].state = .excluded
    let contents = [
      Self.content(render.plan), Self.content(excluded), Self.content(try GatedRender.plan([])),
    ]
    for file in [render.original, copy] {
      for way in [RenderSummary.Path.bitCopy, .pixels, nil] {
        let proof = RenderProof(photo: Photo(render.photo, .jpeg), options: render.options, way: way)
        #expect(!proof.holds(for: file, of: contents))
      }
    }
  }

  @Test(arguments: subjects)
  func aRenderWithSomethingAddedIsNone(subject: Subject) throws {
    let render = try GatedRender(subject.photo(), GatedRender.plan(GatedRender.one))
    let contents = [Self.content(render.plan)]
    #expect(!proof(render).holds(for: render.bytes + [0], of: contents))
    let comment = TestJPEG.inserting([(0xFE, [1])], into: render.bytes)
    #expect(!proof(render).holds(for: comment, of: contents))
    #expect(!proof(render).holds(for: Array("precious".utf8), of: contents))
    #expect(!proof(render).holds(for: [], of: contents))
  }
}
