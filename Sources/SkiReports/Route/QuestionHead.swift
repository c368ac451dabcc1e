import SkiFormats
package import SkiGraph
import SkiModel
import SkiRouting

/// What every answer begins or ends with: the version of its form, the ceiling it keeps to, what is known of heights, and whose
/// data it rests on.
struct QuestionHead: Sendable {
  static let version = 1
  var attributions: [String]
  /// The hardest grade of all ways in the answer; nil where each of several people has their own.
  var ceiling: DifficultyCeiling?
  /// What is known of the heights of what it tells of; nil where that has none.
  var heights: HeightKnowledge?

  init(sources: [DataSource], ceiling: DifficultyCeiling? = nil, heights: HeightKnowledge?) {
    attributions = sources.attributions()
    self.ceiling = ceiling
    self.heights = heights
  }

  /// A ceiling as the end of a title: `, nothing harder than red`.
  static func limit(_ ceiling: DifficultyCeiling) -> String { ", nothing harder than \(ceiling.word)" }

  /// The ceiling as the end of a title; empty where each of several people has their own.
  var limit: String { ceiling.map(Self.limit) ?? "" }

  /// The first members of a JSON form.
  func members(_ question: String) -> [JSONValue.Member] {
    [
      .init("version", .integer(Self.version)), .init("question", .string(question)),
    ] + (ceiling.map { [.init("ceiling", .string($0.word))] } ?? []) + [
      .init("heights", .optional(heights?.rawValue)),
      .init("attribution", .optional(attributions.credit)),
    ]
  }

  /// Lines of text with what is to be said of heights, and with those whose data it is.
  func text(_ lines: [TerminalText]) -> TerminalText {
    let remark = heights?.remark().map { [TerminalText($0)] } ?? []
    return TerminalText(lines: lines + remark + attributions.creditLines)
  }

  /// A JSON form: the head, then what is told.
  func json(_ question: String, _ told: [JSONValue.Member]) -> TerminalText {
    JSONValue.object(members(question) + told).line()
  }

  /// A collection of features with the head in a member of its own.
  func geoJSON(_ question: String, _ summary: [JSONValue.Member], _ features: [JSONValue]) -> TerminalText {
    GeoJSON.collection(features, tail: [.init(question, .object(members(question) + summary))]).line()
  }

  /// The steps of a route as lines, each with a member that says whose they are.
  static func lines(_ steps: [RouteStep], _ member: JSONValue.Member) -> [JSONValue] {
    steps.map { step in
      GeoJSON.feature(step.geometry, [member] + RouteDocument.properties(step))
    }
  }
}

extension GraphPoint {
  /// The point as GeoJSON has positions.
  var json: JSONValue { GeoJSON.position(coordinate, elevationMetres: elevationMetres) }
}

extension RouteStep {
  /// The line of a step, as GeoJSON.
  var geometry: JSONValue { GeoJSON.line(points.map(\.json)) }
}

extension [String] {
  /// The words to show with data, in a row; nil where there are none.
  var credit: String? { isEmpty ? nil : joined(separator: "; ") }

  /// The last line of a text: whose data it rests on; none where that is not known.
  var creditLines: [TerminalText] { credit.map { ["Data: \($0)"] } ?? [] }
}

extension RoutingGraph {
  /// What to call a feature: what its sign says, or what it is and its id.
  func label(_ feature: FeatureIndex) -> String {
    let facts = self.feature(feature)
    return facts.label ?? "\(word(facts)) \(facts.id.rawValue)"
  }

  /// What a feature is, as a skier says it: `gondola`, `red run`, `hut`.
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
