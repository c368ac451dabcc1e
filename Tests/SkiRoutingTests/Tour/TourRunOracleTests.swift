import SkiGeo
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
      var asked = try TourOracleTests.Asked(seed: seed)
      asked.request.goal = .differentRuns
      asked.request.limits.tableCellCount = 30_000
      let runs = ReferenceRuns(asked.graph, chosen: nil)
      var best: Int?
      try asked.forEachTour {
        best = nil
      } body: { ways in
        best = max(best ?? 0, runs.counted(ways.map(\.edge)).count)
      }
      let note: Comment = "seed \(seed)"
      guard case .answer(let tour) = try asked.session.tour(asked.request) else {
        #expect(best == nil, note)
        continue
      }
      asked.check(tour, note)
      let told = Set(tour.runs.map(\.feature))
      let edges = tour.legs.map { $0.steps.flatMap(\.edges).map(Optional.some) }.joined(separator: [nil])
      #expect(told == runs.counted(Array(edges)) && Double(told.count) == tour.score, note)
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
      var asked = try TourOracleTests.Asked(seed: seed)
      let all = (0..<asked.graph.featureCount).map { FeatureIndex($0) }.filter {
        asked.graph.feature($0).kind == .run
      }
      guard !all.isEmpty else { continue }
      let chosen = (0..<Int.random(in: 1...2, using: &asked.random)).map { _ in asked.random.pick(all) }
      asked.request.goal = .runs(chosen)
      asked.request.limits.tableCellCount = 30_000
      let runs = ReferenceRuns(asked.graph, chosen: chosen)
      var best: (count: Int, arrival: Int)?
      try asked.forEachTour {
        best = nil
      } body: { ways, arrival in
        let count = runs.counted(ways.map(\.edge)).count
        if best.map({ (count, -arrival) > ($0.count, -$0.arrival) }) ?? true { best = (count, arrival) }
      }
      let note: Comment = "seed \(seed)"
      guard case .answer(let tour) = try asked.session.tour(asked.request) else {
        #expect(best == nil, note)
        continue
      }
      asked.check(tour, note)
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
