import SkiFormats
package import SkiGraph
import SkiModel
import SkiRouting

/// The common head of answers: format version, difficulty ceiling, knowledge of elevations and attributions.
struct AnswerHead: Sendable {
  static let version = 1
  var attributions: [String]
  /// The difficulty ceiling of all routes; nil where each of several people has their own.
  var ceiling: DifficultyCeiling?
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

  /// Returns the first members of JSON.
  func members(_ question: String) -> [JSONValue.Member] {
    [
      .init("version", .integer(Self.version)), .init("question", .string(question)),
    ] + (ceiling.map { [.init("ceiling", .string($0.word))] } ?? []) + [
      .init("heights", .optional(heights?.rawValue)),
      .init("attribution", .optional(attributions.credit)),
    ]
  }

  /// Returns lines of text with the remark about elevations and the attributions.
  func text(_ lines: [TerminalText]) -> TerminalText {
    let remark = heights?.remark().map { [TerminalText($0)] } ?? []
    return TerminalText(lines: lines + remark + attributions.creditLines)
  }

  /// Returns JSON of the head and the members of the answer.
  func json(_ question: String, _ told: [JSONValue.Member]) -> TerminalText {
    JSONValue.object(members(question) + told).line()
  }

  /// Returns a feature collection with the head in a member of its own.
  func geoJSON(_ question: String, _ summary: [JSONValue.Member], _ features: [JSONValue]) -> TerminalText {
    GeoJSON.collection(features, tail: [.init(question, .object(members(question) + summary))]).line()
  }

  /// Returns the steps of a route as lines, each with an additional member.
  static func lines(_ steps: [RouteStep], _ member: JSONValue.Member) -> [JSONValue] {
    steps.map { step in
      GeoJSON.feature(step.geometry, [member] + RouteDocument.properties(step))
    }
  }
}

extension GraphPoint {
  /// The point as a GeoJSON position.
  var json: JSONValue { GeoJSON.position(coordinate, elevationMetres: elevationMetres) }
}

extension RouteStep {
  /// The line of the step as GeoJSON.
  var geometry: JSONValue { GeoJSON.line(points.map(\.json)) }
}

extension [String] {
  /// The attributions in one line; nil where there are none.
  var credit: String? { isEmpty ? nil : joined(separator: "; ") }

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
