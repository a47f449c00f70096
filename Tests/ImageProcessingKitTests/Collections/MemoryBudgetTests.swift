@testable import ImageProcessingKit
import Synchronization
import Testing

@Suite struct MemoryBudgetTests {
  /// What several threads do at once under a budget of 100.
  private final class Work: Sendable {
    static let costs = [60, 50, 10, 100, 1, 40]
    let budget = MemoryBudget(limit: 100)
    let begun = Atomic<Int>(0)
    let used = Atomic<Int>(0)
    let most = Mutex(0)
    let turns = Atomic<Int>(0)

    func run() {
      let cost = Self.costs[begun.add(1, ordering: .relaxed).oldValue]
      for _ in 0..<200 {
        budget.whileHolding(cost) {
          let now = used.add(cost, ordering: .relaxed).newValue
          most.withLock { $0 = max($0, now) }
          used.subtract(cost, ordering: .relaxed)
          turns.add(1, ordering: .relaxed)
        }
      }
    }
  }

  @Test func keepsTheSumUnderTheLimitAndLetsEveryoneIn() {
    let work = Work()
    WorkerThreads(Work.costs.count) { work.run() }.join()
    #expect(work.turns.load(ordering: .relaxed) == Work.costs.count * 200)
    #expect(work.most.withLock { $0 } <= 100)
  }
}
