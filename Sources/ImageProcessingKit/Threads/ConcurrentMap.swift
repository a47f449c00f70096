extension Array where Element: Sendable {
  /// What a function makes of each element, in their order.
  /// - Parameters:
  ///   - pieceSize: elements that a thread takes at once; few where each takes long.
  ///   - threadCount: on how many threads, this one among them; nil for as many as there are processors.
  func concurrentMap<Result: Sendable>(
    inPiecesOf pieceSize: Int = 64, onThreads threadCount: Int? = nil,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let elements = self
    let progress = Monitor<(next: Int, done: [Int: [Result]])>((next: 0, done: [:]))
    let work: @Sendable () -> Void = {
      while true {
        let start = progress.update { progress -> Int in
          defer { progress.next += pieceSize }
          return progress.next
        }
        guard start < elements.count else { return }
        let piece = elements[start..<Swift.min(start + pieceSize, elements.count)].map(transform)
        progress.update { $0.done[start] = piece }
      }
    }
    let pieces = (count + pieceSize - 1) / pieceSize
    let threads = WorkerThreads(Swift.max(Swift.min(threadCount ?? Processors.count, pieces) - 1, 0), work)
    work()
    threads.join()
    return progress.update { $0.done.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}
