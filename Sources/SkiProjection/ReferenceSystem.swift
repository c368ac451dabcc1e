/// What the coordinates of a raster mean: degrees on an ellipsoid, or metres on a flat map.
///
/// A value; `Sendable`. Equality compares definition and kind, so that one system written in two ways is unequal.
package struct ReferenceSystem: Sendable, Hashable {
  /// What one unit of a coordinate is.
  package enum Kind: Sendable, Hashable {
    /// Longitude and latitude in degrees.
    case geographic
    /// Spherical Web Mercator, EPSG 3857: its metres are metres at the equator only.
    case webMercator
    /// A flat map whose units are so many metres, taken as metres on the ground.
    case projected(metresPerUnit: Double)
  }

  /// What PROJ takes: `EPSG:4326`, a PROJ string or WKT.
  package let definition: String
  /// What one unit of a coordinate is.
  package let kind: Kind

  /// Names a system whose kind is known already; nothing is asked of PROJ.
  package init(definition: String, kind: Kind) {
    self.definition = definition
    self.kind = kind
  }

  /// WGS 84 longitude and latitude, EPSG 4326.
  package static let wgs84 = ReferenceSystem(definition: "EPSG:4326", kind: .geographic)
  /// Spherical Web Mercator, EPSG 3857.
  package static let webMercator = ReferenceSystem(definition: "EPSG:3857", kind: .webMercator)
}
