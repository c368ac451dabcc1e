import SkiGeo
import SkiTestSupport
import Testing

@testable import SkiNavigation

struct UpdateMailboxTests {
  private typealias Mailbox = UpdateMailbox<String, UInt64>

  private let mailbox = Mailbox()

  @Test func `a waiting listener is resumed by a value`() async {
    let mailbox = mailbox
    let listener = Task { await mailbox.next() }
    mailbox.put("anna", 7)
    #expect(await listener.value == .value("anna", 7))
  }

  @Test func `a waiting listener is resumed by the removal of a delivered key`() async {
    let mailbox = mailbox
    mailbox.put("anna", 1)
    #expect(mailbox.takeAll() == [.value("anna", 1)])
    let listener = Task { await mailbox.next() }
    mailbox.withdraw("anna")
    #expect(await listener.value == .removed("anna"))
  }

  @Test func `withdrawing by a condition resumes as many waiting listeners as keys are removed`() async {
    let mailbox = mailbox
    mailbox.put("anna", 1)
    mailbox.put("ben", 1)
    _ = mailbox.takeAll()
    await withTaskGroup(of: Update?.self) { group in
      for _ in 0..<2 { group.addTask { await mailbox.next() } }
      mailbox.withdrawAll { _ in true }
      var removed: Set<String> = []
      for await update in group { if let key = update?.key { removed.insert(key) } }
      #expect(removed == ["anna", "ben"])
    }
  }

  @Test func `a withdrawn value is never delivered`() {
    mailbox.put("anna", 1)
    mailbox.withdraw("anna")
    mailbox.put("ben", 1)
    mailbox.put("carl", 1)
    mailbox.withdrawAll { $0 == "ben" }
    #expect(mailbox.takeAll() == [.value("carl", 1)])
  }

  @Test func `updates up to a limit are taken and the others stay`() {
    for number in 0..<5 { mailbox.put("\(number)", 1) }
    #expect(mailbox.takeAll(limit: 2).map(\.key) == ["0", "1"])
    #expect(mailbox.pendingCount == 3)
    #expect(mailbox.takeAll(limit: 0).isEmpty)
    #expect(mailbox.takeAll().map(\.key) == ["2", "3", "4"])
  }

  @Test func `a cancelled task closes its mailbox`() async {
    let mailbox = mailbox
    let listener = Task {
      var count = 0
      while await mailbox.next() != nil { count += 1 }
      return count
    }
    listener.cancel()
    #expect(await listener.value == 0)
    #expect(mailbox.isClosed)
  }

  @Test func `a closed mailbox has no updates, takes none, and ends its listeners`() async {
    let mailbox = mailbox
    mailbox.put("anna", 1)
    let listeners = (0..<3).map { _ in
      Task { while await mailbox.next() != nil {} }
    }
    mailbox.close()
    mailbox.put("anna", 2)
    mailbox.withdrawAll { _ in true }
    for listener in listeners { await listener.value }
    #expect(mailbox.pendingCount == 0)
    #expect(mailbox.takeAll().isEmpty)
    #expect(await mailbox.next() == nil)
  }

  @Test func `a mailbox that is not read holds one update for each key`() {
    for round in UInt64(1)...100 {
      for number in 0..<100 { mailbox.put("\(number)", round) }
      #expect(mailbox.pendingCount == 100)
    }
    #expect(mailbox.droppedCount == 99 * 100)
    #expect(mailbox.takeAll().allSatisfy { $0.value == 100 })
  }

  @Test func `after random operations a listener has the values that were not withdrawn`() {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let mailbox = Mailbox()
      var (picture, truth) = (Picture(), [String: UInt64]())
      for step in UInt64(1)...400 {
        let key = "\(Int.random(in: 0..<8, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          mailbox.put(key, step)
          truth[key] = step
        case 5:
          mailbox.withdraw(key)
          truth[key] = nil
        case 6:
          mailbox.withdrawAll { $0 < key }
          truth = truth.filter { $0.key >= key }
        default: picture.apply(mailbox.takeAll(limit: 2))
        }
        #expect(mailbox.pendingCount <= 8, "seed \(seed), step \(step)")
      }
      picture.apply(mailbox.takeAll())
      #expect(picture.values == truth, "seed \(seed)")
      #expect(picture.isOrdered, "seed \(seed)")
    }
  }

  @Test func `concurrent publishers and withdrawals keep the order and lose no last value`() async {
    let mailboxes = (0..<5).map { _ in Mailbox() }
    let pictures = Locked([Int: Picture]())
    await withTaskGroup(of: Void.self) { group in
      for (number, mailbox) in mailboxes.enumerated() {
        group.addTask {
          let picture = await Self.follow(mailbox)
          pictures.withLock { $0[number] = picture }
        }
      }
      for _ in 0..<50 {
        group.addTask {
          let abandoned = Mailbox()
          let listener = Task { while await abandoned.next() != nil {} }
          abandoned.put("anna", 1)
          await Task.yield()
          listener.cancel()
          await listener.value
        }
      }
      await withTaskGroup(of: Void.self) { producers in
        for producer in 0..<4 { producers.addTask { Self.produce(mailboxes, producer) } }
        producers.addTask {
          for round in 0..<200 { for mailbox in mailboxes { mailbox.withdrawAll { $0 == "\(round % 40)" } } }
        }
      }
      for mailbox in mailboxes {
        for number in 0..<40 { mailbox.put("\(number)", .max - 1) }
        mailbox.put("end", .max)
      }
    }
    for picture in pictures.withLock({ Array($0.values) }) {
      #expect(picture.isOrdered)
      #expect(picture.values.count == 41)
      #expect(picture.values.allSatisfy { $0.value >= .max - 1 })
    }
    #expect(pictures.withLock { $0.count } == 5)
  }

  /// Publishes rising values of the keys that are this producer's.
  private static func produce(_ mailboxes: [Mailbox], _ producer: Int) {
    for value in UInt64(1)...500 {
      for number in stride(from: producer, to: 40, by: 4) {
        for mailbox in mailboxes { mailbox.put("\(number)", value) }
      }
    }
  }

  /// Reads until the last value and all that is left.
  private static func follow(_ mailbox: Mailbox) async -> Picture {
    var picture = Picture()
    while let update = await mailbox.next() {
      picture.apply([update])
      if update.key == "end" { break }
    }
    picture.apply(mailbox.takeAll())
    return picture
  }
}
