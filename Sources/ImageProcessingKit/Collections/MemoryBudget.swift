internal import Glibc

/// Lets work in only while what all of it may take stays under a limit, first come, first served.
final class MemoryBudget: Sendable {
  private struct State {
    var used = 0
    /// The ticket that is served next, and the next ticket to hand out.
    var turn = 0
    var lastTicket = 0
  }

  /// In bytes.
  let limit: Int
  private let state = Monitor(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// Does work that takes so many bytes, as soon as there is room.
  /// - Parameter cost: at most the limit.
  func whileHolding<Result>(_ cost: Int, _ work: () -> Result) -> Result {
    let ticket = state.update { state in
      state.lastTicket += 1
      return state.lastTicket - 1
    }
    _ = state.wait { state -> Bool? in
      // Tickets are served in order: smaller photos would overtake a large one for ever.
      guard state.turn == ticket, state.used == 0 || state.used + cost <= limit else { return nil }
      state.turn += 1
      state.used += cost
      return true
    }
    defer { state.update { $0.used -= cost } }
    return work()
  }

  /// Half of the memory that is free, the limit of the control group regarded.
  static var defaultLimit: Int {
    var free = Int(sysconf(Int32(_SC_AVPHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
    if let available = number(in: "/proc/meminfo", after: "MemAvailable:") { free = available * 1024 }
    if let most = number(in: "/sys/fs/cgroup/memory.max", after: ""),
      let used = number(in: "/sys/fs/cgroup/memory.current", after: "")
    {
      free = min(free, most - used)
    }
    return max(free / 2, 256 << 20)
  }

  /// The number behind a word in a file of the system; nil where there is none.
  private static func number(in path: FilePath, after word: String) -> Int? {
    // These files have no size, so they are read as far as it takes.
    guard let bytes = try? InputFile.open(path).bytes(at: 0, count: 1 << 14) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(word) }) else { return nil }
    return line.dropFirst(word.count).split(separator: " ").first.flatMap { Int($0) }
  }
}
