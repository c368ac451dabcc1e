package import SkiAPI
package import SkiBase
import SkiGraph

extension SQLConnection {
  /// Returns the words that have not ended, by id of their lift and scope.
  func words(now: Int64) throws -> [LiftReport] {
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
      return LiftReport(
        stored: SourceID(try row.text(0)), state, try row.optionalInteger(2).map { Int(clamping: $0) },
        try row.optionalText(3).map { try UserID($0) }, try LiftReportScope(text: try row.text(6)),
        UniversalTime(milliseconds: try row.integer(4)),
        until: UniversalTime(milliseconds: try row.integer(5)))
    }
  }

  /// Stores a word in place of the last one on its lift for its scope, and removes those that have ended.
  func store(_ word: LiftReport, now: Int64) throws {
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

  /// Removes the word on a lift for a scope; returns whether there was one that has not ended.
  func removeWord(on lift: SourceID, for scope: LiftReportScope, now: Int64) throws -> Bool {
    try change(
      "DELETE FROM lift_words WHERE lift = $1 AND scope = $2 AND until_ms > $3",
      [.text(lift.rawValue), .text(scope.text), .integer(now)]) > 0
  }

  /// Ends the words of a person, for a scope or for all.
  ///
  /// For the transaction that ends the person's right to speak.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func endWords(of user: UserID, for scope: LiftReportScope? = nil) throws {
    guard let scope else { return try endWords("author = $1", [.text(user.rawValue)]) }
    try endWords("author = $1 AND scope = $2", [.text(user.rawValue), .text(scope.text)])
  }

  /// Ends all words for a scope.
  ///
  /// For the transaction that ends the scope.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func endWords(for scope: LiftReportScope) throws {
    try endWords("scope = $1", [.text(scope.text)])
  }

  /// Ends the words for ski areas but those of people who speak for them.
  func endAreaWords(exceptOf isAppointed: (UserID, SourceID) -> Bool) throws {
    let known = try rows("SELECT DISTINCT author, scope FROM lift_words WHERE scope LIKE 'area %'")
    for row in known {
      let (author, scope) = (try row.optionalText(0), try row.text(1))
      guard case .area(let area) = try LiftReportScope(text: scope) else { continue }
      if let author = try author.map({ try UserID($0) }), isAppointed(author, area) { continue }
      try endWords("scope = $1 AND COALESCE(author, '') = $2", [.text(scope), .text(author ?? "")])
    }
  }

  private func endWords(_ condition: StaticString, _ values: [SQLValue]) throws {
    guard try row("SELECT 1 FROM lift_words WHERE \(condition) LIMIT 1", values) != nil else { return }
    // The row of news is locked first, as by those who say a word.
    try noteNews()
    try change("DELETE FROM lift_words WHERE \(condition)", values)
  }
}
