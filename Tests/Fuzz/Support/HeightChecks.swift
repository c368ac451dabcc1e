package import SkiBase
package import SkiTerrain

/// Checks that elevations of a source are plausible or missing, and the same along a line as one by one.
/// - Parameter isSingle: Indicates a source of one model, which covers each line on which it has all heights.
package func checkHeights(
  of source: any ElevationSource, at places: [Coordinate], in range: ClosedRange<Double>,
  isSingle: Bool = true
) {
  do {
    let single = try places.map { try source.elevationMetres(at: $0) }
    require(try source.elevationsMetres(along: places) == single, "heights along a line are others")
    for height in single {
      require(height.map { range.contains($0) } ?? true, "a height is \(height ?? 0) m, outside \(range)")
    }
    let covers = try source.sourceCovering(places) != nil
    let isWhole = !single.contains(nil)
    require(
      covers == isWhole || !isSingle && isWhole,
      "a source covers a line where it has no heights, or the reverse")
  } catch {
    fatalError("broken promise: a decoded tile can't be sampled: \(error)")
  }
}
