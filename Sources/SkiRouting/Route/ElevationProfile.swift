import SkiGeo
public import SkiGraph
public import SkiModel

/// The heights of a route along its way.
///
/// A value. Metres count along the surface and the rope, so that they end at the length of the route; along the map where heights are
/// unknown.
public struct ElevationProfile: Hashable, Sendable {
  /// A point of the way: how far along, and how high where that is known.
  public struct Spot: Hashable, Sendable {
    /// Metres from the start of the route.
    public var metres: Double
    /// Metres above mean sea level, nil when unknown.
    public var elevationMetres: Double?
  }

  /// What lies along one step of the route.
  public struct Stretch: Hashable, Sendable {
    /// The position of the step.
    public var step: Int
    /// What one moves on.
    public var kind: LinkKind
    /// What the sign says, see ``Signposted/label``.
    public var label: String?
    /// The colour a map paints it in, see ``RouteStep/colour``.
    public var colour: DifficultyColour?
    /// The points of the step.
    public var spots: [Spot]
  }

  /// One for each step, in order; each starts where the one before ends.
  public var stretches: [Stretch]

  /// Takes the heights off a route. Complexity: O(*p*) in its points.
  public init(_ route: Route) {
    var start = 0.0
    stretches = route.steps.enumerated().map { index, step in
      let along = step.metresAlong()
      defer { start += along.last ?? 0 }
      let spots = zip(step.points, along).map { point, metres in
        Spot(metres: start + metres, elevationMetres: point.elevationMetres)
      }
      return Stretch(
        step: index, kind: step.kind, label: step.label, colour: step.colour, spots: spots)
    }
  }

  /// Metres in all. Complexity: O(*s*).
  public func lengthMetres() -> Double { stretches.lazy.compactMap(\.spots.last?.metres).max() ?? 0 }

  /// Returns the lowest and the highest point in metres above mean sea level; nil where no height is known.
  /// - Complexity: O(*p*).
  public func heights() -> ClosedRange<Double>? {
    let known = stretches.lazy.flatMap(\.spots).compactMap(\.elevationMetres)
    guard let low = known.min(), let high = known.max() else { return nil }
    return low...high
  }
}

extension RouteStep {
  /// Returns metres along the surface to each of its points, so that the last is the step's length.
  ///
  /// Between points as the crow flies, stretched to the length measured on the map. Complexity: O(*p*).
  func metresAlong() -> [Double] {
    guard !points.isEmpty else { return [] }
    var along = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      let flat = a.coordinate.distanceMetres(to: b.coordinate)
      let rise = a.elevationMetres.flatMap { low in b.elevationMetres.map { $0 - low } } ?? 0
      along.append((along.last ?? 0) + (flat * flat + rise * rise).squareRoot())
    }
    let raw = along.last ?? 0
    guard raw > 0, lengthMetres.isFinite, lengthMetres >= 0 else { return along }
    let scale = lengthMetres / raw
    return along.map { $0 * scale }
  }
}
