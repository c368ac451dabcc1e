import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// `ChallengeServing`: challenges and rankings, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of challenges.
  static let challengeChecks: [ConformanceCheck] = [
    ConformanceCheck("a challenge is made, joined, left and removed", makeChallenge),
    ConformanceCheck("strangers find no challenge, and travellers make none", hideChallenge),
    ConformanceCheck("values of a challenge that are not allowed are refused", refuseChallengeValues),
    ConformanceCheck("a trip has a limited number of challenges", limitChallenges),
    ConformanceCheck("a trip that is over keeps its challenges, and takes no more", endChallenges),
    ConformanceCheck("a ranking has the members who take part and are not hidden", hideRanks),
    ConformanceCheck("a ranking is by metres of laps within the window", rankByMetres),
    ConformanceCheck("a ranking is by different lifts, all or those of a list", rankByLifts),
  ]

  /// Creates a challenge whose window is given in hours from now.
  private static func create(
    _ world: ServedWorld, _ name: String = "Most metres", _ measure: ChallengeMeasure = .descent,
    in trip: TripID, from start: Double = -1, until end: Double = 1, as user: UserID
  ) async throws -> Challenge {
    try await world.challenges.create(
      name: name, measure: measure, in: trip, from: world.hours(start), until: world.hours(end), as: user)
  }

  private static func makeChallenge(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    let lifts = [SourceID("way/2"), SourceID("way/1")]
    let made = try await create(world, "Every <lift>", .everyLift(lifts + [lifts[0]]), in: trip, as: anna)
    try expectEqual(made.trip, trip)
    try expectEqual(made.name, "Every <lift>")
    try expectEqual(made.measure, .everyLift(lifts))
    try expectEqual(made.isJoined, false)
    let other = try await create(world, "Lifts", .lifts, in: trip, as: anna)
    try expectEqual(Set(try await world.challenges.list(of: trip, as: ben)), [made, other])
    for _ in 0..<2 { try await world.challenges.join(made.id, as: ben) }
    var joined = made
    joined.isJoined = true
    try expectEqual(try await world.challenges.get(made.id, as: ben), joined)
    try expectEqual(try await world.challenges.get(made.id, as: anna), made)
    try expectEqual(try await world.challenges.ranking(of: made.id, as: anna).map(\.user), [ben])
    try await expectRefused(.notFound) { try await world.challenges.leave(made.id, as: anna) }
    try await world.challenges.leave(made.id, as: ben)
    try await expectRefused(.notFound) { try await world.challenges.leave(made.id, as: ben) }
    try expectEqual(try await world.challenges.ranking(of: made.id, as: anna), [])
    try await world.challenges.remove(made.id, as: anna)
    try await expectRefused(.notFound) { try await world.challenges.remove(made.id, as: anna) }
    try await expectRefused(.notFound) { _ = try await world.challenges.get(made.id, as: ben) }
    try expectEqual(try await world.challenges.list(of: trip, as: ben), [other])
  }

  private static func hideChallenge(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben)
    let made = try await create(world, in: trip, as: anna)
    for id in [made.id, try ChallengeID("unknown")] {
      try await expectRefused(.notFound) { _ = try await world.challenges.get(id, as: cleo) }
      try await expectRefused(.notFound) { try await world.challenges.join(id, as: cleo) }
      try await expectRefused(.notFound) { try await world.challenges.leave(id, as: cleo) }
      try await expectRefused(.notFound) { _ = try await world.challenges.ranking(of: id, as: cleo) }
      try await expectRefused(.notFound) { try await world.challenges.remove(id, as: cleo) }
    }
    for id in [trip, try TripID("unknown")] {
      try await expectRefused(.notFound) { _ = try await world.challenges.list(of: id, as: cleo) }
      try await expectRefused(.notFound) { _ = try await create(world, in: id, as: cleo) }
    }
    try await expectRefused(.notPermitted) { _ = try await create(world, in: trip, as: ben) }
    try await expectRefused(.notPermitted) { try await world.challenges.remove(made.id, as: ben) }
    try expectEqual(try await world.challenges.list(of: trip, as: ben), [made])
  }

  private static func refuseChallengeValues(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let trip = try await world.trip(host: anna)
    let long = String(repeating: "x", count: 129)
    let many = (0...Challenge.greatestLiftCount).map { SourceID("way/\($0)") }
    for (code, name, measure) in [
      (.invalidArgument, "", .descent), (.invalidArgument, " ", .descent),
      (.limitExceeded, String(long.prefix(81)), .descent), (.invalidArgument, "a", .everyLift([])),
      (.limitExceeded, "a", .everyLift(many)), (.invalidArgument, "a", .everyLift([SourceID("")])),
      (.limitExceeded, "a", .everyLift([SourceID(long)])),
    ] as [(SkiError.Code, String, ChallengeMeasure)] {
      try await expectRefused(code) { _ = try await create(world, name, measure, in: trip, as: anna) }
    }
    // Before the trip, after it, an end that is not after the beginning, and too long.
    for (code, start, end) in [
      (.invalidArgument, -2, 1), (.invalidArgument, -1, 169), (.invalidArgument, 1, 1),
      (.invalidArgument, 1, 0), (.limitExceeded, -1, 24 * 401),
    ] as [(SkiError.Code, Double, Double)] {
      try await expectRefused(code) {
        _ = try await create(world, in: trip, from: start, until: end, as: anna)
      }
    }
    try expectEqual(try await world.challenges.list(of: trip, as: anna), [])
  }

  private static func limitChallenges(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let trip = try await world.trip(host: anna)
    for number in 1...Quota.challenges.standard {
      _ = try await create(world, "\(number)", .lifts, in: trip, as: anna)
    }
    try await expectRefused(.limitExceeded) { _ = try await create(world, "more", in: trip, as: anna) }
    let all = try await world.challenges.list(of: trip, as: anna)
    try expectEqual(Set(all.map(\.name)), Set((1...Quota.challenges.standard).map(String.init)))
    try await world.challenges.remove(all[0].id, as: anna)
    try expectEqual(try await create(world, "more", in: trip, as: anna).name, "more")
  }

  private static func endChallenges(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    let made = try await create(world, in: trip, as: anna)
    try await world.challenges.join(made.id, as: ben)
    try await world.trips.end(trip, as: anna)
    try await expectRefused(.conflict) { _ = try await create(world, in: trip, as: anna) }
    try await expectRefused(.conflict) { try await world.challenges.join(made.id, as: anna) }
    try expectEqual(try await world.challenges.get(made.id, as: anna), made)
    try expectEqual(try await world.challenges.ranking(of: made.id, as: anna).map(\.user), [ben])
    try await world.challenges.leave(made.id, as: ben)
    try await world.challenges.remove(made.id, as: anna)
    try expectEqual(try await world.challenges.list(of: trip, as: anna), [])
  }

  private static func hideRanks(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben, cleo)
    let made = try await create(world, in: trip, as: anna)
    func people(_ user: UserID) async throws -> Set<UserID> {
      Set(try await world.challenges.ranking(of: made.id, as: user).map(\.user))
    }
    for user in [ben, cleo] { try await world.challenges.join(made.id, as: user) }
    try expectEqual(try await people(anna), [ben, cleo])
    try expectEqual(try await world.challenges.ranking(of: made.id, as: anna).map(\.rank), [1, 1])
    try await world.friends.block(ben, as: cleo)
    try expectEqual(try await people(cleo), [cleo])
    try expectEqual(try await people(ben), [ben])
    try await world.trips.leave(trip, as: ben)
    try expectEqual(try await people(anna), [cleo])
    try await expectRefused(.notFound) { _ = try await people(ben) }
  }

  /// Hours between now and the beginning of trips whose laps are days ago.
  private static let longAgo = -24.0 * 100

  private static func rankByMetres(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben, cleo, since: longAgo)
    let metres = try await create(world, in: trip, from: longAgo, as: anna)
    let later = try await create(world, "Later", in: trip, as: anna)
    for user in [anna, ben] {
      try await world.challenges.join(metres.id, as: user)
      try await world.challenges.join(later.id, as: user)
    }
    let day = try await world.recordDay(as: ben)
    // One who does not take part is not ranked.
    _ = try await world.recordDay(as: cleo)
    let ranks = try await world.challenges.ranking(of: metres.id, as: cleo)
    try expectEqual(ranks.map(\.user), [ben, anna])
    try expectEqual(ranks.map(\.rank), [1, 2])
    try expectEqual(ranks.map(\.score), [day.descentMetres, 0])
    try expectEqual(ranks.first?.name, try await world.users.get(as: ben).name)
    let none = try await world.challenges.ranking(of: later.id, as: anna)
    try expectEqual(none.map(\.score), [0, 0])
    try await world.days.delete(day.id, as: ben)
    try expectEqual(try await world.challenges.ranking(of: metres.id, as: anna).map(\.score), [0, 0])
  }

  private static func rankByLifts(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben, since: longAgo)
    let day = try await world.recordDay(as: ben)
    let laps = try await world.days.laps(of: day.id, as: ben)
    let ridden = Set(laps.filter { $0.kind == .lift }.map(\.source))
    try expectTrue(!ridden.isEmpty, "a lift was ridden")
    let listed = ridden.sorted { $0.rawValue < $1.rawValue } + [SourceID("never ridden")]
    for measure in [ChallengeMeasure.lifts, .everyLift(listed), .everyLift([SourceID("never ridden")])] {
      let made = try await create(world, measure.word, measure, in: trip, from: longAgo, as: anna)
      try await world.challenges.join(made.id, as: ben)
      let expected = measure == .everyLift([SourceID("never ridden")]) ? 0 : ridden.count
      let ranks = try await world.challenges.ranking(of: made.id, as: anna)
      try expectEqual(ranks.map(\.score), [Double(expected)])
    }
  }
}
