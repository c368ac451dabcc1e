import SkiBase
package import SkiGraph

/// The reason for a fix on the wrong lift or run: the first that applies, in this order.
package enum MatchErrorCause: String, CaseIterable, Sendable {
  /// The fix was matched off the map.
  case lost
  /// The wrong line lies within 8 m of the true one, though not for 30 m.
  case overlap
  /// A lift was matched for a run, or a run for a lift.
  case underLift = "under a lift line"
  /// The fix lies within 60 m of a station.
  case station
  /// The true or the wrong path leads across a mapped area.
  case area
  /// Another run or lift lies within 60 m.
  case parallel
  /// Anything else.
  case elsewhere
}

/// The agreement of a matched day with the truth; counts add up over days.
package struct MatchScore: Sendable, CustomStringConvertible {
  /// Consecutive fixes that were matched to the wrong lift or run.
  package struct Mistake: Sendable {
    package var fixes: Range<Int>
    package var secondsFromStart: Double
    package var cause: MatchErrorCause
    package var trueEdge: EdgeIndex?
    package var matchedEdge: EdgeIndex?
    package var text: String
  }

  /// The number of fixes truly on a lift or a run, rests on runs included, queues excluded.
  package var featureFixes = 0
  /// The number of those matched to the right one.
  package var featureRight = 0
  /// The number of those matched to another run whose line lies within 8 m for 30 m.
  package var sharedSnow = 0
  /// The numbers of fixes in the queue of a lift, and of those matched to it, to a neighbour at its station, or as
  /// waiting within 30 m.
  package var queueFixes = 0
  package var queueRight = 0
  /// The number of wrong fixes matched to another piece of the same kind and name.
  package var sameName = 0
  package var causes: [MatchErrorCause: Int] = [:]
  /// The numbers of fixes truly on an edge of any kind, and of those on the right directed edge.
  package var edgeFixes = 0
  package var edgeRight = 0
  /// The numbers of fixes more than 40 m from all mapped features, and of those matched off the map.
  package var offMapFixes = 0
  package var offMapRight = 0
  package var ridesTrue = 0
  package var ridesFound = 0
  package var ridesInvented = 0
  /// The numbers of fixes by true and matched state.
  package var confusion: [String: [String: Int]] = [:]
  /// The missed and invented rides, as text.
  package var rideNotes: [String] = []
  /// All mistakes, the longest first.
  package var mistakes: [Mistake] = []

  package init() {}

  /// The share of fixes on the right lift or run, or on either of overlapping runs; 1 without fixes.
  package var featureShare: Double {
    featureFixes == 0 ? 1 : Double(featureRight + sharedSnow) / Double(featureFixes)
  }
  /// The share of fixes on the right directed edge.
  package var edgeShare: Double { edgeFixes == 0 ? 1 : Double(edgeRight) / Double(edgeFixes) }
  /// Returns the share of all fixes lost to a cause.
  package func share(lostTo cause: MatchErrorCause) -> Double {
    featureFixes == 0 ? 0 : Double(causes[cause, default: 0]) / Double(featureFixes)
  }

  package static func += (sum: inout MatchScore, other: MatchScore) {
    sum.featureFixes += other.featureFixes
    sum.featureRight += other.featureRight
    sum.sharedSnow += other.sharedSnow
    sum.queueFixes += other.queueFixes
    sum.queueRight += other.queueRight
    sum.rideNotes += other.rideNotes
    sum.sameName += other.sameName
    sum.causes.merge(other.causes, uniquingKeysWith: +)
    sum.edgeFixes += other.edgeFixes
    sum.edgeRight += other.edgeRight
    sum.offMapFixes += other.offMapFixes
    sum.offMapRight += other.offMapRight
    sum.ridesTrue += other.ridesTrue
    sum.ridesFound += other.ridesFound
    sum.ridesInvented += other.ridesInvented
    sum.confusion.merge(other.confusion) { $0.merging($1, uniquingKeysWith: +) }
    sum.mistakes = (sum.mistakes + other.mistakes).sorted { $0.fixes.count > $1.fixes.count }
  }

  /// The shares in per cent, the causes of lost fixes and the rides, on one line.
  package var description: String {
    let lost = MatchErrorCause.allCases.filter { causes[$0, default: 0] > 0 }
      .map { "\($0.rawValue) \(Self.percent(share(lostTo: $0)))" }
    let whole = Double(max(1, featureFixes))
    let named = Double(sameName) / whole
    let queues = Double(queueRight) / Double(max(1, queueFixes))
    let away = offMapFixes == 0 ? "" : ", off the map \(offMapRight) of \(offMapFixes)"
    return
      "right \(Self.percent(featureShare)) (\(Self.percent(Double(sharedSnow) / whole)) of it on shared snow; "
      + "+\(Self.percent(named)) by name), edges \(Self.percent(edgeShare)), queues \(Self.percent(queues)), rides \(ridesFound) of \(ridesTrue), invented \(ridesInvented)\(away); "
      + "lost: \(lost.isEmpty ? "nothing" : lost.joined(separator: ", "))"
  }

  /// The confusion table as lines: a row for each true state, with the matched ones.
  package var table: String {
    confusion.sorted { $0.key < $1.key }.map { row in
      let cells = row.value.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
      return "  \(row.key): \(cells.joined(separator: ", "))"
    }
    .joined(separator: "\n")
  }

  /// Returns the longest mistakes as lines.
  package func worst(_ limit: Int) -> String {
    mistakes.prefix(limit).map {
      "\($0.fixes.count) fixes at \(Int($0.secondsFromStart)) s, \($0.cause.rawValue): \($0.text)"
    }
    .joined(separator: "\n")
  }

  private static func percent(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }
}
