import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TourOracleTests {
  /// A small world with a tour request.
  struct TourCase {
    let seed: UInt64
    let graph: RoutingGraph
    let timetable: Timetable
    var request: TourRequest
    let home: NodeIndex
    var lunchNode: NodeIndex?
    var random: SeededGenerator

    init(seed: UInt64) throws {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x70_0123)
      self.seed = seed
      graph = world.graph
      let isFree = random.happens(0.5)
      timetable = Timetable(graph: graph, schedule: isFree ? Schedule() : random.schedule(for: graph))
      let nodes = 0..<graph.nodeCount
      home = Self.home(graph, &random)
      let from = DayTime(milliseconds: Int.random(in: 0...7_200_000, using: &random))
      let until = from.advanced(byMilliseconds: Int.random(in: 600_000...9_000_000, using: &random))
      let profile = random.happens(0.7) ? .anyGrade : world.profile()
      request = TourRequest(home: .node(home), from: from, until: until, profile: profile)
      request.variesRuns = false
      if random.happens(0.4) {
        let node = NodeIndex(Int.random(in: nodes, using: &random))
        let earliest = from.advanced(byMilliseconds: Int.random(in: 0...3_000_000, using: &random))
        lunchNode = node
        request.lunch = TourLunch(
          place: .node(node), earliest: earliest,
          latest: earliest.advanced(byMilliseconds: Int.random(in: 0...3_000_000, using: &random)),
          milliseconds: Int.random(in: 0...1_200_000, using: &random))
      }
      self.random = random
    }

    /// A random node of the largest strongly connected component.
    static func home(_ graph: RoutingGraph, _ random: inout SeededGenerator) -> NodeIndex {
      let components = graph.stronglyConnectedComponents { _ in true }
      var sizes: [UInt32: Int] = [:]
      for component in components { sizes[component, default: 0] += 1 }
      let largest = sizes.values.max() ?? 0
      return NodeIndex(random.pick(components.indices.filter { sizes[components[$0]] == largest }))
    }

    var session: DaySession { DaySession(Router(graph: graph), timetable: timetable) }

    var reference: ReferenceTours {
      var tours = ReferenceTours(
        graph: graph, profile: request.profile, timetable: timetable, home: home.position,
        until: request.until.milliseconds)
      if let lunch = request.lunch, let lunchNode {
        tours.lunch = (
          lunchNode.position, lunch.earliest.milliseconds, lunch.latest.milliseconds, lunch.milliseconds
        )
      }
      return tours
    }

    /// Calls `body` with the arcs of every tour; if there are too many, restarts with a shorter day after `again`.
    mutating func forEachTour(again: () -> Void, body: ([ReferenceTours.Move]) -> Void) throws {
      try forEachTour(again: again) { moves, _ in body(moves) }
    }

    /// Calls `body` with the arcs and the end time of every tour, as above.
    mutating func forEachTour(again: () -> Void, body: ([ReferenceTours.Move], Int) -> Void) throws {
      while true {
        var tours = reference
        again()
        tours.forEach(from: request.from.milliseconds, body)
        if !tours.isTooMany { return }
        let length = request.until.milliseconds - request.from.milliseconds
        request.until = request.from.advanced(byMilliseconds: length * 3 / 4)
        try #require(length > 0, "seed \(seed)")
      }
    }

    /// Checks the hours, lunch and return of a tour by ``TourReplay``.
    func check(_ tour: Tour, _ note: Comment) {
      let replay = TourReplay(graph: graph, profile: request.profile, timetable: timetable)
      #expect(tour.legs.count == (request.lunch == nil ? 1 : 2), note)
      #expect(tour.legs.first?.departure == request.from && tour.arrival <= request.until, note)
      var place = home
      for (index, leg) in tour.legs.enumerated() {
        guard let end = replay.arrival(leg, from: place) else {
          Issue.record("\(note): leg \(index) can't be followed")
          return
        }
        place = end.node
        let stated = index == tour.legs.count - 1 ? tour.arrival : tour.lunch?.arrival
        #expect(end.time == stated?.milliseconds, note)
        if index == 0, let lunch = request.lunch, let stop = tour.lunch {
          #expect(place == lunchNode, note)
          #expect(
            stop.start >= lunch.earliest && stop.start <= lunch.latest && stop.start >= stop.arrival, note)
          #expect(stop.departure == stop.start.advanced(byMilliseconds: lunch.milliseconds), note)
          #expect(tour.legs[1].departure == stop.departure, note)
        }
      }
      #expect(place == home, note)
    }
  }

  @Test(arguments: DayOracleTests.batches)
  func `the metres of a tour equal the best of an exhaustive search`(first: UInt64) throws {
    var (compared, skied, eaten) = (0, 0, 0)
    for seed in first..<first + 500 {
      var tourCase = try TourCase(seed: seed)
      if tourCase.random.happens(0.2) { tourCase.request.limits.tableCellCount = 300 }
      var best: Int?
      try tourCase.forEachTour {
        best = nil
      } body: { moves in
        best = max(best ?? .min, moves.reduce(0) { $0 + $1.score })
      }
      let note: Comment = "seed \(seed)"
      guard case .answer(let tour) = try tourCase.session.tour(tourCase.request) else {
        #expect(best == nil, note)
        continue
      }
      tourCase.check(tour, note)
      #expect(tour.isProvenBest, note)
      #expect(best.map { Double($0) / 100 } == tour.score, note)
      compared += 1
      if tour.score > 0 { skied += 1 }
      if tour.lunch != nil { eaten += 1 }
    }
    #expect(compared > 250 && skied > 10 && eaten > 10)
    print("seeds from \(first): \(compared) compared, \(skied) with metres, \(eaten) with lunch")
  }

  @Test(arguments: DayOracleTests.batches)
  func `a tour search stopped early has an upper bound that is never below the best score`(first: UInt64)
    throws
  {
    var unproven = 0
    for seed in first..<first + 500 {
      let tourCase = try TourCase(seed: seed)
      guard case .answer(let best) = try tourCase.session.tour(tourCase.request) else { continue }
      var short = tourCase.request
      short.limits = TourLimits(maximumLabelCount: 70, tableCellCount: 10)
      let note: Comment = "seed \(seed)"
      if case .answer(let tour) = try tourCase.session.tour(short) {
        tourCase.check(tour, note)
        #expect(tour.score <= best.score && tour.scoreUpperBound >= best.score, note)
        if !tour.isProvenBest { unproven += 1 }
      }
      var turns = 0
      let answer = try tourCase.session.tour(tourCase.request) { _ in
        turns += 1
        return turns < 3
      }
      guard case .answer(let tour) = answer else { continue }
      tourCase.check(tour, note)
      #expect(tour.score <= best.score && tour.scoreUpperBound >= best.score, note)
    }
    #expect(unproven > 10)
    print("seeds from \(first): \(unproven) not proven")
  }

  @Test(arguments: DayOracleTests.batches)
  func `a varied tour has more runs for 2 % of its metres at most, and can be followed`(first: UInt64) throws
  {
    var varied = 0
    for seed in first..<first + 500 {
      var tourCase = try TourCase(seed: seed)
      guard case .answer(let best) = try tourCase.session.tour(tourCase.request) else { continue }
      tourCase.request.variesRuns = true
      let note: Comment = "seed \(seed)"
      let tour = try #require(try tourCase.session.tour(tourCase.request).value, note)
      tourCase.check(tour, note)
      #expect(tour.score >= best.score * 0.98 - 0.005 && tour.score <= best.score || best.score <= 0, note)
      #expect(tour.scoreUpperBound >= best.score && tour.runs.count >= best.runs.count, note)
      if tour.runs.count > best.runs.count { varied += 1 } else { #expect(tour.score == best.score, note) }
    }
    print("seeds from \(first): \(varied) tours with more runs")
  }

  @Test func `a tour of metres takes a run beside the best one too, where that costs little`() throws {
    let world = try DrawnWorld(
      """
      T..M
      ....
      ....
      N..B
      """, heights: ["T": 1300, "M": 1200, "N": 1200],
      [.lift("BT", .chairLift), .run("TMB", .easy, name: "Left"), .run("TNB", .easy, name: "Right")])
    let session = DaySession(world.router, timetable: Timetable(graph: world.graph, schedule: Schedule()))
    var request = TourRequest(
      home: .node(world.node("B")), from: DayTime(hour: 9), until: DayTime(hour: 11))
    let varied = try #require(try session.tour(request).value)
    request.variesRuns = false
    let best = try #require(try session.tour(request).value)
    #expect(best.isProvenBest && best.runs.count == 1)
    #expect(varied.runs.map(\.label).sorted { $0 ?? "" < $1 ?? "" } == ["Left", "Right"])
    #expect(varied.score >= best.score * 0.98 && varied.scoreUpperBound == best.scoreUpperBound)
  }
}
