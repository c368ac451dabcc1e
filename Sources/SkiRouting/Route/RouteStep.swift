public import SkiBase
public import SkiGraph

/// A step of a route: a lift ridden, a run skied, pushed along or climbed, a connector slid down or walked, a street or
/// an unmapped line walked.
///
/// A step belongs to one source feature at most, and starts exactly where the step before it ends.
public struct RouteStep: Signposted, Hashable, Sendable, Codable {
  /// The kind of link that the step follows; `walk` for a walk off the network.
  public var kind: LinkKind
  /// The movement along most of the step.
  public var movement: StepMovement
  /// The feature in the graph; nil for connectors and for walks to or from a coordinate.
  public var feature: FeatureIndex?
  /// The feature's own id in its source file; nil without a feature.
  public var id: SourceID?
  /// The feature's name; nil when it has none.
  public var name: String?
  /// The numbers on the sign, in source order; empty without any.
  public var refs: [String] = []
  /// The named runs or lifts that an unnamed run connects; nil for other steps, and without a name before and after.
  package var link: RunLink?
  /// The hardest grade, which is compared with the ceiling, estimated grades and those of overlapping runs included;
  /// nil when ungraded, and for lifts.
  public var difficulty: Difficulty?
  /// Indicates whether the grade was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// Indicates whether a section is steeper than the mapped grade by two grades or more, beyond the error of the
  /// elevations.
  public var isSteeperThanGraded = false
  /// The convention of the difficulty colours.
  public var convention: DifficultyConvention = .europe
  /// The grooming of a run, and whether it is gladed or lit; empty for other steps.
  public var terrain = RunTerrain()
  /// Indicates whether the lift's carriers have bubbles; nil when unknown.
  public var hasBubble: Bool?
  /// Indicates whether the lift's carriers have heated seats; nil when unknown.
  public var isHeated: Bool?
  /// The kind of lift; nil for other steps.
  public var liftKind: LiftKind?
  /// The number of seats of a lift's carrier; nil when unknown.
  public var seats: Int?
  /// Indicates whether a lift is ridden down, by its elevations or else by the direction of its line; nil for other
  /// steps.
  public var isDown: Bool?
  /// Indicates whether the ride continues on the lift of the step before, without leaving it.
  public var isStayingOn = false
  /// The name of the station between the two sections of such a ride; nil when unknown.
  public var stayOnStation: String?
  /// The kind of street; nil for other steps.
  public var streetKind: StreetKind?
  /// Indicates whether it is a walk along nothing that is mapped; its duration includes 5 min for finding the way.
  public var isUnmapped = false
  /// The duration in milliseconds, waits included.
  public var milliseconds: Int = 0
  /// The wait in milliseconds before boarding, or until the lift or run opens; the usual wait for routes without a
  /// departure.
  public var waitMilliseconds: Int = 0
  /// The part of the wait until the lift or run opens, in milliseconds; 0 for routes without a departure.
  public var closedMilliseconds: Int = 0
  /// The length in metres along the surface or the rope; horizontal where elevations are unknown.
  public var lengthMetres: Double = 0
  /// The ascent in metres, for a lift its net rise; nil where elevations are unknown.
  public var ascentMetres: Double?
  /// The descent in metres, for a lift its net fall; nil where elevations are unknown.
  public var descentMetres: Double?
  /// The gradient of the steepest 25 m, or of a shorter step as a whole, up or down, as a positive ratio; nil where
  /// elevations are unknown.
  public var maxGradient: Gradient?
  /// The geometry in the direction of travel, two points or more.
  public var points: [GraphPoint] = []
  /// The graph's edges in order, including those travelled in part.
  package var edges: [EdgeIndex] = []

  /// Indicates whether its costs used inferred elevations, since none are known.
  public var isHeightInferred = false
  /// Indicates whether nothing tells in which direction a part of the run falls, so that it counts as a climb.
  public var isDirectionUnknown = false

  /// Creates a step of a kind of link with the usual movement on it, without a feature, duration, length or points.
  public init(kind: LinkKind) {
    self.kind = kind
    movement = StepMovement(on: kind)
  }

  /// The availability of its elevations; nil for streets and for walks off the network.
  public var elevationQuality: ElevationQuality? {
    if kind == .walk { return nil }
    return ascentMetres != nil ? .surveyed : isHeightInferred ? .inferred : ElevationQuality.none
  }

  /// The colour on maps: of runs by their grade, grey when ungraded; of connectors with a grade; nil otherwise.
  public var colour: DifficultyColour? {
    switch kind {
    case .lift: nil
    case .run: difficulty?.colour(in: convention) ?? .grey
    default: difficulty?.colour(in: convention)
    }
  }
}

/// The named runs or lifts before and after an unnamed run of a route.
package struct RunLink: Hashable, Sendable, Codable {
  /// The label of the nearest labelled run or lift before it, see ``Signposted/label``.
  package var from: String
  /// The label of the nearest labelled run or lift after it.
  package var to: String

  /// Creates a link between two labels.
  /// - Parameters:
  ///   - from: The label of the run or lift before it.
  ///   - to: The label of the run or lift after it.
  package init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

extension Array where Element == RouteStep {
  /// Sets the names before and after unnamed runs; not where the route starts or ends with them, or both names are
  /// equal.
  /// - Complexity: O(*s*) in steps.
  mutating func nameLinks() {
    guard indices.contains(where: { self[$0].isUnnamedRun }) else { return }
    var before: String?
    var after = [String?](repeating: nil, count: count)
    var next: String?
    for index in indices.reversed() {
      after[index] = next
      if let label = self[index].landmarkLabel { next = label }
    }
    for index in indices {
      if let label = self[index].landmarkLabel {
        before = label
      } else if self[index].kind == .run, let before, let after = after[index], before != after {
        self[index].link = RunLink(from: before, to: after)
      }
    }
  }
}

extension RouteStep {
  /// Indicates whether it is a run without a label.
  fileprivate var isUnnamedRun: Bool { kind == .run && name == nil && refs.isEmpty }

  /// The label of a run or lift; nil for other steps.
  fileprivate var landmarkLabel: String? { kind == .run || kind == .lift ? label : nil }
}

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
