import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Locates people by questions from chosen places: presence within a radius, order beside an accomplice, distance.
@Suite struct TrilaterationAttackTests {
  private static let queriesPerVictim = 60

  /// A question for those near, with an accomplice at a known place.
  struct Query {
    var origin: Coordinate
    var metres: Double
    var accomplice: Coordinate?
  }

  /// The parts of an answer about one victim.
  struct Answer {
    var isPresent: Bool
    var isBeforeAccomplice: Bool?
    var metres: Double?
  }

  typealias Ask = (_ victim: Victim, _ viewer: UserID, Query) async throws -> Answer

  /// Asks adaptively: each question divides the positions that agree best with the answers so far.
  private func attack(
    _ victims: [Victim], _ attackers: Attackers, seed: UInt64, ask: Ask
  ) async throws -> (share: Double, queries: Int) {
    var random = SeededGenerator(seed: seed)
    var (pooled, first, queries) = (ErrorMeter(), ErrorMeter(), 0)
    for victim in victims {
      var candidates = Candidates(side: Victim.finestSide)
      // Ben's answers alone: the two take the better of this and of all answers together.
      var alone = candidates
      for number in 0..<Self.queriesPerVictim {
        let origin = Spot.zero.advanced(
          Double.random(in: 200...1500, using: &random), along: .random(in: 0...6.28, using: &random))
        let target = try #require(candidates.best.randomElement(using: &random))
        let reach = origin.metres(to: target)
        let isOrder = number % 2 == 0
        let plane = victim.plane
        let viewer = attackers.viewers[number / 2 % attackers.viewers.count]
        let answer = try await ask(
          victim, viewer,
          Query(
            origin: plane.coordinate(origin), metres: isOrder ? 5000 : reach,
            accomplice: isOrder ? plane.coordinate(target) : nil))
        queries += 1
        let isNearer = answer.isBeforeAccomplice ?? answer.isPresent
        func count(_ candidates: inout Candidates) {
          candidates.count { (origin.metres(to: $0) < reach) == isNearer }
          if let metres = answer.metres { candidates.count { abs(origin.metres(to: $0) - metres) < 17 } }
        }
        count(&candidates)
        if viewer == ben { count(&alone) }
      }
      pooled.add(candidates.estimate, for: victim.spot)
      first.add(alone.estimate, for: victim.spot)
    }
    return (min(pooled.metres, first.metres) / Double(Victim.finestSide), queries)
  }

  @Test(arguments: Attackers.allCases)
  func `questions from many places find no more than the cell`(_ attackers: Attackers) async throws {
    let seed: UInt64 = 231
    var random = SeededGenerator(seed: seed)
    let victims = Victim.random(200, using: &random)
    let world = SharedWorld()
    world.membership.set(Victim.roster(victims), of: week)
    for grant in victims.flatMap(\.grants) + [grant(dora)] { _ = try await world.store.insert(grant) }
    for victim in victims {
      try await world.write(
        row(victim.user, at: victim.place, coarse: shownPublisher(at: victim.place)))
    }
    let positions = SkiEnvironment(
      map: try await SampleMap.open(), server: world.servers[0], storage: SharingStorage(world.store),
      membership: world.membership, clock: world.clock.sharingClock()
    ).positions
    var revision: Int64 = 1
    let result = try await attack(victims, attackers, seed: seed) { victim, viewer, query in
      if let place = query.accomplice {
        revision += 1
        try await world.write(row(dora, at: place, revision: revision))
      }
      let found = try await positions.nearby(
        query.origin, withinMetres: query.metres, most: 200, in: week, as: .member(viewer))
      let rank = found.firstIndex { $0.location.user == victim.user }
      let other = found.firstIndex { $0.location.user == dora }
      return Answer(
        isPresent: rank != nil,
        isBeforeAccomplice: query.accomplice.flatMap { _ in rank.flatMap { one in other.map { one < $0 } } },
        metres: rank.map { found[$0].metres })
    }
    print("trilateration, \(attackers): \(result.share) of the side, \(result.queries) queries, seed \(seed)")
    #expect(result.queries >= 10_000)
    #expect(result.share >= leastShare, "seed \(seed)")
  }

  @Test func `the same questions find people who are ranked by their true places`() async throws {
    let seed: UInt64 = 232
    var random = SeededGenerator(seed: seed)
    let victims = Victim.random(200, using: &random)
    let result = try await attack(victims, .one, seed: seed) { victim, _, query in
      let metres = query.origin.distanceMetres(to: victim.place)
      return Answer(
        isPresent: metres <= query.metres,
        isBeforeAccomplice: query.accomplice.map { metres < query.origin.distanceMetres(to: $0) })
    }
    print("trilateration, control: \(result.share) of the side, seed \(seed)")
    #expect(result.share < 0.1, "seed \(seed)")
  }
}
