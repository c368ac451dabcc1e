import SkiBase
import SkiGraph
import SkiTerrain

/// The estimation of grades of ungraded runs from their terrain.
enum GradeEstimation {
  /// Returns the runs with estimated grades where elevations are known throughout: lines by their profiles, areas by
  /// their sides.
  /// - Throws: As the elevation source.
  static func graded(_ runs: [LocalRun], _ lines: [ProjectedLine], _ heights: ElevationReader) throws
    -> [LocalRun]
  {
    var runs = runs
    for run in runs.indices where runs[run].grade == nil {
      let spreads = try runs[run].lines.map { lines[$0].gradients } + sides(of: runs[run].run, heights)
      let known = spreads.compactMap { $0 }
      guard let first = known.first, known.count == spreads.count else { continue }
      runs[run].estimatedGrade = TerrainGrade.grade(
        known.dropFirst().reduce(first) { $0.union($1) }, in: runs[run].run.colourConvention,
        isConnection: runs[run].run.uses.contains(.connection))
    }
    return runs
  }

  /// The length in metres up to which a run without a grade inherits that of its neighbours.
  private static let inheritingMetres = 60.0

  /// Estimates the grades of short runs that have neither a grade nor elevations by those of the runs at their ends: the
  /// easiest run at each end counts, and of both ends the harder one.
  /// - Complexity: O(*r* (log *n* + *k* · *v*)) in such runs and the lines near their ends.
  static func inherit(
    _ runs: inout [LocalRun], _ lines: [ProjectedLine], _ index: LineIndex, within metres: Double
  ) throws {
    let known = runs.map { $0.grade ?? $0.estimatedGrade }
    for run in runs.indices where known[run] == nil && runs[run].areas.isEmpty {
      let own = runs[run].lines
      guard own.reduce(0, { $0 + lines[$1].mapLengthMetres }) < inheritingMetres else { continue }
      let ends = own.flatMap { [lines[$0].plane[0], lines[$0].plane[lines[$0].plane.count - 1]] }
      let grades = try ends.compactMap { end in
        try index.lines(near: end, within: metres)
          .filter { !lines[$0].isClimbed && lines[$0].nearest(to: end, within: metres) != nil }
          .compactMap { known[lines[$0].feature] }.filter(\.isOnScale).min()
      }
      runs[run].estimatedGrade = grades.max()
    }
  }

  private static func sides(of run: Run, _ heights: ElevationReader) throws -> [GradientSpread?] {
    guard case .areas(let areas) = run.geometry else { return [] }
    return try areas.map { try sides(of: $0.outer, heights) }
  }

  /// Returns the gradients of an area along its sides: the two parts of its outline from the highest to the lowest
  /// vertex.
  ///
  /// An area mapped for a run is a ribbon that is skied lengthwise, as its sides run, not down every slope in it.
  private static func sides(of ring: Polyline, _ heights: ElevationReader) throws -> GradientSpread? {
    let raw = try heights.elevations(along: ring)
    guard let metres = raw.metres, raw.line.count >= 4 else { return nil }
    let count = metres.count - 1  // the last vertex is the first
    guard let top = (0..<count).max(by: { (metres[$0], $1) < (metres[$1], $0) }),
      let bottom = (0..<count).min(by: { (metres[$0], $0) < (metres[$1], $1) }), top != bottom
    else { return GradientSpread(steepest: 0, percentile90: 0) }
    let steps = (bottom - top + count) % count
    let ways = [
      (0...steps).map { (top + $0) % count }, (0...count - steps).map { (top - $0 + count) % count },
    ]
    let spreads = ways.compactMap { way in
      ElevationProfile(
        distancesMetres: geodesicLengthsMetres(along: way.map { raw.line[$0] }),
        elevationsMetres: way.map { metres[$0] }, resolutionMetres: raw.resolutionMetres
      )?.gradientSpread(windowMetres: raw.windowMetres)
    }
    return spreads.count == 2 ? spreads[0].union(spreads[1]) : nil
  }
}
