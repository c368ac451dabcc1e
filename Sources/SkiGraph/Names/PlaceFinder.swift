import SkiGeo
import SkiModel

/// Finds lifts, runs, stations and huts by name.
///
/// A value over a graph; `Sendable`. Case, accents, width and punctuation don't count. Small typos are forgiven: none in
/// up to 3 letters as written, one in up to 7, two beyond, a swap of neighbours counting as one. An exact name beats a
/// reference, and that a mistyped name; a name spelled as asked beats one that differs in accents. Lifts come before
/// stations, then runs, then huts.
public struct PlaceFinder: Sendable {
  let graph: RoutingGraph

  /// Makes a finder over a graph.
  public init(graph: RoutingGraph) { self.graph = graph }

  /// Returns the one place a text means.
  ///
  /// `lift:X`, `run:X`, `station:X`, `hut:X` force the kind; `X@top` and `X@bottom` the end. A lift means its boarding end, a run
  /// its upper end. A source id is taken as it stands. Places outside the network (a lift under construction) are found
  /// when nothing in it has the name; their ``Place/node`` is nil.
  /// - Throws: ``SkiError`` with code `.unknownPlace`, `.ambiguousPlace` (the message lists the candidates), or
  ///   `.invalidArgument` for an empty or reserved name.
  /// - Complexity: O(*n*) in features and names: ids are not sorted.
  public func place(_ text: String) throws -> Place {
    let query = try PlaceQuery(text)
    let index = NameIndex(graph)
    let folded = NameFolding.fold(query.name)
    for features in [
      { index.features(withID: query.name) }, { index.exact(folded).filter { isNamed($0, folded) } },
      { index.exact(folded) }, { index.nearest(folded, errors: PlaceQuery.forgivenErrors(folded)) },
    ] {
      let places = PlaceClusters(graph: graph).places(features().filter { fits($0, query) }, end: query.end)
      guard let preferred = Self.preferred(places) else { continue }
      let best = Self.spelled(query.name, preferred)
      guard best.count == 1 else { throw ambiguous(query.name, best) }
      return best[0]
    }
    throw unknown(query)
  }

  /// Whether a feature is of the kind that was forced.
  func fits(_ feature: FeatureIndex, _ query: PlaceQuery) -> Bool {
    guard let code = FeatureKind(code: graph.storage.featureRecord[feature.position].kind) else {
      return false
    }
    return query.kind == nil || query.kind == code
  }

  /// Whether a folded text is the name of a feature, and not just its reference.
  private func isNamed(_ feature: FeatureIndex, _ folded: String) -> Bool {
    let name = graph.storage.string(graph.storage.featureRecord[feature.position].name)
    return name.map(NameFolding.fold) == folded
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

  /// The order of places whose names fit equally well.
  static func rank(_ place: Place) -> (Int, Int, Int, UInt32) {
    (place.node == nil ? 1 : 0, kindRank(place.kind), place.name?.count ?? .max, place.feature.rawValue)
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
