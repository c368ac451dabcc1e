import SkiGraph
import SkiRouting

/// Times the questions about a day on a map, each asked again and again of a session that is ready, about random places.
///
/// Asked of the largest region, about places one gets from each to the other; lifts run from 9:00 to 16:30. The same map has the same
/// questions. A new question is one more row of ``questions``.
struct QuestionsBenchmark {
  /// A question, and how often it is asked for each round of a route.
  private struct Kind: Sendable {
    var name: String
    var share: Double
    var ask: @Sendable (inout Asking) throws -> Answered
  }

  let map: SkiMap
  /// The number of route questions; more expensive questions are asked less often.
  var rounds = 1000
  /// Only questions that begin so; empty for all.
  var only = ""

  /// Opens a map.
  /// - Throws: ``SkiError`` when it is none.
  init(path: String) throws { map = try SkiMap.open(path: path) }

  private static let questions = [
    Kind(name: "route", share: 1) { try $0.route() }, Kind(name: "home", share: 0.5) { try $0.home() },
    Kind(name: "reach", share: 0.5) { try $0.reach() },
    Kind(name: "reach, polygons, GeoJSON", share: 0.5) { try $0.reachPolygons() },
    Kind(name: "meet", share: 0.1) { try $0.meet() },
    Kind(name: "whatif", share: 0.1) { try $0.whatIf() },
    Kind(name: "alternatives", share: 0.1) { try $0.alternatives() },
    Kind(name: "pareto", share: 0.1) { try $0.pareto() },
    Kind(name: "prefer", share: 0.1) { try $0.prefer() },
    Kind(name: "whynot", share: 0.05) { try $0.whyNot() },
    Kind(name: "directions", share: 0.1) { try $0.directions() },
    Kind(name: "day", share: 0.01) { try $0.day(.metres) },
    Kind(name: "day-runs", share: 0.003) { try $0.day(.differentRuns) },
  ]

  /// Prints a line for each question.
  func run() throws {
    guard let region = map.regions.max(by: { size(of: $0) < size(of: $1) }) else { return }
    for kind in Self.questions where kind.name.hasPrefix(only) {
      var asking = try Asking(map, region)
      // The first answer makes the costs and the memory that later ones use again.
      _ = try kind.ask(&asking)
      try report(kind, &asking)
    }
  }

  private func size(of region: RegionIndex) -> Int { (try? map.graph(region).nodeCount) ?? 0 }

  private func report(_ kind: Kind, _ asking: inout Asking) throws {
    var (times, answers): ([Double], [Answered]) = ([], [])
    let clock = ContinuousClock()
    for _ in 0..<max(3, Int(Double(rounds) * kind.share)) {
      let start = clock.now
      answers.append(try kind.ask(&asking))
      let spent = (clock.now - start).components
      times.append(Double(spent.attoseconds) / 1e12 + Double(spent.seconds) * 1e6)
    }
    times.sort()
    let settled = answers.compactMap(\.settled).sorted()
    let gains = answers.compactMap(\.possibleGain).sorted()
    var members: [(String, JSONText.Value)] = [
      ("what", .text(kind.name)), ("asked", .number(Double(times.count))),
      ("answered", .number(Double(answers.count { $0.isAnswered }))),
      ("medianMicroseconds", .number(times[times.count / 2])),
      ("p99Microseconds", .number(times[times.count * 99 / 100])),
    ]
    if !settled.isEmpty { members.append(("settledMedian", .number(Double(settled[settled.count / 2])))) }
    if !gains.isEmpty {
      members.append(("proven", .number(Double(gains.count { $0 == 0 }))))
      members.append(("possibleGainMedian", .number(gains[gains.count / 2])))
    }
    print(JSONText.object(members))
  }
}

/// The counted properties of an answer.
struct Answered {
  var isAnswered: Bool
  /// Nodes or labels settled, where that is reported.
  var settled: Int?
  /// For tours: how much more any other could have.
  var possibleGain: Double?
}
