extension Network {
  /// The rise in metres up to which the nearest position is kept.
  private static let levelMetres = 1.0
  /// The search distance as a multiple of that of the nearest position.
  private static let fartherFactor = 2.0
  /// The addition to the search distance, in metres.
  private static let fartherMetres = 15.0
  /// The spacing of the positions tried, in metres.
  private static let stepMetres = 5.0

  /// Returns a position a little farther along a run that is reached by sliding where the nearest needs a climb; for an
  /// access, one farther up the run from which the site is reached by sliding.
  ///
  /// - Returns: The position; nil where the nearest will do, where both directions are needed, or where there is none.
  /// - Complexity: O(*s* log *v*) in steps.
  func slidingPlace(
    from end: ConnectorEnd, near position: LinePosition, _ distance: Double, within metres: Double,
    on line: Int,
    _ need: ConnectorNeed
  ) -> LinePosition? {
    let track = lines[line]
    guard need == .leave || need == .arrive, track.travel != .both, let own = end.elevation,
      let there = track.elevation(position)
    else { return nil }
    func rise(_ height: Int32) -> Double { Double(need == .leave ? height - own : own - height) / 100 }
    guard rise(there) > Self.levelMetres else { return nil }
    let reach = min(metres, Self.fartherFactor * distance + Self.fartherMetres)
    let goesUpIndex = (track.travel == .along) == (need == .leave)
    let start = Double(track.offset(position) - track.offsets[0]) / 100
    var along = Self.stepMetres
    while along <= 2 * reach {
      let at = start + (goesUpIndex ? along : -along)
      guard at >= 0, at <= track.mapLengthMetres else { return nil }
      let place = track.position(atMetres: at)
      guard track.point(place).distanceMetres(to: end.plane) <= reach else { return nil }
      if let height = track.elevation(place), rise(height) <= 0 { return place }
      along += Self.stepMetres
    }
    return nil
  }
}
