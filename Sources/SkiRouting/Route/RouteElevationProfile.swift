import SkiBase
package import SkiGraph

/// The elevation profile of a route.
///
/// Distances are along the surface and the rope, so that they end at the length of the route; they are horizontal where
/// elevations are unknown.
package struct RouteElevationProfile: Hashable, Sendable {
  /// A sample of the profile.
  package struct Sample: Hashable, Sendable {
    /// The distance from the start of the route along the surface and the rope, in metres.
    package var metres: Double
    /// The elevation in metres above mean sea level; nil when unknown.
    package var elevationMetres: Double?
  }

  /// A part of the profile along one step of the route.
  package struct Stretch: Hashable, Sendable {
    /// The position of the step in ``Route/steps``.
    package var step: Int
    /// The kind of link of the step.
    package var kind: LinkKind
    /// The text on the sign, see ``Signposted/label``; nil without one.
    package var label: String?
    /// The colour on maps, see ``RouteStep/colour``; nil without one.
    package var colour: DifficultyColour?
    /// The samples in order, one for each point of the step.
    package var samples: [Sample]
  }

  /// The parts of the profile, one for each step in order; each starts where the one before ends.
  package var stretches: [Stretch]

  /// Creates the profile of a route.
  /// - Complexity: O(*p*) in its points.
  package init(_ route: Route) {
    var start = 0.0
    stretches = route.steps.enumerated().map { index, step in
      let along = step.metresAlong()
      defer { start += along.last ?? 0 }
      let spots = zip(step.points, along).map { point, metres in
        Sample(metres: start + metres, elevationMetres: point.elevationMetres)
      }
      return Stretch(
        step: index, kind: step.kind, label: step.label, colour: step.colour, samples: spots)
    }
  }

  /// Returns the length of the profile along the surface and the rope, in metres; 0 without steps.
  /// - Complexity: O(*s*) in steps.
  package func lengthMetres() -> Double { stretches.lazy.compactMap(\.samples.last?.metres).max() ?? 0 }

  /// Returns the lowest and the highest elevation in metres above mean sea level; nil when none is known.
  /// - Complexity: O(*p*) in points.
  package func elevationRange() -> ClosedRange<Double>? {
    let known = stretches.lazy.flatMap(\.samples).compactMap(\.elevationMetres)
    guard let low = known.min(), let high = known.max() else { return nil }
    return low...high
  }
}

extension RouteStep {
  /// Returns the distance along the surface to each point of the step in metres, scaled so that the last is the step's
  /// length.
  /// - Complexity: O(*p*) in points.
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
