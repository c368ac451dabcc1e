import SkiGeo
import SkiModel

/// How steep runs and lifts usually are: what heights are inferred from where none are known.
///
/// A mean and a standard deviation of the gradient, rise over run, always counted in the usual direction: runs down, lifts up.
///
/// **Source:** measured on fourteen real areas of Europe and North America with heights: 2,390 runs of 100 m or more, by stretches of
/// 150 m, and 466 lifts of 50 m or more. The same word means about the same gradient on both sides of the ocean.
enum UsualGradients {
  /// A mean gradient and how far a single one may lie from it.
  struct Gradient: Hashable, Sendable {
    var mean: Double
    var deviation: Double
  }

  /// Gradients of a run keep to themselves over this length, metres: a run that is steep here is steep a little farther on.
  ///
  /// The deviation of the drop over a length grows with its root beyond this, so that it does not matter into how many pieces a run is
  /// cut. Measured: whole runs of 300 to 1500 m vary about 0.6 times as much as their stretches of 150 m.
  static let correlationMetres = 150.0

  /// The gradient of a run of a grade, skied down; that of any run when it has none.
  static func run(_ grade: Difficulty?) -> Gradient {
    switch grade {
    case .novice?: Gradient(mean: 0.11, deviation: 0.06)
    case .easy?: Gradient(mean: 0.155, deviation: 0.09)
    case .intermediate?: Gradient(mean: 0.225, deviation: 0.13)
    case .advanced?: Gradient(mean: 0.325, deviation: 0.16)
    case .expert?, .extreme?: Gradient(mean: 0.45, deviation: 0.21)
    case .freeride?: Gradient(mean: 0.35, deviation: 0.17)
    default: Gradient(mean: 0.22, deviation: 0.13)
    }
  }

  /// The gradient of a run used both ways: about level.
  static let twoWay = Gradient(mean: 0, deviation: 0.06)
  /// The gradient of a ski tour or hike, which may be drawn up or down.
  static let climbed = Gradient(mean: 0, deviation: 0.20)

  /// The gradient of a lift of a kind, ridden up.
  static func lift(_ kind: LiftKind) -> Gradient {
    switch kind {
    case .gondola, .mixedLift: Gradient(mean: 0.34, deviation: 0.10)
    case .cableCar, .funicular: Gradient(mean: 0.35, deviation: 0.12)
    case .chairLift: Gradient(mean: 0.27, deviation: 0.09)
    case .dragLift, .tBar: Gradient(mean: 0.20, deviation: 0.09)
    case .platter, .jBar: Gradient(mean: 0.15, deviation: 0.08)
    case .magicCarpet: Gradient(mean: 0.10, deviation: 0.05)
    case .ropeTow: Gradient(mean: 0.06, deviation: 0.06)
    case .railway, .rackRailway: Gradient(mean: 0.10, deviation: 0.10)
    case .unknown: Gradient(mean: 0.24, deviation: 0.10)
    }
  }
}
