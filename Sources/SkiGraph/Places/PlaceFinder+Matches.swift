import SkiBase

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
