import SkiGeo
import SkiGraph
import SkiTracks

/// The travellers of a tracker and its open regions, without tasks.
///
/// The holder opens the regions that ``take(_:now:)`` returns as missing.
struct TrackerCore<Matcher: LiveMatching>: Sendable {
  typealias Record = TravellerRecord<Matcher>
  typealias Regions = OpenRegions<Matcher.Index>

  /// The result of a batch of reports.
  struct Outcome {
    var updates: [TravellerUpdate] = []
    var refused: [RefusedReport] = []
    /// The accepted reports to be matched after their regions are open.
    var waiting: [Waiting] = []
    var missing: Set<RegionIndex> = []
  }

  /// A waiting report, with the number of its traveller's joining.
  struct Waiting {
    var report: TravellerReport
    var joining: UInt64
  }

  let map: SkiMap
  let options: TrackerOptions
  private(set) var openRegions = Regions()
  private(set) var records: [TravellerID: Record] = [:]
  var logs = FixLogs()
  private var joinings: UInt64 = 0
  private var scratch = Matcher.makeScratch()

  init(map: SkiMap, options: TrackerOptions) {
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
    var outcome = Outcome()
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
      if records.values[entry].near.regions.contains(where: openRegions.isMissing) {
        outcome.missing.formUnion(records.values[entry].near.regions.filter(openRegions.isMissing))
        outcome.waiting.append(Waiting(report: report, joining: records.values[entry].joining))
      } else if let update = match(entry, report) {
        outcome.updates.append(update)
      }
    }
    return outcome
  }

  /// Matches reports that waited for regions.
  ///
  /// Drops those older than a later one, and those of travellers who left or joined again, whose audience may have
  /// changed.
  mutating func resume(_ waiting: [Waiting]) -> [TravellerUpdate] {
    waiting.compactMap { waiting in
      guard let entry = records.index(forKey: waiting.report.traveller),
        records.values[entry].joining == waiting.joining
      else { return nil }
      return match(entry, waiting.report)
    }
  }

  /// Stores an opened region or the error of opening it.
  mutating func put(_ opened: Result<Regions.OpenRegion, SkiError>, for region: RegionIndex) {
    openRegions.put(opened, for: region)
  }

  /// Returns travellers newly without fixes, removes those without fixes for long, and closes unused regions.
  /// - Complexity: O(travellers).
  mutating func sweep(now: UniversalTime) -> (stale: [TravellerUpdate], gone: [TravellerID]) {
    var (stale, gone): ([TravellerUpdate], [TravellerID]) = ([], [])
    var entry = records.startIndex
    while entry < records.endIndex {
      let silence = now.secondsSince1970 - records.values[entry].lastAcceptedAt.secondsSince1970
      if silence >= options.removalSeconds {
        gone.append(records.keys[entry])
      } else if silence >= options.staleSeconds, !records.values[entry].isStale {
        records.values[entry].isStale = true
        if let position = records.values[entry].published { stale.append(.stale(position)) }
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

  private mutating func match(
    _ entry: Dictionary<TravellerID, Record>.Index, _ report: TravellerReport
  ) -> TravellerUpdate? {
    records.values[entry].match(report, openRegions: openRegions, options: options, with: &scratch)
      .map(TravellerUpdate.present)
  }
}
