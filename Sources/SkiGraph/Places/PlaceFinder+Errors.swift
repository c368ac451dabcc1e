import SkiBase

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
