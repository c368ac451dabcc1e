import SkiGraph

/// The named runs or lifts before and after an unnamed run of a route.
package struct RunLink: Hashable, Sendable, Codable {
  /// The label of the nearest labelled run or lift before it, see ``Signposted/label``.
  package var from: String
  /// The label of the nearest labelled run or lift after it.
  package var to: String

  /// Creates a link between two labels.
  /// - Parameters:
  ///   - from: The label of the run or lift before it.
  ///   - to: The label of the run or lift after it.
  package init(from: String, to: String) { (self.from, self.to) = (from, to) }
}

extension Array where Element == RouteStep {
  /// Sets the names before and after unnamed runs; not where the route starts or ends with them, or both names are
  /// equal.
  /// - Complexity: O(*s*) in steps.
  mutating func nameLinks() {
    guard indices.contains(where: { self[$0].isUnnamedRun }) else { return }
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
  /// Indicates whether it is a run without a label.
  fileprivate var isUnnamedRun: Bool { kind == .run && name == nil && refs.isEmpty }

  /// The label of a run or lift; nil for other steps.
  fileprivate var landmarkLabel: String? { kind == .run || kind == .lift ? label : nil }
}
