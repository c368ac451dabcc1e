import SkiBase

/// A search for lifts, runs, stations, huts and streets by name.
///
/// Case, accents, width and punctuation are ignored. Matches are tried in this order: the source id, the name, a sign
/// number or another name (`name:de`, `alt_name` …), a kind with a number (`run 66`), a name with a qualifier, whole
/// words of a name, prefixes of words, parts of words, and names with typing errors: none in up to 3 letters, one in up
/// to 7, two beyond, where swapped neighbours count as one. Of equal matches, those spelled with the same accents come
/// first; of exact names lifts, then stations, runs and huts. Only regions with a matching name are opened.
///
/// **Source:** Damerau 1964, "A technique for computer detection and correction of spelling errors" (typing errors).
/// ```swift
/// let places = PlaceFinder(map: map)
/// let start = try places.place("Montsoleil")
/// let suggestions = try places.matches("mont", limit: 8).map(\.place)
/// ```
public struct PlaceFinder: Sendable {
  let map: SkiMap

  /// Creates a finder for a map.
  public init(map: SkiMap) { self.map = map }

  /// Returns the place that a text names.
  ///
  /// The prefixes `lift:`, `run:`, `station:` and `hut:` select the kind, the suffixes `@top` and `@bottom` the end;
  /// the default is a lift's boarding end and a run's upper end. Qualifiers separate places of one name by kind, ski
  /// area or elevation: `X (chair lift)`, `X (Soldeu)`, `X (2110 m)`. Places outside the network, such as a lift under
  /// construction, are returned only when no place in it matches; their ``Place/node`` is nil.
  /// - Parameter text: The name, number or source id.
  /// - Throws: ``SkiError`` with code `.unknownPlace` when nothing matches, `.ambiguousPlace` when several places do
  ///   (the message lists them, or their number above ``featureLimit``), `.invalidArgument` for an empty or reserved
  ///   name, `.malformedData` for a corrupted map, `.inputOutput` when reading fails.
  /// - Complexity: O(log *n* + *k*) in names *n* and matches *k*; O(*n* · length) when no name matches as written.
  public func place(_ text: String) throws -> Place {
    let query = try PlaceQuery(text)
    let index = try map.nameIndex()
    for stage in stages(query, index) {
      let found = try stage.places()
      guard let preferred = stage.prefersKinds ? Self.preferred(found) : Self.inNetwork(found) else {
        continue
      }
      let best = Self.spelled(query.name, preferred)
      guard best.count == 1 else { throw try ambiguous(query.name, best) }
      return best[0]
    }
    throw try unknown(query, index)
  }

  /// A step of the search; the first step with results decides.
  private struct Stage {
    /// Indicates whether a lift is preferred to a run of the same name, as for whole names.
    var prefersKinds = true
    var places: () throws -> [Place]
  }

  private func stages(_ query: PlaceQuery, _ index: NameIndex) -> [Stage] {
    let folded = NameFolding.fold(query.name)
    let exact = index.exact(folded).filter { query.fits($0) }
    func found(_ keys: [NameKey]) throws -> [Place] {
      let keys = keys.filter { query.fits($0) }
      guard keys.count <= Self.featureLimit else { throw tooMany(query.name, keys.count) }
      return try places(keys, query)
    }
    let byWords = NameIndex.WordMatch.allCases.map { fit in
      Stage(prefersKinds: false) {
        let names = index.names(withWords: folded).filter { $0.value == fit }.keys.sorted()
        return try found(names.map { index.key($0) })
      }
    }
    return [
      Stage { try places(withID: query, index) },
      Stage { try found(exact.filter { $0.flags & NameKey.isName != 0 }) }, Stage { try found(exact) },
      Stage { try found(query.numbered(in: index)) },
      Stage { try qualified(query, index) },
    ] + byWords + [
      Stage { try found(index.nearest(folded, errors: PlaceQuery.toleratedErrors(folded))) }
    ]
  }

  /// Returns the places with exactly the source id of a query.
  func places(withID query: PlaceQuery, _ index: NameIndex) throws -> [Place] {
    var found: [RegionIndex: [FeatureIndex]] = [:]
    for (region, feature) in index.features(mayHaveID: query.name) {
      let region = map.region(at: region)
      let graph = try map.graph(region)
      let facts = graph.feature(feature)
      if facts.id.rawValue.utf8.elementsEqual(query.name.utf8), query.fits(facts.kind) {
        found[region, default: []].append(feature)
      }
    }
    return try places(found, end: query.end)
  }

  /// The maximum number of features of one name that are clustered into places, since all pairs may be compared.
  public static let featureLimit = 2048

  /// Returns the places of some names.
  func places(_ keys: [NameKey], _ query: PlaceQuery) throws -> [Place] {
    var found: [RegionIndex: [FeatureIndex]] = [:]
    for key in keys { found[map.region(at: key.region), default: []].append(FeatureIndex(key.feature)) }
    return try places(found, end: query.end)
  }

  private func places(
    _ features: [RegionIndex: [FeatureIndex]], end: PlaceQuery.End?
  ) throws -> [Place] {
    try features.keys.sorted().flatMap { region in
      try PlaceClusters(graph: map.graph(region)).places(features[region] ?? [], end: end)
    }
  }

  /// Returns the rank of a kind, the preferred one first.
  static func kindRank(_ kind: FeatureKind) -> Int {
    switch kind {
    case .lift: 0
    case .station: 1
    case .run: 2
    case .hut: 3
    case .street: 4
    }
  }

  /// Returns the places of the preferred kind, in the network if any is; nil when there are none.
  private static func preferred(_ places: [Place]) -> [Place]? {
    guard let wanted = inNetwork(places), let best = wanted.map({ kindRank($0.kind) }).min() else {
      return nil
    }
    return wanted.filter { kindRank($0.kind) == best }
  }

  /// Returns the places in the network, or all of them when none is; nil when there are none.
  private static func inNetwork(_ places: [Place]) -> [Place]? {
    let inside = places.filter { $0.node != nil }
    return inside.isEmpty ? places.isEmpty ? nil : places : inside
  }

  /// Returns the places with the same spelling except case, or all of them when there is none.
  private static func spelled(_ name: String, _ places: [Place]) -> [Place] {
    let wanted = name.lowercased()
    let same = places.filter { $0.name?.lowercased() == wanted }
    return same.isEmpty ? places : same
  }
}
