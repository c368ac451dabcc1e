import SkiBase
import SkiGraph

/// The usual gradients of runs and lifts, from which unknown elevations are inferred.
///
/// A mean and a standard deviation of the gradient, rise over run, positive in the usual direction: runs down, lifts
/// up.
///
/// **Source:** measured on fourteen real areas of Europe and North America: 2,390 runs of 100 m or more, by sections of
/// 150 m, and 466 lifts of 50 m or more. Grades mean about the same gradients on both continents.
enum TypicalGradients {
  /// The mean and the standard deviation of gradients.
  struct GradientDistribution: Hashable, Sendable {
    var mean: Double
    var deviation: Double
  }

  /// The correlation length of the gradients of a run, in metres.
  ///
  /// The deviation of a drop grows with the square root of the length beyond it, however a run is divided. Measured:
  /// whole runs of 300 to 1500 m vary about 0.6 times as much as their sections of 150 m.
  static let correlationMetres = 150.0

  /// Returns the downhill gradient of a run of a grade; that of all runs when it has none.
  static func run(_ grade: Difficulty?) -> GradientDistribution {
    switch grade {
    case .novice?: GradientDistribution(mean: 0.11, deviation: 0.06)
    case .easy?: GradientDistribution(mean: 0.155, deviation: 0.09)
    case .intermediate?: GradientDistribution(mean: 0.225, deviation: 0.13)
    case .advanced?: GradientDistribution(mean: 0.325, deviation: 0.16)
    case .expert?, .extreme?: GradientDistribution(mean: 0.45, deviation: 0.21)
    case .freeride?: GradientDistribution(mean: 0.35, deviation: 0.17)
    default: GradientDistribution(mean: 0.22, deviation: 0.13)
    }
  }

  /// The gradient of a path across an area whose elevations are inferred: a standard deviation above the mean of its
  /// grade.
  static func steep(_ grade: Difficulty?) -> Double { run(grade).mean + run(grade).deviation }
  /// The gradient of a climb whose direction nothing tells, which 19 of 20 runs of its grade stay below.
  static func steepest(_ grade: Difficulty?) -> Double { run(grade).mean + 1.65 * run(grade).deviation }
  /// The gradient of runs that no lift serves, whatever their grade: mostly tours.
  ///
  /// Measured on three of these areas: 40 sections that no lift leads to or away from rise or fall by 32 % in the mean, 28 %
  /// in the median, and those graded easy by up to 47 %.
  static let unserved = 0.35
  /// The gradient of a run that the elevations around it show as almost level.
  ///
  /// Measured on the same areas: 24 runs whose fitted elevations fall by less than 5 % rise or fall by 7 % in the mean, and
  /// seven of them rise by more than 10 m.
  static let traverse = 0.07
  /// The gradient of a two-way run: about level.
  static let twoWay = GradientDistribution(mean: 0, deviation: 0.06)
  /// The gradient of a ski tour or hike, which may be drawn up or down.
  static let climbed = GradientDistribution(mean: 0, deviation: 0.20)

  /// Returns the uphill gradient of a kind of lift.
  static func lift(_ kind: LiftKind) -> GradientDistribution {
    switch kind {
    case .gondola, .mixedLift: GradientDistribution(mean: 0.34, deviation: 0.10)
    case .cableCar, .funicular: GradientDistribution(mean: 0.35, deviation: 0.12)
    case .chairLift: GradientDistribution(mean: 0.27, deviation: 0.09)
    case .dragLift, .tBar: GradientDistribution(mean: 0.20, deviation: 0.09)
    case .platter, .jBar: GradientDistribution(mean: 0.15, deviation: 0.08)
    case .magicCarpet: GradientDistribution(mean: 0.10, deviation: 0.05)
    case .ropeTow: GradientDistribution(mean: 0.06, deviation: 0.06)
    case .railway, .rackRailway: GradientDistribution(mean: 0.10, deviation: 0.10)
    case .unknown: GradientDistribution(mean: 0.24, deviation: 0.10)
    }
  }
}
