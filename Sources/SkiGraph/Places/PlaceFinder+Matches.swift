extension PlaceFinder {
  /// Returns the places whose names are like a text, best first.
  ///
  /// Whole names come first, then beginnings of names, then names that have each word of the text as the beginning of one of
  /// theirs, then as a part of one, then those within the typing errors ``place(_:)`` forgives. Names are those on signs, numbers,
  /// and all other names. Among equals, places in the network come first, then lifts and stations, runs, huts, and shorter
  /// names. A text without letters, and a reserved one, match nothing. Of more than ``featureLimit`` features of one region
  /// that are alike, those of the best rank are looked at.
  /// - Parameters:
  ///   - query: What was typed so far; the prefixes and suffixes of ``place(_:)`` hold here too.
  ///   - limit: How many to return at most.
  /// - Throws: ``SkiError`` with code `.malformedData` for an altered map.
  /// - Complexity: O(log *n* + *k*) in names *n* and those that fit *k*, O(*n*) where fewer than asked for fit as written;
  ///   regions are opened until none can hold a better place.
  public func matches(_ query: String, limit: Int) throws -> [PlaceMatch] {
    guard let parsed = try? PlaceQuery(query), limit > 0 else { return [] }
    let index = try map.nameIndex()
    var seen = Set<Seen>()
    var matches: [PlaceMatch] = []
    for (quality, keys) in keys(like: parsed, index) {
      var places = quality == .exact ? try places(withID: parsed, index) : []
      seen.formUnion(places.flatMap(Seen.all))
      let new = keys().filter { parsed.fits($0) && !seen.contains(Seen($0)) }
      places += try best(limit - matches.count, of: new, parsed)
      seen.formUnion(new.map(Seen.init))
      matches += places.sorted { PlaceRank($0) < PlaceRank($1) }.map {
        PlaceMatch(place: $0, quality: quality)
      }
      if matches.count >= limit { break }
    }
    return Array(matches.prefix(limit))
  }

  /// A feature that was found already.
  private struct Seen: Hashable {
    var region: UInt32
    var feature: UInt32

    init(_ key: NameKey) { (region, feature) = (key.region, key.feature) }

    private init(_ region: RegionIndex, _ feature: FeatureIndex) {
      (self.region, self.feature) = (region.rawValue, feature.rawValue)
    }

    static func all(_ place: Place) -> [Seen] { place.features.map { Seen(place.region, $0) } }
  }

  /// Returns so many names of the best rank, in their order.
  private static func best(_ count: Int, of keys: [NameKey]) -> [NameKey] {
    guard keys.count > count else { return keys }
    let ranked = keys.indices.map { (PlaceRank(keys[$0]), $0) }.sorted { $0 < $1 }
    return ranked.prefix(count).map(\.1).sorted().map { keys[$0] }
  }

  /// Returns the best places of some names, at least so many where there are so many.
  ///
  /// Regions are opened in the order of the best they may hold, until no other can hold a better one.
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

  /// Returns ways to the names a text may mean, best first; each is gone only when those before were not enough.
  private func keys(
    like query: PlaceQuery, _ index: NameIndex
  ) -> [(PlaceMatch.Quality, () -> [NameKey])] {
    let folded = NameFolding.fold(query.name)
    guard !folded.isEmpty else { return [(.exact, { [] })] }
    let words = index.names(withWords: folded)
    func holding(_ fits: Set<NameIndex.WordFit>) -> [NameKey] {
      words.filter { fits.contains($0.value) }.keys.sorted().map { index.key($0) }
    }
    return [
      (.exact, { index.exact(folded) + query.numbered(in: index) }),
      (.prefix, { index.names(beginningWith: folded).map { index.key($0) } }),
      (.words, { holding([.whole, .beginning]) }), (.part, { holding([.inside]) }),
      (.typo, { index.near(folded, errors: PlaceQuery.forgivenErrors(folded)) }),
    ]
  }
}
