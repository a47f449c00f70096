/// What is kept in memory up to a number of bytes: what was used longest ago goes first.
struct BoundedMemory<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let bytes: Int
    /// When it was used last.
    var use: Int
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// Never more than the limit.
  private(set) var bytes = 0

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  mutating func value(of key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    uses += 1
    entries[key]?.use = uses
    return value
  }

  /// Whether something is kept, which does not count as a use.
  func holds(_ key: Key) -> Bool { entries[key] != nil }

  /// - Parameter bytes: what the value takes; one that takes more than there is room for is not kept.
  mutating func keep(_ value: Value, for key: Key, bytes size: Int) {
    remove(key)
    guard size <= limit else { return }
    while bytes + size > limit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
      remove(oldest.key)
    }
    uses += 1
    entries[key] = Entry(value: value, bytes: size, use: uses)
    bytes += size
  }

  mutating func remove(_ key: Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    bytes -= entry.bytes
  }
}
