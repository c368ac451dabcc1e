import SkiFormats
package import SkiGeo
package import SkiGraph
import SkiModel
import SkiRouting

/// The common head of answers: format version, difficulty ceiling, knowledge of elevations and attributions.
struct AnswerHead: Sendable {
  static let version = 1
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

  /// Writes the first members of JSON.
  func write(_ question: String, to json: inout JSONWriter) {
    json.member("version", Self.version)
    json.member("question", question)
    if let ceiling { json.member("ceiling", ceiling.word) }
    AnswerClock.write(clock, to: &json)
    json.member("heights", heights?.rawValue)
    json.member("attribution", attributions.credit)
  }

  /// Returns lines of text with the remark about elevations and the attributions.
  func text(_ lines: [TerminalText]) -> TerminalText {
    let remark = heights?.remark().map { [TerminalText($0)] } ?? []
    return TerminalText(lines: lines + AnswerClock.lines(clock) + remark + attributions.creditLines)
  }

  /// Returns JSON of the head and the members of the answer.
  func json(_ question: String, _ answer: (inout JSONWriter) -> Void) -> TerminalText {
    TerminalText { json in
      json.object { json in
        write(question, to: &json)
        answer(&json)
      }
    }
  }

  /// Returns a feature collection with the head and a summary in a member of its own.
  func geoJSON(
    _ question: String, summary: (inout JSONWriter) -> Void, features: (inout JSONWriter) -> Void
  ) -> TerminalText {
    TerminalText { json in
      json.collection(
        features: features,
        tail: { json in
          json.name(escaping: question)
          json.object { json in
            write(question, to: &json)
            summary(&json)
          }
        })
    }
  }

  /// Writes the steps of a route as lines, each with an additional member before its properties.
  static func writeLines(
    _ steps: [RouteStep], to json: inout JSONWriter, member: (inout JSONWriter) -> Void = { _ in }
  ) {
    for step in steps {
      json.feature(.line) {
        $0.positions(step.points)
      } properties: { json in
        member(&json)
        RouteDocument.write(step, to: &json)
      }
    }
  }
}

/// The clock of the times in an answer.
package struct AnswerClock: Hashable, Sendable {
  /// The name of the time zone in the IANA database, as `Europe/Zurich`; nil where only the offset is known.
  package var zone: String?
  /// The offset from Universal Time at noon of the day.
  package var offset: UTCOffset

  /// Creates a clock.
  package init(zone: String?, offset: UTCOffset) { (self.zone, self.offset) = (zone, offset) }

  /// The clock as text: `Europe/Zurich (UTC+01:00)`.
  package var words: String { zone.map { "\($0) (\(offset))" } ?? offset.description }

  /// Returns the line of text of an answer with a clock; none for nil.
  static func lines(_ clock: AnswerClock?) -> [TerminalText] {
    clock.map { [TerminalText("Times: \($0.words)")] } ?? []
  }

  /// Writes the members of JSON of an answer with a clock, null where the zone is unknown; none for nil.
  static func write(_ clock: AnswerClock?, to json: inout JSONWriter) {
    guard let clock else { return }
    json.member("zone", clock.zone)
    json.member("utcOffset", clock.offset.text)
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

  /// Writes a member that is a position.
  mutating func member(_ name: StaticString, _ point: GraphPoint) {
    self.name(name)
    position(point)
  }

  /// Writes a member that is a duration in seconds with three decimals.
  mutating func member(_ name: StaticString, milliseconds: Int?) {
    self.name(name)
    if let milliseconds { seconds(milliseconds) } else { value(.null) }
  }

  /// Writes a duration in seconds with three decimals.
  mutating func seconds(_ milliseconds: Int) { decimal(Double(milliseconds) / 1000, places: 3) }

  /// Writes a member that is a number of metres with one decimal; null for nil.
  mutating func member(_ name: StaticString, metres: Double?) { member(name, metres, places: 1) }
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
