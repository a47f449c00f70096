/// Records as other programs leave them beside a photo: whole .AAE files, laid out as Apple's programs lay them out.
///
/// The identifiers are those programs' own. The data is of the kind that such programs store, but no user's.
public enum ForeignRecords {
  /// Apple Photos: a crop, as JSON in raw DEFLATE.
  public static func photos() -> [UInt8] {
    file(
      editor: "com.apple.Photos", identifier: "com.apple.photo", version: "1.5",
      base64: [
        "bZDNTsNADITfZc9RlGxTWnLl0l6oBBIgIQ5O4yRG2R/tOgVU5d1xklYgxNGf7Zmxzwrq",
        "9yGyQctRla9nBQM7VTbQR0wUWqh6rFXJYZCyccEA72sZpoYwqFIdnUnB+x5T3znZvA49",
        "YYjkrEzkaSaUfi/dBeeFRWQm24qv2Nq2R1VmiSjayAHI8g6p7fgPfKaau5l1l7bWN9tE",
        "fSx8lekiUZ+HQC2J+zqT6utarTbbcXz7L+Ja4hhkqIFhimMgMoZrgEV0YRf/IlvpRLlA",
        "chbwLJOPiTotmnvbuPkq739cNrdZWohPNVBf3w+mmn+h812utRbue+ApmcDD48v0n2OH",
        "Bh7wRPFiMH4D",
      ])
  }

  /// An editor that stores a binary property list as it is: a filter and a crop.
  public static func propertyList() -> [UInt8] {
    file(
      editor: "com.niksoftware.snapseed", identifier: "com.niksoftware.snapseed", version: "2.0",
      base64: [
        "YnBsaXN0MDDUAQIDBAUKCwxUY3JvcFpmaWx0ZXJOYW1lWWludGVuc2l0eVpzdHJhaWdo",
        "dGVupAYHCAkRAfgRAXoRC9ARCNxfEBFDSVBob3RvRWZmZWN0Tm9pciM/6ZmZmZmZmiO/",
        "+AAAAAAAAAgRFiErNjs+QURHW2QAAAAAAAABAQAAAAAAAAANAAAAAAAAAAAAAAAAAAAA",
        "bQ==",
      ])
  }

  /// An editing extension that archives its objects with NSKeyedArchiver: a dictionary with a filter.
  public static func archive() -> [UInt8] {
    file(
      editor: "com.shinobicontrols.Filtster.FiltsterExtension", identifier: "com.shinobicontrols.filtster",
      version: "1.0",
      base64: [
        "YnBsaXN0MDDUAQIDBAUGBwpYJHZlcnNpb25ZJGFyY2hpdmVyVCR0b3BYJG9iamVjdHMS",
        "AAGGoF8QD05TS2V5ZWRBcmNoaXZlctEICVRyb290gAGnCwwXGBkaG1UkbnVsbNMNDg8Q",
        "ERRWJGNsYXNzV05TLmtleXNaTlMub2JqZWN0c4AGohITgAKAA6IVFoAEgAVaZmlsdGVy",
        "TmFtZVlpbnRlbnNpdHlbQ0lTZXBpYVRvbmUjP+ZmZmZmZmbSHB0eH1okY2xhc3NuYW1l",
        "WCRjbGFzc2VzXE5TRGljdGlvbmFyeaIeIFhOU09iamVjdAgRGiQpMjdJTFFTW2Fob3eC",
        "hIeJi46Qkp2ns7zBzNXi5QAAAAAAAAEBAAAAAAAAACEAAAAAAAAAAAAAAAAAAADu",
      ])
  }

  /// An edit whose data is empty, so that nobody can take it up.
  public static func withoutData() -> [UInt8] {
    file(
      editor: "com.apple.Photos", identifier: "com.apple.Photos.externalEdit", version: "1", base64: [])
  }

  /// Apple Photos, of a film alone: a crop, or that it is played slowly.
  public static func film(isSlow: Bool = false) -> [UInt8] {
    file(
      editor: "com.apple.Photos", identifier: isSlow ? "com.apple.video.slomo" : "com.apple.video",
      version: "1.1", base64: ["YnBsaXN0MDDQCAAAAAAAAAEBAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAJ"])
  }

  /// - Parameter base64: the data in lines of 68 characters, as Apple's programs break them.
  private static func file(editor: String, identifier: String, version: String, base64: [String]) -> [UInt8] {
    let data = base64.map { "\t\($0)\n" }.joined()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>adjustmentBaseVersion</key>
      \t<integer>0</integer>
      \t<key>adjustmentData</key>
      \t<data>
      \(data)\t</data>
      \t<key>adjustmentEditorBundleID</key>
      \t<string>\(editor)</string>
      \t<key>adjustmentFormatIdentifier</key>
      \t<string>\(identifier)</string>
      \t<key>adjustmentFormatVersion</key>
      \t<string>\(version)</string>
      \t<key>adjustmentRenderTypes</key>
      \t<integer>0</integer>
      \t<key>adjustmentTimestamp</key>
      \t<date>2024-05-26T14:52:33Z</date>
      </dict>
      </plist>

      """
    return Array(text.utf8)
  }
}
