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

extension PlaceFinder {
  /// The maximum number of candidates in an error message.
  private static let shownCandidates = 8
  /// The maximum number of names suggested in an error message.
  private static let shownSuggestions = 5

  /// Returns the error of a name that matches several places.
  func ambiguous(_ name: String, _ places: [Place]) throws -> SkiError {
    let labels = try PlaceQualifiers.labels(places, map)
    let shown = try zip(places, labels).prefix(Self.shownCandidates).map(describe)
    let more = places.count > shown.count ? ", and \(places.count - shown.count) more" : ""
    let how =
      labels.contains { $0 != nil } ? "name one as it is written here, or by its id" : "name one by its id"
    return SkiError(
      .ambiguousPlace,
      "place \(name.shownSafely()) matches several; \(how): \(shown.joined(separator: "; "))\(more)")
  }

  /// Returns the error of a name that matches more features than are compared with each other.
  func tooMany(_ name: String, _ count: Int) -> SkiError {
    SkiError(
      .ambiguousPlace,
      "place \(name.shownSafely()) matches \(count) features; write more of its name, or its id"
    )
  }

  private func describe(_ place: Place, _ label: String?) throws -> String {
    let position = place.point.coordinate.argumentText()
    let id = try map.graph(place.region).feature(place.feature).id.rawValue.shownSafely()
    let name = (place.label ?? "unnamed").shownSafely() + (label.map { " (\($0.shownSafely()))" } ?? "")
    return "\(place.kind.rawValue) \(name) at \(position) (\(id))"
  }

  /// Returns the error of an unknown name, with similar names.
  func unknown(_ query: PlaceQuery, _ index: NameIndex) throws -> SkiError {
    let names = try suggestions(for: query, index).map { $0.shownSafely() }
    let hint =
      names.isEmpty ? "search with skiroute places" : "similar names: \(names.joined(separator: ", "))"
    let kind = query.kind.map { "\($0.rawValue) " } ?? "place "
    return SkiError(.unknownPlace, "\(kind)\(query.name.shownSafely()) is not on this map; \(hint)")
  }

  /// Returns names similar to an unknown one: those with it as a prefix, then those of least edit distance.
  private func suggestions(for query: PlaceQuery, _ index: NameIndex) throws -> [String] {
    var names: [String] = []
    func add(_ name: String) {
      if names.count < Self.shownSuggestions, !names.contains(name) { names.append(name) }
    }
    for match in try matches(query.text, limit: Self.shownSuggestions) { match.place.name.map(add) }
    guard names.count < Self.shownSuggestions else { return names }
    let folded = NameFolding.fold(query.name)
    var near: [(distance: Int, position: Int)] = []
    index.forEachNear(folded, errors: max(1, min(6, folded.count / 2))) { position, distance in
      if query.fits(index.key(position)) { near.append((distance, position)) }
    }
    near.sort { $0 < $1 }
    for candidate in near.prefix(100) where names.count < Self.shownSuggestions {
      let key = index.key(candidate.position)
      let feature = try map.graph(at: Int(key.region)).feature(FeatureIndex(key.feature))
      add(feature.name ?? index.name(candidate.position))
    }
    return names
  }
}

extension String {
  /// Returns the text for an error message: without control characters, and cut to one line.
  func shownSafely() -> String {
    let safe = prefix(80)
    let isCut = safe.endIndex < endIndex
    return TerminalText(String(String(safe).unicodeScalars.prefix(240))).string + (isCut ? "…" : "")
  }
}

extension PlaceFinder {
  /// Returns the places whose names match a text, best first.
  ///
  /// Matches are whole names, then prefixes of names, then names with each word of the text as a prefix of one of their
  /// words, then as a part of one, then names within the edit distance of ``place(_:)``. Names include sign numbers and
  /// alternative names. Equal matches are ordered by: in the network, kind (lifts, stations, runs, huts), length of the
  /// name. A text without letters or digits, and a reserved one, match nothing. Of more than ``featureLimit`` equal
  /// features of one region, those of the best rank are used.
  /// - Parameters:
  ///   - query: The text typed so far, with the prefixes and suffixes of ``place(_:)``.
  ///   - limit: The maximum number of results; below 1 there are none.
  /// - Throws: ``SkiError`` with code `.malformedData` for a corrupted map, `.inputOutput` when reading fails.
  /// - Complexity: O(log *n* + *k*) in names *n* and matches *k*, O(*n*) when fewer than `limit` names match as
  ///   written; regions are opened until none can hold a better place.
  public func matches(_ query: String, limit: Int) throws -> [PlaceMatch] {
    guard let parsed = try? PlaceQuery(query), limit > 0 else { return [] }
    let index = try map.nameIndex()
    var seen = Set<FeatureKey>()
    var matches: [PlaceMatch] = []
    for (quality, keys) in keys(like: parsed, index) {
      var places = quality == .exact ? try places(withID: parsed, index) : []
      seen.formUnion(places.flatMap(FeatureKey.all))
      let new = keys().filter { parsed.fits($0) && !seen.contains(FeatureKey($0)) }
      places += try best(limit - matches.count, of: new, parsed)
      seen.formUnion(new.map(FeatureKey.init))
      matches += places.sorted { PlaceRank($0) < PlaceRank($1) }.map {
        PlaceMatch(place: $0, quality: quality)
      }
      if matches.count >= limit { break }
    }
    return Array(matches.prefix(limit))
  }

  /// A feature that is already among the results.
  private struct FeatureKey: Hashable {
    var region: UInt32
    var feature: UInt32

    init(_ key: NameKey) { (region, feature) = (key.region, key.feature) }

    private init(_ region: RegionIndex, _ feature: FeatureIndex) {
      (self.region, self.feature) = (region.rawValue, feature.rawValue)
    }

    static func all(_ place: Place) -> [FeatureKey] { place.features.map { FeatureKey(place.region, $0) } }
  }

  /// Returns the names of best rank, up to a number, in their original order.
  private static func best(_ count: Int, of keys: [NameKey]) -> [NameKey] {
    guard keys.count > count else { return keys }
    let ranked = keys.indices.map { (PlaceRank(keys[$0]), $0) }.sorted { $0 < $1 }
    return ranked.prefix(count).map(\.1).sorted().map { keys[$0] }
  }

  /// Returns the best places of some names, at least a number of them where so many exist.
  ///
  /// Regions are opened in the order of their best rank, until no other can hold a better place.
  private func best(_ count: Int, of keys: [NameKey], _ query: PlaceQuery) throws -> [Place] {
    var regions: [UInt32: (best: PlaceRank, keys: [NameKey])] = [:]
    for key in keys {
      let rank = PlaceRank(key)
      let known = regions[key.region]?.best
      regions[key.region, default: (rank, [])].keys.append(key)
      if let known, rank < known { regions[key.region]?.best = rank }
    }
    var found: [Place] = []
    for region in regions.values.sorted(by: { $0.best < $1.best }) {
      let ranks = found.map { PlaceRank($0) }.sorted()
      if ranks.count >= count, count > 0, ranks[count - 1] < region.best { break }
      found += try places(Self.best(PlaceFinder.featureLimit, of: region.keys), query)
    }
    return found
  }

  /// Returns the sets of keys that match a query, best first, computed only when needed.
  private func keys(
    like query: PlaceQuery, _ index: NameIndex
  ) -> [(PlaceMatch.Quality, () -> [NameKey])] {
    let folded = NameFolding.fold(query.name)
    guard !folded.isEmpty else { return [(.exact, { [] })] }
    let words = index.names(withWords: folded)
    func holding(_ fits: Set<NameIndex.WordMatch>) -> [NameKey] {
      words.filter { fits.contains($0.value) }.keys.sorted().map { index.key($0) }
    }
    return [
      (.exact, { index.exact(folded) + query.numbered(in: index) }),
      (.prefix, { index.names(beginningWith: folded).map { index.key($0) } }),
      (.words, { holding([.whole, .beginning]) }), (.part, { holding([.inside]) }),
      (.typo, { index.near(folded, errors: PlaceQuery.toleratedErrors(folded)) }),
    ]
  }
}

/// A place found by ``PlaceFinder/matches(_:limit:)``.
public struct PlaceMatch: Hashable, Sendable {
  /// The kind of match, best first.
  package enum Quality: Int, Hashable, Sendable, Comparable {
    /// The whole name, ignoring case and accents, or the id.
    case exact
    /// A prefix of the name.
    case prefix
    /// Words of the name, or prefixes of them.
    case words
    /// Parts of words of the name, as `bahn` in `Gondelbahn`.
    case part
    /// The name with typing errors.
    case typo

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// The place whose name matches.
  public var place: Place
  /// The kind of match.
  package var quality: Quality
}

/// The order of places whose names match equally: in the network first, then by kind (lifts, stations, runs, huts), by
/// length of the name, and in map order.
///
/// A key has a rank before its region is opened, so that a search stops when no better place is left.
struct PlaceRank: Comparable {
  private let isOutside: Bool
  private let kind: Int
  private let nameLength: UInt16
  private let region: UInt32
  private let feature: UInt32

  /// Creates the rank of a place.
  init(_ place: Place) {
    isOutside = place.node == nil
    kind = PlaceFinder.kindRank(place.kind)
    nameLength = NameKey.rankedLength(place.name)
    (region, feature) = (place.region.rawValue, place.feature.rawValue)
  }

  /// Creates the best rank that a place with a key may have.
  init(_ key: NameKey) {
    isOutside = key.flags & NameKey.isInNetwork == 0
    kind = FeatureKind(code: key.kind).map(PlaceFinder.kindRank) ?? .max
    nameLength = key.nameLength
    (region, feature) = (key.region, 0)
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.isOutside != b.isOutside { return b.isOutside }
    return (a.kind, a.nameLength, a.region, a.feature) < (b.kind, b.nameLength, b.region, b.feature)
  }
}
