import SkiGeo

extension ImportReport {
  /// The report as a JSON document, version 1: counts by role in order of their names, then the entries.
  ///
  /// `{"version":1,"read":{role:n},"used":{role:n},"entries":[{"code","outcome","count","examples":[{"id","detail"}]}]}`
  /// - Complexity: O(size).
  public func json() -> JSONValue {
    .object([
      "version": .integer(1),
      "read": Self.json(readCounts),
      "used": Self.json(usedCounts),
      "entries": .array(entries.map(Self.json)),
    ])
  }

  private static func json(_ counts: [String: Int]) -> JSONValue {
    .object(counts.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .integer($0.value)) })
  }

  private static func json(_ entry: Entry) -> JSONValue {
    .object([
      "code": .string(entry.code),
      "outcome": .string(entry.outcome.rawValue),
      "count": .integer(entry.count),
      "examples": .array(
        entry.examples.map { .object(["id": .string($0.id), "detail": .string($0.detail)]) }),
    ])
  }
}
