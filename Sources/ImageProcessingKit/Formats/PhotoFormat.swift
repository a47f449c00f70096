/// One format that photos come in, as one value: its container, and what proves its renders.
package struct PhotoFormat: Sendable {
  let container: any PhotoContainer
  let gate: any FormatGate

  init(_ container: any PhotoContainer, _ gate: any FormatGate) {
    self.container = container
    self.gate = gate
  }

  package static let jpeg = PhotoFormat(JPEGContainer(), JPEGGate())
  package static let png = PhotoFormat(PNGContainer(), PNGGate())
  package static let heic = PhotoFormat(HEICContainer(), HEICGate())
  package static let avif = PhotoFormat(AVIFContainer(), AVIFGate())
  package static let tiff = PhotoFormat(TIFFContainer(), TIFFGate())
  package static let webp = PhotoFormat(WebPContainer(), WebPGate())
  /// Those that were made of JPEGs.
  package static let jpegXL = PhotoFormat(JPEGXLContainer(), JPEGXLGate())

  /// What people call it: "JPEG".
  package var name: String { container.name }
  /// Apple's uniform type identifier: "public.jpeg".
  package var typeIdentifier: String { container.typeIdentifier }
  /// The endings of its files' names, in lower case; the first is that of a render without a name of its own.
  package var fileExtensions: [String] { container.fileExtensions }

  /// Opens a file that was made here, and whose photo has passed the limits.
  /// - Throws: `FaceBlurError` where it is none of this format.
  func reopen(_ bytes: FileBytes) throws(FaceBlurError) -> any EditablePhoto {
    try container.open(bytes, limits: .none)
  }
}
