import SkiBase
import SkiGraph
import SkiTracks

/// Mistakes of answers: stretches of wrong fixes and of the edges travelled, by cause, with examples.
struct MatchingMistakes {
  /// One stretch that is wrong.
  private struct Stretch {
    var cause: String
    /// Fixes, or metres.
    var amount: Double
    var text: String
  }

  private var fixes: [Stretch] = []
  private var ways: [Stretch] = []
  private let ends: MatchingEnds

  init(_ file: TraceFile, _ answers: [MatchingAnswer], _ ends: MatchingEnds) {
    self.ends = ends
    for (number, (trace, answer)) in zip(file.traces, answers).enumerated() {
      noteFixes(number, trace, answer, sigma: file.sigma)
      noteWays(number, trace, answer)
    }
  }

  /// One line a cause, the most frequent first, each with examples.
  func text(examples: Int) -> String {
    var text = ""
    for (title, unit, stretches) in [("wrong fixes", "fixes", fixes), ("wrong ways", "m", ways)] {
      let causes = Dictionary(grouping: stretches, by: \.cause).map { cause, all in
        (cause, all, all.reduce(0) { $0 + $1.amount })
      }
      text += "\(title):\n"
      for (cause, all, sum) in causes.sorted(by: { ($1.2, $0.0) < ($0.2, $1.0) }) {
        text += "  \(cause): \(Int(sum)) \(unit) in \(all.count)\n"
        for stretch in all.sorted(by: { $0.amount > $1.amount }).prefix(examples) {
          text += "    \(stretch.text)\n"
        }
      }
    }
    return text
  }

  private mutating func noteFixes(
    _ number: Int, _ trace: TraceFile.Trace, _ answer: MatchingAnswer, sigma: Double
  ) {
    var first: Int?
    for fix in 0...trace.fixes.count {
      let edge = fix < trace.fixes.count ? answer.perFix[fix] : nil
      let isWrong =
        fix < trace.fixes.count && MatchingScore.verdict(trace, fix, edge, ends, sigma: sigma) == .wrong
      if isWrong, first == nil { first = fix }
      guard !isWrong, let start = first else { continue }
      first = nil
      let middle = (start + fix - 1) / 2
      let cause = cause(trace, answer, start..<fix, middle)
      fixes.append(
        Stretch(
          cause: cause, amount: Double(fix - start),
          text: "trace \(number) fixes \(start)..<\(fix): true \(name(trace.edges[middle])) "
            + "\(distance(trace, middle, trace.edges[middle])), "
            + "found \(answer.perFix[middle].map { "\(name($0)) \(distance(trace, middle, $0))" } ?? "none")")
      )
    }
  }

  private func distance(_ trace: TraceFile.Trace, _ fix: Int, _ edge: UInt32) -> String {
    let coordinate = trace.fixes[fix].coordinate
    let place = MatchingEnds.plane(coordinate.longitude, coordinate.latitude)
    return "\(Int(ends.metres(place, toEdge: edge))) m away"
  }

  private func cause(
    _ trace: TraceFile.Trace, _ answer: MatchingAnswer, _ stretch: Range<Int>, _ fix: Int
  ) -> String {
    guard let found = answer.perFix[fix] else { return "unmatched" }
    let truth = trace.edges[fix]
    let kinds = "\(ends.kinds[Int(truth)]) as \(ends.kinds[Int(found)])"
    if stretch.lowerBound == 0 { return "start, \(kinds)" }
    if stretch.upperBound == trace.fixes.count { return "end, \(kinds)" }
    if ends.pair(found) == ends.pair(truth).reversed { return "wrong direction, \(kinds)" }
    if ends.shared(truth, found).isEmpty == false { return "early or late at a node, \(kinds)" }
    let (a, b) = (ends.pair(truth), ends.pair(found))
    if a.tail == b.tail || a.head == b.head { return "fork or join, \(kinds)" }
    return "elsewhere, \(kinds)"
  }

  private func name(_ edge: UInt32) -> String {
    let pair = ends.pair(edge)
    return "\(ends.kinds[Int(edge)]) \(edge) (\(pair.tail)→\(pair.head))"
  }

  private func names(_ edges: [UInt32]) -> String {
    edges.prefix(6).map(name).joined(separator: ", ")
      + (edges.count > 6 ? " and \(edges.count - 6) more" : "")
  }

  private mutating func noteWays(_ number: Int, _ trace: TraceFile.Trace, _ answer: MatchingAnswer) {
    let truth = trace.truth.map(ends.canonical)
    let found = answer.sequence.map(ends.canonical)
    var (missing, adding): (Set<Int>, Set<Int>) = ([], [])
    for change in found.difference(from: truth) {
      switch change {
      case .remove(let offset, _, _): missing.insert(offset)
      case .insert(let offset, _, _): adding.insert(offset)
      }
    }
    var (i, j) = (0, 0)
    while i < truth.count || j < found.count {
      var (lost, extra): ([UInt32], [UInt32]) = ([], [])
      let place = i
      while missing.contains(i) {
        lost.append(truth[i])
        i += 1
      }
      while adding.contains(j) {
        extra.append(found[j])
        j += 1
      }
      if lost.isEmpty, extra.isEmpty {
        i += 1
        j += 1
        continue
      }
      note(number, place, lost, extra, isEnd: place == 0 ? "start" : i >= truth.count ? "end" : nil)
    }
  }

  private mutating func note(_ number: Int, _ place: Int, _ lost: [UInt32], _ extra: [UInt32], isEnd: String?)
  {
    let metres = (lost + extra).reduce(0) { $0 + ends.length($1) }
    let cause: String
    if let isEnd {
      cause = "at the \(isEnd)"
    } else if lost.isEmpty {
      let isLoop = extra.first.map(ends.pair)?.tail == extra.last.map(ends.pair)?.head
      cause = isLoop ? "needless loop" : "added"
    } else {
      cause = extra.isEmpty ? "left out" : "another way"
    }
    ways.append(
      Stretch(
        cause: cause, amount: metres,
        text: "trace \(number) edge \(place): missed \(names(lost)), added \(names(extra))"))
  }
}
