import SkiBase
import SkiTerrain

extension ConnectorStage {
  /// The distance in metres within which runs provide elevations where there is no elevation source.
  private static let runElevationReachMetres = 15.0

  /// Returns the terrain between two ends.
  ///
  /// Elevations between come from the elevation source, shifted to agree with both ends; without a source from runs
  /// nearby; else by linear interpolation.
  /// - Complexity: O(*s* (log *n* + *k* · *v*)) in steps, and lines near each without a source.
  func profile(from: ConnectorEnd, to: ConnectorEnd, _ lines: [ProjectedLine]) throws -> ConnectorProfile {
    let length = from.plane.distanceMetres(to: to.plane)
    var profile = ConnectorProfile(mapLengthMetres: length)
    profile.windowMetres = max(profile.windowMetres, context.sourceResolutionMetres)
    guard let low = from.elevation, let high = to.elevation else {
      profile.inferredMetres = Self.inferred(from, to, mapLengthMetres: length)
      return profile
    }
    let ends = (Double(low) / 100, Double(high) / 100)
    let count = max(1, Int(min(100, (length / ConnectorProfile.stepMetres).rounded(.up))))
    let fractions = (0...count).map { Double($0) / Double(count) }
    let straight = fractions.map { ends.0 + (ends.1 - ends.0) * $0 }
    profile.metres = straight
    guard count > 1 else { return profile }
    let points = fractions.map { from.plane.towards(to.plane, $0) }
    if elevations.source != nil,
      let sampled = try elevations.elevations(
        at: projection.places(points).map(\.coordinate), distancesMetres: fractions.map { $0 * length })
    {
      let (atStart, atEnd) = (ends.0 - sampled[0], ends.1 - sampled[count])
      profile.metres = fractions.indices.map { sampled[$0] + atStart + (atEnd - atStart) * fractions[$0] }
      profile.isSampled = true
    } else {
      let known = try elevationsOfRuns(between: points, lines)
      profile.metres = Self.filled(known, straight)
      profile.isSampled = known.contains { $0 != nil }
    }
    return profile
  }

  /// The greatest gradient of a connector with inferred elevations: most are nearly level, and the difference of two
  /// inferred elevations is less accurate than that.
  private static let inferredGradientLimit = 0.15

  /// Returns the inferred elevations of both ends in metres, limited to a plausible gradient.
  private static func inferred(_ from: ConnectorEnd, _ to: ConnectorEnd, mapLengthMetres: Double) -> (
    from: Double, to: Double
  )? {
    guard let low = from.inferredElevation, let high = to.inferredElevation else { return nil }
    let limit = inferredGradientLimit * mapLengthMetres
    let (a, b) = (Double(low) / 100, Double(high) / 100)
    let rise = max(-limit, min(limit, b - a))
    return ((a + b - rise) / 2, (a + b + rise) / 2)
  }

  /// Returns the elevations of runs in metres near each point of a segment but its ends; nil there, and where there is
  /// none.
  private func elevationsOfRuns(between points: [PlanePoint], _ lines: [ProjectedLine]) throws -> [Double?] {
    let inner = points.dropFirst().dropLast()
    var nearest = [Double](repeating: Self.runElevationReachMetres.nextUp, count: points.count)
    var known = [Double?](repeating: nil, count: points.count)
    for line in try index.lines(near: PlaneBox(inner, grownBy: Self.runElevationReachMetres)) {
      let track = lines[line]
      for number in inner.indices {
        guard let (position, distance) = track.nearest(to: points[number], within: nearest[number]),
          distance < nearest[number], let height = track.elevation(position)
        else { continue }
        (nearest[number], known[number]) = (distance, Double(height) / 100)
      }
    }
    return known
  }

  /// Returns elevations along a line: those of the ends, known ones in between, and linear interpolation in gaps.
  private static func filled(_ known: [Double?], _ straight: [Double]) -> [Double] {
    var filled = straight
    var low = 0
    for high in straight.indices.dropFirst() {
      let isEnd = high == straight.count - 1
      guard let b = isEnd ? straight[high] : known[high] else { continue }
      let a = filled[low]
      for index in low...high { filled[index] = a + (b - a) * Double(index - low) / Double(high - low) }
      low = high
    }
    return filled
  }
}
