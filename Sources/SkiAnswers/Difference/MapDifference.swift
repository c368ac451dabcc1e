package import SkiBase
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

extension MapDifference {
  /// Returns the difference as JSON, version 1, with unchanged features counted only; see Data/Formats/diff.md.
  /// Complexity: O(*n*).
  package func json() -> JSONValue {
    .object([
      "version": .integer(1), "features": .integer(comparisons.count),
      "counts": .object(
        counts().map { JSONValue.Member($0.outcome.rawValue, .integer($0.count)) }
          + [JSONValue.Member("added", .integer(added.count))]),
      "fates": .array(comparisons.filter { $0.outcome != .same }.map { $0.json() }),
      "added": .array(added.map(\.json)),
    ])
  }
}

extension FeatureComparison {
  /// Returns the comparison as a JSON object; see Data/Formats/diff.md. Complexity: O(size).
  package func json() -> JSONValue {
    .object([
      "outcome": .string(outcome.rawValue), "old": old.json, "new": .array(successors.map(\.json)),
      "changes": .array(
        changes.map {
          .object(["aspect": .string($0.aspect.rawValue), "old": .optional($0.old), "new": .optional($0.new)])
        }),
    ])
  }
}

extension MappedFeature {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(feature.kind.rawValue), "id": .string(feature.id.rawValue),
      "name": .optional(feature.name),
      "status": .string(feature.status.rawValue),
      "latitude": .decimal(feature.start.coordinate.latitude, places: 7),
      "longitude": .decimal(feature.start.coordinate.longitude, places: 7),
      "lengthMetres": .decimal(mapLengthMetres, places: 1), "isReachable": .bool(isReachable),
    ])
  }
}

extension MapDifference {
  /// The greatest number of features in each list of the text; JSON contains all.
  static let shownFeatures = 20

  /// Returns the difference as lines for a terminal: the counts, then up to 20 features of each outcome.
  /// - Complexity: O(*n*) in features of both maps.
  package func text() -> TerminalText {
    var lines = [
      "of \(comparisons.count) features: "
        + counts().filter { $0.count > 0 }.map { "\($0.count) \($0.outcome.words)" }.joined(separator: ", ")
        + "; \(added.count) added"
    ]
    for outcome in FeatureComparison.Outcome.allCases where outcome != .same {
      lines += Self.section(outcome.words, comparisons.filter { $0.outcome == outcome }.map { $0.line })
    }
    lines += Self.section(
      "added", added.map { "\($0.words) at \(MapSurvey.position($0.feature.start.coordinate))" })
    let lost = comparisons.filter { fate in
      fate.changes.contains { $0.aspect == .reachable && $0.new == "no" }
    }
    lines += Self.section("no longer reachable from the lifts of their area", lost.map { $0.old.words })
    return TerminalText(lines: lines.map { TerminalText($0) })
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    let rest = lines.count - shownFeatures
    return ["\(title): \(lines.count)"] + lines.prefix(shownFeatures).map { "  " + $0 }
      + (rest > 0 ? ["  and \(rest) more; --format json has all"] : [])
  }
}

extension FeatureComparison {
  /// Returns the comparison as one line without terminal control sequences: outcome, feature, up to three successors,
  /// changes.
  /// - Complexity: O(*k*) in successors and changes.
  package func text() -> TerminalText { "\(outcome.words): \(line)" }

  /// The feature, its successors and changes as text.
  var line: String {
    let others = successors.filter { $0.identity != old.identity || outcome == .replaced }
    let shown = others.prefix(3).map(\.words).joined(separator: "; ")
    let rest = others.count > 3 ? "; and \(others.count - 3) more" : ""
    return old.words + (others.isEmpty ? "" : " → \(shown)\(rest)")
      + (changes.isEmpty ? "" : ": " + changes.map(\.words).joined(separator: ", "))
  }
}

extension FeatureComparison.Outcome {
  /// The outcome as text.
  var words: String {
    switch self {
    case .notOperating: "no longer operating"
    default: rawValue
    }
  }
}

extension FeatureChange {
  /// The change as text.
  var words: String {
    switch aspect {
    case .place: "moved by \(new ?? "?") m"
    case .length: "length \(old ?? "?") → \(new ?? "?") m"
    default: "\(aspect.rawValue) \(old ?? "none") → \(new ?? "none")"
    }
  }
}

extension MappedFeature {
  /// The kind, name and identifier as text.
  var words: String {
    let name = feature.label ?? "unnamed"
    return
      "\(feature.kind.rawValue) \(name.shortened(toScalars: 80)) [\(feature.id.rawValue.shortened(toScalars: 80))]"
  }
}

/// Pairs the features of an older map with those of a newer one by their source identifiers.
///
/// Positions in files are not identifiers. Features of equal kind, name and lines are paired regardless of their
/// identifiers. Where several features share an identifier, those of one name are paired first, then the nearest.
struct FeaturePairing {
  /// The new feature of each old one; nil where there is none.
  private(set) var successor: [Int?]
  /// Indicates for each new feature whether it was paired.
  private(set) var isKnown: [Bool]

  /// Pairs features. Complexity: O(*n* + *k*²) where *k* features share one identifier.
  init(old: [MappedFeature], new: [MappedFeature]) {
    successor = Array(repeating: nil, count: old.count)
    isKnown = Array(repeating: false, count: new.count)
    var byID: [MappedFeature.Identity: [Int]] = [:]
    for (position, feature) in new.enumerated() where !feature.hasPositionalID {
      byID[feature.identity, default: []].append(position)
    }
    let groups = Dictionary(grouping: old.indices.filter { !old[$0].hasPositionalID }) { old[$0].identity }
    for (identity, members) in groups {
      guard let others = byID[identity] else { continue }
      pair(members, others, old, new)
    }
    pairTwins(old, new)
  }

  /// Pairs remaining features of equal kind, name and lines.
  private mutating func pairTwins(_ old: [MappedFeature], _ new: [MappedFeature]) {
    struct Looks: Hashable {
      var kind: FeatureKind
      var name: String?
      var lines: [[FixedCoordinate]]

      init(_ feature: MappedFeature) {
        (kind, name, lines) = (feature.feature.kind, feature.feature.name, feature.lines)
      }
    }
    var twins: [Looks: [Int]] = [:]
    for position in new.indices.reversed() where !isKnown[position] {
      twins[Looks(new[position]), default: []].append(position)
    }
    for member in old.indices where successor[member] == nil {
      guard let twin = twins[Looks(old[member])]?.popLast() else { continue }
      successor[member] = twin
      isKnown[twin] = true
    }
  }

  private mutating func pair(
    _ members: [Int], _ others: [Int], _ old: [MappedFeature], _ new: [MappedFeature]
  ) {
    // The nearest of each name first, then the nearest of any.
    for sameName in [true, false] {
      for member in members where successor[member] == nil {
        let fits = others.filter {
          !isKnown[$0] && (!sameName || old[member].feature.name == new[$0].feature.name)
        }
        let best = fits.min {
          (Self.metres(old[member], new[$0]), $0) < (Self.metres(old[member], new[$1]), $1)
        }
        guard let best else { continue }
        successor[member] = best
        isKnown[best] = true
      }
    }
  }

  private static func metres(_ old: MappedFeature, _ new: MappedFeature) -> Double {
    old.feature.start.coordinate.distanceMetres(to: new.feature.start.coordinate)
  }
}
