/// What is known of the heights of some runs, lifts and connectors; the raw values are the words of every output format.
@nonexhaustive
public enum HeightKnowledge: String, Sendable, Hashable, CaseIterable {
  /// Heights are known all along.
  case surveyed
  /// Heights are known along some ways, not along others.
  case mixed
  /// No heights are known, but were inferred along some: they choose directions and times, and are never shown.
  case inferred
  /// No heights are known, nor could be inferred.
  case none

  /// Returns what is known of several things together; nil of nothing. Complexity: O(*n*).
  public static func merged(_ parts: some Sequence<HeightKnowledge>) -> HeightKnowledge? {
    var seen = Set<HeightKnowledge>()
    for part in parts { seen.insert(part) }
    if seen.isEmpty { return nil }
    if seen == [.surveyed] { return .surveyed }
    if seen.contains(.surveyed) || seen.contains(.mixed) { return .mixed }
    return seen.contains(.inferred) ? .inferred : HeightKnowledge.none
  }
}

extension RoutingGraph {
  /// Returns what is known of the heights of all runs and lifts of the region; nil where there are none.
  /// - Complexity: O(*l*) in links.
  package func heightKnowledge() -> HeightKnowledge? {
    let codes = [LinkKind.run.code, LinkKind.lift.code]
    return HeightKnowledge.merged(
      (0..<linkCount).lazy.filter { codes.contains(storage.linkKind[$0]) }.map(heightKnowledge(ofLink:)))
  }

  /// Returns what is known of the heights of a link. Complexity: O(1).
  func heightKnowledge(ofLink link: Int) -> HeightKnowledge {
    if LinkFlags(rawValue: storage.linkFlags[link]).contains(.hasElevation) { return .surveyed }
    return storage.hasInferredHeights(link) ? .inferred : .none
  }
}

extension GraphStorage {
  /// Whether the heights of a link were inferred: a link has inferred heights at all of its points or at none. Complexity: O(1).
  package func hasInferredHeights(_ link: Int) -> Bool {
    !pointInferredElevation.isEmpty && pointInferredElevation[Int(linkFirstPoint[link])] != .min
  }
}
