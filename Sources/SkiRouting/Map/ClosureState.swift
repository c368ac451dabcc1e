import SkiBase
public import SkiGraph

/// The closed places of a map at one version, an immutable value.
///
/// Two versions share what they have in common.
public struct ClosureState: Sendable {
  /// The number of changes before; 0 for the closures that a router is created with.
  public let version: Int
  /// The closed places in the order they were closed, each with the features of it that are closed.
  public let places: [Place]
  /// The map of the places.
  let map: MapID
  /// The closures of each region that has any.
  private let regions: [RegionIndex: FeatureClosures]
  /// The first region of a place that is not on the map; nil when all are.
  let foreignRegion: RegionIndex?

  /// Creates version 0 without reading any region.
  /// - Complexity: O(*f*) in features of the places.
  init(map: SkiMap, places: [Place]) {
    (version, self.places, self.map) = (0, places, map.id)
    regions = Dictionary(grouping: places, by: \.region).mapValues { places in
      FeatureClosures(Set(places.flatMap(\.features)))
    }
    foreignRegion = places.first { $0.region.map != map.id || $0.region.position >= map.regionCount }?.region
  }

  private init(
    after other: ClosureState, places: [Place], regions: [RegionIndex: FeatureClosures],
    foreignRegion: RegionIndex?
  ) {
    (version, map) = (other.version + 1, other.map)
    (self.places, self.regions, self.foreignRegion) = (places, regions, foreignRegion)
  }

  /// Returns the closures of a region.
  func closures(in region: RegionIndex) -> FeatureClosures { regions[region] ?? FeatureClosures() }

  /// Returns the version after closing places; this one when all their features are closed already.
  func closing(_ more: CheckedPlaces) -> ClosureState {
    changed(
      more, places: places + more.places.filter { !isClosed($0) },
      features: { region, features in closures(in: region).features.union(features) })
  }

  /// Returns the version after reopening places; this one when none of their features is closed.
  func reopening(_ fewer: CheckedPlaces) -> ClosureState {
    changed(
      fewer,
      places: places.compactMap { place in
        guard let open = fewer.features[place.region] else { return place }
        var rest = place
        rest.features.removeAll(where: open.contains)
        return rest.features.isEmpty ? nil : rest
      },
      features: { region, features in closures(in: region).features.subtracting(features) })
  }

  /// Returns the version with other places closed; this one when they have the same features.
  func replacing(with places: CheckedPlaces) -> ClosureState {
    var regions: [RegionIndex: FeatureClosures] = [:]
    for (region, features) in places.features where !features.isEmpty {
      guard let graph = places.graphs[region] else { continue }
      regions[region] = closures(in: region).replacing(with: features, in: graph)
    }
    if foreignRegion == nil, regions == self.regions.filter({ !$1.features.isEmpty }) { return self }
    return ClosureState(after: self, places: places.places, regions: regions, foreignRegion: nil)
  }

  private func isClosed(_ place: Place) -> Bool {
    closures(in: place.region).features.isSuperset(of: place.features)
  }

  /// Returns the version with other features closed in the regions of some places.
  private func changed(
    _ changes: CheckedPlaces, places: [Place],
    features: (RegionIndex, Set<FeatureIndex>) -> Set<FeatureIndex>
  ) -> ClosureState {
    var regions = regions
    var isChanged = false
    for (region, graph) in changes.graphs {
      let before = closures(in: region)
      let after = features(region, changes.features[region] ?? [])
      if before.features == after { continue }
      isChanged = true
      regions[region] = after.isEmpty ? nil : before.replacing(with: after, in: graph)
    }
    guard isChanged else { return self }
    return ClosureState(after: self, places: places, regions: regions, foreignRegion: foreignRegion)
  }
}

/// Places whose features exist on a map, with the graphs of their regions.
struct CheckedPlaces {
  let places: [Place]
  /// The features of the places by region.
  private(set) var features: [RegionIndex: Set<FeatureIndex>] = [:]
  /// The graphs of these regions.
  private(set) var graphs: [RegionIndex: RoutingGraph] = [:]

  /// Checks the features of places.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a place of another map and for a feature that its region
  ///   does not have; `.malformedData`, `.inputOutput` or `.limitExceeded` when its region cannot be read.
  /// - Complexity: O(*f*) in features of the places; a region is read on first use, in O(size).
  init(_ places: [Place], on map: SkiMap) throws {
    self.places = places
    for place in places {
      try map.check(place.region)
      let graph = try graphs[place.region] ?? map.graph(place.region)
      graphs[place.region] = graph
      for feature in place.features {
        try SkiError.require(
          feature.position < graph.featureCount,
          "feature \(feature.rawValue) is not on this map; search for the place again")
        features[place.region, default: []].insert(feature)
      }
    }
  }
}

/// The present closures of a router, replaced as a whole.
///
/// Questions take a version in a moment: they never wait for one that is being computed.
final class ClosureStore: Sendable {
  private let current: LatestValue<ClosureState>
  /// The lock of those who change the closures, so that none is lost.
  private let changes = Locked<Void>(())

  init(_ state: ClosureState) { current = LatestValue(state) }

  /// The present version.
  var state: ClosureState { current.value }
  /// The present version and each newer one.
  var states: LatestValues<ClosureState> { current.values }

  /// Replaces the present version by one computed from it.
  /// - Returns: The number of the version that is present then.
  func change(_ next: (ClosureState) -> ClosureState) -> Int {
    changes.withLock { _ in
      let state = next(self.state)
      if state.version != self.state.version { current.replace(by: state) }
      return state.version
    }
  }
}
