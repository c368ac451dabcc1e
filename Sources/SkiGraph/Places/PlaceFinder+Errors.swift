import SkiFormats
import SkiGeo
import SkiModel

extension PlaceFinder {
  /// How many candidates an error names.
  private static let shownCandidates = 8
  /// How many names an error suggests.
  private static let shownSuggestions = 5

  /// The error for a name that fits several places.
  func ambiguous(_ name: String, _ places: [Place]) throws -> SkiError {
    let labels = try PlaceQualifiers.labels(places, map)
    let shown = try zip(places, labels).prefix(Self.shownCandidates).map(describe)
    let more = places.count > shown.count ? ", and \(places.count - shown.count) more" : ""
    let how =
      labels.contains { $0 != nil } ? "name one as it is written here, or by its id" : "name one by its id"
    return SkiError(
      .ambiguousPlace,
      "place \(name.shownSafely()) fits several; \(how): \(shown.joined(separator: "; "))\(more)")
  }

  /// The error for a name that fits more features than are compared with each other.
  func tooMany(_ name: String, _ count: Int) -> SkiError {
    SkiError(
      .ambiguousPlace, "place \(name.shownSafely()) fits \(count) features; write more of its name, or its id"
    )
  }

  private func describe(_ place: Place, _ label: String?) throws -> String {
    let at = place.point.coordinate
    let position =
      "\(decimalText(at.latitude, places: 5) ?? "?"),\(decimalText(at.longitude, places: 5) ?? "?")"
    let id = try map.graph(place.region).feature(place.feature).id.rawValue.shownSafely()
    let name = (place.label ?? "unnamed").shownSafely() + (label.map { " (\($0.shownSafely()))" } ?? "")
    return "\(place.kind.rawValue) \(name) at \(position) (\(id))"
  }

  /// The error for a name that fits nothing, with the names most like it.
  func unknown(_ query: PlaceQuery, _ index: NameIndex) throws -> SkiError {
    let names = try suggestions(for: query, index).map { $0.shownSafely() }
    let hint = names.isEmpty ? "search with skiroute places" : "near it: \(names.joined(separator: ", "))"
    let kind = query.kind.map { "\($0.rawValue) " } ?? "place "
    return SkiError(.unknownPlace, "\(kind)\(query.name.shownSafely()) is not on this map; \(hint)")
  }

  /// Returns the names most like one that was not found: those that begin so, then those spelled so.
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
  /// The text as an error may show it: nothing a terminal obeys, and no more than a line of it.
  func shownSafely() -> String {
    let safe = prefix(80)
    let isCut = safe.endIndex < endIndex
    return TerminalText(String(String(safe).unicodeScalars.prefix(240))).string + (isCut ? "…" : "")
  }
}
