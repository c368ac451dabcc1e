import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Random failures, deaths of workers and passages of time lose no notice.
@Suite struct OutboxPropertyTests {
  @Test(arguments: TripsBackend.usable)
  func `each notice is enqueued once and delivered at least once`(backend: TripsBackend) async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("outbox: seed \(seed)")
    try await backend.withTrips { world in
      var random = SeededGenerator(seed: seed)
      var people: [UserID] = []
      for name in ["anna", "ben", "cleo"] { people.append(try await world.person(name)) }
      let moods = Locked(SeededGenerator(seed: seed &+ 1))
      let taken = Locked<Set<String>>([])
      let channel = RecordingChannel { delivery in
        switch moods.withLock({ Int.random(in: 0..<5, using: &$0) }) {
        case 0: throw SkiError(.unavailable, "the receiver answers 500; try again")
        case 1: return .busy(seconds: 3)
        default:
          taken.withLock { taken in
            for notice in delivery.notices { taken.insert("\(delivery.recipient) \(notice.key)") }
          }
          return .delivered
        }
      }
      var options = OutboxOptions()
      (options.greatestAttemptCount, options.parallelCount) = (3, 4)
      let workers = [try await world.worker(channel, options), try await world.worker(channel, options)]
      var expected: Set<String> = []
      for step in 0..<150 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          // Keys come again.
          let (key, person) = (
            "n\(Int.random(in: 0..<40, using: &random))", people.randomElement(using: &random)
          )
          let recipient = try #require(person)
          let isNew = expected.insert("\(recipient) \(key)").inserted
          let count = try await world.enqueue(NoticeDraft(.rsvp, key: key), to: recipient)
          #expect(count == (isNew ? 1 : 0), "seed \(seed), step \(step)")
        case 2: _ = try await workers.randomElement(using: &random)?.take()
        case 3, 4: try await workers.randomElement(using: &random)?.deliverDue()
        default: world.clock.advance(seconds: Double.random(in: 0...40, using: &random))
        }
      }
      for _ in 0..<400 {
        let left = try await world.texts("SELECT notice FROM trips_deliveries")
        if left.isEmpty { break }
        try await world.deadLetters.resendAll(through: "push")
        try await workers[0].deliverDue()
        world.clock.advance(seconds: 20)
      }
      #expect(taken.withLock { $0 } == expected, "seed \(seed)")
      #expect(Set(channel.keys) == expected, "seed \(seed)")
    }
  }
}
