public import SkiGeo
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
  public func totalMilliseconds() -> Int { steps.reduce(0) { $0 + $1.milliseconds } }

  /// The time of arrival; nil for a route without a departure.
  /// - Complexity: O(*s*) in steps.
  public var arrival: DayTime? { departure?.advanced(byMilliseconds: totalMilliseconds()) }

  /// Returns the total of the waits in milliseconds.
  /// - Complexity: O(*s*) in steps.
  public func totalWaitMilliseconds() -> Int { steps.reduce(0) { $0 + $1.waitMilliseconds } }

  /// Returns the length of the steps of one kind, or of all, along the surface and the rope, in metres.
  /// - Parameter kind: The kind of link; nil for all.
  /// - Complexity: O(*s*) in steps.
  public func lengthMetres(of kind: LinkKind? = nil) -> Double {
    steps.lazy.filter { kind == nil || $0.kind == kind }.reduce(0) { $0 + $1.lengthMetres }
  }

  /// Returns the length of the steps with one movement on one kind of link, along the surface and the rope, in metres.
  /// - Parameters:
  ///   - movement: The movement.
  ///   - kind: The kind of link.
  /// - Complexity: O(*s*) in steps.
  public func lengthMetres(_ movement: StepMovement, on kind: LinkKind) -> Double {
    steps.lazy.filter { $0.kind == kind && $0.movement == movement }.reduce(0) { $0 + $1.lengthMetres }
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
    ElevationQuality.merged(steps.lazy.compactMap(\.elevationQuality))
  }

  /// Returns the ascent in metres of the steps of one kind, or of all, that have elevations; nil when none has.
  /// - Parameter kind: The kind of link; nil for all.
  /// - Complexity: O(*s*) in steps.
  public func ascentMetres(of kind: LinkKind? = nil) -> Double? { sum(kind, \.ascentMetres) }

  /// Returns the descent in metres of the steps of one kind, or of all, that have elevations; nil when none has.
  /// - Parameter kind: The kind of link; nil for all.
  /// - Complexity: O(*s*) in steps.
  public func descentMetres(of kind: LinkKind? = nil) -> Double? { sum(kind, \.descentMetres) }

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
    var hardest: RouteStep?
    for step in steps {
      guard let difficulty = step.difficulty else { continue }
      if hardest?.difficulty.map({ $0 < difficulty }) ?? true { hardest = step }
    }
    return hardest
  }

  private func sum(_ kind: LinkKind?, _ value: KeyPath<RouteStep, Double?>) -> Double? {
    let known = steps.filter { kind == nil || $0.kind == kind }.compactMap { $0[keyPath: value] }
    return known.isEmpty ? nil : known.reduce(0, +)
  }
}
