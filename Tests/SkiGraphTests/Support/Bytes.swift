@testable import SkiGraph

/// Copies a map's bytes.
func bytes(of map: SkiMap) throws -> [UInt8] {
  let bytes = try map.source.bytes(0..<map.source.byteCount)
  return withExtendedLifetime(bytes) { Array(bytes.buffer) }
}
