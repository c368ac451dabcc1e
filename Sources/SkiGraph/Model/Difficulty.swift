/// The difficulty grade of a run, in the terms of OpenStreetMap and OpenSkiMap; an ungraded run has none (nil).
///
/// The raw values are those of OpenStreetMap's `piste:difficulty`. The first five form a scale. `freeride` and
/// `extreme` are off the scale: a skier must opt in to them.
@nonexhaustive
public enum Difficulty: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
  /// The grade of this name in OpenStreetMap's `piste:difficulty`; grades are declared from easiest to hardest.
  case novice, easy, intermediate, advanced, expert, freeride, extreme

  /// The rank by difficulty: 1 novice ... 5 expert, 6 freeride, 7 extreme.
  public var rank: UInt8 {
    switch self {
    case .novice: 1
    case .easy: 2
    case .intermediate: 3
    case .advanced: 4
    case .expert: 5
    case .freeride: 6
    case .extreme: 7
    }
  }

  /// Creates a difficulty from its rank, or nil when there is no such rank.
  public init?(rank: UInt8) {
    switch rank {
    case 1: self = .novice
    case 2: self = .easy
    case 3: self = .intermediate
    case 4: self = .advanced
    case 5: self = .expert
    case 6: self = .freeride
    case 7: self = .extreme
    default: return nil
    }
  }

  /// Indicates whether the grade is one of the five from novice to expert.
  public var isOnScale: Bool { rank <= Difficulty.expert.rank }

  /// Returns whether the first grade has the lower rank.
  public static func < (a: Difficulty, b: Difficulty) -> Bool { a.rank < b.rank }
}
