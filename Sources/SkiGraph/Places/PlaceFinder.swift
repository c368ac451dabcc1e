import SkiModel

/// Finds lifts, runs, stations and huts by name.
///
/// A value over a map; `Sendable`. Case, accents, width and punctuation don't count. An exact name beats a number or another
/// name of a feature (`name:de`, `alt_name` …), these beat words of a name, those beginnings and then parts of words, and last come
/// mistyped names. Small typos are forgiven: none in up to 3 letters as written, one in up to 7, two beyond, a swap of
/// neighbours counting as one. A name spelled as asked beats one that differs in accents. Of exact names lifts come before
/// stations, then runs, then huts. Only regions that have a name like the one asked for are opened.
public struct PlaceFinder: Sendable {
  let map: SkiMap

  /// Makes a finder over a map.
  public init(map: SkiMap) { self.map = map }

  /// Returns the one place a text means.
  ///
  /// `lift:X`, `run:X`, `station:X`, `hut:X` force the kind; `X@top` and `X@bottom` the end. A lift means its boarding end, a run
  /// its upper end. Of several with one name, `X (chair lift)`, `X (Soldeu)` and `X (2110 m)` mean the one of that kind, ski area
  /// or height. A source id is taken as it stands. Places outside the network (a lift under construction) are found
  /// when nothing in it has the name; their ``Place/node`` is nil.
  /// - Throws: ``SkiError`` with code `.unknownPlace`, `.ambiguousPlace` (the message lists the candidates, or counts them where
  ///   they are more than ``featureLimit``),
  ///   `.invalidArgument` for an empty or reserved name, or `.malformedData` for an altered map.
  /// - Complexity: O(log *n* + *k*) in names *n* and those that fit *k*; O(*n* · length) when none is spelled so.
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

  /// A way to look for a place; the first that finds any decides.
  private struct Stage {
    /// Whether a lift is meant rather than a run of that name: it is where the whole name fits.
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
    let byWords = NameIndex.WordFit.allCases.map { fit in
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
      Stage { try found(index.nearest(folded, errors: PlaceQuery.forgivenErrors(folded))) }
    ]
  }

  /// Returns the places with exactly the source id that was asked for.
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

  /// The most features of one name that are joined into places: each may have to be compared with each.
  public static let featureLimit = 2048

  /// Returns the places some names belong to.
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

  /// The order in which kinds are preferred.
  static func kindRank(_ kind: FeatureKind) -> Int {
    switch kind {
    case .lift: 0
    case .station: 1
    case .run: 2
    case .hut: 3
    case .street: 4
    }
  }

  /// The places of the preferred kind, those in the network first; nil when there are none.
  private static func preferred(_ places: [Place]) -> [Place]? {
    guard let wanted = inNetwork(places), let best = wanted.map({ kindRank($0.kind) }).min() else {
      return nil
    }
    return wanted.filter { kindRank($0.kind) == best }
  }

  /// The places in the network, all of them when none is; nil when there are none.
  private static func inNetwork(_ places: [Place]) -> [Place]? {
    let inside = places.filter { $0.node != nil }
    return inside.isEmpty ? places.isEmpty ? nil : places : inside
  }

  /// The places spelled just as asked, case aside; all of them when none is.
  private static func spelled(_ name: String, _ places: [Place]) -> [Place] {
    let wanted = name.lowercased()
    let same = places.filter { $0.name?.lowercased() == wanted }
    return same.isEmpty ? places : same
  }
}
