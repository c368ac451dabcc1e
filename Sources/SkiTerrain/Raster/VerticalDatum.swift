/// What elevations count from.
///
/// A value; `Sendable`. Heights are never converted from one datum to another: what a source states is kept and handed
/// on, since models differ by less than their noise where skiers are, and ellipsoidal heights are refused or stated.
public struct VerticalDatum: Sendable, Hashable {
  /// What reports and files call it, for example `EGM96`.
  public let name: String
  /// Its EPSG code as a vertical reference system, or nil when it has none or it is not known.
  public let epsg: Int?

  /// Names a datum.
  public init(name: String, epsg: Int?) {
    self.name = name
    self.epsg = epsg
  }

  /// Mean sea level of a kind the source doesn't state.
  public static let unstated = VerticalDatum(name: "mean sea level, not stated", epsg: nil)
  /// The geoid of 1996, which SRTM refers to; EPSG 5773.
  public static let egm96 = VerticalDatum(name: "EGM96", epsg: 5773)
  /// The geoid of 2008; EPSG 3855.
  public static let egm2008 = VerticalDatum(name: "EGM2008", epsg: 3855)
}
