public import SkiBase
public import SkiGraph

/// A route from one place to another, as a sequence of steps.
///
/// A route without steps starts at its destination.
/// ```swift
/// guard case .answer(let route) = try router.route(request) else { return }
/// print(route.totalMilliseconds() / 60_000, "min")
/// for step in route.steps { print(step.kind, step.label ?? "unnamed", step.lengthMetres) }
/// ```
public struct Route: Hashable, Sendable, Codable {
  /// The steps in order; each starts exactly where the one before ends.
  public var steps: [RouteStep]
  /// The region of the map; indices in the steps are valid in it.
  package var region: RegionIndex
  /// The time of departure; nil for a route without one.
  public var departure: DayTime?
  /// The reachability of home from the places along the route; nil when no home was given.
  public var homeReachability: HomeReachability?
  /// The length along tracks and paths that are snow-covered in the season, in metres; not encoded.
  package var snowCoveredMetres = 0.0

  private enum CodingKeys: String, CodingKey {
    case steps, region, departure
    case homeReachability = "homeOutlook"
  }

  /// The steepest 25 m of all runs of a route.
  public struct HardestSection: Hashable, Sendable {
    /// The gradient as a positive ratio.
    public var gradient: Gradient
    /// The position of the step in ``Route/steps``.
    public var step: Int
  }

  /// Creates a route from its steps.
  package init(steps: [RouteStep], region: RegionIndex = .first, departure: DayTime? = nil) {
    self.steps = steps
    self.region = region
    self.departure = departure
  }

  /// Returns the total duration in milliseconds, waits included.
  /// - Complexity: O(*s*) in steps.
  public func totalMilliseconds() -> Int { steps.indices.reduce(0) { $0 + steps[$1].milliseconds } }

  /// The time of arrival; nil for a route without a departure.
  /// - Complexity: O(*s*) in steps.
  public var arrival: DayTime? { departure?.advanced(byMilliseconds: totalMilliseconds()) }

  /// Returns the total of the waits in milliseconds.
  /// - Complexity: O(*s*) in steps.
  public func totalWaitMilliseconds() -> Int { steps.indices.reduce(0) { $0 + steps[$1].waitMilliseconds } }

  /// Returns the length of the steps of one kind, or of all, along the surface and the rope, in metres.
  /// - Parameter kind: The kind of link; nil for all.
  /// - Complexity: O(*s*) in steps.
  public func lengthMetres(of kind: LinkKind? = nil) -> Double {
    sum(of: kind) { steps[$0].lengthMetres } ?? 0
  }

  /// Returns the length of the steps with one movement on one kind of link, along the surface and the rope, in metres.
  /// - Parameters:
  ///   - movement: The movement.
  ///   - kind: The kind of link.
  /// - Complexity: O(*s*) in steps.
  public func lengthMetres(_ movement: StepMovement, on kind: LinkKind) -> Double {
    sum(of: kind) { steps[$0].movement == movement ? steps[$0].lengthMetres : nil } ?? 0
  }

  /// Returns the length of runs skied or pushed along, in metres.
  /// - Complexity: O(*s*) in steps.
  public func skiedMetres() -> Double { lengthMetres(of: .run) - lengthMetres(.climbed, on: .run) }

  /// Returns the length of streets, walks off the network, connectors and climbed runs, in metres.
  /// - Complexity: O(*s*) in steps.
  public func footMetres() -> Double {
    lengthMetres(of: .walk) + lengthMetres(of: .connector) + lengthMetres(.climbed, on: .run)
  }

  /// Returns the availability of elevations along the route; nil when it uses no lift, run or connector.
  /// - Complexity: O(*s*) in steps.
  public func elevationQuality() -> ElevationQuality? {
    steps.indices.reduce(nil) { ElevationQuality.merged($0, steps[$1].elevationQuality) }
  }

  /// Returns the ascent in metres of the steps of one kind, or of all, that have elevations; nil when none has.
  /// - Parameter kind: The kind of link; nil for all.
  /// - Complexity: O(*s*) in steps.
  public func ascentMetres(of kind: LinkKind? = nil) -> Double? { sum(of: kind) { steps[$0].ascentMetres } }

  /// Returns the descent in metres of the steps of one kind, or of all, that have elevations; nil when none has.
  /// - Parameter kind: The kind of link; nil for all.
  /// - Complexity: O(*s*) in steps.
  public func descentMetres(of kind: LinkKind? = nil) -> Double? { sum(of: kind) { steps[$0].descentMetres } }

  /// Returns the steepest 25 m skied or pushed, of runs of 25 m or more if these have elevations, or else of shorter
  /// ones; nil when no run has any.
  /// - Complexity: O(*s*) in steps.
  public func hardestSection() -> HardestSection? {
    let runs = steps.indices.filter { steps[$0].kind == .run && steps[$0].movement != .climbed }
    let long = runs.filter { steps[$0].lengthMetres >= SteepestWindow.metres }
    var hardest: HardestSection?
    for step in long.contains(where: { steps[$0].maxGradient != nil }) ? long : runs {
      guard let gradient = steps[step].maxGradient else { continue }
      if hardest.map({ $0.gradient < gradient }) ?? true {
        hardest = HardestSection(gradient: gradient, step: step)
      }
    }
    return hardest
  }

  /// Returns the first step of the hardest grade; nil when no step is graded.
  /// - Complexity: O(*s*) in steps.
  public func hardestGradedStep() -> RouteStep? {
    var hardest: (step: Int, difficulty: Difficulty)?
    for step in steps.indices {
      guard let difficulty = steps[step].difficulty else { continue }
      if hardest.map({ $0.difficulty < difficulty }) ?? true { hardest = (step, difficulty) }
    }
    return hardest.map { steps[$0.step] }
  }

  /// Returns the sum of a value of the steps at some positions, which copies no step; nil when none has the value.
  private func sum(of kind: LinkKind?, _ value: (Int) -> Double?) -> Double? {
    var sum: Double?
    for step in steps.indices where kind == nil || steps[step].kind == kind {
      if let value = value(step) { sum = (sum ?? 0) + value }
    }
    return sum
  }
}

extension Route {
  /// Returns the geometry of the whole route as one line, without repeated points between steps; empty without steps.
  /// - Complexity: O(*p*) in points.
  public func line() -> [GraphPoint] {
    var line: [GraphPoint] = []
    for step in steps { line.append(contentsOf: line.isEmpty ? step.points[...] : step.points.dropFirst()) }
    return line
  }
}

extension StreetKind {
  /// Indicates whether the street is usually not cleared of snow: a path, track or bridleway.
  public var isTrail: Bool { self == .path || self == .track || self == .bridleway }
}

extension Route {
  /// Returns the length along paths, tracks and bridleways, which may be snow-covered, in metres.
  /// - Complexity: O(*s*) in steps.
  public func trailMetres() -> Double {
    steps.indices.reduce(0) { $0 + (isTrail(steps[$1].streetKind) ? steps[$1].lengthMetres : 0) }
  }

  /// Returns the labels of those streets in the order of the route, without duplicates.
  /// - Complexity: O(*s*) in steps.
  package func trailNames() -> [String] {
    trails().compactMap(\.label).uniqued()
  }

  private func trails() -> [RouteStep] { steps.filter { isTrail($0.streetKind) } }

  private func isTrail(_ kind: StreetKind?) -> Bool { kind?.isTrail ?? false }
}

/// The reachability of home from the places along a route.
@nonexhaustive
public enum HomeReachability: Sendable, Hashable, Codable {
  /// Home is reachable from the whole route; the destination has to be left by this time.
  case reachable(leavingBy: LatestDeparture)
  /// The route passes the last place from which home is reachable.
  case lost(PointOfNoReturn)
  /// Home is out of reach in time from the start on.
  case lostFromStart
  /// No route leads home from the start at any time of the day.
  case noWayFromStart
}

/// The last place of a route from which home is reachable.
public struct PointOfNoReturn: Sendable, Hashable, Codable {
  /// The point of the place, a node of the route.
  public var place: GraphPoint
  /// The position in ``Route/steps`` of the step that continues from the place.
  public var step: Int
  /// The time the route is there.
  public var passedAt: DayTime
  /// The latest departure from the place for home.
  public var latest: LatestDeparture
}
