import SkiGeo

/// What a part of a `.skimap` holds; numbers are part of the format and never reused. See Data/Formats/skimap.md.
enum MapPartKind: UInt32, Sendable, CaseIterable {
  /// One closed piece of the network, with all its features.
  case region = 1
  /// The names and ids of all regions, in order.
  case names = 2
  /// Where the data came from.
  case sources = 3
  /// The import report.
  case report = 4
}

/// One entry of a map's directory as it lies in the file: 64 bytes, little-endian, no padding.
struct MapPart: BitwiseCopyable, Sendable {
  var kind: UInt32 = 0
  var nodeCount: UInt32 = 0
  var offset: UInt64 = 0
  var length: UInt64 = 0
  var checksum: UInt64 = 0
  /// The box around all places of a region, 1e-7 degrees; zeros for other parts.
  var south: Int32 = 0
  var west: Int32 = 0
  var north: Int32 = 0
  var east: Int32 = 0
  var featureCount: UInt32 = 0
  var reserved0: UInt32 = 0
  var reserved1: UInt64 = 0

  /// The box around a region.
  var bounds: BoundingBox {
    let low = FixedCoordinate(latitudeE7: south, longitudeE7: west).coordinate
    let high = FixedCoordinate(latitudeE7: north, longitudeE7: east).coordinate
    return BoundingBox(
      south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }
}
