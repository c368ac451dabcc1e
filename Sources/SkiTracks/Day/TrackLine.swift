import SkiGeo

/// A row of fixes measured as they are, their jitter left out.
struct TrackLine {
  /// Steps shorter than this are jitter.
  private static let stepMetres = 15.0
  /// Elevations that don't differ by more than this are the same.
  private static let elevationStepMetres = 8.0

  /// Metres on the map along the fixes.
  private(set) var lengthMetres = 0.0
  /// Metres from the first fix to the farthest.
  private(set) var extentMetres = 0.0
  /// Metres climbed; nil without elevations.
  private(set) var ascentMetres: Double?
  /// Metres descended; nil without elevations.
  private(set) var descentMetres: Double?

  /// Measures fixes. Complexity: O(*n*).
  init(_ fixes: some Sequence<LocationFix>) {
    var anchor: Coordinate?
    var first: Coordinate?
    var heights = HeightSteps(stepMetres: Self.elevationStepMetres)
    for fix in fixes where fix.coordinate.isValid {
      if let height = fix.elevationMetres, height.isFinite { heights.add(height) }
      guard let last = anchor, let start = first else {
        (anchor, first) = (fix.coordinate, fix.coordinate)
        continue
      }
      extentMetres = max(extentMetres, start.distanceMetres(to: fix.coordinate))
      let step = last.distanceMetres(to: fix.coordinate)
      guard step >= Self.stepMetres else { continue }
      lengthMetres += step
      anchor = fix.coordinate
    }
    lengthMetres = max(lengthMetres, extentMetres)
    (ascentMetres, descentMetres) = (heights.ascent, heights.descent)
  }
}

/// Climbs and descents of noisy heights: turns smaller than a step are not counted.
private struct HeightSteps {
  let stepMetres: Double
  /// The height up to which everything is counted.
  private var counted: Double?
  private var up = 0.0
  private var down = 0.0

  init(stepMetres: Double) { self.stepMetres = stepMetres }

  mutating func add(_ height: Double) {
    guard let reached = counted else {
      counted = height
      return
    }
    guard abs(height - reached) >= stepMetres else { return }
    if height > reached { up += height - reached } else { down += reached - height }
    counted = height
  }

  var ascent: Double? { counted == nil ? nil : up }
  var descent: Double? { counted == nil ? nil : down }
}
