public import SkiBase

/// The statistics of an import: features read, used, repaired and left out, by stable code with a few examples of each.
///
/// The reader fills it, the graph builder adds to it, and the command writes it as JSON. Every feature of the input is
/// counted exactly once as used or left out.
public struct ImportReport: Sendable, Hashable {
  /// The outcome for a counted feature.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The feature is not in the model or the graph.
    case leftOut
    /// The feature is used after a repair.
    case mended
    /// The feature is used unchanged, with a remark.
    case noted
  }

  /// A stable code with its count and examples.
  public struct Entry: Sendable, Hashable {
    /// The stable code in lowerCamelCase, for example `geometryMissing`.
    public var code: String
    /// The outcome for the features counted.
    public var outcome: Outcome
    /// The number of features counted under the code.
    public var count: Int
    /// The first examples counted: up to ``ImportReport/exampleLimit``, or ``ImportReport/conflictLimit`` of conflicts,
    /// which have a coordinate.
    public var examples: [Example]
  }

  /// A feature counted by an entry.
  public struct Example: Sendable, Hashable {
    /// The source id, or the position in the file when it has none.
    public var id: String
    /// The details of the finding; empty when there are none.
    public var detail: String
    /// The confidence in the finding, 1...99 percent; nil when unknown.
    public var confidencePercent: Int?
    /// The coordinate of the finding; nil when it concerns the whole feature.
    public var place: Coordinate?

    /// Creates an example of a finding.
    /// - Parameters:
    ///   - id: The source id, or the position in the file.
    ///   - detail: The details of the finding.
    ///   - confidencePercent: The confidence in the finding, 1...99 percent; nil when unknown.
    ///   - place: The coordinate of the finding; nil when it concerns the whole feature.
    public init(id: String, detail: String, confidencePercent: Int? = nil, place: Coordinate? = nil) {
      self.id = id
      self.detail = detail
      self.confidencePercent = confidencePercent
      self.place = place
    }
  }

  /// The number of features read, by the file's role (`runs`, `lifts`, `areas`, `spots`, `streets`); in a file of several
  /// roles by the kind of each feature, `other` for those of none.
  public var readCounts: [String: Int] = [:]
  /// The number of features used, by the file's role, as in ``readCounts``.
  public var usedCounts: [String: Int] = [:]
  /// The entries in ascending order of their code, one for each code and outcome.
  public private(set) var entries: [Entry] = []
  /// The maximum number of examples of an entry that have no coordinate.
  public static let exampleLimit = 10
  /// The maximum number of examples of an entry that have a coordinate (conflicts); they serve to correct the data.
  public static let conflictLimit = 1000
  /// The number of Unicode scalars beyond which an example's id or detail is cut with an ellipsis, since maps store the
  /// report.
  public static let exampleScalarLimit = 200

  /// Creates an empty report.
  public init() {}

  /// Counts a feature under a code.
  /// - Parameters:
  ///   - code: The stable code.
  ///   - outcome: The outcome for the feature.
  ///   - id: The source id.
  ///   - detail: The details of the finding.
  /// - Complexity: O(log *k*) in the number of codes, O(*k*) for a new one.
  public mutating func count(_ code: String, _ outcome: Outcome, id: String, detail: String = "") {
    count(code, outcome, Example(id: id, detail: detail))
  }

  /// Counts a feature under a code with a given example.
  ///
  /// The example is kept while the entry has fewer than its limit; id and detail are shortened to
  /// ``exampleScalarLimit``.
  /// - Parameters:
  ///   - code: The stable code.
  ///   - outcome: The outcome for the feature.
  ///   - example: The feature and the details of the finding.
  /// - Complexity: O(log *k*) in the number of codes, O(*k*) for a new one.
  public mutating func count(_ code: String, _ outcome: Outcome, _ example: Example) {
    let index = entryIndex(code, outcome)
    entries[index].count += 1
    guard entries[index].examples.count < Self.limit(for: example) else { return }
    var example = example
    example.id = example.id.shortened(toScalars: Self.exampleScalarLimit)
    example.detail = example.detail.shortened(toScalars: Self.exampleScalarLimit)
    entries[index].examples.append(example)
  }

  private static func limit(for example: Example) -> Int {
    example.place == nil ? exampleLimit : conflictLimit
  }

  /// Adds another report's counts and examples to this one, examples up to the limits of an entry.
  /// - Complexity: O(*k*²) in the number of codes, besides the examples.
  public mutating func merge(_ other: ImportReport) {
    readCounts.merge(other.readCounts, uniquingKeysWith: +)
    usedCounts.merge(other.usedCounts, uniquingKeysWith: +)
    for entry in other.entries {
      let index = entryIndex(entry.code, entry.outcome)
      entries[index].count += entry.count
      for example in entry.examples where entries[index].examples.count < Self.limit(for: example) {
        entries[index].examples.append(example)
      }
    }
  }

  /// Returns the number of features counted under a code, with any outcome.
  /// - Complexity: O(*n*) in the entries.
  public func count(of code: String) -> Int {
    entries.lazy.filter { $0.code == code }.reduce(0) { $0 + $1.count }
  }

  private mutating func entryIndex(_ code: String, _ outcome: Outcome) -> Int {
    let low = entries.partitioningIndex { ($0.code, $0.outcome.rawValue) >= (code, outcome.rawValue) }
    if low == entries.count || entries[low].code != code || entries[low].outcome != outcome {
      entries.insert(Entry(code: code, outcome: outcome, count: 0, examples: []), at: low)
    }
    return low
  }
}

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
