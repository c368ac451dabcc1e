import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TourRunOracleTests {
  /// A quarter of the other batches, since the enumeration of all tours with their runs is slow.
  static let batches = DayOracleTests.batches.prefix(5)

  @Test(arguments: batches)
  func `the most different runs of all tours lie between the score and the upper bound of a tour`(
    first: UInt64
  ) throws {
    var (compared, proven, skied) = (0, 0, 0)
    for seed in first..<first + 500 {
      var tourCase = try TourOracleTests.TourCase(seed: seed)
      tourCase.request.goal = .differentRuns
      tourCase.request.limits.tableCellCount = 30_000
      let runs = ReferenceRuns(tourCase.graph, chosen: nil)
      var best: Int?
      try tourCase.forEachTour {
        best = nil
      } body: { moves in
        best = max(best ?? 0, runs.counted(moves.map(\.edge)).count)
      }
      let note: Comment = "seed \(seed)"
      guard case .answer(let tour) = try tourCase.session.tour(tourCase.request) else {
        #expect(best == nil, note)
        continue
      }
      tourCase.check(tour, note)
      let stated = Set(tour.runs.map(\.feature))
      let edges = tour.legs.map { $0.steps.flatMap(\.edges).map(Optional.some) }.joined(separator: [nil])
      #expect(stated == runs.counted(Array(edges)) && Double(stated.count) == tour.score, note)
      let truth = Double(try #require(best, note))
      #expect(tour.score <= truth && tour.scoreUpperBound >= truth, note)
      if tour.isProvenBest { proven += 1 }
      compared += 1
      if tour.score > 1 { skied += 1 }
    }
    #expect(compared > 250 && proven > compared * 95 / 100)
    print("seeds from \(first): \(compared) compared, \(proven) proven, \(skied) with two runs or more")
  }

  @Test(arguments: batches)
  func `a tour of chosen runs has valid bounds, and a proven complete one returns earliest`(first: UInt64)
    throws
  {
    var (compared, complete, some) = (0, 0, 0)
    for seed in first..<first + 500 {
      var tourCase = try TourOracleTests.TourCase(seed: seed)
      let all = (0..<tourCase.graph.featureCount).map { FeatureIndex($0) }.filter {
        tourCase.graph.feature($0).kind == .run
      }
      guard !all.isEmpty else { continue }
      let chosen = (0..<Int.random(in: 1...2, using: &tourCase.random)).map { _ in tourCase.random.pick(all) }
      tourCase.request.goal = .runs(chosen)
      tourCase.request.limits.tableCellCount = 30_000
      let runs = ReferenceRuns(tourCase.graph, chosen: chosen)
      var best: (count: Int, arrival: Int)?
      try tourCase.forEachTour {
        best = nil
      } body: { moves, arrival in
        let count = runs.counted(moves.map(\.edge)).count
        if best.map({ (count, -arrival) > ($0.count, -$0.arrival) }) ?? true { best = (count, arrival) }
      }
      let note: Comment = "seed \(seed)"
      guard case .answer(let tour) = try tourCase.session.tour(tourCase.request) else {
        #expect(best == nil, note)
        continue
      }
      tourCase.check(tour, note)
      let truth = try #require(best, note)
      #expect(tour.score <= Double(truth.count) && tour.scoreUpperBound >= Double(truth.count), note)
      #expect(tour.runs.count + tour.missing.count == runs.lengths.count, note)
      compared += 1
      if tour.isProvenBest, tour.missing.isEmpty {
        #expect(tour.arrival.milliseconds == truth.arrival, note)
        complete += 1
      } else if tour.score > 0 {
        some += 1
      }
    }
    #expect(compared > 200 && complete > 2)
    print("seeds from \(first): \(compared) compared, \(complete) with all, \(some) with some")
  }
}
