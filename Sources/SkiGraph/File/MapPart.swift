import SkiBase

/// The content of a part of a `.skimap`; see Data/Formats/skimap.md.
///
/// The raw values belong to the format and are never reused.
enum MapPartKind: UInt32, Sendable, CaseIterable {
  /// One region of the network, with all its features.
  case region = 1
  /// The names and ids of all regions, in order.
  case names = 2
  /// The sources of the data, with licence and attribution.
  case sources = 3
  /// The import report.
  case report = 4
}

/// An entry of the directory as stored in the file: 64 bytes, little-endian, no padding.
struct MapPart: BitwiseCopyable, Sendable {
  var kind: UInt32 = 0
  var nodeCount: UInt32 = 0
  var offset: UInt64 = 0
  var length: UInt64 = 0
  var checksum: UInt64 = 0
  /// The southern edge of the bounding box of a region in 1e-7 degrees; 0 for other parts.
  var south: Int32 = 0
  /// The western edge of the box.
  var west: Int32 = 0
  /// The northern edge of the box.
  var north: Int32 = 0
  /// The eastern edge of the box.
  var east: Int32 = 0
  var featureCount: UInt32 = 0
  var reserved0: UInt32 = 0
  var reserved1: UInt64 = 0

  /// The bounding box of a region, in degrees.
  var bounds: BoundingBox {
    let low = FixedCoordinate(latitudeE7: south, longitudeE7: west).coordinate
    let high = FixedCoordinate(latitudeE7: north, longitudeE7: east).coordinate
    return BoundingBox(
      south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }
}
