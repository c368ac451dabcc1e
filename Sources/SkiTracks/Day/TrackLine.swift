import SkiGeo

/// The measures of a sequence of unmatched fixes, with jitter left out.
struct TrackLine {
  /// The least step in metres; shorter ones are jitter.
  private static let stepMetres = 15.0
  /// The least difference of elevation in metres that counts.
  private static let elevationStepMetres = 8.0

  /// The length along the fixes, in metres on the map.
  private(set) var mapLengthMetres = 0.0
  /// The distance from the first fix to the farthest, in metres.
  private(set) var extentMetres = 0.0
  /// The ascent in metres; nil without elevations.
  private(set) var ascentMetres: Double?
  /// The descent in metres; nil without elevations.
  private(set) var descentMetres: Double?

  /// Measures fixes. Complexity: O(*n*).
  init(_ fixes: some Sequence<LocationFix>) {
    var anchor: Coordinate?
    var first: Coordinate?
    var heights = ElevationSteps(stepMetres: Self.elevationStepMetres)
    for fix in fixes where fix.coordinate.isValid {
      if let height = fix.elevationMetres, height.isFinite { heights.add(height) }
      guard let last = anchor, let start = first else {
        (anchor, first) = (fix.coordinate, fix.coordinate)
        continue
      }
      extentMetres = max(extentMetres, start.distanceMetres(to: fix.coordinate))
      let step = last.distanceMetres(to: fix.coordinate)
      guard step >= Self.stepMetres else { continue }
      mapLengthMetres += step
      anchor = fix.coordinate
    }
    mapLengthMetres = max(mapLengthMetres, extentMetres)
    (ascentMetres, descentMetres) = (heights.ascent, heights.descent)
  }
}

/// Accumulates ascent and descent of noisy elevations with a threshold: smaller changes are not counted.
private struct ElevationSteps {
  let stepMetres: Double
  /// The last elevation that was counted.
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
