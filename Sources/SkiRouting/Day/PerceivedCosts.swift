import SkiBase
import SkiGraph

/// The perceived costs of edges and pieces on one day.
///
/// Each millisecond from departure to arrival counts by the rate, the least factor of all allowed links, waits for
/// openings included; the perceived time of a piece above that is its extra cost. Extra costs are never negative and do
/// not depend on the time, so that no cycle pays and arrival and extra cost order the paths to a node.
struct PerceivedCosts {
  private let model: CostModel
  private let preferences: RoutePreferences
  private let weights: DayWeights?
  /// The perceived duration of a millisecond at least.
  let rate: Double
  /// The extra cost of each edge in milliseconds, the queue included; 0 where the profile may not go.
  private(set) var extras: [UInt32] = []

  /// Computes the extra costs of all edges.
  /// - Parameters:
  ///   - day: The costs of the day.
  ///   - preferences: The preferences.
  ///   - weights: The weights of edges; nil for unweighted time.
  ///   - queues: Returns the queue at an edge at the first possible arrival, in milliseconds; called only when queueing
  ///     has a factor above the rate.
  init(
    day: PreparedDay, preferences: RoutePreferences, weights: DayWeights?,
    queues: () throws -> (Int) -> UInt64
  ) throws {
    (model, self.preferences, self.weights) = (day.model, preferences, weights)
    let terms = PreferenceFactors(model: day.model, preferences: preferences)
    let count = day.model.graph.edgeCount
    let allowed = (0..<count).filter { day.timed.milliseconds($0) != EdgeCosts.notAllowed }
    let rate = allowed.reduce(min(1, preferences.waiting)) {
      min($0, terms.factor(day.model.graph.link(of: EdgeIndex($1)).position))
    }
    self.rate = rate
    let queue = preferences.waiting > rate ? try queues() : { _ in 0 }
    extras = [UInt32](repeating: 0, count: count)
    for edge in allowed {
      let milliseconds = day.timed.milliseconds(edge)
      let perceived = terms.perceived(RoutePiece(edge: EdgeIndex(edge), milliseconds: milliseconds), weights)
      let waiting = Double(queue(edge)) * (preferences.waiting - rate)
      extras[edge] = Self.whole(perceived - Double(milliseconds) * rate + waiting)
    }
  }

  /// The maximum extra cost: labels stay below twice as much, so that sums do not overflow.
  private static let greatest = 1e9

  private static func whole(_ milliseconds: Double) -> UInt32 {
    UInt32(min(max(0, milliseconds), greatest).rounded(.down))
  }

  /// Returns the extra cost of a piece, waits excluded; 0 for nil.
  func extra(_ piece: RoutePiece?) -> UInt32 {
    guard let piece else { return 0 }
    let perceived = PreferenceFactors(model: model, preferences: preferences).perceived(piece, weights)
    return Self.whole(perceived - Double(piece.milliseconds) * rate)
  }

  /// Returns the perceived time of an extra cost and a duration, waits included; monotonic in both.
  @inline(__always) func perceived(extra: UInt32, milliseconds: UInt32) -> UInt32 {
    UInt32(min((Double(milliseconds) * rate).rounded(.down), 2 * Self.greatest)) &+ extra
  }
}

/// The factors of preferences on the links of a graph.
struct PreferenceFactors {
  let model: CostModel
  let preferences: RoutePreferences

  /// Returns the perceived time of a piece without waits, in milliseconds.
  func perceived(_ piece: RoutePiece, _ weights: DayWeights?) -> Double {
    var factor = 1.0
    var pushedMetres = piece.walkMetres
    if let edge = piece.edge {
      factor = self.factor(model.graph.link(of: edge).position)
      pushedMetres =
        Double(
          model.pushedCentimetres(edge, to: piece.endCentimetres)
            - model.pushedCentimetres(edge, to: piece.startCentimetres)) / 100
    }
    let milliseconds = weights?.weight(piece) ?? piece.milliseconds
    return Double(milliseconds) * factor + pushedMetres * preferences.secondsForPushedMetre * 1000
  }

  /// Returns the factor of perceived time on a link.
  func factor(_ link: Int) -> Double {
    let storage = model.graph.storage
    var factor = 1.0
    let kind = storage.linkKind[link]
    if storage.linkFeature[link] != .max {
      let index = FeatureIndex(storage.linkFeature[link])
      factor = preferences.features[index] ?? 1
      if kind == LinkKind.lift.code, !preferences.liftKinds.isEmpty {
        factor *= preferences.liftKinds[model.graph.feature(index).liftKind] ?? 1
      }
    }
    if kind == LinkKind.run.code, let grade = Difficulty(rank: storage.linkDifficulty[link]) {
      factor *= self.factor(grade, ofLink: link)
    }
    if kind == LinkKind.run.code, !preferences.terrain.isEmpty, storage.linkFeature[link] != .max {
      let terrain = model.graph.terrain(of: FeatureIndex(storage.linkFeature[link]))
      for (kind, own) in preferences.terrain where terrain.isOf(kind) { factor *= own }
    }
    return factor
  }

  /// Returns the factor of a grade in the convention of its link.
  private func factor(_ grade: Difficulty, ofLink link: Int) -> Double {
    let any = preferences.grades[grade] ?? 1
    guard !preferences.conventionGrades.isEmpty else { return any }
    let convention = DifficultyConvention(code: model.graph.conventionCode(ofLink: link)) ?? .europe
    return preferences.conventionGrades[convention]?[grade] ?? any
  }
}
