import SkiGeo
import SkiModel
package import SkiSharing
package import SkiStore

extension SQLConnection {
  /// Returns the words that have not ended, by id of their lift and scope.
  func words(now: Int64) throws -> [LiftWord] {
    try rows(
      """
      SELECT lift, state, wait_ms, author, said_ms, until_ms, scope FROM lift_words WHERE until_ms > $1
      ORDER BY lift, scope
      """,
      [.integer(now)]
    ).map { row in
      guard let state = OperatingState(rawValue: try row.text(1)) else {
        throw SkiError(.malformedData, "the state of a stored word is unknown; use a newer program")
      }
      return LiftWord(
        stored: SourceID(try row.text(0)), state, try row.optionalInteger(2).map { Int(clamping: $0) },
        try row.optionalText(3).map { try UserID($0) }, try LiftWordScope(text: try row.text(6)),
        UniversalTime(milliseconds: try row.integer(4)),
        until: UniversalTime(milliseconds: try row.integer(5)))
    }
  }

  /// Stores a word in place of the last one on its lift for its scope, and removes those that have ended.
  func store(_ word: LiftWord, now: Int64) throws {
    try removeEndedWords(now: now)
    try change(
      """
      INSERT INTO lift_words (lift, state, wait_ms, author, said_ms, until_ms, scope)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (lift, scope) DO UPDATE SET state = excluded.state, wait_ms = excluded.wait_ms, author = excluded.author,
        said_ms = excluded.said_ms, until_ms = excluded.until_ms
      """,
      [
        .text(word.lift.rawValue), .text(word.state.rawValue),
        .optional(word.waitMilliseconds.map { Int64($0) }),
        .optional(word.author?.rawValue), .integer(word.saidAt.milliseconds),
        .integer(word.until.milliseconds), .text(word.scope.text),
      ])
  }

  /// Removes the words that have ended, which nothing shows.
  func removeEndedWords(now: Int64) throws {
    try change("DELETE FROM lift_words WHERE until_ms <= $1", [.integer(now)])
  }

  /// Removes the word on a lift for a scope; returns whether there was one.
  func removeWord(on lift: SourceID, for scope: LiftWordScope) throws -> Bool {
    try change(
      "DELETE FROM lift_words WHERE lift = $1 AND scope = $2", [.text(lift.rawValue), .text(scope.text)]) > 0
  }

  /// Removes a person from the words they said; the words stay until they end.
  ///
  /// For the transaction that erases the person.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func eraseAuthor(_ user: UserID) throws {
    guard try change("UPDATE lift_words SET author = NULL WHERE author = $1", [.text(user.rawValue)]) > 0
    else {
      return
    }
    try noteNews()
  }
}
