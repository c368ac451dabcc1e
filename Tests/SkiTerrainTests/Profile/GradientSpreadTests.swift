import SkiTerrain
import Testing

struct GradientSpreadTests {
  private func spread(_ heights: [(metres: Double, height: Double)], window: Double = 25) throws
    -> GradientSpread
  {
    let profile = try #require(
      ElevationProfile(
        distancesMetres: heights.map(\.metres), elevationsMetres: heights.map(\.height), resolutionMetres: 0))
    return profile.gradientSpread(windowMetres: window)
  }

  @Test func `an even slope has equal steepest and usual gradients`() throws {
    let even = try spread([(0, 300.5), (1000, 0.5)])
    #expect(abs(even.steepest - 0.3) < 1e-9 && abs(even.percentile90 - 0.3) < 1e-9)
  }

  @Test func `a short pitch raises the steepest gradient and hardly the usual one`() throws {
    let pitched = try spread([(0, 200.5), (1000, 100.5), (1060, 70.5), (2000, 0.5)])
    #expect(pitched.steepest > 0.45 && pitched.steepest <= 0.5)
    #expect(pitched.percentile90 < 0.15)
  }

  @Test func `a pitch over a fifth of a run is its usual gradient`() throws {
    let steep = try spread([(0, 300.5), (400, 260.5), (600, 180.5), (1000, 140.5)])
    #expect(steep.percentile90 > 0.38)
  }

  @Test func `uphill counts like downhill, and a line of zero length is level`() throws {
    let climb = try spread([(0, 0.5), (100, 20.5)])
    #expect(abs(climb.percentile90 - 0.2) < 1e-9)
    #expect(try spread([(5, 7.5)]) == GradientSpread(steepest: 0, percentile90: 0))
    #expect(
      GradientSpread(steepest: 0.4, percentile90: 0.1).union(
        GradientSpread(steepest: 0.2, percentile90: 0.15))
        == GradientSpread(steepest: 0.4, percentile90: 0.15))
  }
}
