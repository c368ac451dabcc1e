public import SkiGeo
public import SkiGraph

/// A fastest way from one place to another, as steps in order.
///
/// A value. A route without steps means that one is there already.
public struct Route: Hashable, Sendable, Codable {
  /// The steps in order; each starts exactly where the one before ends.
  public var steps: [RouteStep]
  /// The region of the map it lies in; indices in the steps are valid there.
  package var region: RegionIndex
  /// When it starts, where the clock was asked; nil for a route of no hour.
  public var departure: DayTime?
  /// Whether home can still be reached from everywhere on it, where that was asked.
  public var homeOutlook: HomeOutlook?

  /// The steepest 25 m of all runs, and where they are.
  public struct HardestSection: Hashable, Sendable {
    /// How steep, as a positive ratio.
    public var gradient: Gradient
    /// The position of the step.
    public var step: Int
  }

  /// Makes a route from its steps.
  package init(steps: [RouteStep], region: RegionIndex = .first, departure: DayTime? = nil) {
    self.steps = steps
    self.region = region
    self.departure = departure
  }

  /// Returns milliseconds in all: the sum over the steps. Complexity: O(*s*).
  public func totalMilliseconds() -> Int { steps.reduce(0) { $0 + $1.milliseconds } }

  /// When one is there; nil for a route of no hour. Complexity: O(*s*).
  public var arrival: DayTime? { departure?.advanced(byMilliseconds: totalMilliseconds()) }

  /// Returns milliseconds of waiting in all. Complexity: O(*s*).
  public func totalWaitMilliseconds() -> Int { steps.reduce(0) { $0 + $1.waitMilliseconds } }

  /// Returns the length in metres, of one kind of step or of all. Complexity: O(*s*).
  public func lengthMetres(of kind: LinkKind? = nil) -> Double {
    steps.lazy.filter { kind == nil || $0.kind == kind }.reduce(0) { $0 + $1.lengthMetres }
  }

  /// Returns the length in metres of what is done in one way. Complexity: O(*s*).
  public func lengthMetres(_ movement: StepMovement, on kind: LinkKind) -> Double {
    steps.lazy.filter { $0.kind == kind && $0.movement == movement }.reduce(0) { $0 + $1.lengthMetres }
  }

  /// Returns the length of runs that are skied or pushed along, in metres. Complexity: O(*s*).
  public func skiedMetres() -> Double { lengthMetres(of: .run) - lengthMetres(.climbed, on: .run) }

  /// Returns the length of what is gone on foot, in metres: streets, connectors and runs that are climbed. Complexity: O(*s*).
  public func footMetres() -> Double {
    lengthMetres(of: .walk) + lengthMetres(of: .connector) + lengthMetres(.climbed, on: .run)
  }

  /// Returns what is known of the heights along it; nil where it leads over streets alone. Complexity: O(*s*).
  public func heights() -> HeightKnowledge? { HeightKnowledge.merged(steps.lazy.compactMap(\.heights)) }

  /// Returns metres climbed where heights are known, by one kind of step or by all; nil when none is known.
  public func ascentMetres(of kind: LinkKind? = nil) -> Double? { sum(kind, \.ascentMetres) }

  /// Returns metres descended where heights are known, by one kind of step or by all; nil when none is known.
  public func descentMetres(of kind: LinkKind? = nil) -> Double? { sum(kind, \.descentMetres) }

  /// Returns the steepest 25 m skied: of runs of 25 m or more, else of shorter ones; nil where no height is known.
  /// - Complexity: O(*s*).
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

  /// Returns the step with the hardest grade; the first of equals, nil when none is graded. Complexity: O(*s*).
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
