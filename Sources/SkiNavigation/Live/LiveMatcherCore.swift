import SkiBase
import SkiGraph
package import SkiTracks

/// The travellers of a matcher and its open regions, without tasks.
///
/// The holder opens the regions that ``take(_:now:)`` and ``adopt(_:)`` return as missing, and calls ``resume(_:)``.
struct LiveMatcherCore<Matcher: LiveMatching>: Sendable {
  typealias Record = TravellerRecord<Matcher>
  typealias Regions = OpenRegions<Matcher.Index>

  /// The result of a batch of reports.
  struct Outcome {
    /// The map that the reports were accepted on.
    let map: MapID
    var matched: [Matched] = []
    var refused: [RefusedReport] = []
    /// The accepted reports to be matched after their regions are open, in order.
    var waiting: [Waiting] = []
    var missing: Set<RegionIndex> = []
  }

  /// A position worth publishing, with the place of its report in the batch and the number of its traveller's joining.
  struct Matched {
    var index: Int
    var joining: UInt64
    var position: TravellerPosition
  }

  /// A waiting report, with its place in the batch and the number of its traveller's joining.
  struct Waiting {
    var index: Int
    var joining: UInt64
    var report: TravellerReport
  }

  private(set) var map: SkiMap
  let options: LiveMatcherOptions
  private(set) var openRegions = Regions()
  private(set) var records: [TravellerID: Record] = [:]
  var logs = FixLogs()
  private var joinings: UInt64 = 0
  private var scratch = Matcher.makeScratch()

  init(map: SkiMap, options: LiveMatcherOptions) {
    self.map = map
    self.options = options
  }

  /// Adds a traveller without a history.
  mutating func join(_ traveller: TravellerID, now: UniversalTime) {
    leave(traveller, now: now)
    joinings += 1
    records[traveller] = Record(joining: joinings, at: now, rules: options.rules)
  }

  /// Removes a traveller.
  mutating func leave(_ traveller: TravellerID, now: UniversalTime) {
    guard let record = records.removeValue(forKey: traveller) else { return }
    for region in record.near.regions { openRegions.release(region, now: now) }
  }

  /// Logs and filters reports, and matches those in open regions. Complexity: O(1) for each, and the cost of the matcher.
  mutating func take(_ reports: [TravellerReport], now: UniversalTime) -> Outcome {
    var outcome = Outcome(map: map.id)
    for (index, report) in reports.enumerated() {
      logs.add(report, now: now)
      guard let entry = records.index(forKey: report.traveller) else {
        outcome.refused.append(RefusedReport(index: index, reason: .unknownTraveller))
        continue
      }
      if let reason = records.values[entry].rejection(report.fix, now: now) {
        outcome.refused.append(RefusedReport(index: index, reason: .fix(reason)))
        continue
      }
      move(entry, to: report.fix.coordinate, now: now)
      let joining = records.values[entry].joining
      match(entry, Waiting(index: index, joining: joining, report: report), &outcome)
    }
    return outcome
  }

  /// Matches the reports that waited for regions, as far as these are open.
  ///
  /// Drops those older than a later one, those of travellers who left or joined again, and all when the map was replaced,
  /// because ``adopt(_:)`` matches the last of each traveller.
  mutating func resume(_ outcome: inout Outcome) {
    let waiting = outcome.map == map.id ? outcome.waiting : []
    (outcome.waiting, outcome.missing) = ([], [])
    for report in waiting {
      guard let entry = records.index(forKey: report.report.traveller),
        records.values[entry].joining == report.joining
      else { continue }
      match(entry, report, &outcome)
    }
  }

  /// Returns whether a position is on the present map, of a traveller who neither left nor joined again.
  func isCurrent(_ matched: Matched) -> Bool {
    matched.position.map == map.id && records[matched.position.traveller]?.joining == matched.joining
  }

  /// Replaces the map, and matches the last accepted fix of each traveller, by traveller.
  ///
  /// No state of a traveller refers to the old map any more.
  mutating func adopt(_ map: SkiMap) -> Outcome {
    self.map = map
    openRegions = Regions()
    var outcome = Outcome(map: map.id)
    for (index, traveller) in records.keys.sorted().enumerated() {
      guard let entry = records.index(forKey: traveller) else { continue }
      records.values[entry].detach()
      guard let fix = records.values[entry].lastAccepted else { continue }
      let joining = records.values[entry].joining
      move(entry, to: fix.coordinate, now: records.values[entry].lastAcceptedAt)
      let report = TravellerReport(traveller, fix)
      match(entry, Waiting(index: index, joining: joining, report: report), &outcome)
    }
    return outcome
  }

  /// Stores an opened region or the error of opening it.
  mutating func put(_ opened: Result<Regions.OpenRegion, SkiError>, for region: RegionIndex) {
    openRegions.put(opened, for: region)
  }

  /// Returns travellers newly without fixes, removes those without fixes for long, and closes unused regions.
  /// - Complexity: O(travellers).
  mutating func sweep(now: UniversalTime) -> (stale: [TravellerPosition], gone: [TravellerID]) {
    var (stale, gone): ([TravellerPosition], [TravellerID]) = ([], [])
    var entry = records.startIndex
    while entry < records.endIndex {
      let silence = now.secondsSince1970 - records.values[entry].lastAcceptedAt.secondsSince1970
      if silence >= LiveMatcherOptions.removalSeconds {
        gone.append(records.keys[entry])
      } else if silence >= options.staleSeconds, !records.values[entry].isStale,
        let position = records.values[entry].published
      {
        records.values[entry].isStale = true
        stale.append(position)
      }
      entry = records.index(after: entry)
    }
    for traveller in gone { leave(traveller, now: now) }
    openRegions.closeUnused(now: now, after: LiveMatcherOptions.regionIdleSeconds)
    logs.closeUnused(now: now, after: LiveMatcherOptions.logSeconds)
    return (stale, gone)
  }

  private mutating func move(
    _ entry: Dictionary<TravellerID, Record>.Index, to place: Coordinate, now: UniversalTime
  ) {
    let before = records.values[entry].near.move(to: place, in: map, reachMetres: options.reachMetres)
    guard let before else { return }
    let after = records.values[entry].near.regions
    for region in after { openRegions.use(region) }
    for region in before { openRegions.release(region, now: now) }
    if let region = records.values[entry].region, !after.contains(region) {
      records.values[entry].attach(to: nil)
    }
  }

  /// Adds the position of an accepted report to the outcome, or the report itself when regions are missing.
  private mutating func match(
    _ entry: Dictionary<TravellerID, Record>.Index, _ report: Waiting, _ outcome: inout Outcome
  ) {
    let missing = records.values[entry].near.regions.filter(openRegions.isMissing)
    guard missing.isEmpty else {
      outcome.missing.formUnion(missing)
      outcome.waiting.append(report)
      return
    }
    let position = records.values[entry].match(
      report.report, on: map.id, openRegions: openRegions, options: options, with: &scratch)
    guard let position else { return }
    outcome.matched.append(Matched(index: report.index, joining: report.joining, position: position))
  }
}

/// The options of a ``LiveMatcher``.
public struct LiveMatcherOptions: Sendable {
  /// The time in seconds without a fix after which a traveller is stale.
  public var staleSeconds = 60.0
  /// The time in seconds without a fix after which a traveller is removed.
  public static let removalSeconds = 1800.0
  /// The time in seconds for which a region without travellers stays open.
  public static let regionIdleSeconds = 120.0
  /// The greatest distance from a region, in metres, at which a traveller is matched to it.
  public var reachMetres = 1000.0
  /// The least movement in metres that is published in the same state and on the same edge.
  public var leastMoveMetres = 1.0
  /// The time in seconds after which a position is published even without movement.
  public var greatestSilenceSeconds = 15.0
  /// The greatest number of fixes in the log of a traveller.
  public static let logLimit = 100_000
  /// The time in seconds without a fix after which a log is discarded.
  public static let logSeconds = 86_400.0
  /// The greatest number of travellers.
  public var travellerLimit = 100_000
  /// The rules for fixes of every traveller, in addition to their order.
  package var rules: [any FixRule] = [PlausibilityRule(), AgeRule(), AccuracyRule(), SpeedRule()]

  /// Creates options with the default values.
  public init() {}
}

/// The matcher of one traveller in one region: ``OnlineMatcher``, or a substitute in tests.
protocol LiveMatching: Sendable {
  /// The index shared by the travellers in a region.
  associatedtype Index: Sendable
  /// The working memory of one fix, reused for the next.
  associatedtype Scratch: Sendable
  /// Returns the index of a region.
  static func makeIndex(_ graph: RoutingGraph) -> Index
  /// Returns new working memory.
  static func makeScratch() -> Scratch
  /// Returns the matcher of a new traveller.
  static func begin() -> Self
  /// Adds the traveller's next fix and returns the estimate of their position.
  mutating func place(_ fix: LocationFix, in index: Index, with scratch: inout Scratch) -> MatchedFix?
}

/// The conformance of the matcher, with default options and immediate estimates.
extension OnlineMatcher: LiveMatching {
  static func makeIndex(_ graph: RoutingGraph) -> MatchIndex { MatchIndex(graph: graph) }

  static func makeScratch() -> MatchScratch { MatchScratch() }

  static func begin() -> OnlineMatcher { OnlineMatcher() }

  mutating func place(
    _ fix: LocationFix, in index: MatchIndex, with scratch: inout MatchScratch
  ) -> MatchedFix? {
    estimate(fix, in: index, with: &scratch)
  }
}
