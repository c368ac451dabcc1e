import SkiTerrain
import SkiTestSupport
import Testing

/// Gradients by sliding windows compared with elevations read one by one.
struct GradientSearchTests {
  private static func profile(_ random: inout SeededGenerator) throws -> ElevationProfile {
    var (metres, heights) = ([0.0], [Double.random(in: 0...3000, using: &random)])
    for _ in 0..<Int.random(in: 1...120, using: &random) {
      metres.append(metres[metres.count - 1] + Double.random(in: 0...60, using: &random))
      heights.append(heights[heights.count - 1] + Double.random(in: -20...15, using: &random))
    }
    return try #require(
      ElevationProfile(distancesMetres: metres, elevationsMetres: heights, resolutionMetres: 0))
  }

  @Test(arguments: 1...60)
  func `elevations along a line are those read one by one`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let profile = try Self.profile(&random)
    let range = profile.startMetres - 10...profile.endMetres + 10
    let distances = (0..<200).map { _ in Double.random(in: range, using: &random) }.sorted()
    let expected = distances.map(profile.elevationMetres)
    #expect(profile.elevationsMetres(atDistances: distances) == expected, "seed \(seed)")
    #expect(
      profile.elevationsMetres(atDistances: distances.reversed()) == expected.reversed(), "seed \(seed)")
  }

  @Test(arguments: 1...60)
  func `the steepest stretch and the usual gradient are those of all windows`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let profile = try Self.profile(&random)
    let window = Double.random(in: 5...100, using: &random)
    func gradient(_ start: Double, _ metres: Double) -> Double {
      abs(profile.elevationMetres(atDistance: start + metres) - profile.elevationMetres(atDistance: start))
        / metres
    }
    let length = min(window, profile.mapLengthMetres)
    guard length > 0 else { return }
    let room = profile.mapLengthMetres - length
    let count = min((room / 5).rounded(), Double(8 * profile.knotDistancesMetres.count))
    let gradients = (0...Int(count)).map {
      gradient(profile.startMetres + (count > 0 ? room * Double($0) / count : 0), length)
    }.sorted(by: >)
    let usual = profile.gradientSpread(windowMetres: window).percentile90
    #expect(usual == gradients[Int(Double(gradients.count) * 0.1)], "seed \(seed)")
    let steepest = profile.steepestStretch(windowMetres: window)
    guard profile.mapLengthMetres >= window else { return #expect(steepest == nil, "seed \(seed)") }
    let knots = profile.knotDistancesMetres
    let starts = ([profile.startMetres, profile.endMetres - window] + knots + knots.map { $0 - window })
      .filter { $0 >= profile.startMetres && $0 <= profile.endMetres - window }.sorted()
    let best = starts.map { gradient($0, window) }.max()
    #expect(steepest?.gradient == best, "seed \(seed)")
    #expect(steepest?.metres.lowerBound == starts.first { gradient($0, window) == best }, "seed \(seed)")
  }
}
