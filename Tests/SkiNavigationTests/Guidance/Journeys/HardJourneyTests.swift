import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// Journeys with a disturbance each, on the sample and on real areas: all arrive, and their journals replay equal.
struct HardJourneyTests {
  /// The journeys of each mountain.
  private static let seeds: ClosedRange<UInt64> = 1...3

  /// Runs a body with a route, its skier and its journey, for each seed.
  private func travel(
    _ name: String, seeds: ClosedRange<UInt64> = seeds,
    _ body: (inout Journey, inout RouteSkier, Route, UInt64) throws -> Void
  ) async throws {
    let world = try await JourneyWorld.named(name)
    for seed in seeds {
      var random = SeededGenerator(seed: seed &* 7919)
      guard let (route, end) = try world.hardRoute(&random) else {
        Issue.record("\(name) has no such route")
        return
      }
      var skier = RouteSkier(seed: seed)
      skier.patience = 0.3
      skier.reportsMotion = seed != 2
      var journey = try Journey(world, route, to: end)
      try body(&journey, &skier, route, seed)
      #expect(
        journey.isArrived, "\(name), seed \(seed): \(journey.state.phase) on step \(journey.state.step)")
      let isAnnounced = journey.announcements.contains { $0.announcement.kind == .wrongLift }
      #expect(!isAnnounced, "\(name), seed \(seed)")
      let faults = try journey.faults()
      #expect(faults.isEmpty, "\(name), seed \(seed): \(faults)")
    }
  }

  private static func longest(_ kind: LinkKind, _ route: Route) -> Int {
    route.steps.indices.filter { route.steps[$0].kind == kind }
      .max { route.steps[$0].lengthMetres < route.steps[$1].lengthMetres } ?? 0
  }

  @Test(arguments: JourneyWorld.names) func `a route followed to its end arrives`(name: String) async throws {
    try await travel(name) { journey, skier, route, _ in
      try journey.take(skier.follow(route).map(\.fix))
      #expect(journey.alarmCount == 0)
    }
  }

  @Test(arguments: JourneyWorld.names, [-3600.0, 3600])
  func `a clock set by an hour heals within ten fixes`(name: String, change: Double) async throws {
    try await travel(name) { journey, skier, route, seed in
      var fixes = skier.follow(route).map(\.fix)
      let from = fixes.count / 3
      for index in fixes[from...].indices {
        fixes[index].time = fixes[index].time.advanced(bySeconds: change)
        if seed == 3 { fixes[index].sequence = nil }
      }
      if seed == 3 { for index in fixes.indices { fixes[index].sequence = nil } }
      try journey.take(Array(fixes[..<(from + 10)]))
      #expect(journey.state.time == fixes[from + 9].time, "\(name), seed \(seed)")
      try journey.take(Array(fixes[(from + 10)...]))
      #expect(journey.alarmCount == 0, "\(name), seed \(seed)")
    }
  }

  @Test(arguments: JourneyWorld.names) func `a ride without fixes is completed`(name: String) async throws {
    try await travel(name) { journey, skier, route, seed in
      let lift = Self.longest(.lift, route)
      let range = TruthLine(route).steps[lift]
      let fixes = skier.follow(route).filter {
        $0.step != lift || $0.along < range.lowerBound + 20 || $0.along > range.upperBound - 5
      }
      try journey.take(fixes.map(\.fix))
      #expect(
        journey.effects.contains { $0.effect == .stepCompleted(lift) },
        "\(name), seed \(seed), lift \(lift): \(journey.effects)")
    }
  }

  @Test(arguments: JourneyWorld.names)
  func `standing for half an hour on a run instructs nothing`(name: String) async throws {
    try await travel(name) { journey, skier, route, seed in
      let run = Self.longest(.run, route)
      let range = TruthLine(route).steps[run]
      let place = range.lowerBound + (range.upperBound - range.lowerBound) * 0.4
      try journey.take(skier.follow(route, untilMetres: place).map(\.fix))
      var standing: [SkiedFix] = []
      skier.patience = 1
      skier.stand(1800, TruthLine(route), place, run, &standing)
      try journey.take(standing.prefix(15).map(\.fix))
      let before = journey.effects.count
      try journey.take(standing.dropFirst(15).map(\.fix))
      #expect(journey.effects.count == before, "\(name), seed \(seed): \(journey.effects[before...])")
      skier.patience = 0.3
      try journey.take(skier.follow(route, fromMetres: place).map(\.fix))
    }
  }

  @Test(arguments: JourneyWorld.names)
  func `off the piste and back is announced and guidance goes on`(name: String) async throws {
    try await travel(name) { journey, skier, route, seed in
      journey.isOnline = false
      let run = Self.longest(.run, route)
      let range = TruthLine(route).steps[run]
      let (leaving, back) = (range.lowerBound + 60, min(range.upperBound - 60, range.lowerBound + 500))
      try journey.take(skier.follow(route, untilMetres: leaving).map(\.fix))
      let detour = skier.detour(off: route, step: run, from: leaving, to: back, byMetres: 150)
      try journey.take(detour.map(\.fix))
      try journey.take(skier.follow(route, fromMetres: back).map(\.fix))
      #expect(journey.alarmCount >= 1, "\(name), seed \(seed)")
    }
  }

  @Test(arguments: JourneyWorld.names)
  func `buffered fixes that arrive late change nothing`(name: String) async throws {
    try await travel(name) { journey, skier, route, seed in
      let fixes = skier.follow(route).map(\.fix)
      let (from, to) = (fixes.count / 3, min(fixes.count / 3 + 300, fixes.count * 2 / 3))
      try journey.take(Array(fixes[..<from]))
      try journey.take([fixes[to]])
      let (along, time, count) = (journey.state.metresAlong, journey.state.time, journey.effects.count)
      try journey.take(Array(fixes[from..<to]))
      #expect(journey.state.time == time && journey.state.metresAlong == along, "\(name), seed \(seed)")
      #expect(journey.effects.count == count, "\(name), seed \(seed)")
      try journey.take(Array(fixes[(to + 1)...]))
    }
  }

  @Test(arguments: JourneyWorld.names)
  func `noise of 25 m with drift does not keep from arriving, and seems no wrong lift`(name: String)
    async throws
  {
    try await travel(name, seeds: 1...8) { journey, skier, route, _ in
      skier.noiseMetres = 25
      try journey.take(skier.follow(route).map(\.fix))
    }
  }

  @Test(arguments: JourneyWorld.names)
  func `a missed turn is announced, and the new route arrives`(name: String) async throws {
    try await travel(name) { journey, skier, route, seed in
      var turn: (skier: RouteSkier, fixes: [SkiedFix])?
      for _ in 0..<40 where turn == nil {
        var trial = skier
        guard let fixes = trial.leave(route, .otherRun, in: journey.world.graph) else { break }
        _ = skier.gauss()
        // The other run leads clearly away, to a place from which there is a way.
        guard fixes.count(where: { $0.awayMetres > 60 }) > 20, let place = trial.place,
          try journey.world.route(.coordinate(place), journey.end) != nil
        else { continue }
        turn = (trial, fixes)
      }
      guard var turn else {
        try journey.take(skier.follow(route).map(\.fix))
        return
      }
      try journey.take(turn.fixes.map(\.fix))
      #expect(journey.alarmCount >= 1, "\(name), seed \(seed)")
      try journey.obey(&turn.skier)
    }
  }
}
