import SkiBase
import SkiGraph
import SkiTracks

/// One trace's answer: an edge for each fix, where one was found, and the edges travelled.
struct MatchingAnswer {
  var perFix: [UInt32?] = []
  var sequence: [UInt32] = []
}

/// The accuracy of answers against the true edges.
///
/// A fix is right on its own edge, or tolerated on the edge before or after it within three sigma of the node they share.
/// The mismatch is the metres missed and the metres added by the sequence, over the true metres.
/// **Source:** route mismatch fraction, Newson and Krumm 2009, with repeats counted.
struct MatchingScore {
  private(set) var fixes = 0
  private(set) var right = 0
  private(set) var tolerated = 0
  private(set) var missed = 0.0
  private(set) var added = 0.0
  private(set) var total = 0.0

  var accuracy: Double { Double(right) / Double(max(1, fixes)) }
  var tolerantAccuracy: Double { Double(right + tolerated) / Double(max(1, fixes)) }
  var mismatch: Double { (missed + added) / max(1e-9, total) }

  /// The outcome of one fix.
  enum Verdict {
    case right, tolerated, wrong
  }

  static func verdict(
    _ trace: TraceFile.Trace, _ fix: Int, _ edge: UInt32?, _ ends: MatchingEnds, sigma: Double
  ) -> Verdict {
    guard let edge else { return .wrong }
    let truth = trace.edges[fix]
    if ends.canonical(edge) == ends.canonical(truth) { return .right }
    let coordinate = trace.fixes[fix].coordinate
    let place = MatchingEnds.plane(coordinate.longitude, coordinate.latitude)
    return ends.shared(truth, edge).contains { ends.metres(place, to: $0) <= 3 * sigma } ? .tolerated : .wrong
  }

  /// Adds a trace.
  mutating func add(_ answer: MatchingAnswer, to trace: TraceFile.Trace, _ ends: MatchingEnds, sigma: Double)
  {
    for (fix, edge) in answer.perFix.enumerated() {
      switch Self.verdict(trace, fix, edge, ends, sigma: sigma) {
      case .right: right += 1
      case .tolerated: tolerated += 1
      case .wrong: break
      }
    }
    fixes += trace.fixes.count
    var balance: [UInt32: Int] = [:]
    for edge in trace.truth {
      balance[ends.canonical(edge), default: 0] += 1
      total += ends.length(ends.canonical(edge))
    }
    for edge in answer.sequence { balance[ends.canonical(edge), default: 0] -= 1 }
    for (edge, count) in balance.sorted(by: { $0.key < $1.key }) {
      let metres = ends.length(edge) * Double(count.magnitude)
      if count > 0 { missed += metres } else { added += metres }
    }
  }
}
