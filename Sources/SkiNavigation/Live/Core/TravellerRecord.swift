import SkiBase
import SkiGraph
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
