import SkiBase
package import SkiGraph
import SkiSystem

/// The slowness of travel on snow and on foot by gradient.
///
/// **Units:** gradients are rise over run in the direction of travel, negative downhill; slowness is milliseconds per
/// metre along the surface, continuous in the gradient.
///
/// **Source of the base speeds:** medians of 4,164 field readings of speed on pistes, 2.7, 4.4 and 6.1 m/s after a
/// factor of 0.49 that makes thirteen descents of two recorded days as long as an intermediate's, stops excluded; see
/// Data/Formats/times.md. **Source of climbing:** Naismith 1892, one hour for 600 m of ascent on top of the walk.
/// **Derivation of the factors:** the readings hold from 8 % to 40 %, where the factor is 1. Below 8 % gliding
/// decreases towards 5 %, where friction (μ about 0.05) stops skis. The factors above 40 %, where skiers turn and stop
/// more, are estimates.
package struct Pace: Hashable, Sendable {
  /// The factors of the base speed by ratio of descent, interpolated linearly; constant beyond the last.
  static let descentFactors: [(descent: Double, factor: Double)] = [
    (0.05, 0.60), (0.08, 1.0), (0.40, 1.0), (0.50, 0.85), (0.60, 0.70), (0.80, 0.50), (1.00, 0.40),
  ]
  /// The ratio of descent from which skis glide without pushing.
  static let glidingDescent = descentFactors[0].descent
  /// The speed of pushing on the level, in metres per second.
  static let pushingSpeed: [SkierEquipment: Double] = [.skis: 1.2, .snowboard: 0.8]
  /// The ratio of a snowboard's gliding speed to that of skis.
  static let snowboardFactor = 0.92
  /// The gradient from which walking in boots replaces pushing.
  static let bootsGradient = 0.02
  /// The speed of walking in boots, in metres per second.
  static let walkingSpeed = 1.0
  /// The additional milliseconds for each metre of ascent: 600 m per hour.
  static let climbingMillisecondsPerMetre = 6000.0
  /// The ratio of the speed on an unprepared connector to that on a run, an estimate.
  static let connectorFactor = 0.5
  /// The standard deviation of the gradient along a run around that of its inferred elevations, fitted to runs of seven
  /// areas; see Data/Formats/times.md.
  static let gradientDeviation = 0.07
  /// The number of table cells per unit of gradient.
  static let cellsPerUnit = 100.0
  /// The gradient at the ends of the tables, as a ratio.
  static let steepest = 2.0

  /// The slowness on runs from −200 % to +200 % in steps of 1 %, interpolated linearly.
  let skiing: [Double]
  /// The slowness on runs with inferred elevations, averaged over the variation of the gradient.
  let inferredSkiing: [Double]
  /// The slowness on connectors, slid down, or walked on the level and uphill.
  let sliding: [Double]
  /// The slowness of walking.
  let walking: [Double]

  /// Creates the tables of a skier, computed once and shared.
  /// - Parameters:
  ///   - ability: The ability.
  ///   - equipment: The equipment.
  ///   - objective: The objective; with `.skiing` slowness is weighted as in ``RouteWeights``.
  package init(
    ability: SkierAbility, equipment: SkierEquipment, objective: RouteObjective = .fastest
  ) {
    let skier = Skier(ability: ability, equipment: equipment, objective: objective)
    self = Self.tables.withLock { tables in
      if let made = tables[skier] { return made }
      let pace = Pace(making: skier)
      tables[skier] = pace
      return pace
    }
  }

  private struct Skier: Hashable {
    var ability: SkierAbility
    var equipment: SkierEquipment
    var objective: RouteObjective
  }

  /// The cached tables.
  private static let tables = Locked<[Skier: Pace]>([:])

  private init(making skier: Skier) {
    let base = Self.baseSpeed(skier.ability) * (skier.equipment == .snowboard ? Self.snowboardFactor : 1)
    let push = Self.pushingSpeed[skier.equipment] ?? Self.walkingSpeed
    let cells = (0...Int(2 * Self.steepest * Self.cellsPerUnit)).map {
      (Double($0) - Self.steepest * Self.cellsPerUnit) / Self.cellsPerUnit
    }
    let weight = { (gradient: Double, kind: LinkKind) in
      skier.objective == .skiing ? RouteWeights.weight(gradient: gradient, on: kind) : 1
    }
    let skied = { (gradient: Double) in
      Self.skiingSlowness(gradient: gradient, base: base, push: push) * weight(gradient, .run)
    }
    skiing = cells.map(skied)
    inferredSkiing = cells.map { mean in Self.expected(around: mean, skied) }
    sliding = cells.map {
      Self.slidingSlowness(gradient: $0, base: base, push: push) * weight($0, .connector)
    }
    walking = cells.map { Self.walkingSlowness(gradient: $0) * weight($0, .walk) }
  }

  /// Returns the speed along the line of a run of medium gradient in metres per second, turns included and stops
  /// excluded.
  package static func baseSpeed(_ ability: SkierAbility) -> Double {
    switch ability {
    case .beginner: 2.7
    case .intermediate: 4.4
    case .advanced, .expert: 6.1
    }
  }

  /// The offsets and weights of a normal distribution of the gradient, up to three standard deviations.
  private static let deviations: [(gradient: Double, weight: Double)] = (-12...12).map { step in
    let deviations = Double(step) / 4
    return (deviations * gradientDeviation, exp(-deviations * deviations / 2))
  }
  private static let deviationWeight = deviations.reduce(0) { $0 + $1.weight }

  /// Returns the expected value of a function of the gradient under that distribution around a mean.
  private static func expected(around mean: Double, _ slowness: (Double) -> Double) -> Double {
    deviations.reduce(0) { $0 + $1.weight * slowness(mean + $1.gradient) } / deviationWeight
  }

  /// Returns the factor of the base speed for a ratio of descent of 5 % or more.
  static func factor(descent: Double) -> Double {
    for (low, high) in zip(descentFactors, descentFactors.dropFirst()) where descent <= high.descent {
      let share = (descent - low.descent) / (high.descent - low.descent)
      return low.factor + max(0, share) * (high.factor - low.factor)
    }
    return descentFactors[descentFactors.count - 1].factor
  }

  static func skiingSlowness(gradient: Double, base: Double, push: Double) -> Double {
    let descent = -gradient
    let glides = glidingDescent
    if descent >= glides { return 1000 / (base * factor(descent: descent)) }
    if descent >= 0 {
      let gliding = base * descentFactors[0].factor
      return 1000 / (push + (gliding - push) * descent / glides)
    }
    let boots = walkingSlowness(gradient: max(gradient, bootsGradient))
    return gradient >= bootsGradient
      ? boots : 1000 / push + (boots - 1000 / push) * gradient / bootsGradient
  }

  /// Returns the slowness on a connector: slid down at half the speed of a run where that is faster than walking, else
  /// walked.
  static func slidingSlowness(gradient: Double, base: Double, push: Double) -> Double {
    let walking = walkingSlowness(gradient: gradient)
    guard gradient < 0 else { return walking }
    return min(walking, skiingSlowness(gradient: gradient, base: base, push: push) / connectorFactor)
  }

  static func walkingSlowness(gradient: Double) -> Double {
    let riseForAMetre = max(0, gradient) / (1 + gradient * gradient).squareRoot()
    return 1000 / walkingSpeed + climbingMillisecondsPerMetre * riseForAMetre
  }

  /// Returns the slowness at a gradient in milliseconds per metre of surface, interpolated linearly between whole per
  /// cents.
  @inline(__always)
  static func slowness(_ table: UnsafePointer<Double>, gradient: Double) -> Double {
    let limit = 2 * steepest * cellsPerUnit
    let place = max(0, min(limit, gradient * cellsPerUnit + steepest * cellsPerUnit))
    let cell = min(Int(place), Int(limit) - 1)
    let low = table[cell]
    return low + (table[cell + 1] - low) * (place - Double(cell))
  }

  /// Returns the table for a kind of link: runs are skied, connectors slid down or walked, all else is walked.
  func table(for kind: LinkKind, isInferred: Bool) -> [Double] {
    switch kind {
    case .run: isInferred ? inferredSkiing : skiing
    case .connector: sliding
    default: walking
    }
  }

  /// Returns the slowness on a run, connector or street in milliseconds per metre along the surface.
  ///
  /// - Parameters:
  ///   - gradient: The rise over run in the direction of travel.
  ///   - kind: The kind of link.
  ///   - isInferred: `true` if the gradient is that of inferred elevations, which lack flat and steep sections.
  package func millisecondsPerMetre(
    gradient: Double, on kind: LinkKind, isInferred: Bool = false
  ) -> Double {
    table(for: kind, isInferred: isInferred).withUnsafeBufferPointer {
      $0.baseAddress.map { Self.slowness($0, gradient: gradient) } ?? 0
    }
  }
}
