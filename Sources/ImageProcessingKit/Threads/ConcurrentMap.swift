extension Array where Element: Sendable {
  /// What a function makes of each element, in their order, on as many threads as there are processors.
  func concurrentMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> [Result] {
    let pieceSize = 64
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
    let threads = WorkerThreads(Swift.max(Swift.min(Processors.count, pieces) - 1, 0), work)
    work()
    threads.join()
    return progress.update { $0.done.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}
