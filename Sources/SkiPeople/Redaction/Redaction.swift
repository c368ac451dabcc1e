package import SkiAPI
package import SkiBase

extension SharedLocation {
  /// The age in seconds from which an exact position is stale.
  static let exactLiveSeconds = 60.0
  /// The age in seconds from which a cell or an area is stale.
  static let coarseLiveSeconds = 300.0

  /// Returns a stored position in the precision of a permission; nil when there is none to show, or it has expired.
  ///
  /// The only way from a stored position to a viewer.
  package static func redacted(_ row: LiveRow, to access: Access, now: UniversalTime) -> SharedLocation? {
    guard let position = row.position, now.milliseconds < row.expiresMilliseconds else { return nil }
    switch access.precision {
    case .hidden: return nil
    case .exact:
      return shown(
        .exact(position.exact), of: row.user, at: row.order.observedMilliseconds, access, now,
        liveSeconds: exactLiveSeconds)
    case .grid(let metres):
      guard let coarse = position.coarse.shown else { return nil }
      return shown(
        .cell(coarse.cell.ancestor(sideMetres: metres)), of: row.user, at: coarse.minuteMilliseconds, access,
        now, liveSeconds: coarseLiveSeconds)
    case .areaOnly:
      guard let coarse = position.coarse.shown, let area = coarse.area else { return nil }
      return shown(
        .area(area), of: row.user, at: coarse.minuteMilliseconds, access, now, liveSeconds: coarseLiveSeconds)
    }
  }

  private static func shown(
    _ detail: Detail, of user: UserID, at milliseconds: Int64, _ access: Access, _ now: UniversalTime,
    liveSeconds: Double
  ) -> SharedLocation? {
    let observed = UniversalTime(milliseconds: milliseconds)
    let expires = min(observed.advanced(bySeconds: access.keepSeconds), access.until)
    guard now < expires else { return nil }
    let age = now.secondsSince1970 - observed.secondsSince1970
    return SharedLocation(
      user: user, detail: detail, observedAt: observed, expiresAt: expires,
      freshness: age < liveSeconds ? .live : .stale)
  }
}
