import Synchronization

@testable import ImageProcessingKit

/// What a person does at a moment of the test's choice.
final class Trigger: Sendable {
  private let cancellation = Mutex<Cancellation?>(nil)

  func set(_ cancellation: Cancellation) { self.cancellation.withLock { $0 = cancellation } }
  func pull() { cancellation.withLock { $0?.cancel() } }
}

/// A photo that pulls a trigger with a piece of the file that it renders.
struct CancellingPhoto: WrappedPhoto {
  let photo: any EditablePhoto
  let trigger: Trigger
  /// From 1; nil for never.
  let piece: Int?

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    try photo.renderUnproven(
      areas, with: obscurer, options: options,
      into: CountingSink(sink: sink) { [trigger, piece] count in if count == piece { trigger.pull() } })
  }
}

private final class CountingSink: ByteSink {
  private let sink: any ByteSink
  private let onPiece: (Int) -> Void
  private var count = 0

  init(sink: any ByteSink, onPiece: @escaping (Int) -> Void) {
    self.sink = sink
    self.onPiece = onPiece
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    count += 1
    onPiece(count)
    sink.append(bytes)
  }

  func restart() { sink.restart() }
}

/// Sees nothing, and pulls a trigger when it is asked.
final class CancellingDetector: FaceDetecting {
  let identity = DetectorIdentity.byHand
  let longestLook = 512
  private let trigger: Trigger?

  init(_ trigger: Trigger?) { self.trigger = trigger }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    trigger?.pull()
    return []
  }
}
