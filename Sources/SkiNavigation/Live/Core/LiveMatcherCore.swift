import SkiBase
import SkiGraph
import SkiTracks

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
      if silence >= options.removalSeconds {
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
    openRegions.closeUnused(now: now, after: options.regionIdleSeconds)
    logs.closeUnused(now: now, after: options.logSeconds)
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
