package import SkiBase
import SkiGraph

extension MapDifference {
  /// Returns the difference as JSON, version 1, with unchanged features counted only; see Data/Formats/diff.md.
  /// Complexity: O(*n*).
  package func json() -> JSONValue {
    .object([
      "version": .integer(1), "features": .integer(comparisons.count),
      "counts": .object(
        counts().map { JSONValue.Member($0.outcome.rawValue, .integer($0.count)) }
          + [JSONValue.Member("added", .integer(added.count))]),
      "fates": .array(comparisons.filter { $0.outcome != .same }.map { $0.json() }),
      "added": .array(added.map(\.json)),
    ])
  }
}

extension FeatureComparison {
  /// Returns the comparison as a JSON object; see Data/Formats/diff.md. Complexity: O(size).
  package func json() -> JSONValue {
    .object([
      "outcome": .string(outcome.rawValue), "old": old.json, "new": .array(successors.map(\.json)),
      "changes": .array(
        changes.map {
          .object(["aspect": .string($0.aspect.rawValue), "old": .optional($0.old), "new": .optional($0.new)])
        }),
    ])
  }
}

extension MappedFeature {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(feature.kind.rawValue), "id": .string(feature.id.rawValue),
      "name": .optional(feature.name),
      "status": .string(feature.status.rawValue),
      "latitude": .decimal(feature.start.coordinate.latitude, places: 7),
      "longitude": .decimal(feature.start.coordinate.longitude, places: 7),
      "lengthMetres": .decimal(mapLengthMetres, places: 1), "isReachable": .bool(isReachable),
    ])
  }
}
