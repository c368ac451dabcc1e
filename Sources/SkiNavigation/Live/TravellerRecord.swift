import SkiBase
import SkiGraph
import SkiSystem
import SkiTracks

/// The state of one traveller: filters, order, matcher, and the position published last; of bounded size.
struct TravellerRecord<Matcher: LiveMatching>: Sendable {
  /// The number of the traveller's joining, among all.
  let joining: UInt64
  var order: FixOrder
  var filter: FixFilter
  var near = NearRegions()
  /// The region of the matcher.
  var region: RegionIndex?
  var matcher = Matcher.begin()
  /// The time of the last search for another region.
  var regionSearchedAt: UniversalTime?
  /// The time of the last matched fix.
  var matchedAt: UniversalTime?
  var speed = SpeedEstimate()
  var published: TravellerPosition?
  var publishedCount: UInt64 = 0
  /// The fix that was accepted last.
  var lastAccepted: LocationFix?
  /// The current time when a fix was last accepted.
  var lastAcceptedAt: UniversalTime
  var isStale = false

  init(joining: UInt64, at now: UniversalTime, rules: [any FixRule]) {
    self.joining = joining
    order = FixOrder(since: now)
    filter = FixFilter(rules: rules)
    lastAcceptedAt = now
  }

  /// Returns the reason to refuse a fix, and records accepted fixes.
  mutating func rejection(_ fix: LocationFix, now: UniversalTime) -> FixRejection? {
    if let reason = order.rejection(fix) { return reason }
    if let reason = filter.decide(fix, now: now).rejection { return reason }
    order.remember(fix)
    lastAccepted = fix
    lastAcceptedAt = now
    return nil
  }
}

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

/// Enforces the order of one traveller's fixes: refuses duplicates and fixes older than the last one.
///
/// Stricter than ``OrderRule``: a clock that was set back is not accepted, because replayed fixes look the same.
struct FixOrder: Sendable {
  private let since: UniversalTime
  private var time: UniversalTime?
  private var sequence: UInt64?

  /// Creates an order; fixes before `since` are refused.
  init(since: UniversalTime) { self.since = since }

  /// Returns the reason to refuse a fix by its time and sequence number; nil when it is accepted. Complexity: O(1).
  func rejection(_ fix: LocationFix) -> FixRejection? {
    guard fix.coordinate.isValid, fix.time.secondsSince1970.isFinite else { return .invalidCoordinate }
    if let last = sequence, let number = fix.sequence, number <= last {
      return number == last ? .duplicate : .outdated
    }
    guard let time else { return fix.time < since ? .outdated : nil }
    if fix.time == time { return .duplicate }
    return fix.time > time ? nil : .outdated
  }

  /// Records an accepted fix.
  mutating func remember(_ fix: LocationFix) {
    time = fix.time
    sequence = fix.sequence ?? sequence
  }
}

/// The regions near a traveller, looked up again only after a movement.
struct NearRegions: Sendable {
  /// The movement of a traveller in metres after which the regions are looked up again.
  private static let updateMetres = 500.0
  /// The greatest number of regions; bounding boxes overlap, but rarely so many.
  private static let limit = 8

  private var around: Coordinate?
  /// The regions with bounding boxes within reach.
  private(set) var regions: [RegionIndex] = []

  /// Updates the regions if the traveller moved; returns the previous ones, or nil when nothing was updated.
  /// - Complexity: O(regions of the map) for an update, else O(1).
  mutating func move(to place: Coordinate, in map: SkiMap, reachMetres: Double) -> [RegionIndex]? {
    if let around, around.distanceMetres(to: place) < Self.updateMetres { return nil }
    let before = regions
    regions = Self.nearest(
      map.regions(near: place, withinMetres: reachMetres + Self.updateMetres), place, map)
    around = place
    return before
  }

  private static func nearest(_ all: [RegionIndex], _ place: Coordinate, _ map: SkiMap) -> [RegionIndex] {
    guard all.count > limit else { return all }
    let sorted = all.sorted { a, b in
      let (first, second) = (middle(map.bounds(of: a)), middle(map.bounds(of: b)))
      return (first.distanceMetres(to: place), a) < (second.distanceMetres(to: place), b)
    }
    return Array(sorted.prefix(limit))
  }

  private static func middle(_ box: BoundingBox) -> Coordinate {
    Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
  }
}

/// An estimate of a traveller's speed, from the receiver or else from the distance between fixes.
///
/// Of fixed size. Distances are smoothed exponentially by elapsed time, with a time constant of 4 s.
struct SpeedEstimate: Sendable {
  private static let constantSeconds = 4.0
  /// The interval between fixes in seconds beyond which the estimate is reset.
  private static let gapSeconds = 30.0

  private var last: (place: Coordinate, time: UniversalTime)?
  /// The speed in metres per second; nil when unknown.
  private(set) var metresPerSecond: Double?

  /// Adds the next fix and its matched coordinate; one of the same time only moves the coordinate. Complexity: O(1).
  mutating func take(_ fix: LocationFix, at place: Coordinate) {
    defer { last = (place, fix.time) }
    if let told = fix.speedMetresPerSecond, told.isFinite, told >= 0 {
      metresPerSecond = told
      return
    }
    guard let last, fix.time != last.time else { return }
    let seconds = fix.time.secondsSince1970 - last.time.secondsSince1970
    guard seconds > 0, seconds <= Self.gapSeconds else {
      metresPerSecond = nil
      return
    }
    let now = last.place.distanceMetres(to: place) / seconds
    guard let before = metresPerSecond else {
      metresPerSecond = now
      return
    }
    metresPerSecond = before + (now - before) * (1 - exp(-seconds / Self.constantSeconds))
  }
}
