internal import CWorker

/// Where this process takes its memory. It is the program that decides so, and not this library.
package enum ProcessMemory {
  /// Has large pieces be given back as soon as nobody needs them: what is free between pieces in use is kept else, of the bands of a large photo
  /// dozens of megabytes.
  package static func returnLargePieces() { fbw_return_large_pieces() }

  /// Has threads that begin from now on take it of one heap, for processes that are at a film: the frames that one thread decodes another one lets
  /// go of, and what is freed can be given back.
  package static func shareHeap() { fbw_share_heap() }
}
