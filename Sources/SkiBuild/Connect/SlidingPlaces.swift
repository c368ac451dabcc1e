extension Network {
  /// A rise of less than this is no reason to look farther, metres.
  private static let levelMetres = 1.0
  /// How much farther than the nearest place one looks: this many times as far, and some metres.
  private static let fartherFactor = 2.0
  private static let fartherMetres = 15.0
  /// Metres between the places looked at.
  private static let stepMetres = 5.0

  /// Returns a place a little farther along a run that one can slide to, where the nearest would have to be climbed to;
  /// for what must be come to, one farther up the run that one can slide from.
  ///
  /// - Returns: nil where the nearest place will do, where both ways are wanted, or where there is none.
  /// - Complexity: O(*s* log *v*) in steps.
  func slidingPlace(
    from end: WayEnd, near position: LinePosition, _ distance: Double, within metres: Double, on line: Int,
    _ need: ConnectorNeed
  ) -> LinePosition? {
    let track = lines[line]
    guard need == .leave || need == .arrive, track.travel != .both, let own = end.height,
      let there = track.height(position)
    else { return nil }
    func rise(_ height: Int32) -> Double { Double(need == .leave ? height - own : own - height) / 100 }
    guard rise(there) > Self.levelMetres else { return nil }
    let reach = min(metres, Self.fartherFactor * distance + Self.fartherMetres)
    let goesUpIndex = (track.travel == .along) == (need == .leave)
    let start = Double(track.offset(position) - track.offsets[0]) / 100
    var along = Self.stepMetres
    while along <= 2 * reach {
      let at = start + (goesUpIndex ? along : -along)
      guard at >= 0, at <= track.lengthMetres else { return nil }
      let place = track.position(atMetres: at)
      guard track.point(place).distanceMetres(to: end.plane) <= reach else { return nil }
      if let height = track.height(place), rise(height) <= 0 { return place }
      along += Self.stepMetres
    }
    return nil
  }
}
