import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Locates people by the times, the minutes, the order and the cursors of the batches in which they arrive.
@Suite struct TimingAttackTests {
  private static let seconds = 1800
  private static let victims = 400

  /// The time at which a victim's beats reach the store.
  private enum World { case published, leaky }

  /// Returns what viewers observe of each victim, from a server's streams.
  private func observe(
    _ world: World, _ attackers: Attackers, _ victims: [Victim], _ random: inout SeededGenerator
  ) async throws -> (seen: [UserID: TimingFeatures], queries: Int) {
    let shared = SharedWorld()
    shared.membership.set(Victim.roster(victims), of: week)
    for grant in victims.flatMap(\.grants) { _ = try await shared.store.insert(grant) }
    var streams: [LocationStream] = []
    for viewer in attackers.viewers {
      streams.append(try await shared.listen(.member(viewer), showing: .all))
    }
    var publishers = victims.map { _ in CoarsePublisher() }
    var held: [LiveRow?] = victims.map { _ in nil }
    var (seen, queries) = ([UserID: TimingFeatures](), 0)
    for second in 0..<Self.seconds {
      shared.clock.advance(1000)
      var rows: [LiveRow] = []
      for (index, victim) in victims.enumerated() {
        let now = shared.clock.now.milliseconds
        publishers[index].observe(
          CoarsePublisher.Place(
            cell: GridCell(at: victim.place), area: nil, isInSkiArea: true, fixMilliseconds: now), now: now,
          random: &random)
        if publishers[index].performBeat(now: now) {
          held[index] = row(
            victim.user, at: victim.place, seconds: Double(now - time(0).milliseconds) / 1000,
            coarse: publishers[index])
        }
        let phase = Int(60 * (victim.spot.east / Double(Victim.finestSide) + 0.5))
        if world == .leaky && second % 60 != phase { continue }
        if let row = held[index] { rows.append(row) }
        held[index] = nil
      }
      if !rows.isEmpty { _ = try await shared.store.write(rows) }
      await shared.servers[0].note(.trips([week]))
      await shared.step()
      for (number, stream) in streams.enumerated() {
        while let batch = stream.takeNow(), !batch.changes.isEmpty {
          for (rank, change) in batch.changes.enumerated() {
            guard case .present(let location) = change, second > 200 else { continue }
            queries += 1
            seen[location.user, default: TimingFeatures()].add(
              arrival: second, minute: location.observedAt.milliseconds, now: shared.clock.now.milliseconds,
              rank: rank, cursor: batch.cursor.number, viewer: number)
          }
        }
      }
    }
    return (seen, queries)
  }

  /// Learns from one half of the victims and locates the other.
  private func attack(
    _ world: World, _ attackers: Attackers, seed: UInt64
  ) async throws -> (share: Double, count: Int, queries: Int) {
    var random = SeededGenerator(seed: seed)
    let victims = Victim.random(Self.victims, using: &random)
    let (seen, queries) = try await observe(world, attackers, victims, &random)
    let known = victims.filter { seen[$0.user] != nil }
    var (model, meter) = (LinearModel(), ErrorMeter())
    for victim in known.dropLast(known.count / 2) {
      seen[victim.user].map { model.learn($0.values, victim.spot) }
    }
    model.solve()
    for victim in known.suffix(known.count / 2) {
      seen[victim.user].map { meter.add(model.estimate($0.values), for: victim.spot) }
    }
    return (meter.share(of: Victim.finestSide), meter.count, queries)
  }

  @Test(arguments: Attackers.allCases)
  func `the times and the order of batches tell no more than the cell`(_ attackers: Attackers) async throws {
    let seed: UInt64 = 239
    let result = try await attack(.published, attackers, seed: seed)
    print("timing, \(attackers): \(result.share) of the side, \(result.queries) changes, seed \(seed)")
    #expect(result.queries >= 10_000)
    #expect(result.share >= leastShare, "seed \(seed)")
  }

  @Test func `the same times find people whose beats depend on their places`() async throws {
    let seed: UInt64 = 240
    let result = try await attack(.leaky, .one, seed: seed)
    print("timing, control: \(result.share) of the side, seed \(seed)")
    #expect(result.share < 0.32, "seed \(seed)")
  }
}
