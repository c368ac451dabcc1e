/// The translated statements of a driver, by their text.
///
/// A shared object; `Sendable`. It holds at most 1,024 statements and begins anew when they are exceeded.
package final class SQLTextCache: Sendable {
  private static let limit = 1_024
  private let dialect: SQLDialect
  private let texts = Locked<[String: SQLText]>([:])

  /// Creates an empty cache of a dialect.
  package init(_ dialect: SQLDialect) {
    self.dialect = dialect
  }

  /// Returns a statement in the dialect.
  /// - Throws: `SkiError`, see ``SQLText``.
  /// - Complexity: O(*n*) in the length of the statement.
  package func text(_ common: String) throws -> SQLText {
    if let known = texts.withLock({ $0[common] }) { return known }
    let text = try SQLText(common, dialect)
    texts.withLock { texts in
      if texts.count >= Self.limit { texts.removeAll(keepingCapacity: true) }
      texts[common] = text
    }
    return text
  }
}
