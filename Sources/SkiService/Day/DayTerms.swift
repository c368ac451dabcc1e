/// The clock of a question.
package struct DayTerms: Sendable, Hashable {
  /// The departure, as `14:30`; nil for now.
  package var depart: String?
  /// The time when lifts start.
  package var opening: String?
  /// The time when lifts stop.
  package var closing: String?
  /// The day, as `2026-02-14`; nil for today.
  package var date: String?

  /// The time zone of all times, as `Europe/Zurich`; nil for that of the map at the start.
  package var zone: String?

  /// Creates a clock without any time.
  package init() {}

  /// Returns whether the answer is time-dependent.
  package func isGiven(under conditions: DayConditions) -> Bool {
    depart != nil || opening != nil || closing != nil || conditions.report != nil || date != nil
  }

  /// The keys of the clock.
  package static let keys: [QuestionKey<Self>] = [
    QuestionKey("depart", \.depart, KeyText.depart), QuestionKey("opening", \.opening, KeyText.opening),
    QuestionKey("closing", \.closing, KeyText.closing), QuestionKey("date", \.date, KeyText.date),
    QuestionKey("zone", \.zone, KeyText.zone),
  ]
}
