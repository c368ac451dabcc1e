public import SkiGeo

/// What was read, used, mended and left out, counted by stable code with a few examples of each.
///
/// A value that can be merged: the reader fills it, the builder adds to it, the command writes it as JSON.
/// Every feature of the input is counted exactly once as used or left out.
public struct ImportReport: Sendable, Hashable {
  /// What happened to a feature.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The feature is not in the model or the graph.
    case leftOut
    /// The feature is used after a repair.
    case mended
    /// The feature is used as it is; something about it is worth knowing.
    case noted
  }

  /// One stable code with its count and examples.
  public struct Entry: Sendable, Hashable {
    /// The stable code, lowerCamelCase, for example `geometryMissing`.
    public var code: String
    /// What happened to the features counted here.
    public var outcome: Outcome
    /// How many features.
    public var count: Int
    /// Up to ``ImportReport/exampleLimit`` source ids, each with a few words; of conflicts, which have a place, up to
    /// ``ImportReport/conflictLimit``.
    public var examples: [Example]
  }

  /// One feature an entry speaks of.
  public struct Example: Sendable, Hashable {
    /// The source id, or the position in the file when it has none.
    public var id: String
    /// What was found there.
    public var detail: String
    /// How sure the finding is, 1...99 percent; nil where that can't be said.
    public var confidencePercent: Int?
    /// Where it was found; nil where the feature as a whole is meant.
    public var place: Coordinate?

    /// Makes an example.
    public init(id: String, detail: String, confidencePercent: Int? = nil, place: Coordinate? = nil) {
      self.id = id
      self.detail = detail
      self.confidencePercent = confidencePercent
      self.place = place
    }
  }

  /// Features read from each file, by the file's role (`runs`, `lifts`, `areas`, `spots`, `streets`).
  public var readCounts: [String: Int] = [:]
  /// Features used, by role.
  public var usedCounts: [String: Int] = [:]
  /// The entries in order of their code.
  public private(set) var entries: [Entry] = []
  /// How many examples each entry keeps.
  public static let exampleLimit = 10
  /// How many examples with a place an entry keeps: conflicts are a list to work off.
  public static let conflictLimit = 1000
  /// How many Unicode scalars of an id or detail an example keeps; maps carry the report.
  public static let exampleScalarLimit = 200

  /// Makes an empty report.
  public init() {}

  /// Counts one feature under a code. Complexity: O(log *k*) in the number of codes, O(*k*) for a new one.
  public mutating func count(_ code: String, _ outcome: Outcome, id: String, detail: String = "") {
    count(code, outcome, Example(id: id, detail: detail))
  }

  /// Counts one feature under a code, with its example as it is. Complexity: as ``count(_:_:id:detail:)``.
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

  /// Adds another report's counts and examples to this one.
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

  /// Returns how many features were counted under a code, with any outcome.
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
