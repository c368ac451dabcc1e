import FoundationEssentials
import SkiBase
import SkiRouting
import SkiTerrain
import SkiTestSupport
import Testing

/// Elevation profiles of Crystal Mountain's runs from its tiles compared with surveyed elevations at the same
/// points.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealProfileTests {
  /// The differences per run: of the profiles in metres, and of the steepest and usual gradients as ratios.
  private struct Differences {
    var metres: [Double] = []
    var steepest: [Double] = []
    var usual: [Double] = []
  }

  @Test func `profiles of coarse tiles agree with 10 m elevations and are not steeper`()
    throws
  {
    let area = try RealArea.named("crystal-mountain")
    let surveyed = try #require(try SurveyedHeights(of: area))
    let folder = try ElevationFiles.open(paths: [try #require(area.elevation).path])
    var all = Differences()
    for (_, line) in surveyed.lines.sorted(by: { $0.key < $1.key }) {
      guard let tiles = try folder.sourceCovering(line.coordinates) else { continue }
      let resolution = tiles.resolutionMetres(at: line.coordinates[0]) ?? 0
      let coarse = try profile(line, tiles.elevationsMetres(along: line.coordinates), resolution)
      let fine = try profile(line, (0..<line.count).map { line.elevationMetres(at: $0) }, 10)
      for step in 0...20 {
        let at = fine.endMetres * Double(step) / 20
        all.metres.append(abs(coarse.elevationMetres(atDistance: at) - fine.elevationMetres(atDistance: at)))
      }
      let window = max(25, resolution)
      let (a, b) = (coarse.gradientSpread(windowMetres: window), fine.gradientSpread())
      all.steepest.append(a.steepest - b.steepest)
      all.usual.append(a.percentile90 - b.percentile90)
    }
    let metres = [0.5, 0.95].map { quantile(all.metres, $0) }
    let steepest = [0.05, 0.5, 0.95].map { quantile(all.steepest, $0) }
    let usual = [0.05, 0.5, 0.95].map { quantile(all.usual, $0) }
    print(
      "\(all.steepest.count) runs: heights differ by \(metres) m (median, 95 %), steepest 25 m by \(steepest), "
        + "nine tenths by \(usual) (5 %, median, 95 %)")
    #expect(all.steepest.count >= 150)
    #expect(metres[0] < 7 && metres[1] < 27, "\(metres)")
    // Smoothed ground is less steep: a false wall would show as a positive difference.
    #expect(steepest[1] < 0 && steepest[1] > -0.12 && steepest[2] < 0.18, "\(steepest)")
    #expect(usual[1] < 0.02 && usual[1] > -0.1 && usual[2] < 0.15, "\(usual)")
  }

  private func profile(_ line: Polyline, _ metres: [Double?], _ resolution: Double) throws
    -> SkiTerrain.ElevationProfile
  {
    var distances = [0.0]
    for (a, b) in zip(line.coordinates, line.coordinates.dropFirst()) {
      distances.append(distances[distances.count - 1] + a.distanceMetres(to: b))
    }
    return try #require(
      ElevationProfile(
        distancesMetres: distances, elevationsMetres: metres, resolutionMetres: resolution))
  }

  private func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    return (sorted[Int(Double(sorted.count - 1) * share)] * 1000).rounded() / 1000
  }
}
