import SkiAPI
package import SkiGraph
package import SkiRouting

/// A relaxation of the limits of a request that permits a route, with the names of its features.
package struct NamedRelaxation: Hashable, Sendable {
  /// The relaxation, its indices valid for the map the names are from.
  package var relaxation: Relaxation
  /// The name of each concession; nil for walks and links without a feature.
  private var names: [String?]
  /// The colour of each harder run.
  private var colours: [DifficultyColour?]

  /// Creates a relaxation with names from a map.
  /// - Parameters:
  ///   - relaxation: The relaxation.
  ///   - map: The map of its route.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the route is of another map, `.malformedData` when the
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(*c*) in concessions; O(size of the region) when it is opened.
  package init(_ relaxation: Relaxation, map: SkiMap) throws {
    self.init(relaxation, graph: try map.graph(relaxation.route.region))
  }

  /// Creates a relaxation with names from a graph.
  package init(_ relaxation: Relaxation, graph: RoutingGraph) {
    self.relaxation = relaxation
    names = relaxation.concessions.map { concession in
      concession.feature.flatMap { graph.feature($0).label }
    }
    colours = relaxation.concessions.map { concession in
      guard case .harder(let feature, let grade, _) = concession else { return nil }
      return grade.colour(in: feature.map { graph.feature($0).convention } ?? graph.usualConvention())
    }
  }

  /// The number of concessions from which they are summed by kind.
  static let summedConcessions = 4

  /// Returns the concessions and the travel time as a sentence; four concessions and more are summed by kind.
  ///
  /// Names are not escaped.
  /// - Complexity: O(*c* + *s*) in concessions and the steps of the route.
  package func sentence() -> String {
    let words =
      relaxation.concessions.count < Self.summedConcessions
      ? relaxation.concessions.indices.map(word) : sums()
    return "\(words.joined(separator: ", ")): \(RouteDocument.minutes(relaxation.route.totalMilliseconds()))"
  }

  /// Returns the sum of each kind of concession; closed features and lifts by name.
  private func sums() -> [String] {
    RelaxedLimit.Kind.allCases.flatMap { kind -> [String] in
      let indices = relaxation.concessions.indices.filter { relaxation.concessions[$0].kind == kind }
      if kind == .open || kind == .avoidedLift || indices.count < 2 { return indices.map(word) }
      let length = StepText.length(indices.reduce(0) { $0 + relaxation.concessions[$1].mapLengthMetres })
      return switch kind {
      case .harder: ["\(length) of harder runs, up to \(hardest())"]
      case .ungraded: ["\(length) of runs without a grade"]
      case .offScale: ["\(length) off the marked runs"]
      case .snowCovered: ["\(length) on foot along snow-covered tracks and paths"]
      default: ["\(length) on foot where nothing is mapped, in \(indices.count) stretches"]
      }
    }
  }

  private func hardest() -> String {
    var hardest: (grade: Difficulty, colour: DifficultyColour?)?
    for (index, concession) in relaxation.concessions.enumerated() {
      guard case .harder(_, let grade, _) = concession else { continue }
      if hardest.map({ $0.grade < grade }) ?? true { hardest = (grade, colours[index]) }
    }
    return hardest.map { $0.colour?.rawValue ?? $0.grade.rawValue } ?? ""
  }

  private func word(_ index: Int) -> String {
    let name = names[index] ?? "a run without a name"
    return switch relaxation.concessions[index] {
    case .harder(_, let grade, let metres):
      "\(StepText.length(metres)) of \(name) (\(colours[index]?.rawValue ?? grade.rawValue))"
    case .open: "\(names[index] ?? "what has no name") open"
    case .avoidedLift: "the lift \(names[index] ?? "without a name")"
    case .ungraded(_, let metres): "\(StepText.length(metres)) of \(name) (no grade)"
    case .offScale(_, let metres): "\(StepText.length(metres)) of \(name) (off the marked runs)"
    case .snowCovered(_, let metres):
      "\(StepText.length(metres)) on foot along \(names[index] ?? "a path"), which is snow-covered"
    case .onFoot(let metres, _, _): "\(StepText.length(metres)) on foot where nothing is mapped"
    }
  }

  /// Returns the relaxation for an answer.
  func answer() -> AnswerOpening {
    var opening = AnswerOpening()
    opening.gradesOver = relaxation.gradesOver
    opening.seconds = relaxation.route.totalMilliseconds().inSeconds
    opening.concessions = relaxation.concessions.indices.map(concession)
    return opening
  }

  private func concession(_ index: Int) -> AnswerOpening.Concession {
    let one = relaxation.concessions[index]
    var answer = AnswerOpening.Concession()
    (answer.kind, answer.name) = (one.kind.rawValue, names[index])
    answer.metres = one.mapLengthMetres > 0 ? one.mapLengthMetres : nil
    switch one {
    case .harder(_, let grade, _): (answer.difficulty, answer.colour) = (grade, colours[index])
    case .onFoot(_, let from, let to): answer.points = [from, to]
    default: break
    }
    return answer
  }
}
