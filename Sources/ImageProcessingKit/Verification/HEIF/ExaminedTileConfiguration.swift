/// How the tiles of a HEIF format are coded, and what its files call themselves: what a tile's configuration property says.
///
/// All that the gate asks of HEIF files is written by this; what the code of a tile is, each format's room knows.
protocol ExaminedTileConfiguration: Sendable {
  /// What people call files of the format.
  static var formatName: String { get }
  /// What people call the code.
  static var codeName: String { get }
  /// Of items that are coded so.
  static var itemType: BoxType { get }
  /// Of the property.
  static var propertyType: BoxType { get }
  /// Brands that renders may name, in this order.
  static var knownBrands: [BoxType] { get }
  /// Those of them that every render names beside its major one.
  static var commonBrands: Set<BoxType> { get }
  /// Of a render whose tiles have a shape.
  static func majorBrand(of shape: PlanarShape) -> BoxType
  /// Why a file is none of the format by what it calls itself; nil where it is one.
  static func objection(to file: ExaminedItems) -> String?

  /// Nil where it is not whole.
  /// - Parameter content: of the property.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>)

  var chroma: ChromaFormat { get }
  /// Bits of a sample of luma, and of one of colour.
  var depths: (luma: Int, chroma: Int) { get }
  /// The content of a render's property that says the same.
  func canonical(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]
  /// What of a tile's data shows it, as the data of a render's tile.
  func shown(of data: [UInt8]) -> [UInt8]
}

extension ExaminedTileConfiguration {
  static func objection(to file: ExaminedItems) -> String? { nil }
}
