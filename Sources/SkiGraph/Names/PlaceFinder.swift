import SkiGeo
import SkiModel

/// Finds lifts, runs, stations and huts by name.
///
/// A value over a map; `Sendable`. Case, accents, width and punctuation don't count. Small typos are forgiven: none in
/// up to 3 letters as written, one in up to 7, two beyond, a swap of neighbours counting as one. An exact name beats a
/// reference, and that a mistyped name; a name spelled as asked beats one that differs in accents. Lifts come before
/// stations, then runs, then huts. Only regions that have a name like the one asked for are opened.
public struct PlaceFinder: Sendable {
  let map: SkiMap

  /// Makes a finder over a map.
  public init(map: SkiMap) { self.map = map }

  /// Returns the one place a text means.
  ///
  /// `lift:X`, `run:X`, `station:X`, `hut:X` force the kind; `X@top` and `X@bottom` the end. A lift means its boarding end, a run
  /// its upper end. A source id is taken as it stands. Places outside the network (a lift under construction) are found
  /// when nothing in it has the name; their ``Place/node`` is nil.
  /// - Throws: ``SkiError`` with code `.unknownPlace`, `.ambiguousPlace` (the message lists the candidates),
  ///   `.invalidArgument` for an empty or reserved name, or `.malformedData` for an altered map.
  /// - Complexity: O(log *n* + *k*) in names *n* and those that fit *k*; O(*n* · length) when none is spelled so.
  public func place(_ text: String) throws -> Place {
    let query = try PlaceQuery(text)
    let index = try map.nameIndex()
    let folded = NameFolding.fold(query.name)
    let exact = index.exact(folded).filter { query.fits($0) }
    let stages: [() throws -> [Place]] = [
      { try places(withID: query, index) },
      { try places(exact.filter { $0.flags & NameKey.isName != 0 }, query) },
      { try places(exact, query) },
      {
        let near = index.nearest(folded, errors: PlaceQuery.forgivenErrors(folded))
        return try places(near.filter { query.fits($0) }, query)
      },
    ]
    for stage in stages {
      guard let preferred = Self.preferred(try stage()) else { continue }
      let best = Self.spelled(query.name, preferred)
      guard best.count == 1 else { throw try ambiguous(query.name, best) }
      return best[0]
    }
    throw try unknown(query, index)
  }

  /// Returns the places with exactly the source id that was asked for.
  func places(withID query: PlaceQuery, _ index: NameIndex) throws -> [Place] {
    var found: [RegionIndex: [FeatureIndex]] = [:]
    for (region, feature) in index.features(mayHaveID: query.name) {
      let graph = try map.graph(region)
      let facts = graph.feature(feature)
      if facts.id.rawValue.utf8.elementsEqual(query.name.utf8), query.fits(facts.kind) {
        found[region, default: []].append(feature)
      }
    }
    return try places(found, end: query.end)
  }

  /// Returns the places some names belong to.
  func places(_ keys: [NameKey], _ query: PlaceQuery) throws -> [Place] {
    var found: [RegionIndex: [FeatureIndex]] = [:]
    for key in keys { found[RegionIndex(key.region), default: []].append(FeatureIndex(key.feature)) }
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
    let inNetwork = places.filter { $0.node != nil }
    let wanted = inNetwork.isEmpty ? places : inNetwork
    guard let best = wanted.map({ kindRank($0.kind) }).min() else { return nil }
    return wanted.filter { kindRank($0.kind) == best }
  }

  /// The places spelled just as asked, case aside; all of them when none is.
  private static func spelled(_ name: String, _ places: [Place]) -> [Place] {
    let wanted = name.lowercased()
    let same = places.filter { $0.name?.lowercased() == wanted }
    return same.isEmpty ? places : same
  }
}
