import SkiBase
package import SkiGraph

/// The difference between two maps of one area: the result for every feature of the old one, and added features.
///
/// Features are paired by their source identifiers; where these are absent or positions in a file, by kind, name and
/// position. Holds the lines of both maps, but not their graphs.
///
/// ```swift
/// let difference = try MapDifference(old: lastSeason, new: thisSeason)
/// print(difference.text())
/// ```
package struct MapDifference: Sendable {
  /// The result for each feature of the old map, in its order.
  package let comparisons: [FeatureComparison]
  /// The added features, neither paired nor replacements.
  package let added: [MappedFeature]
  private let positions: [Position: Int]

  private struct Position: Hashable {
    var region: RegionIndex
    var feature: FeatureIndex
  }

  /// Compares two maps, of which one region at a time is opened.
  ///
  /// - Parameters:
  ///   - old: The older map.
  ///   - new: The newer map.
  ///   - progress: A function called with the progress, a ratio 0...1 that never falls; nil for none.
  /// - Throws: ``SkiError`` with code `.malformedData` when a map was altered, `.inputOutput` when reading it fails;
  ///   `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*n* + *m* + *p*) in the nodes, links and points of both maps; for each removed feature O(*q*) in
  ///   the points of features of the new map near it.
  package init(old: SkiMap, new: SkiMap, progress: ((Double) -> Void)? = nil) throws {
    let before = try Self.features(of: old) { progress?(0.4 * $0) }
    let after = try Self.features(of: new) { progress?(0.4 + 0.4 * $0) }
    let pairing = FeaturePairing(old: before, new: after)
    let search = SuccessorSearch(after)
    var isTaken = pairing.isKnown
    var comparisons: [FeatureComparison] = []
    for (number, feature) in before.enumerated() {
      if number & 0xFF == 0 {
        progress?(0.8 + 0.2 * Double(number) / Double(before.count))
        try Self.stopWhenCancelled()
      }
      if let same = pairing.successor[number] {
        // An equal feature under another permanent identifier replaces the old one.
        let isItself = after[same].identity == feature.identity || !feature.hasLastingID
        comparisons.append(
          isItself
            ? Self.fate(of: feature, itself: after[same]) : Self.fate(of: feature, replacedBy: [after[same]]))
        continue
      }
      let successors = search.successors(of: feature)
      // An unpaired feature of the same name and place is the same feature where identifiers are not permanent.
      if !feature.hasLastingID, let likeliest = successors.first, !isTaken[likeliest],
        feature.foldedName != nil, feature.foldedName == after[likeliest].foldedName
      {
        isTaken[likeliest] = true
        comparisons.append(Self.fate(of: feature, itself: after[likeliest]))
        continue
      }
      for successor in successors { isTaken[successor] = true }
      comparisons.append(Self.fate(of: feature, replacedBy: successors.map { after[$0] }))
    }
    self.comparisons = comparisons
    added = after.indices.filter { !isTaken[$0] }.map { after[$0] }
    positions = Dictionary(
      before.enumerated().map { (Position(region: $1.region, feature: $1.index), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the result for the feature of a place of the old map; nil for a place of another map.
  /// - Parameter place: A place of the old map.
  package func fate(of place: Place) -> FeatureComparison? {
    positions[Position(region: place.region, feature: place.feature)].map { comparisons[$0] }
  }

  /// Returns the number of features of the old map with each outcome, in the order of the outcomes.
  /// - Returns: An element for each outcome, also for those without a feature.
  /// - Complexity: O(*n*) in features of the old map.
  package func counts() -> [(outcome: FeatureComparison.Outcome, count: Int)] {
    FeatureComparison.Outcome.allCases.map { outcome in (outcome, comparisons.count { $0.outcome == outcome })
    }
  }

  /// Returns whether no feature was added, changed or removed.
  /// - Complexity: O(*n*) in features of the old map.
  package func isEmpty() -> Bool { added.isEmpty && comparisons.allSatisfy { $0.outcome == .same } }

  private static func features(of map: SkiMap, _ progress: (Double) -> Void) throws -> [MappedFeature] {
    var features: [MappedFeature] = []
    for region in map.regions {
      progress(Double(region.position) / Double(map.regionCount))
      features += MappedFeature.all(in: try map.uncachedGraph(region))
    }
    return features
  }

  private static func fate(of old: MappedFeature, itself new: MappedFeature) -> FeatureComparison {
    let changes = FeatureChange.between(old, new)
    let aspects = Set(changes.map(\.aspect))
    let outcome: FeatureComparison.Outcome =
      if aspects.contains(.status), old.feature.status == .operating {
        .notOperating
      } else if aspects.contains(.name) {
        .renamed
      } else if !aspects.isDisjoint(with: [.place, .length]) {
        .moved
      } else {
        changes.isEmpty ? .same : .changed
      }
    return FeatureComparison(old: old, outcome: outcome, successors: [new], changes: changes)
  }

  private static func fate(of old: MappedFeature, replacedBy others: [MappedFeature]) -> FeatureComparison {
    guard let likeliest = others.first else {
      return FeatureComparison(old: old, outcome: .gone, successors: [], changes: [])
    }
    return FeatureComparison(
      old: old, outcome: .replaced, successors: others,
      changes: others.count == 1 ? FeatureChange.between(old, likeliest) : [])
  }

  private static func stopWhenCancelled() throws {
    try WorkLimit.check("comparing the maps")
  }
}
