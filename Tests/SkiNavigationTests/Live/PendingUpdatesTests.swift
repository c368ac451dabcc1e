import SkiBase
import SkiTestSupport
import Testing

@testable import SkiNavigation

struct PendingUpdatesTests {
  @Test func `a newer value of a key replaces the pending one in its position`() {
    var pending = PendingUpdates<String, UInt64>()
    pending.put("anna", 1)
    pending.put("ben", 1)
    pending.put("anna", 2)
    #expect(pending.count == 2)
    #expect(pending.droppedCount == 1)
    #expect(pending.take() == .value("anna", 2))
    #expect(pending.take() == .value("ben", 1))
    #expect(pending.take() == nil)
  }

  @Test func `an update withdrawn before it is taken is never delivered`() {
    var pending = PendingUpdates<String, UInt64>()
    pending.put("anna", 1)
    pending.withdraw("anna")
    #expect(pending.count == 0)
    #expect(pending.take() == nil)
  }

  @Test func `a withdrawn key that was delivered before is removed once`() {
    var pending = PendingUpdates<String, UInt64>()
    pending.put("anna", 1)
    _ = pending.take()
    pending.put("anna", 2)
    pending.withdraw("anna")
    #expect(pending.take() == .removed("anna"))
    pending.withdraw("anna")
    #expect(pending.take() == nil)
  }

  @Test func `withdrawing by a condition removes what was delivered and forgets what was not`() {
    var pending = PendingUpdates<String, UInt64>()
    for key in ["anna", "ben", "carl", "dora"] { pending.put(key, 1) }
    for _ in 0..<3 { _ = pending.take() }
    pending.put("carl", 2)
    pending.withdrawAll { $0 != "ben" }
    #expect(pending.count == 2)
    #expect(pending.take() == .removed("carl"))
    #expect(pending.take() == .removed("anna"))
    #expect(pending.take() == nil)
  }

  @Test func `the pending updates stay bounded while keys come and go and none is taken`() {
    var pending = PendingUpdates<String, UInt64>()
    for day in 0..<200 {
      for number in 0..<50 { pending.put("\(day)-\(number)", UInt64(day)) }
      for number in 0..<50 { pending.put("\(day)-\(number)", UInt64(day) + 1) }
      #expect(pending.count == 50)
      #expect(pending.lineCount <= 2 * 50 + 16)
      for number in 0..<50 { pending.withdraw("\(day)-\(number)") }
      #expect(pending.count == 0)
    }
    #expect(pending.lineCount <= 16)
  }

  @Test func `random operations give the results of a plain list`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var pending = PendingUpdates<String, UInt64>()
      var plain = ReferencePending()
      for step in UInt64(1)...300 {
        let name = "\(Int.random(in: 0..<12, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          pending.put(name, step)
          plain.put(name, step)
        case 5:
          let letter = "\(Int.random(in: 0..<3, using: &random))"
          pending.withdrawAll { $0.hasSuffix(letter) }
          plain.withdrawAll { $0.hasSuffix(letter) }
        case 6, 7:
          pending.withdraw(name)
          plain.withdraw(name)
        default: #expect(pending.take() == plain.take(), "seed \(seed), step \(step)")
        }
        #expect(pending.count == plain.line.count, "seed \(seed), step \(step)")
        #expect(pending.droppedCount == plain.dropped, "seed \(seed), step \(step)")
        #expect(pending.lineCount <= 2 * pending.count + 17, "seed \(seed), step \(step)")
      }
    }
  }
}

/// The behaviour of ``PendingUpdates``, by lists that are searched.
private struct ReferencePending {
  var line: [Update] = []
  var dropped: UInt64 = 0
  /// The keys delivered and not removed, in the order of their first delivery.
  private var known: [String] = []

  private mutating func add(_ update: Update) {
    if let index = line.firstIndex(where: { $0.key == update.key }) {
      line[index] = update
      dropped += 1
    } else {
      line.append(update)
    }
  }

  mutating func put(_ key: String, _ value: UInt64) { add(.value(key, value)) }

  mutating func withdraw(_ key: String) {
    if !known.contains(key) {
      line.removeAll { $0.key == key }
    } else if !line.contains(.removed(key)) {
      add(.removed(key))
    }
  }

  mutating func withdrawAll(where isWithdrawn: (String) -> Bool) {
    for key in line.map(\.key) where isWithdrawn(key) && !known.contains(key) { withdraw(key) }
    for key in known where isWithdrawn(key) { withdraw(key) }
  }

  mutating func take() -> Update? {
    guard !line.isEmpty else { return nil }
    let update = line.removeFirst()
    if update.value == nil {
      known.removeAll { $0 == update.key }
    } else if !known.contains(update.key) {
      known.append(update.key)
    }
    return update
  }
}
