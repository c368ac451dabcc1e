import SkiBase
import SkiGraph

/// The noise and the elevations of a recording, estimated from all of its fixes.
struct TrackConditions {
  /// The noise of each fix without an accuracy; nil where it is stated or unknown.
  private(set) var noise: [PositionNoise?]
  /// The elevation of each fix.
  private(set) var elevations: [ConditionedElevation]
  /// The quality of the recording.
  private(set) var quality = RecorderQuality()

  /// Estimates the conditions of fixes in order of time. Complexity: O(*n* log *n*).
  /// - Parameter noiseMetres: The standard deviation of fixes without an accuracy; nil to estimate it.
  init(_ fixes: [LocationFix], noiseMetres: Double?) {
    noise = Array(repeating: nil, count: fixes.count)
    elevations = Array(
      repeating: ConditionedElevation(
        metres: .nan, deviationMetres: ReceiverElevation.usualDeviationMetres), count: fixes.count)
    let usable = fixes.indices.filter {
      fixes[$0].coordinate.isValid && fixes[$0].time.secondsSince1970.isFinite
    }
    guard let first = usable.first else { return }
    let plane = LocalPlane(at: fixes[first].coordinate)
    let places = usable.map { SIMD2<Float>(plane.metres(fixes[$0].coordinate)) }
    let seconds = usable.map { fixes[$0].time.secondsSince1970 }
    if noiseMetres == nil, usable.contains(where: { !Self.statesAccuracy(fixes[$0]) }) {
      let estimates = NoiseEstimation(places: places, seconds: seconds).noise()
      for (position, estimate) in zip(usable, estimates) where !Self.statesAccuracy(fixes[position]) {
        noise[position] = estimate
      }
      describeNoise()
    }
    var conditioning = ElevationConditioning(
      places: places, seconds: seconds,
      elevations: usable.map { position in
        let metres = fixes[position].elevationMetres ?? .nan
        return abs(metres) < ReceiverElevation.greatestMetres ? Float(metres) : .nan
      })
    for (position, elevation) in zip(usable, conditioning.elevations()) { elevations[position] = elevation }
    describe(conditioning.counts)
  }

  /// Creates conditions that take fixes as they are, as for live ones.
  private init() { (noise, elevations) = ([], []) }

  /// The conditions that take fixes as they are, as for live ones.
  static let asStated = TrackConditions()

  /// Indicates whether the conditions are estimated.
  var isEstimated: Bool { !elevations.isEmpty }

  /// Corrects all elevations by the difference to the map's, unless it is small.
  mutating func correctElevations(by offsetMetres: Float) {
    guard abs(offsetMetres) >= Self.leastOffsetMetres else { return }
    for position in elevations.indices { elevations[position].metres -= offsetMetres }
    quality.elevationOffsetMetres = Double(offsetMetres)
  }

  /// The least difference of elevations in metres that is corrected; the search estimates smaller ones itself.
  private static let leastOffsetMetres: Float = 25

  private static func statesAccuracy(_ fix: LocationFix) -> Bool {
    (fix.horizontalAccuracyMetres ?? .nan) >= 0
  }

  private mutating func describeNoise() {
    let known = noise.compactMap { $0 }
    guard !known.isEmpty else { return }
    quality.noiseMetres = Double(known.map(\.metres).sorted()[known.count / 2])
    quality.driftingNoiseMetres = Double(known.map(\.driftingMetres).sorted()[known.count / 2])
  }

  private mutating func describe(_ counts: ElevationConditioning.Counts) {
    for (defect, count) in [
      (ElevationDefect.zero, counts.zero), (.constant, counts.constant), (.stale, counts.stale),
    ]
    where count > 0 {
      quality.unusedElevationCounts[defect] = count
    }
    quality.elevationJumpCount = counts.jumps
  }
}
