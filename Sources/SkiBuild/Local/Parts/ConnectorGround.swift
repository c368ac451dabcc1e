import SkiGeo
import SkiTerrain

/// The ground along a straight way between two places: what a connector would lead over.
struct ConnectorGround: Sendable {
  /// Metres from end to end.
  var lengthMetres: Double
  /// Metres above mean sea level at equal steps, both ends among them; nil when an end's height is unknown.
  var metres: [Double]?
  /// Whether heights in between are known too, and not only supposed to lie on the line between the ends.
  var isSampled = false
  /// Where heights are unknown: metres inferred at both ends; they decide a price, never whether one may go.
  var inferredMetres: (from: Double, to: Double)?

  /// Steps are no longer than this, metres.
  static let stepMetres = 15.0
  /// Gradients are taken over sections of at least this length: heights are not better than that.
  static let windowMetres = ElevationProfile.leastSectionMetres

  /// The same in centimetres, as links keep them; nil where heights are known, or none were inferred.
  var inferredCentimetres: [Int32]? {
    guard metres == nil, let inferredMetres else { return nil }
    return [inferredMetres.from, inferredMetres.to].map { Int32(($0 * 100).rounded()) }
  }

  /// The steepest section, rise over run, whichever way; nil without heights.
  var steepestGradient: Double? {
    guard let metres else { return nil }
    let step = lengthMetres / Double(max(1, metres.count - 1))
    let span = max(1, Int((Self.windowMetres / max(step, 0.01)).rounded(.up)))
    guard metres.count > span else {
      return abs(metres[metres.count - 1] - metres[0]) / max(lengthMetres, Self.windowMetres)
    }
    return (span..<metres.count).map { abs(metres[$0] - metres[$0 - span]) / (Double(span) * step) }.max()
  }

  /// The difference between the highest and the lowest place; nil without heights.
  var reliefMetres: Double? {
    metres.flatMap { metres in metres.max().flatMap { high in metres.min().map { high - $0 } } }
  }

  /// How far the ground rises above or falls below both ends: a ridge or a gully in between; nil without heights.
  var undulationMetres: Double? {
    guard let metres, let high = metres.max(), let low = metres.min() else { return nil }
    let ends = [metres[0], metres[metres.count - 1]]
    return max(high - (ends.max() ?? high), (ends.min() ?? low) - low)
  }

  /// Metres of climbing from the first end to the last, every rise counted; nil without heights.
  func climbMetres(reversed: Bool = false) -> Double? {
    metres.map { metres in
      zip(metres, metres.dropFirst()).reduce(0) { $0 + max(0, reversed ? $1.0 - $1.1 : $1.1 - $1.0) }
    }
  }
}
