import SkiGraph
import SkiModel

/// How long a way seems, with when one is there: the lanes of labels.
struct PreferenceRules: LabelRules {
  enum Lane {
    static let seeming = 0
    static let time = 1
  }
  let prices: SeemingCosts
  let timed: TimedCosts
  let ends: TimedEnds
  let maximumLanes = LabelVector.zero

  func least(_ edge: Int) -> LabelVector? {
    guard timed.milliseconds[edge] != EdgeCosts.notAllowed else { return nil }
    return vector(prices.edges[edge], time: timed.milliseconds[edge])
  }

  func cost(_ edge: Int, after label: Label) -> LabelVector? {
    guard
      let passage = timed.passage(
        edge, at: UInt64(label.vector[Lane.time]), cost: UInt64(timed.milliseconds[edge])),
      passage.arrival < SearchScratch.timeLimit
    else { return nil }
    let seeming = label.vector[Lane.seeming] &+ prices.edges[edge] &+ prices.waiting(passage.wait)
    return vector(seeming, time: UInt32(passage.arrival))
  }

  /// At the end only how long it seemed counts.
  func finish(_ target: Int, after label: Label) -> LabelVector? {
    let time = label.vector[Lane.time]
    guard let arrival = ends.finish(target, at: time) else { return nil }
    let part = ends.exit.access.pieces[target]
    let walk = ends.exit.walk(target, to: .destination)
    let fixed = (part?.milliseconds ?? 0) + (walk?.milliseconds ?? 0)
    let wait = UInt64(arrival - time - fixed)
    return vector(
      label.vector[Lane.seeming] &+ prices.price(part) &+ prices.price(walk) &+ prices.waiting(wait), time: 0)
  }

  /// Who is there earlier may have to wait until the other comes: only who seems to gain even then is better.
  func beats(_ one: Label, _ other: Label) -> Bool {
    let (early, late) = (one.vector[Lane.time], other.vector[Lane.time])
    guard early <= late else { return false }
    let gap = prices.waiting(UInt64(late - early), rounded: .up)
    return one.vector[Lane.seeming] &+ gap <= other.vector[Lane.seeming]
  }

  func key(_ vector: LabelVector) -> UInt64 { UInt64(vector[Lane.seeming]) }

  func vector(_ seeming: UInt32, time: UInt32) -> LabelVector {
    var vector = LabelVector.zero
    (vector[Lane.seeming], vector[Lane.time]) = (seeming, time)
    return vector
  }
}

/// How long edges, parts and waits seem, in whole milliseconds.
///
/// Waits are rounded down, the wait between two labels up: ⌊a + b⌋ ≤ ⌊a⌋ + ⌈b⌉, so dominance holds for what comes after.
struct SeemingCosts {
  private let model: CostModel
  private let preferences: RoutePreferences
  private let weights: DayWeights?
  /// By edge, what is on it without waits; 0 where one may not go.
  private(set) var edges: [UInt32] = []

  /// - Parameter weights: What time on edges counts; nil where it counts as it lasts.
  init(day: PreparedDay, preferences: RoutePreferences, weights: DayWeights?) {
    model = day.model
    self.preferences = preferences
    self.weights = weights
    edges = (0..<day.model.graph.edgeCount).map { edge in
      let milliseconds = day.timed.milliseconds[edge]
      return milliseconds == EdgeCosts.notAllowed
        ? 0 : price(RoutePiece(edge: EdgeIndex(edge), milliseconds: milliseconds))
    }
  }

  /// The greatest price of one piece or wait: labels stay below twice as much, so sums don't overflow.
  private static let greatest = 1e9

  /// How long a wait seems.
  func waiting(_ milliseconds: UInt64, rounded rule: FloatingPointRoundingRule = .down) -> UInt32 {
    UInt32(min((Double(milliseconds) * preferences.waiting).rounded(rule), Self.greatest))
  }

  /// How long a piece seems, waiting apart; 0 for none.
  func price(_ piece: RoutePiece?) -> UInt32 {
    guard let piece else { return 0 }
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
    let seeming =
      Double(milliseconds) * factor + pushedMetres * preferences.secondsForPushedMetre * 1000
    return UInt32(min(seeming, Self.greatest))
  }

  private func factor(_ link: Int) -> Double {
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
