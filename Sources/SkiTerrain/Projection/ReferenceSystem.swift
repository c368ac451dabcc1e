/// The reference system of a raster's coordinates: geographic in degrees, or projected.
///
/// Equality compares definition and kind, so that one system written in two ways is unequal.
package struct ReferenceSystem: Sendable, Hashable {
  /// The kind and unit of coordinates.
  package enum Kind: Sendable, Hashable {
    /// Longitude and latitude in degrees.
    case geographic
    /// Spherical Web Mercator, EPSG 3857; its unit is a metre at the equator only.
    case webMercator
    /// A projected system with a unit of length, taken as length on the ground.
    case projected(metresPerUnit: Double)
  }

  /// The definition for PROJ: `EPSG:4326`, a PROJ string or WKT.
  package let definition: String
  /// The kind and unit of coordinates.
  package let kind: Kind

  /// Creates a system of known kind, without PROJ.
  package init(definition: String, kind: Kind) {
    self.definition = definition
    self.kind = kind
  }

  /// WGS 84 longitude and latitude, EPSG 4326.
  package static let wgs84 = ReferenceSystem(definition: "EPSG:4326", kind: .geographic)
  /// Spherical Web Mercator, EPSG 3857.
  package static let webMercator = ReferenceSystem(definition: "EPSG:3857", kind: .webMercator)
}
