/// What one kind of player shows of a frame.
struct FrameView {
  /// Upright, with a long side of `FilmFrame.smallSide(of:)`: what is kept, and looked at quickly and closely.
  let picture: PixelBuffer
  /// Makes the same at the size that full looks make use of; nil once the frame is past.
  var large: (() throws(FaceBlurError) -> PixelBuffer)?
}

/// A frame of a film, as looks are taken at it.
struct FilmFrame {
  /// Counted from 0 in order of presentation.
  let index: Int
  /// When it is shown, in ticks of the film's video track.
  let time: Int
  /// The frame's, upright, in pixels.
  let size: (width: Int, height: Int)
  /// One for nearly all films; a face that one of several shows is a face.
  private(set) var views: [FrameView]

  init(index: Int, time: Int, size: (width: Int, height: Int), views: [FrameView]) {
    self.index = index
    self.time = time
    self.size = size
    self.views = views
  }

  /// The same once it is past: full looks are over.
  var past: FilmFrame {
    var frame = self
    for index in views.indices { frame.views[index].large = nil }
    return frame
  }

  /// The long side in pixels of the pictures that are kept: half of the frame's, where that is as much as is looked at quickly. Of a
  /// picture at half its size, enlarged, YuNet sees as many small faces as of the whole.
  static func smallSide(of size: (width: Int, height: Int)) -> Int {
    let longSide = max(size.width, size.height)
    return min(longSide, min(max(longSide / 2, NetworkDetector.quickLook), 2 * NetworkDetector.quickLook))
  }
}
