import SkiGraph
import SkiModel

/// What a run without name and number joins on a route: what one comes from and what one goes on to.
public struct RunLink: Hashable, Sendable, Codable {
  /// The name, else the number, of the nearest run or lift before that has one.
  public var from: String
  /// The name, else the number, of the nearest run or lift after it that has one.
  public var to: String

  /// Joins two names.
  public init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

extension Array where Element == RouteStep {
  /// Tells of runs without name and number what they join; nothing where a route begins or ends with them, or where
  /// they leave and join the same run. Complexity: O(*s*) in steps.
  mutating func nameLinks() {
    var before: String?
    var after = [String?](repeating: nil, count: count)
    var next: String?
    for index in indices.reversed() {
      after[index] = next
      if let label = self[index].landmarkLabel { next = label }
    }
    for index in indices {
      if let label = self[index].landmarkLabel {
        before = label
      } else if self[index].kind == .run, let before, let after = after[index], before != after {
        self[index].link = RunLink(from: before, to: after)
      }
    }
  }
}

extension RouteStep {
  /// The label of a run or lift; nil for ways on foot.
  fileprivate var landmarkLabel: String? { kind == .run || kind == .lift ? label : nil }
}
