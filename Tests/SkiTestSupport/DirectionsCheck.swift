import SkiAnswers
import SkiBase
package import SkiGraph
package import SkiRouting

/// Checks of properties that all directions have on any map: sums, order, and the presence of named features.
package struct DirectionsCheck {
  /// The violations found.
  package private(set) var violations: [String] = []
  private let route: Route
  private let directions: Directions
  private let graph: RoutingGraph

  package init(route: Route, directions: Directions, graph: RoutingGraph) {
    self.route = route
    self.directions = directions
    self.graph = graph
  }

  private mutating func expect(_ isWell: Bool, _ words: String = "", line: Int = #line) {
    if !isWell { violations.append("line \(line) of the check: \(words)") }
  }

  /// Checks everything.
  package mutating func run() {
    guard !route.steps.isEmpty else {
      expect(directions.instructions.isEmpty)
      return
    }
    checkSums()
    checkOrder()
    for instruction in directions.instructions { checkNames(instruction) }
    for language in Language.allCases {
      let sentences = directions.sentences(in: language)
      expect(sentences.count == directions.instructions.count)
      for text in sentences { violations += Self.problems(text) }
    }
  }

  /// Returns the faults of a text, of those kinds that no name in it can cause.
  package static func problems(_ text: String) -> [String] {
    var found = ["  ", "Optional(", "{name}", "{run}", "{after}", "{length}", "( ", " ,", "()"].filter(
      text.contains)
    if !text.hasSuffix(".") { found.append("no full stop") }
    return found.map { "\($0) in \(text)" }
  }

  private mutating func checkSums() {
    let legs = directions.instructions.filter(\.kind.isLeg)
    let metres = legs.reduce(0) { $0 + $1.lengthMetres }
    expect(abs(metres - route.lengthMetres()) < 1e-6 * max(1, metres))
    expect(legs.reduce(0) { $0 + $1.milliseconds } == route.totalMilliseconds())
    for (leg, next) in zip(legs, legs.dropFirst()) {
      expect(abs(leg.startMetres + leg.lengthMetres - next.startMetres) < 1e-6 * max(1, metres))
      expect(leg.startMilliseconds + leg.milliseconds == next.startMilliseconds)
      expect(next.steps.lowerBound >= leg.steps.lowerBound)
    }
    if case .arrive? = legs.last?.kind { return }
    expect(false, "no arrival")
  }

  private mutating func checkOrder() {
    let line = route.line()
    for (one, next) in zip(directions.instructions, directions.instructions.dropFirst()) {
      expect(one.startMetres <= next.startMetres)
      expect(one.startMilliseconds <= next.startMilliseconds)
      expect(one.points.lowerBound <= next.points.lowerBound)
    }
    for instruction in directions.instructions {
      expect(instruction.points.upperBound <= line.count && !instruction.points.isEmpty)
      expect(instruction.steps.upperBound <= route.steps.count)
      let metres = instruction.startMetres + instruction.lengthMetres
      expect(metres <= route.lengthMetres() * (1 + 1e-9) + 1e-6)
    }
  }

  /// Checks that the features an instruction names lie at its place.
  private mutating func checkNames(_ instruction: Instruction) {
    let place = instruction.place.coordinate
    switch instruction.kind {
    case .keep(let fork):
      // Forks that are reported as one lie within a few hundred metres.
      for other in fork.others {
        expect(distance(from: place, toRun: other.label) < 400, "\(other.label ?? "nameless")")
      }
    case .pass(let landmark) where landmark.kind == .run:
      expect(distance(from: place, toRun: landmark.name) < 1, "\(landmark.name)")
    case .pass(let landmark) where landmark.kind != .liftAbove:
      expect(distance(from: place, toPlace: landmark) < 50, "\(landmark.name)")
    default: break
    }
  }

  /// Returns the metres to the nearest point of a run of some label.
  private func distance(from place: Coordinate, toRun label: String?) -> Double {
    var least = Double.infinity
    for position in 0..<graph.featureCount {
      let feature = graph.feature(FeatureIndex(position))
      guard feature.kind == .run, feature.label == label || feature.name == label else { continue }
      for link in graph.links(of: FeatureIndex(position)) {
        for point in graph.link(LinkIndex(link)).points {
          least = min(least, point.coordinate.distanceMetres(to: place))
        }
      }
    }
    return least
  }

  private func distance(from place: Coordinate, toPlace landmark: Landmark) -> Double {
    var least = Double.infinity
    for position in 0..<graph.featureCount {
      let feature = graph.feature(FeatureIndex(position))
      guard feature.name == landmark.name else { continue }
      for end in [feature.start, feature.end] {
        least = min(least, end.coordinate.distanceMetres(to: place))
      }
    }
    return least
  }
}
