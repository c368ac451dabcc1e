import SkiBase
import SkiTestSupport
import Testing

/// Compares real areas built with elevations and without: directions and routes stay the same.
///
/// Covers the measured ski areas of each folder. Elevations come from vertices, elevation tiles or, in the
/// American areas, from the survey along runs and lifts, whose points also decide ascent and descent on the
/// map without elevations.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct ElevationFreeAreaTests {
  /// All areas except the one without elevations and the one that is an older state of another.
  private static let names = RealArea.names.filter { $0 != "niseko" && $0 != "andorra-2023" }
  private static let pairsPerArea = 100
  /// The greatest shares of edges of runs that climb by 15 m at 10 % and cost less than 0.7 of the climb: in an area,
  /// and in all.
  private static let (soldLimit, wholeSoldLimit) = (0.005, 0.0015)

  @Test func `maps without elevations keep the directions and the lifts of routes`() async throws {
    var scores: [(name: String, score: ElevationFreeScore)] = []
    var prices: [(name: String, sold: Tally, descents: Tally)] = []
    for name in Self.names {
      let comparison = try await ElevationFreeComparison(of: RealArea.named(name))
      let (sold, descents, climbs) = try comparison.prices()
      for climb in climbs { print("\(name) sells a climb: \(climb)") }
      prices.append((name, sold, descents))
      scores += try comparison.scores(pairs: Self.pairsPerArea, seed: 1)
    }
    let whole = scores.reduce(into: ElevationFreeScore()) { $0.add($1.score) }
    print(ElevationFreeScore.table(scores + [("together", whole)]))
    for (name, sold, descents) in prices {
      print("\(name): climbs sold \(sold), descents \(descents)")
      #expect(sold.all >= 50 && sold.share <= Self.soldLimit, "\(name): \(sold) climbs are sold as runs")
      // Bowls that are hiked to have paths either way.
      #expect(descents.share >= 0.8, "\(name): \(descents) descents are priced as such")
    }
    let sold = prices.reduce(into: Tally()) { $0.add($1.sold) }
    #expect(sold.share <= Self.wholeSoldLimit, "\(sold)")
    let falling = prices.reduce(into: Tally()) { $0.add($1.descents) }
    #expect(falling.all >= 3900 && falling.share >= 0.96, "\(falling)")
    #expect(scores.filter { $0.score.lifts.all >= 2 }.count >= 20)
    #expect(whole.pairs.all >= 2000)
    #expect(whole.skiedUp.share <= 0.0075, "\(whole.skiedUp)")
    #expect(whole.lifts.share >= 0.985, "\(whole.lifts)")
    #expect(whole.runs.share >= 0.97, "\(whole.runs)")
    #expect(whole.pairs.share >= 0.79, "\(whole.pairs)")
    #expect(whole.joined.share >= 0.94, "\(whole.joined)")
  }
}
