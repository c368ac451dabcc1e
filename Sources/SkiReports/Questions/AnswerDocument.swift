package import SkiFormats
package import SkiGeo

/// A document of an answer, in the formats common to all questions; see Data/Formats/questions.md.
package protocol AnswerDocument: Sendable {
  /// The clock of the times in the answer; nil where it has none.
  var clock: AnswerClock? { get set }
  /// Returns the answer as text, optionally with terminal colours. Complexity: O(size).
  func text(colour: Bool) -> TerminalText
  /// Returns the answer as JSON. Complexity: O(size).
  func json() -> TerminalText
  /// Returns the answer as GeoJSON. Complexity: O(size).
  func geoJSON() -> TerminalText
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
  private var words: String { zone.map { "\($0) (\(offset))" } ?? offset.description }

  /// Returns the line of text of an answer with a clock; none for nil.
  static func lines(_ clock: AnswerClock?) -> [TerminalText] {
    clock.map { [TerminalText("Times: \($0.words)")] } ?? []
  }

  /// Writes the members of JSON of an answer with a clock, null where the zone is unknown; none for nil.
  static func write(_ clock: AnswerClock?, to json: inout JSONWriter) {
    guard let clock else { return }
    json.member("zone", clock.zone)
    json.member("utcOffset", String(clock.offset.description.dropFirst(3)))
  }
}

extension AnswerDocument {
  /// An answer without times has no clock.
  package var clock: AnswerClock? {
    get { nil }
    set {}
  }
}

extension ChoicesDocument: AnswerDocument {}
extension ClosureDocument: AnswerDocument {}
extension HomeDocument: AnswerDocument {}
extension MeetDocument: AnswerDocument {}
extension ReachDocument: AnswerDocument {}
extension TourDocument: AnswerDocument {}
extension JourneyDocument: AnswerDocument {}
extension RouteDocument: AnswerDocument {
  package func text(colour: Bool) -> TerminalText { text(colour: colour, columns: 80) }
}
