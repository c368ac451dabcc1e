import SkiGraph

/// The time-dependent costs of the edges of a graph for one profile: the cost after entry, and the rule for entering.
///
/// Closures of requests are tested where an edge is read, so that other closures need no pass over the edges.
struct TimedCosts: Sendable {
  /// The milliseconds of each edge (and one more) after entry, for lifts the ride; ``EdgeCosts/notAllowed`` where the
  /// profile may not go, whatever the closures of requests.
  private let unclosed: [UInt32]
  /// The edges closed by a request; nil when none is.
  private let closedEdges: ClosedEdges?
  /// The rule of each edge; 0 is ``TravelRule/free``.
  let ruleOfEdge: [UInt32]
  /// The distinct rules.
  let rules: [TravelRule]
  /// The rules in compact form.
  let compactRules: [CompactRule]

  /// Creates the costs of a profile, which must have the timetable's closed features closed, and no others.
  /// - Complexity: O(*e* + *f*) in edges and features.
  init(model: CostModel, edges: EdgeCosts, timetable: Timetable) {
    let graph = model.graph
    var milliseconds = edges.milliseconds
    var book = RuleTable()
    var ruleOfEdge = [UInt32](repeating: 0, count: milliseconds.count)
    var ofFeature: [UInt64: UInt32] = [:]
    let rides = ThroughRides(model: model)
    for edge in milliseconds.indices where milliseconds[edge] != EdgeCosts.notAllowed {
      let link = Int(graph.storage.edgeLink[edge] / 2)
      let feature = graph.storage.linkFeature[link]
      guard feature != .max, let kind = LinkKind(code: graph.storage.linkKind[link]) else { continue }
      var wait: UInt32 = 0
      var aboard: ThroughRides.PassingRide?
      if kind == .lift {
        guard let time = model.liftMilliseconds(LinkIndex(link)) else { continue }
        (wait, milliseconds[edge]) = (time.wait, time.ride)
        aboard = rides.rides[graph.tail(EdgeIndex(edge))]
      } else if kind != .run {
        continue
      }
      let key = UInt64(feature) << 32 | UInt64(wait)
      if aboard == nil, let known = ofFeature[key] {
        ruleOfEdge[edge] = known
        continue
      }
      let rule = timetable.rule(of: FeatureIndex(feature), kind: kind, usualWait: wait, aboard: aboard)
      let number = rule.map { book.number(of: $0) } ?? 0
      if aboard == nil { ofFeature[key] = number }
      ruleOfEdge[edge] = number
    }
    // One more than the number of edges, so that the arrays of an empty graph have an address.
    unclosed = milliseconds + [EdgeCosts.notAllowed]
    closedEdges = nil
    self.ruleOfEdge = ruleOfEdge + [0]
    rules = book.rules
    compactRules = book.rules.map(CompactRule.init)
  }

  /// Creates the costs with edges closed by a request, instead of those of another.
  init(_ other: TimedCosts, closed: ClosedEdges?) {
    (unclosed, ruleOfEdge) = (other.unclosed, other.ruleOfEdge)
    (rules, compactRules) = (other.rules, other.compactRules)
    closedEdges = closed
  }

  /// Returns the milliseconds of an edge after entry, for lifts the ride; ``EdgeCosts/notAllowed`` where the profile
  /// may not go.
  @inline(__always) func milliseconds(_ edge: Int) -> UInt32 {
    if let closedEdges, closedEdges.contains(edge) { return EdgeCosts.notAllowed }
    return unclosed[edge]
  }

  /// Returns the greatest straight-line speed of any edge after entry, in metres per millisecond, whatever the closures
  /// of requests.
  /// - Complexity: O(*n* + *m*).
  func greatestSpeed(_ flat: FlatGraph) -> Double {
    flat.greatestSpeed(milliseconds: Array(unclosed.prefix(flat.edgeCount)))
  }

  /// Returns the arrival at the end of a part of an edge entered at a time, and the wait; nil when it is closed.
  ///
  /// Parts of lifts cannot be entered.
  /// - Complexity: As ``TravelRule/passage(at:cost:)``.
  func passage(_ edge: Int, at time: UInt64, cost: UInt64) -> (arrival: UInt64, wait: UInt64)? {
    guard milliseconds(edge) != EdgeCosts.notAllowed else { return nil }
    return rules[Int(ruleOfEdge[edge])].passage(at: time, cost: cost)
  }
}

extension TimedCosts {
  /// Returns the part of the wait for a part of an edge that is until it opens; nil when it opens no more.
  func closed(_ edge: Int, at time: UInt64, cost: UInt64) -> UInt64? {
    rules[Int(ruleOfEdge[edge])].closed(at: time, cost: cost)
  }
}

/// A table of distinct rules with their numbers.
private struct RuleTable {
  var rules = [TravelRule.free]
  private var numbers: [TravelRule: UInt32] = [.free: 0]

  mutating func number(of rule: TravelRule) -> UInt32 {
    if let known = numbers[rule] { return known }
    let number = UInt32(rules.count)
    rules.append(rule)
    numbers[rule] = number
    return number
  }
}

/// A rule of one window and one wait in compact form; other rules are looked up.
struct CompactRule: BitwiseCopyable, Sendable {
  var opens: UInt32 = 0
  /// The last arrival: the end of the window less the wait.
  var ends: UInt32 = 0
  var wait: UInt32 = 0
  /// Indicates whether the compact form holds the whole rule.
  var isWhole = false
  var endsInside = false

  init(_ rule: TravelRule) {
    guard rule.windows.count == 1, rule.waits.knots.count == 1,
      rule.windows[0].ends >= rule.waits.knots[0].wait
    else { return }
    (opens, wait) = (rule.windows[0].opens, rule.waits.knots[0].wait)
    (ends, isWhole, endsInside) = (rule.windows[0].ends - wait, true, rule.endsInside)
  }
}

/// The time-dependent costs in the form a search reads.
struct TimetableTimes: TargetTimes {
  let milliseconds: UnsafePointer<UInt32>
  let closed: ClosedBits
  let ruleOfEdge: UnsafePointer<UInt32>
  let compactRules: UnsafePointer<CompactRule>
  let rules: UnsafePointer<TravelRule>
  /// The rule and the cost of the last part before each target.
  let finals: UnsafePointer<TimedFinal>

  @inline(__always) func arrival(_ edge: Int, at time: UInt64) -> UInt64 {
    let cost = milliseconds[edge]
    if cost == EdgeCosts.notAllowed || closed.contains(edge) { return .max }
    return arrival(rule: Int(ruleOfEdge[edge]), at: time, cost: UInt64(cost))
  }

  @inline(__always) private func arrival(rule: Int, at time: UInt64, cost: UInt64) -> UInt64 {
    if rule == 0 { return time &+ cost }
    let word = compactRules[rule]
    if !word.isWhole { return rules[rule].passage(at: time, cost: cost)?.arrival ?? .max }
    let entry = max(time, UInt64(word.opens))
    let last = word.endsInside ? entry &+ cost : entry
    return last > UInt64(word.ends) ? .max : entry &+ UInt64(word.wait) &+ cost
  }

  @inline(__always) func finish(_ target: Int, milliseconds: UInt32, at time: UInt64) -> UInt64 {
    let final = finals[target]
    let arrival = arrival(rule: Int(final.rule), at: time, cost: UInt64(final.partMilliseconds))
    return arrival == .max ? .max : arrival &+ UInt64(milliseconds &- final.partMilliseconds)
  }
}

/// The last part of an edge before a target: its rule, and its part of the target's milliseconds.
struct TimedFinal: BitwiseCopyable, Sendable {
  var rule: UInt32 = 0
  var partMilliseconds: UInt32 = 0
}

extension TimedCosts {
  /// Calls a closure with the costs in the form a search reads; nil is impossible, as no array is empty.
  func withTimes<Result, Failure: Error>(
    finals: [TimedFinal], _ body: (TimetableTimes) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let finals = finals.isEmpty ? [TimedFinal()] : finals
    return try unclosed.withUnsafeBufferPointer { milliseconds throws(Failure) in
      try ruleOfEdge.withUnsafeBufferPointer { ruleOfEdge throws(Failure) in
        try compactRules.withUnsafeBufferPointer { quick throws(Failure) in
          try rules.withUnsafeBufferPointer { rules throws(Failure) in
            try finals.withUnsafeBufferPointer { finals throws(Failure) in
              guard let milliseconds = milliseconds.baseAddress, let ruleOfEdge = ruleOfEdge.baseAddress,
                let quick = quick.baseAddress, let rules = rules.baseAddress,
                let finals = finals.baseAddress
              else { return nil }
              return try closedEdges.withBits { closed throws(Failure) in
                try body(
                  TimetableTimes(
                    milliseconds: milliseconds, closed: closed, ruleOfEdge: ruleOfEdge, compactRules: quick,
                    rules: rules, finals: finals))
              }
            }
          }
        }
      }
    }
  }

  /// Returns the shortest wait of the day on an edge, in milliseconds.
  func leastWait(_ edge: Int) -> UInt32 { rules[Int(ruleOfEdge[edge])].waits.least }

  /// Returns pieces with their times for a departure; nil when one is closed then, or a wait is longer than the
  /// shortest of the day.
  func ride(_ pieces: [RoutePiece], departing: UInt32) -> [RoutePiece]? {
    var clock = DayClock(time: UInt64(departing), timed: self)
    for piece in pieces {
      if let edge = piece.edge?.position {
        let isWhole = piece.startCentimetres == 0 && piece.endCentimetres == .max
        let cost = UInt64(isWhole ? milliseconds(edge) : piece.milliseconds)
        guard let passage = passage(edge, at: clock.time, cost: cost), passage.wait == UInt64(leastWait(edge))
        else { return nil }
        clock.add(piece, whole: isWhole)
      } else {
        clock.add(piece)
      }
    }
    return clock.time < SearchScratch.timeLimit ? clock.pieces : nil
  }
}

/// A clock that advances through pieces and records the times and waits of each.
struct DayClock {
  private(set) var time: UInt64
  private let timed: TimedCosts
  private(set) var pieces: [RoutePiece] = []

  init(time: UInt64, timed: TimedCosts) {
    self.time = time
    self.timed = timed
  }

  /// Adds a piece, whose milliseconds are those of the part, or with `whole` those of the entire edge.
  mutating func add(_ piece: RoutePiece?, whole: Bool = false) {
    guard var piece else { return }
    if let edge = piece.edge {
      let cost = UInt64(whole ? timed.milliseconds(edge.position) : piece.milliseconds)
      // A search passed here at this time, so that there is a passage.
      guard let passage = timed.passage(edge.position, at: time, cost: cost) else { return }
      piece.milliseconds = UInt32(passage.arrival - time)
      piece.waitMilliseconds = UInt32(passage.wait)
      piece.closedMilliseconds = UInt32(timed.closed(edge.position, at: time, cost: cost) ?? 0)
    }
    time += UInt64(piece.milliseconds)
    pieces.append(piece)
  }
}
