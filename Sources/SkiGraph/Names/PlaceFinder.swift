import SkiGeo
import SkiModel

/// A place found by a search for names.
public struct PlaceMatch: Hashable, Sendable {
  /// How well the name fits; better ones first.
  public enum Quality: Int, Hashable, Sendable, Comparable {
    /// The whole name, case and accents aside, or the id.
    case exact
    /// The beginning of the name.
    case prefix
    /// Beginnings of words of the name.
    case words
    /// The name with small typos.
    case typo

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  public var place: Place
  public var quality: Quality
}

/// Finds lifts, runs, stations and huts by name.
///
/// A value over a graph; `Sendable`. Case, accents, width and punctuation don't count, small typos are forgiven, an exact name
/// beats a mistyped one. Lifts and stations come before runs, runs before huts.
public struct PlaceFinder: Sendable {
  private let graph: RoutingGraph
  /// How many candidates an error names.
  private static let shownCandidates = 8

  /// Makes a finder over a graph.
  public init(graph: RoutingGraph) { self.graph = graph }

  /// Returns the one place a text means.
  ///
  /// `lift:X`, `run:X`, `station:X`, `hut:X` force the kind; `X@top` and `X@bottom` the end. A lift means its boarding end, a run
  /// its upper end. A source id is taken as it stands. Places outside the network (a lift under construction) are found
  /// when nothing in it has the name; their ``Place/node`` is nil.
  /// - Throws: ``SkiError`` with code `.unknownPlace`, `.ambiguousPlace` (the message lists the candidates), or
  ///   `.invalidArgument` for an empty or reserved name.
  /// - Complexity: O(log *n*) for exact names, O(*n*) with typos.
  public func place(_ text: String) throws -> Place {
    let query = try PlaceQuery(text)
    let index = NameIndex(graph)
    let folded = NameFolding.fold(query.name)
    for features in [
      { index.features(withID: query.name) }, { index.exact(folded) },
      { index.nearest(folded, errors: PlaceQuery.forgivenErrors(folded)) },
    ] {
      let places = PlaceClusters(graph: graph).places(features().filter { fits($0, query) }, end: query.end)
      guard let best = Self.preferred(places) else { continue }
      guard best.count == 1 else { throw ambiguous(query.name, best) }
      return best[0]
    }
    throw unknown(query.name)
  }

  /// Returns the places whose names are like a text, best first.
  /// - Complexity: O(*n*) in names.
  public func matches(_ query: String, limit: Int) -> [PlaceMatch] {
    guard let parsed = try? PlaceQuery(query), limit > 0 else { return [] }
    let folded = NameFolding.fold(parsed.name)
    let index = NameIndex(graph)
    var features: [PlaceMatch.Quality: Set<FeatureIndex>] = [:]
    features[.exact] = Set(index.features(withID: parsed.name))
    let errors = PlaceQuery.forgivenErrors(folded)
    for position in 0..<index.count where !folded.isEmpty {
      if let quality = Self.quality(of: index.name(position), folded, errors: errors) {
        features[quality, default: []].insert(index.feature(position))
      }
    }
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

  private func fits(_ feature: FeatureIndex, _ query: PlaceQuery) -> Bool {
    guard let code = FeatureKind(code: graph.storage.featureRecord[feature.position].kind) else {
      return false
    }
    return query.kind == nil || query.kind == code
  }

  private static func quality(of name: String, _ query: String, errors: Int) -> PlaceMatch.Quality? {
    if name == query { return .exact }
    if name.hasPrefix(query) { return .prefix }
    let words = name.split(separator: " ")
    if query.split(separator: " ").allSatisfy({ part in words.contains { $0.hasPrefix(part) } }) {
      return .words
    }
    return errors > 0 && editDistance(Array(name), Array(query), limit: errors) != nil ? .typo : nil
  }

  /// The order in which kinds are preferred.
  private static func kindRank(_ kind: FeatureKind) -> Int {
    switch kind {
    case .lift, .station: 0
    case .run: 1
    case .hut: 2
    case .street: 3
    }
  }

  private static func rank(_ place: Place) -> (Int, Int, Int, UInt32) {
    (place.node == nil ? 1 : 0, kindRank(place.kind), place.name?.count ?? .max, place.feature.rawValue)
  }

  /// The places of the preferred kind, those in the network first; nil when there are none.
  private static func preferred(_ places: [Place]) -> [Place]? {
    let inNetwork = places.filter { $0.node != nil }
    let wanted = inNetwork.isEmpty ? places : inNetwork
    guard let best = wanted.map({ kindRank($0.kind) }).min() else { return nil }
    return wanted.filter { kindRank($0.kind) == best }
  }

  private func ambiguous(_ name: String, _ places: [Place]) -> SkiError {
    let shown = places.prefix(Self.shownCandidates).map(describe)
    let more = places.count > shown.count ? ", and \(places.count - shown.count) more" : ""
    return SkiError(
      .ambiguousPlace,
      "place \(name.terminalSafe()) fits several; name one by its id: \(shown.joined(separator: "; "))\(more)"
    )
  }

  private func describe(_ place: Place) -> String {
    let at = place.point.coordinate
    let position =
      "\(decimalText(at.latitude, places: 5) ?? "?"),\(decimalText(at.longitude, places: 5) ?? "?")"
    let id = graph.feature(place.feature).id.rawValue
    return "\(place.kind.rawValue) \(place.name ?? "unnamed") at \(position) (\(id))".terminalSafe()
  }

  private func unknown(_ name: String) -> SkiError {
    let folded = NameFolding.fold(name)
    let index = NameIndex(graph)
    var near: [(distance: Int, name: String)] = []
    for position in 0..<index.count {
      let limit = max(3, folded.count / 2)
      guard let distance = editDistance(Array(index.name(position)), Array(folded), limit: limit) else {
        continue
      }
      near.append((distance, graph.feature(index.feature(position)).name ?? index.name(position)))
    }
    var suggestions: [String] = []
    for candidate in near.sorted(by: { ($0.distance, $0.name) < ($1.distance, $1.name) })
    where !suggestions.contains(candidate.name) && suggestions.count < 5 {
      suggestions.append(candidate.name)
    }
    let hint =
      suggestions.isEmpty ? "search with skiroute places" : "near it: \(suggestions.joined(separator: ", "))"
    return SkiError(.unknownPlace, "place \(name) is not on this map; \(hint)".terminalSafe())
  }
}
