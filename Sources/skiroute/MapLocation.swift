import Foundation
import SkiGeo
import SkiGraph

/// Finds the map to answer from: `--map`, else `SKIROUTE_MAP`, else the sample mountain.
enum MapLocation {
  /// Opens the map.
  /// - Throws: ``SkiError`` with code `.missingInput` or `.malformedData` from opening it.
  static func open(_ path: String?) async throws -> RoutingGraph {
    if let path = path ?? named(ProcessInfo.processInfo.environment["SKIROUTE_MAP"]) {
      return try RoutingGraph.open(path: path)
    }
    throw SkiError(.missingInput, "no map")
  }

  private static func named(_ value: String?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return value
  }
}
