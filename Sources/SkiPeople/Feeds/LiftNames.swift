package import SkiGraph

/// The lifts and runs of a map: their ids, the ids of each name, and their ski areas.
///
/// With it, what feeds say by name and hosts by id is compared; without it a name and an id are two features.
package struct LiftNames: Sendable {
  private var idsByName: [String: [SourceID]] = [:]
  private var areas: [SourceID: [SourceID]] = [:]

  /// Creates a list of lifts and runs.
  /// - Complexity: O(*n*) in their number.
  package init(_ features: some Sequence<(id: SourceID, name: String?, area: SourceID?)>) {
    for feature in features {
      if areas[feature.id] == nil, let name = feature.name {
        idsByName[name.lowercased(), default: []].append(feature.id)
      }
      areas[feature.id, default: []] += feature.area.map { [$0] } ?? []
    }
  }

  /// Returns whether there is a lift or run of an id.
  package func contains(_ id: SourceID) -> Bool { areas[id] != nil }

  /// Returns the ski areas that a lift or run is measured in; empty for an unknown one.
  package func areas(of id: SourceID) -> [SourceID] { areas[id] ?? [] }

  /// Returns the features that are meant: each by its id, or the name where there is none of that name.
  func features(_ key: FeatureStatus.Key) -> [FeatureStatus.Key] {
    guard case .name(let name) = key, let ids = idsByName[name.lowercased()] else { return [key] }
    return ids.map { .id($0) }
  }
}
