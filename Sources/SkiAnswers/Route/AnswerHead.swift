import SkiAPI
import SkiBase
package import SkiGraph
import SkiRouting

/// The common head of answers: format version, difficulty ceiling, knowledge of elevations and attributions.
struct AnswerHead: Sendable {
  var attributions: [String]
  /// The difficulty ceiling of all routes; nil where each of several people has their own.
  var ceiling: DifficultyCeiling?
  /// The clock of the times in the answer; nil where it has none.
  var clock: AnswerClock?
  /// The knowledge of elevations in the answer; nil where it has none.
  var heights: ElevationQuality?

  init(sources: [DataSource], ceiling: DifficultyCeiling? = nil, heights: ElevationQuality?) {
    attributions = sources.attributions()
    self.ceiling = ceiling
    self.heights = heights
  }

  /// Returns a ceiling as the end of a title: `, nothing harder than red`.
  static func limit(_ ceiling: DifficultyCeiling) -> String { ", nothing harder than \(ceiling.word)" }

  /// The ceiling as the end of a title; empty where each of several people has their own.
  var limit: String { ceiling.map(Self.limit) ?? "" }

  /// Creates the members with which an answer begins.
  func header() -> AnswerHeader {
    var header = AnswerHeader(attribution: attributions.credit)
    (header.ceiling, header.clock, header.heights) = (ceiling?.word, clock, heights)
    return header
  }

  /// Returns lines of text with the remark about elevations and the attributions.
  func text(_ lines: [TerminalText]) -> TerminalText {
    let remark = heights?.remark().map { [TerminalText($0)] } ?? []
    return TerminalText(lines: lines + AnswerClock.lines(clock) + remark + attributions.creditLines)
  }

  /// Returns a feature collection with the answer, without its geometry, in a member named after the question.
  static func geoJSON(
    _ question: StaticString, _ answer: some ContractDocument, features: (inout JSONWriter) -> Void
  ) -> TerminalText {
    TerminalText { json in
      json.collection(
        features: features,
        tail: { json in json.object(question) { answer.writeMembers(to: &$0, hasGeometry: false) } })
    }
  }

  /// Writes the steps of a route as lines, each with an additional member before its properties.
  static func writeLines(
    _ steps: [AnswerStep], to json: inout JSONWriter, member: (inout JSONWriter) -> Void = { _ in }
  ) {
    for step in steps {
      json.feature(.line) {
        $0.positions(step.points)
      } properties: { json in
        member(&json)
        step.writeMembers(to: &json, hasGeometry: false)
      }
    }
  }
}

extension AnswerClock {
  /// Returns the line of text of an answer with a clock; none for nil.
  static func lines(_ clock: AnswerClock?) -> [TerminalText] {
    clock.map { [TerminalText("Times: \($0.words)")] } ?? []
  }
}

extension JSONWriter {
  /// Writes a point as a GeoJSON position.
  mutating func position(_ point: GraphPoint) {
    position(point.position, elevationCentimetres: point.elevationCentimetres)
  }

  /// Writes points as an array of positions.
  mutating func positions(_ points: [GraphPoint]) {
    array { json in
      for point in points { json.position(point) }
    }
  }
}

extension [String] {
  /// The attributions in one line; nil where there are none.
  package var credit: String? { isEmpty ? nil : joined(separator: "; ") }

  /// The attributions as the last line of a text; empty where there are none.
  var creditLines: [TerminalText] { credit.map { ["Data: \($0)"] } ?? [] }
}

extension RoutingGraph {
  /// Returns the label of a feature, or its kind with its identifier.
  func label(_ feature: FeatureIndex) -> String {
    let facts = self.feature(feature)
    return facts.label ?? "\(word(facts)) \(facts.id.rawValue)"
  }

  /// Returns the kind of a feature as text: `gondola`, `red run`, `hut`.
  package func word(_ feature: GraphFeature) -> String {
    switch feature.kind {
    case .lift: feature.liftKind.word
    case .run:
      (feature.difficulty ?? feature.estimatedDifficulty).map {
        "\($0.colour(in: feature.convention).rawValue) run"
      } ?? "run"
    default: feature.kind.rawValue
    }
  }
}
