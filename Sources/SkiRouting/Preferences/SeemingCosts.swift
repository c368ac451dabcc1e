import SkiGraph
import SkiModel

/// How long edges and parts seem beside the time they take.
///
/// A millisecond on a piece seems as long as its factor says, or longer where it weighs more. Of that the least factor of all allowed links, the rate, counts for every millisecond from departure
/// to arrival, waits for something to open among them; what a piece seems longer than that is its extra. Extras are never negative and do not
/// depend on the hour, so that no circle pays and arrival and extra together order the paths to a node.
struct SeemingCosts {
  private let model: CostModel
  private let preferences: RoutePreferences
  private let weights: DayWeights?
  /// How long a millisecond seems at least.
  let rate: Double
  /// By edge, in milliseconds, a queue included; 0 where one may not go.
  private(set) var extras: [UInt32] = []

  /// - Parameters:
  ///   - weights: What time on edges counts; nil where it counts as it lasts.
  ///   - queues: The queue at an edge, in milliseconds, when one can first be there; asked for lifts only where queues seem longer than they last.
  init(
    day: PreparedDay, preferences: RoutePreferences, weights: DayWeights?,
    queues: () throws -> (Int) -> UInt64
  ) throws {
    (model, self.preferences, self.weights) = (day.model, preferences, weights)
    let terms = PreferenceTerms(model: day.model, preferences: preferences)
    let count = day.model.graph.edgeCount
    let allowed = (0..<count).filter { day.timed.milliseconds[$0] != EdgeCosts.notAllowed }
    let rate = allowed.reduce(min(1, preferences.waiting)) {
      min($0, terms.factor(day.model.graph.link(of: EdgeIndex($1)).position))
    }
    self.rate = rate
    let queue = preferences.waiting > rate ? try queues() : { _ in 0 }
    extras = [UInt32](repeating: 0, count: count)
    for edge in allowed {
      let milliseconds = day.timed.milliseconds[edge]
      let seeming = terms.seeming(RoutePiece(edge: EdgeIndex(edge), milliseconds: milliseconds), weights)
      let waiting = Double(queue(edge)) * (preferences.waiting - rate)
      extras[edge] = Self.whole(seeming - Double(milliseconds) * rate + waiting)
    }
  }

  /// The greatest extra: labels stay below twice as much, so sums don't overflow.
  private static let greatest = 1e9

  private static func whole(_ milliseconds: Double) -> UInt32 {
    UInt32(min(max(0, milliseconds), greatest).rounded(.down))
  }

  /// How much longer a piece seems than its time at the rate, waiting apart; 0 for none.
  func extra(_ piece: RoutePiece?) -> UInt32 {
    guard let piece else { return 0 }
    let seeming = PreferenceTerms(model: model, preferences: preferences).seeming(piece, weights)
    return Self.whole(seeming - Double(piece.milliseconds) * rate)
  }

  /// How long something seems that takes some time, waits included; rises with both.
  @inline(__always) func seeming(extra: UInt32, milliseconds: UInt32) -> UInt32 {
    UInt32(min((Double(milliseconds) * rate).rounded(.down), 2 * Self.greatest)) &+ extra
  }
}

/// The factors of a preference on the links of a graph.
struct PreferenceTerms {
  let model: CostModel
  let preferences: RoutePreferences

  /// How long a piece seems without waits, in milliseconds.
  func seeming(_ piece: RoutePiece, _ weights: DayWeights?) -> Double {
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

  /// How many milliseconds one on a link seems at least.
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
      factor *= preferences.grades[grade] ?? 1
    }
    if kind == LinkKind.run.code, !preferences.terrain.isEmpty, storage.linkFeature[link] != .max {
      let terrain = model.graph.terrain(of: FeatureIndex(storage.linkFeature[link]))
      for (kind, own) in preferences.terrain where terrain.isOf(kind) { factor *= own }
    }
    return factor
  }
}
