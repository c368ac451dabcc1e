import SkiBase
import SkiGraph

/// The costs of a known profile with the hierarchy customised for them, and from the second question on with labels.
///
/// Immutable but for the labels, which are made once. Memory: 8 bytes for each arc, and those of ``HierarchyLabels``.
final class ProfileIndex: Sendable {
  let costs: PreparedCosts
  let weights: HierarchyWeights

  private struct Known {
    var count = 0
    var labels: HierarchyLabels?
  }

  private let known = Locked(Known())

  init(_ costs: PreparedCosts, _ weights: HierarchyWeights) { (self.costs, self.weights) = (costs, weights) }

  /// Returns the labels from the second call on, since making them takes longer than one sweep; nil where they would
  /// take too much memory.
  /// - Throws: As ``HierarchyLabels``.
  func labels() throws(SkiError) -> HierarchyLabels? {
    let (count, labels) = known.withLock { known in
      known.count += 1
      return (known.count, known.labels)
    }
    if labels != nil || count < 2 { return labels }
    let fresh = try HierarchyLabels(weights)
    known.withLock { $0.labels = fresh }
    return fresh
  }
}

/// The indices of the profiles used last in a region.
///
/// Bounded to ``greatestCount``: with labels, 2 · 69 to 2 · 104 bytes for each node of made ski graphs.
final class ProfileIndexCache: Sendable {
  /// The maximum number of entries.
  static let greatestCount = 2

  /// The entries, the one used last at the end.
  private let entries = Locked<[ProfileIndex]>([])

  /// Returns the index of a profile and its closures, made on first use.
  /// - Throws: As ``HierarchyWeights``.
  func index(
    _ profile: SkierProfile, make: () throws(SkiError) -> ProfileIndex
  ) throws(SkiError) -> ProfileIndex {
    let known = entries.withLock { entries -> ProfileIndex? in
      guard let place = entries.lastIndex(where: { $0.costs.model.profile == profile }) else { return nil }
      entries.append(entries.remove(at: place))
      return entries[entries.count - 1]
    }
    if let known { return known }
    let fresh = try make()
    entries.withLock { entries in
      entries.append(fresh)
      if entries.count > Self.greatestCount { entries.removeFirst() }
    }
    return fresh
  }
}
