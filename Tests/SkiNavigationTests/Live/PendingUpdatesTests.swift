import SkiTestSupport
import Testing

@testable import SkiNavigation

struct PendingUpdatesTests {
  @Test func `a newer update of a traveller replaces the pending one in its position`() {
    var pending = PendingUpdates()
    pending.put(present("anna", 1))
    pending.put(present("ben", 1))
    pending.put(present("anna", 2))
    #expect(pending.count == 2)
    #expect(pending.droppedCount == 1)
    #expect(pending.take() == present("anna", 2))
    #expect(pending.take() == present("ben", 1))
    #expect(pending.take() == nil)
  }

  @Test func `an update withdrawn before it is taken is never delivered`() {
    var pending = PendingUpdates()
    pending.put(present("anna", 1))
    pending.withdraw(TravellerID("anna"))
    #expect(pending.count == 0)
    #expect(pending.take() == nil)
  }

  @Test func `a withdrawn traveller who was delivered before is reported once as having left`() {
    var pending = PendingUpdates()
    pending.put(present("anna", 1))
    _ = pending.take()
    pending.put(present("anna", 2))
    pending.withdraw(TravellerID("anna"))
    #expect(pending.take() == .left(TravellerID("anna")))
    pending.withdraw(TravellerID("anna"))
    #expect(pending.take() == nil)
  }

  @Test func `the pending updates stay bounded while travellers come and go and none is taken`() {
    var pending = PendingUpdates()
    for day in 0..<200 {
      for number in 0..<50 { pending.put(present("\(day)-\(number)", UInt64(day))) }
      for number in 0..<50 { pending.put(present("\(day)-\(number)", UInt64(day) + 1)) }
      #expect(pending.count == 50)
      #expect(pending.lineCount <= 2 * 50 + 16)
      for number in 0..<50 { pending.withdraw(TravellerID("\(day)-\(number)")) }
      #expect(pending.count == 0)
    }
    #expect(pending.lineCount <= 16)
  }

  @Test func `random operations give the results of a plain list`() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var pending = PendingUpdates()
      var plain = ReferencePending()
      for step in UInt64(1)...300 {
        let name = "\(Int.random(in: 0..<12, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          pending.put(present(name, step))
          plain.put(present(name, step))
        case 5..<7:
          pending.withdraw(TravellerID(name))
          plain.withdraw(TravellerID(name))
        default: #expect(pending.take() == plain.take(), "seed \(seed), step \(step)")
        }
        #expect(pending.count == plain.line.count, "seed \(seed), step \(step)")
        #expect(pending.lineCount <= 2 * pending.count + 17, "seed \(seed), step \(step)")
      }
    }
  }
}

/// The behaviour of ``PendingUpdates``, by a list that is searched.
private struct ReferencePending {
  var line: [TravellerUpdate] = []
  private var known: Set<TravellerID> = []

  mutating func put(_ update: TravellerUpdate) {
    if let index = line.firstIndex(where: { $0.traveller == update.traveller }) {
      line[index] = update
    } else {
      line.append(update)
    }
  }

  mutating func withdraw(_ traveller: TravellerID) {
    if known.contains(traveller) {
      put(.left(traveller))
    } else {
      line.removeAll { $0.traveller == traveller }
    }
  }

  mutating func take() -> TravellerUpdate? {
    guard !line.isEmpty else { return nil }
    let update = line.removeFirst()
    if update.position == nil { known.remove(update.traveller) } else { known.insert(update.traveller) }
    return update
  }
}
