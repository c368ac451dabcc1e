@testable import SkiGraph

/// Copies a map's bytes.
func bytes(of map: SkiMap) -> [UInt8] {
  withExtendedLifetime(map) { Array(map.bytes.buffer) }
}
