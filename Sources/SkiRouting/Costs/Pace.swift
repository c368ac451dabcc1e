import SkiGeo
package import SkiGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// How long a metre takes on snow and on foot, by gradient: the one table of speeds.
///
/// **Units:** gradients are rise over run in the direction of travel, so downhill is negative; slowness is
/// milliseconds for one metre along the surface. Slowness is continuous in the gradient: no threshold makes a jump.
///
/// **Source of the base speeds:** medians of 4,164 field readings of the speed itself on pistes, times 0.49: 2.7, 4.4 and
/// 6.1 m/s. The part is what makes thirteen descents of two recorded days take as long as an intermediate's, standing left
/// out; see Data/Formats/times.md. **Source of climbing:** Naismith 1892, one hour for 600 m of climbing on top of the walk.
/// **Derivation of the factors:** the readings hold between 8 % and 40 %, so there the factor is 1. Below 8 % gliding
/// fades towards 5 %, where friction (μ about 0.05) stops skis that nobody pushes. Above 40 % skiers turn and stop more; these
/// factors are this project's estimate, not measured.
package struct Pace: Hashable, Sendable {
  /// Factors on the base speed by steepness of descent, straight lines between; constant beyond the last.
  static let descentFactors: [(descent: Double, factor: Double)] = [
    (0.05, 0.60), (0.08, 1.0), (0.40, 1.0), (0.50, 0.85), (0.60, 0.70), (0.80, 0.50), (1.00, 0.40),
  ]
  /// The descent from which skis glide without being pushed.
  static let glidingDescent = descentFactors[0].descent
  /// Pushing on the level, metres a second.
  static let pushingSpeed: [SkierEquipment: Double] = [.skis: 1.2, .snowboard: 0.8]
  /// How much of the gliding speed a snowboard keeps.
  static let snowboardFactor = 0.92
  /// The rise from which one walks in boots rather than pushes.
  static let bootsGradient = 0.02
  /// Walking in boots, metres a second.
  static let walkingSpeed = 1.0
  /// Milliseconds for one metre of climbing, on top of the way: 600 m an hour.
  static let climbingMillisecondsPerMetre = 6000.0
  /// How much of the speed on a run a skier keeps on a connector: nobody prepares or signs it. An estimate.
  static let connectorFactor = 0.5
  /// The standard deviation of the gradient along a run around that of its inferred heights, fitted to runs of seven areas whose heights
  /// were taken away; see Data/Formats/times.md.
  static let gradientDeviation = 0.07
  /// Table cells to a unit of gradient, and the steepest gradient told apart.
  static let cellsPerUnit = 100.0
  static let steepest = 2.0

  /// Slowness at −200 %, −199 % ... +200 %, straight lines between.
  let skiing: [Double]
  /// The same for runs whose heights are inferred, which know the fall of a run but not its flats and steeps.
  let roughSkiing: [Double]
  /// The same for connectors: slid down, walked on the level and up.
  let sliding: [Double]
  /// The same for walking.
  let walking: [Double]

  /// Takes the table for a skier. Complexity: O(1); each is made once, when it is first asked for.
  /// - Parameters:
  ///   - ability: How well they ski.
  ///   - equipment: What they stand on.
  ///   - objective: What slowness is for: with `.skiing` each gradient counts as ``RouteWeights`` says.
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

  /// The tables asked for so far.
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
    roughSkiing = cells.map { mean in Self.expected(around: mean, skied) }
    sliding = cells.map {
      Self.slidingSlowness(gradient: $0, base: base, push: push) * weight($0, .connector)
    }
    walking = cells.map { Self.walkingSlowness(gradient: $0) * weight($0, .walk) }
  }

  /// The speed along the line of an ordinary run, turns included and standing left out, in metres a second.
  package static func baseSpeed(_ ability: SkierAbility) -> Double {
    switch ability {
    case .beginner: 2.7
    case .intermediate: 4.4
    case .advanced, .expert: 6.1
    }
  }

  /// The normal distribution of the gradient around that of inferred heights, up to three deviations: differences and their weights, made once.
  private static let deviations: [(gradient: Double, weight: Double)] = (-12...12).map { step in
    let deviations = Double(step) / 4
    return (deviations * gradientDeviation, exp(-deviations * deviations / 2))
  }
  private static let deviationWeight = deviations.reduce(0) { $0 + $1.weight }

  /// Returns the mean of a function of the gradient where that varies around some mean as it does along real runs.
  private static func expected(around mean: Double, _ slowness: (Double) -> Double) -> Double {
    deviations.reduce(0) { $0 + $1.weight * slowness(mean + $1.gradient) } / deviationWeight
  }

  /// Returns the factor on the base speed for a descent (positive ratio) of 5 % or more.
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

  /// Connectors are slid down at half the speed of a run, where that is faster than walking; else they are walked.
  static func slidingSlowness(gradient: Double, base: Double, push: Double) -> Double {
    let walking = walkingSlowness(gradient: gradient)
    guard gradient < 0 else { return walking }
    return min(walking, skiingSlowness(gradient: gradient, base: base, push: push) / connectorFactor)
  }

  static func walkingSlowness(gradient: Double) -> Double {
    let riseForAMetre = max(0, gradient) / (1 + gradient * gradient).squareRoot()
    return 1000 / walkingSpeed + climbingMillisecondsPerMetre * riseForAMetre
  }

  /// Returns milliseconds for one metre of surface at a gradient: straight lines between whole per cents.
  @inline(__always)
  static func slowness(_ table: UnsafePointer<Double>, gradient: Double) -> Double {
    let limit = 2 * steepest * cellsPerUnit
    let place = max(0, min(limit, gradient * cellsPerUnit + steepest * cellsPerUnit))
    let cell = min(Int(place), Int(limit) - 1)
    let low = table[cell]
    return low + (table[cell + 1] - low) * (place - Double(cell))
  }

  /// The table for a kind of link: runs are skied, connectors slid down or walked, all else is walked.
  func table(for kind: LinkKind, isInferred: Bool) -> [Double] {
    switch kind {
    case .run: isInferred ? roughSkiing : skiing
    case .connector: sliding
    default: walking
    }
  }

  /// Returns milliseconds for one metre along the surface of a run, connector or street.
  ///
  /// - Parameters:
  ///   - gradient: Rise over run in the direction of travel.
  ///   - kind: What one moves on.
  ///   - isInferred: Whether the gradient is that of inferred heights, which know nothing of flats and steeps on the way.
  /// - Complexity: O(1).
  package func millisecondsPerMetre(
    gradient: Double, on kind: LinkKind, isInferred: Bool = false
  ) -> Double {
    table(for: kind, isInferred: isInferred).withUnsafeBufferPointer {
      $0.baseAddress.map { Self.slowness($0, gradient: gradient) } ?? 0
    }
  }
}
