/// The faces of a plan as photo managers read them: an XMP sidecar with regions in the schema of the Metadata Working
/// Group (Guidelines for Handling Image Metadata 2.0, 5.9).
///
/// Areas are fractions of the **stored** picture, as is the size they apply to: "Region metadata is applied to the
/// stored image", and whoever turns the picture turns the regions (5.9). digiKam does so when it reads them
/// (`ItemScanner::commitFaces`). The orientation is told, too, for readers that look at the sidecar alone.
///
/// The schema knows faces, pets, focus points and bar codes: a region of a kind that is none of those has no type, and its description
/// says what it is. A region is the face itself, without the margin, and has no name: digiKam lists it among the unknown people.
/// Excluded regions are left out, because nobody knows whether one is a face meant to be seen or no face at all; the
/// record keeps them. A sidecar tells where the hidden faces are, so it belongs beside the original and not beside what
/// is published.
package enum RegionSidecar {
  /// More than the sidecar of any plan holds.
  package static let maxFileBytes = 4 << 20

  /// `IMG_1234.JPG.xmp` beside `IMG_1234.JPG`: digiKam's and darktable's name. `IMG_1234.xmp` is the name of the raw
  /// photo's sidecar where both were taken, and Lightroom, whose convention it is, reads none for a JPEG.
  package static func path(for original: FilePath) -> FilePath {
    original.folder.appending(original.name.suffixed(".xmp"))
  }

  /// The bytes of a plan's sidecar; always the same for the same plan, photo and version.
  /// - Parameter plan: whose hidden regions are written.
  /// - Parameter geometry: of the photo that the plan is for.
  package static func content(of plan: RegionPlan, on geometry: PhotoGeometry) -> [UInt8] {
    let rest = closing(plan, geometry)
    return opening + Array(SHA256.hexDigest(of: rest).utf8) + rest
  }

  /// Whether faceblur wrote a sidecar, of whatever version, and nobody has changed it since: it may be replaced or
  /// removed. Programs that add to a sidecar leave its tool's name in it, so the name alone would not do.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    let digestEnd = opening.count + 64
    guard bytes.count <= maxFileBytes, bytes.count > digestEnd, bytes.starts(with: opening) else {
      return false
    }
    let rest = Array(bytes[digestEnd...])
    return rest.starts(with: creator)
      && SHA256.hexDigest(of: rest) == String(decoding: bytes[opening.count..<digestEnd], as: UTF8.self)
  }

  /// Up to the digest of what follows it, which is the instance's identifier (XMP part 2, 1.2.2.2): it is another one
  /// whenever the content is.
  private static let opening = Array(
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
      xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
      xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
      xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
      xmpMM:InstanceID="xmp.iid:
    """.utf8)

  /// What follows the digest, up to the version.
  private static let creator = Array("\"\n  xmp:CreatorTool=\"FaceBlur ".utf8)

  private static func closing(_ plan: RegionPlan, _ geometry: PhotoGeometry) -> [UInt8] {
    let frame = geometry.frame
    let regions = plan.visible(in: frame).applied.compactMap { item(for: $0, turned: geometry.orientation) }
    let (width, height) =
      geometry.orientation.swapsAxes
      ? (frame.visible.height, frame.visible.width) : (frame.visible.width, frame.visible.height)
    let text = """
      \(FaceBlurVersion.current)"
        tiff:Orientation="\(geometry.orientation.rawValue)">
      <mwg-rs:Regions rdf:parseType="Resource">
      <mwg-rs:AppliedToDimensions \
      stDim:w="\(width)" stDim:h="\(height)" stDim:unit="pixel"/>
      <mwg-rs:RegionList>
      <rdf:Bag>
      \(regions.joined())</rdf:Bag>
      </mwg-rs:RegionList>
      </mwg-rs:Regions>
      </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>

      """
    return creator + Array(text.utf8)
  }

  /// A region's entry; nil where too little of it is in the picture, because digiKam stops at an empty one.
  private static func item(for region: PlannedRegion, turned orientation: Orientation) -> String? {
    let rect = orientation.stored(fromUpright: region.rect.clampedToPicture())
    let half = 0.5 / millionths
    guard rect.width >= half, rect.height >= half else { return nil }
    let isFace = region.kind == .face
    let type = isFace ? "<mwg-rs:Type>Face</mwg-rs:Type>\n" : ""
    let description = "\(region.id), \(region.origin.rawValue)" + (isFace ? "" : ", \(region.kind)")
    return """
      <rdf:li rdf:parseType="Resource">
      \(type)<mwg-rs:Description>\(escaped(description))</mwg-rs:Description>
      <mwg-rs:Area \
      stArea:x="\(decimal(rect.x + rect.width / 2))" stArea:y="\(decimal(rect.y + rect.height / 2))" \
      stArea:w="\(decimal(rect.width))" stArea:h="\(decimal(rect.height))" stArea:unit="normalized"/>
      </rdf:li>

      """
  }

  /// Finer than a pixel of any JPEG.
  private static let millionths = 1_000_000.0

  /// A fraction of 0 to 1 with six decimals: the same text everywhere, without exponents.
  private static func decimal(_ fraction: Double) -> String {
    let digits = String(Int((min(max(fraction, 0), 1) * millionths).rounded()))
    let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
    return padded.dropLast(6) + "." + padded.suffix(6)
  }

  /// A text as XML 1.0 may hold it; what it may not hold at all becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result += scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
      }
    }
    return result
  }
}
