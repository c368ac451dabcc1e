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

extension Locality {
  /// Runs this near to a place between tell its height where there is no elevation source, metres.
  private static let runHeightReachMetres = 15.0

  /// Looks at the ground between two places.
  ///
  /// Heights between come from the elevation source, moved so that they agree with both ends; without a source
  /// from the runs that pass; else from the line between the ends.
  /// - Complexity: O(*s* (log *n* + *k* · *v*)) in steps, and lines near each without a source.
  func ground(from: WayEnd, to: WayEnd) throws -> ConnectorGround {
    let length = from.plane.distanceMetres(to: to.plane)
    var ground = ConnectorGround(lengthMetres: length)
    guard let low = from.height, let high = to.height else {
      ground.inferredMetres = Self.inferred(from, to, lengthMetres: length)
      return ground
    }
    let ends = (Double(low) / 100, Double(high) / 100)
    let count = max(1, Int(min(100, (length / ConnectorGround.stepMetres).rounded(.up))))
    let fractions = (0...count).map { Double($0) / Double(count) }
    let straight = fractions.map { ends.0 + (ends.1 - ends.0) * $0 }
    ground.metres = straight
    guard count > 1 else { return ground }
    let points = fractions.map { from.plane.towards(to.plane, $0) }
    if let sampled = try heights.heights(at: points.map { try place($0).coordinate }) {
      let (atStart, atEnd) = (ends.0 - sampled[0], ends.1 - sampled[count])
      ground.metres = fractions.indices.map { sampled[$0] + atStart + (atEnd - atStart) * fractions[$0] }
      ground.isSampled = true
    } else if let known = try heightsOfRuns(at: points) {
      ground.metres = Self.filled(known, straight)
      ground.isSampled = known.dropFirst().dropLast().contains { $0 != nil }
    }
    return ground
  }

  /// How steep a connector is taken to be at most where heights were inferred: around stations and junctions it is mostly level, and
  /// two inferred heights differ by more than the ground does.
  private static let inferredGradientLimit = 0.15

  /// The inferred heights of both ends, no steeper than they can be believed.
  private static func inferred(_ from: WayEnd, _ to: WayEnd, lengthMetres: Double) -> (
    from: Double, to: Double
  )? {
    guard let low = from.inferredHeight, let high = to.inferredHeight else { return nil }
    let limit = inferredGradientLimit * lengthMetres
    let (a, b) = (Double(low) / 100, Double(high) / 100)
    let rise = max(-limit, min(limit, b - a))
    return ((a + b - rise) / 2, (a + b + rise) / 2)
  }

  /// The heights of the runs that pass some places; nil where none does.
  private func heightsOfRuns(at points: [PlanePoint]) throws -> [Double?]? {
    guard let lineIndex else { return nil }
    return try points.map { point in
      var best: (distance: Double, metres: Double)?
      for line in try lineIndex.lines(near: point, within: Self.runHeightReachMetres) {
        let (position, distance) = network.lines[line].nearest(to: point)
        guard distance <= Self.runHeightReachMetres, distance < best?.distance ?? .infinity,
          let height = network.lines[line].height(position)
        else { continue }
        best = (distance, Double(height) / 100)
      }
      return best?.metres
    }
  }

  /// Heights along a line: the ends as they are, known ones between, straight lines in the gaps.
  private static func filled(_ known: [Double?], _ straight: [Double]) -> [Double] {
    var filled = straight
    let last = straight.count - 1
    let supports = [0] + (1..<last).filter { known[$0] != nil } + [last]
    for (low, high) in zip(supports, supports.dropFirst()) {
      let a = low == 0 ? straight[0] : known[low] ?? straight[low]
      let b = high == last ? straight[last] : known[high] ?? straight[high]
      for index in low...high { filled[index] = a + (b - a) * Double(index - low) / Double(high - low) }
    }
    return filled
  }
}
