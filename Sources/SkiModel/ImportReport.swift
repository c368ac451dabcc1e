import SkiGeo

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
    /// Up to ``ImportReport/exampleLimit`` source ids, each with a few words.
    public var examples: [Example]
  }

  /// One feature an entry speaks of.
  public struct Example: Sendable, Hashable {
    /// The source id, or the position in the file when it has none.
    public var id: String
    /// What was found there.
    public var detail: String

    /// Makes an example.
    public init(id: String, detail: String) {
      self.id = id
      self.detail = detail
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
  /// How many Unicode scalars of an id or detail an example keeps; maps carry the report.
  public static let exampleScalarLimit = 200

  /// Makes an empty report.
  public init() {}

  /// Counts one feature under a code. Complexity: O(log *k*) in the number of codes, O(*k*) for a new one.
  public mutating func count(_ code: String, _ outcome: Outcome, id: String, detail: String = "") {
    let index = entryIndex(code, outcome)
    entries[index].count += 1
    if entries[index].examples.count < Self.exampleLimit {
      let limit = Self.exampleScalarLimit
      entries[index].examples.append(
        Example(id: id.shortened(toScalars: limit), detail: detail.shortened(toScalars: limit)))
    }
  }

  /// Adds another report's counts and examples to this one.
  public mutating func merge(_ other: ImportReport) {
    readCounts.merge(other.readCounts, uniquingKeysWith: +)
    usedCounts.merge(other.usedCounts, uniquingKeysWith: +)
    for entry in other.entries {
      let index = entryIndex(entry.code, entry.outcome)
      entries[index].count += entry.count
      let room = Self.exampleLimit - entries[index].examples.count
      entries[index].examples.append(contentsOf: entry.examples.prefix(room))
    }
  }

  /// Returns how many features were counted under a code, with any outcome.
  public func count(of code: String) -> Int {
    entries.lazy.filter { $0.code == code }.reduce(0) { $0 + $1.count }
  }

  private mutating func entryIndex(_ code: String, _ outcome: Outcome) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if (entries[middle].code, entries[middle].outcome.rawValue) < (code, outcome.rawValue) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low == entries.count || entries[low].code != code || entries[low].outcome != outcome {
      entries.insert(Entry(code: code, outcome: outcome, count: 0, examples: []), at: low)
    }
    return low
  }
}
