import SkiGeo
import SkiGraph
import SkiTracks

/// All that is kept of one traveller: what the filters, the order and the matcher remember, and what was published last.
///
/// A value of bounded size; no fix is kept.
struct TravellerRecord<Matcher: LiveMatching>: Sendable {
  /// Which joining this is, of all there were.
  let joining: UInt64
  var order: FixOrder
  var filter: FixFilter
  var near = NearRegions()
  /// The region the matcher works in.
  var region: RegionIndex?
  var matcher = Matcher.begin()
  /// When another region was last looked for.
  var lookedAt: UniversalTime?
  /// When the fix was taken that was matched last.
  var matchedAt: UniversalTime?
  var speed = SpeedEstimate()
  var published: TravellerPosition?
  var publishedCount: UInt64 = 0
  /// When a fix was last accepted, by the tracker's time.
  var heardAt: UniversalTime
  var isStale = false

  init(joining: UInt64, at now: UniversalTime, rules: [any FixRule]) {
    self.joining = joining
    order = FixOrder(since: now)
    filter = FixFilter(rules: rules)
    heardAt = now
  }

  /// Judges a fix by order and filters, and remembers it when it is accepted.
  mutating func judge(_ fix: LocationFix, now: UniversalTime) -> FixRejection? {
    if let reason = order.judge(fix) { return reason }
    if let reason = filter.judge(fix, now: now).rejection { return reason }
    order.remember(fix)
    heardAt = now
    return nil
  }
}
