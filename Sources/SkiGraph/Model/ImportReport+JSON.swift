package import SkiBase

extension ImportReport {
  /// The version of the report's JSON form, raised when a member changes its meaning or is removed.
  public static let jsonVersion = 1

  /// Returns the report as a JSON object.
  ///
  /// Members: `version` (1); `roles`, by role in alphabetical order, each with `read` and `used`; `outcomes` with the
  /// number of features counted with each outcome (`leftOut`, `mended`, `noted`); `entries` in order of code, each with
  /// `code`, `outcome`, `count` and `examples` (at most ``exampleLimit``, or ``conflictLimit`` with a place; each with
  /// `id` and `detail`, and `confidencePercent` and `place` as longitude and latitude where known). The features read
  /// are the sum of those used and those left out. Later versions may add members.
  /// - Complexity: O(*n*) in the entries and examples.
  package func json() -> JSONValue {
    let roles = Set(readCounts.keys).union(usedCounts.keys).sorted().map { role in
      JSONValue.Member(
        role, .object(["read": .integer(readCounts[role] ?? 0), "used": .integer(usedCounts[role] ?? 0)]))
    }
    let outcomes = Outcome.allCases.map { outcome in
      JSONValue.Member(outcome.rawValue, .integer(count(of: outcome)))
    }
    return .object([
      "version": .integer(Self.jsonVersion), "roles": .object(roles), "outcomes": .object(outcomes),
      "entries": .array(entries.map { $0.json() }),
    ])
  }

  /// Returns the number of features counted with an outcome, over all codes.
  /// - Complexity: O(*n*) in the entries.
  public func count(of outcome: Outcome) -> Int {
    entries.lazy.filter { $0.outcome == outcome }.reduce(0) { $0 + $1.count }
  }
}

extension ImportReport.Entry {
  fileprivate func json() -> JSONValue {
    .object([
      "code": .string(code), "outcome": .string(outcome.rawValue), "count": .integer(count),
      "examples": .array(
        examples.map { .object($0.members()) }),
    ])
  }
}

extension ImportReport.Example {
  fileprivate func members() -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [.init("id", .string(id)), .init("detail", .string(detail))]
    if let confidencePercent { members.append(.init("confidencePercent", .integer(confidencePercent))) }
    if let place {
      let numbers = [place.longitude, place.latitude].map { JSONValue.decimal($0, places: 7) }
      members.append(.init("place", .array(numbers)))
    }
    return members
  }
}
