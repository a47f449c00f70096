/// A band of a photo's picture at half its size: what is looked at closely without the whole being in memory.
package struct PictureBand: Sendable {
  /// Rows of the stored picture above and below what is a band's own, which it shows besides, but at the edges. A face of up to twice
  /// as many pixels is whole in the band that has its middle.
  static let context = 128

  /// The band as viewers show it, upright, all of one size; the first is what most of them show, and there are as many in
  /// every band of a photo.
  package var views: [PixelBuffer]
  /// Where it lies in the upright picture, normalised. It may reach a pixel beyond the picture where the size is odd.
  package var rect: NormalizedRect
  /// The part of it that is no other band's: these parts cover the picture, each place once.
  package var core: NormalizedRect
}
