/// The surface that elevations count from.
///
/// Elevations are not transformed between datums: the datum a source states is passed on, since the models differ by
/// less than their noise in ski areas, and ellipsoidal heights are rejected or stated.
package struct VerticalDatum: Sendable, Hashable {
  /// The name for reports and files, for example `EGM96`.
  package let name: String
  /// The EPSG code of the vertical reference system, or nil when it has none or it is unknown.
  package let epsg: Int?

  /// Creates a datum from its name and its EPSG code, nil for none.
  package init(name: String, epsg: Int?) {
    self.name = name
    self.epsg = epsg
  }

  /// The mean sea level of a source that states no datum.
  package static let unstated = VerticalDatum(name: "mean sea level, not stated", epsg: nil)
  /// The geoid EGM96, the datum of SRTM; EPSG 5773.
  package static let egm96 = VerticalDatum(name: "EGM96", epsg: 5773)
  /// The geoid EGM2008; EPSG 3855.
  package static let egm2008 = VerticalDatum(name: "EGM2008", epsg: 3855)
}
