internal import CWorker

/// Where threads of this process take their memory.
package enum SharedHeap {
  /// Has threads that begin from now on take it of one heap, for processes that are at a film: the frames that one thread decodes another one lets
  /// go of, and what is freed can be given back. It is the program that decides so, and not this library.
  package static func begin() { fbw_share_heap() }
}
