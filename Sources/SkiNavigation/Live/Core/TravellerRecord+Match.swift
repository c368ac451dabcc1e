import SkiBase
import SkiGraph
import SkiTracks

extension TravellerRecord {
  typealias Regions = OpenRegions<Matcher.Index>

  /// The interval in seconds of searches for another region while no feature is near.
  private var regionSearchSeconds: Double { 5 }

  /// Restarts the matcher in a region, or in none.
  mutating func attach(to region: RegionIndex?) {
    self.region = region
    matcher = .begin()
    regionSearchedAt = nil
  }

  /// Removes all that refers to a map, so that the last accepted fix can be matched to another one.
  ///
  /// The next position is published, also that of a stale traveller.
  mutating func detach() {
    attach(to: nil)
    near = NearRegions()
    matchedAt = nil
    published = nil
  }

  /// Matches an accepted fix to a map, and returns the position if it is to be published.
  mutating func match(
    _ report: TravellerReport, on map: MapID, openRegions: Regions, options: LiveMatcherOptions,
    with scratch: inout Matcher.Scratch
  ) -> TravellerPosition? {
    let fix = report.fix
    if let matchedAt, fix.time <= matchedAt { return nil }
    matchedAt = fix.time
    let matched = attached(fix, openRegions, options, &scratch) ?? MatchedFix(fix, state: .offMap)
    speed.take(fix, at: matched.coordinate)
    let position = position(report.traveller, matched, on: map, openRegions)
    guard isStale || isWorthPublishing(position, options) else { return nil }
    isStale = false
    publishedCount += 1
    published = position
    published?.order = publishedCount
    return published
  }

  private mutating func attached(
    _ fix: LocationFix, _ openRegions: Regions, _ options: LiveMatcherOptions,
    _ scratch: inout Matcher.Scratch
  ) -> MatchedFix? {
    var matched: MatchedFix?
    if let region, let opened = openRegions.openRegion(region) {
      matched = matcher.place(fix, in: opened.index, with: &scratch)
    }
    if let matched, matched.state != .offMap { return matched }
    if let regionSearchedAt,
      fix.time.secondsSince1970 - regionSearchedAt.secondsSince1970 < regionSearchSeconds
    {
      return matched
    }
    regionSearchedAt = fix.time
    guard let other = nearest(fix.coordinate, openRegions, options), other != region,
      let opened = openRegions.openRegion(other)
    else { return matched }
    attach(to: other)
    return matcher.place(fix, in: opened.index, with: &scratch)
  }

  /// Returns the region with the nearest edge within reach.
  ///
  /// - Complexity: That of `snaps` in each region near.
  private func nearest(
    _ place: Coordinate, _ openRegions: Regions, _ options: LiveMatcherOptions
  ) -> RegionIndex? {
    if near.regions.count == 1, region == nil { return near.regions.first }
    var best: (metres: Double, region: RegionIndex)?
    for region in near.regions {
      let reach = best?.metres ?? options.reachMetres
      guard let opened = openRegions.openRegion(region),
        let snap = opened.graph.snaps(near: place, withinMetres: reach, limit: 1).first
      else { continue }
      if snap.distanceMetres < best?.metres ?? .infinity { best = (snap.distanceMetres, region) }
    }
    return best?.region
  }

  private func position(
    _ traveller: TravellerID, _ matched: MatchedFix, on map: MapID, _ openRegions: Regions
  ) -> TravellerPosition {
    TravellerPosition(
      traveller, order: publishedCount, time: matched.fix.time, state: matched.state, map: map,
      place: matched.place, coordinate: matched.coordinate,
      nearestNode: matched.place.flatMap { openRegions.openRegion($0.region)?.graph.nearestEnd(of: $0) },
      speedMetresPerSecond: speed.metresPerSecond, confidence: matched.confidence)
  }

  private func isWorthPublishing(_ position: TravellerPosition, _ options: LiveMatcherOptions) -> Bool {
    guard let before = published else { return true }
    return position.state != before.state || position.place?.edge != before.place?.edge
      || position.place?.region != before.place?.region
      || position.time.secondsSince1970 - before.time.secondsSince1970 >= options.greatestSilenceSeconds
      || position.coordinate.distanceMetres(to: before.coordinate) >= options.leastMoveMetres
  }
}
