import SkiGeo
import SkiModel

extension PlaceFinder {
  /// Returns the places whose names are like a text, best first.
  ///
  /// Whole names come first, then beginnings of names, then names that have each word of the text as the beginning of one of
  /// theirs, then those within the typing errors ``place(_:)`` forgives. Among equals, places in the network come first, then
  /// lifts and stations, runs, huts, and shorter names. A text without letters, and a reserved one, match nothing.
  /// - Parameters:
  ///   - query: What was typed so far; the prefixes and suffixes of ``place(_:)`` hold here too.
  ///   - limit: How many to return at most.
  /// - Complexity: O(*n*) in names.
  public func matches(_ query: String, limit: Int) -> [PlaceMatch] {
    guard let parsed = try? PlaceQuery(query), limit > 0 else { return [] }
    let features = features(like: parsed)
    var seen = Set<FeatureIndex>()
    var matches: [PlaceMatch] = []
    for quality in [PlaceMatch.Quality.exact, .prefix, .words, .typo] {
      let new = (features[quality] ?? []).filter { !seen.contains($0) && fits($0, parsed) }
      let places = PlaceClusters(graph: graph).places(Array(new), end: parsed.end)
      matches += places.sorted { Self.rank($0) < Self.rank($1) }.map {
        PlaceMatch(place: $0, quality: quality)
      }
      seen.formUnion(new)
      if matches.count >= limit { break }
    }
    return Array(matches.prefix(limit))
  }

  /// Returns all features a text may mean, by how well their names fit.
  private func features(like query: PlaceQuery) -> [PlaceMatch.Quality: Set<FeatureIndex>] {
    let index = NameIndex(graph)
    let folded = NameFolding.fold(query.name)
    var features: [PlaceMatch.Quality: Set<FeatureIndex>] = [:]
    features[.exact] = Set(index.features(withID: query.name))
    guard !folded.isEmpty else { return features }
    let words = folded.split(separator: " ")
    for position in 0..<index.count {
      if let quality = Self.quality(of: index.name(position), folded, words) {
        features[quality, default: []].insert(index.feature(position))
      }
    }
    let errors = PlaceQuery.forgivenErrors(folded)
    if errors > 0 {
      index.forEachNear(folded, errors: errors) { position, _ in
        features[.typo, default: []].insert(index.feature(position))
      }
    }
    return features
  }

  private static func quality(
    of name: String, _ query: String, _ queryWords: [Substring]
  ) -> PlaceMatch.Quality? {
    if name.utf8.starts(with: query.utf8) { return name.utf8.count == query.utf8.count ? .exact : .prefix }
    let words = name.utf8.split(separator: UInt8(ascii: " "))
    let fits = queryWords.allSatisfy { part in words.contains { $0.starts(with: part.utf8) } }
    return fits ? .words : nil
  }
}
