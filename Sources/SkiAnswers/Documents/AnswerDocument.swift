package import SkiAPI
package import SkiBase

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
