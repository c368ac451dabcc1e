public import SkiBase
public import SkiGraph
import SkiTracks

/// Matches the fixes of many travellers to the map: fixes in, positions out.
///
/// Fixes of travellers who did not join or left are refused, as are duplicate and late ones. Every call gets the current
/// time; no clock is read. Positions are exact: what others may know of them is for the caller to decide.
///
/// Send fixes in batches where there are many, because each call is an actor hop. Memory is bounded: for each traveller
/// a matcher, a fix and a position, for each region near a traveller its index.
public actor LiveMatcher {
  private typealias Core = LiveMatcherCore<OnlineMatcher>

  private var core: Core
  private var openings: [RegionIndex: Task<Result<Core.Regions.OpenRegion, SkiError>, Never>] = [:]

  /// Creates a matcher without travellers; regions are opened on demand.
  public init(map: SkiMap, options: LiveMatcherOptions = LiveMatcherOptions()) {
    core = Core(map: map, options: options)
  }

  /// The map that fixes are matched to; see ``adopt(_:)``.
  public var map: SkiMap { core.map }

  /// The numbers of travellers and regions.
  package var counts: LiveMatcherCounts {
    LiveMatcherCounts(
      travellers: core.records.count, regions: core.openRegions.openCount,
      unreadableRegions: core.openRegions.errors.count)
  }

  // MARK: Travellers

  /// Adds a traveller; one who is present starts anew.
  /// - Parameters:
  ///   - traveller: The traveller.
  ///   - now: The current time; fixes before it are refused.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the number of travellers has reached
  ///   ``LiveMatcherOptions/travellerLimit``.
  /// - Complexity: O(1).
  public func join(_ traveller: TravellerID, now: UniversalTime) throws(SkiError) {
    leave(traveller, now: now)
    guard core.records.count < core.options.travellerLimit else {
      throw SkiError(
        .limitExceeded,
        "\(core.records.count) travellers are as many as may be followed; raise travellerLimit")
    }
    core.join(traveller, now: now)
  }

  /// Removes a traveller; a call of ``update(_:now:)`` that is still waiting returns no position of them.
  /// - Complexity: O(1).
  public func leave(_ traveller: TravellerID, now: UniversalTime) { core.leave(traveller, now: now) }

  /// Matches fixes, in order.
  ///
  /// Returns after all are matched: it waits for regions that must be opened first, while other calls proceed. So calls
  /// may return in another order than they began; of two positions of a traveller the one of the greater
  /// ``TravellerPosition/order`` is newer. Positions of travellers who left or joined again, or of a map that was
  /// replaced meanwhile, are left out.
  /// - Parameters:
  ///   - reports: Fixes of any travellers, those of one traveller in order.
  ///   - now: The current time, for the age of fixes.
  /// - Returns: The positions worth publishing and the refused reports, each in order.
  /// - Complexity: O(1) for each fix besides matching, and O(regions of the map) after each 500 m of a traveller.
  @discardableResult
  public func update(_ reports: [TravellerReport], now: UniversalTime) async -> LiveMatches {
    var outcome = core.take(reports, now: now)
    let matched = await matchWaiting(&outcome)
    return LiveMatches(positions: matched.map(\.position), refused: outcome.refused)
  }

  /// Replaces the map, and matches the last accepted fix of each present traveller to the new one.
  ///
  /// The new map takes effect at once; while its regions are opened, other calls proceed. A map of the same
  /// ``/SkiGraph/MapID`` changes nothing.
  /// - Returns: The positions on the new map of all travellers with an accepted fix, by traveller, those of stale ones
  ///   included, whom the next sweep returns again; without those of whom another call matched a newer fix to it, or who
  ///   left or joined again meanwhile. None when the map is the same, or was replaced again meanwhile.
  /// - Complexity: That of ``update(_:now:)`` for one fix of each traveller, and O(*t* log *t*) in travellers.
  public func adopt(_ map: SkiMap) async -> [TravellerPosition] {
    guard map.id != core.map.id else { return [] }
    var outcome = core.adopt(map)
    return await matchWaiting(&outcome).map(\.position)
  }

  /// Opens the regions that reports wait for, and returns the positions of all reports in order.
  private func matchWaiting(_ outcome: inout Core.Outcome) async -> [Core.Matched] {
    guard !outcome.missing.isEmpty else { return outcome.matched }
    while !outcome.missing.isEmpty {
      for region in outcome.missing.sorted() { await open(region) }
      core.resume(&outcome)
    }
    return outcome.matched.filter(core.isCurrent).sorted { $0.index < $1.index }
  }

  private func open(_ region: RegionIndex) async {
    let map = core.map
    guard region.map == map.id, core.openRegions.isMissing(region) else { return }
    let opening = openings[region] ?? Task.detached { LiveMatcher.opened(region, of: map) }
    openings[region] = opening
    core.put(await opening.value, for: region)
    openings[region] = nil
  }

  /// Opens a region and creates its index, outside the actor.
  private static func opened(
    _ region: RegionIndex, of map: SkiMap
  ) -> Result<Core.Regions.OpenRegion, SkiError> {
    Result {
      let graph = try map.graph(region)
      return Core.Regions.OpenRegion(graph: graph, index: OnlineMatcher.makeIndex(graph))
    }
    .mapError {
      $0 as? SkiError ?? SkiError(.malformedData, "region \(region.rawValue) can't be opened: \($0)")
    }
  }

  // MARK: Logs

  /// Opens a log of a traveller's fixes, in place of any other of theirs.
  ///
  /// Takes every fix that is reported, also those refused as too late for the live position, and those of a traveller who
  /// is not present, in any order.
  /// - Parameters:
  ///   - traveller: The traveller, present or not.
  ///   - now: The current time; fixes before it are not logged.
  public func openLog(of traveller: TravellerID, now: UniversalTime) {
    core.logs.open(traveller, limit: LiveMatcherOptions.logLimit, now: now)
  }

  /// Returns the logged fixes of a traveller in order of time; nil without a log.
  /// - Complexity: O(*n* + *k* log *k*) in all fixes and those that arrived late.
  public func log(of traveller: TravellerID) -> [LocationFix]? { core.logs.fixes(of: traveller) }

  /// Ends the log of a traveller, and returns its fixes in order of time; nil without a log.
  /// - Complexity: As ``log(of:)``.
  @discardableResult
  public func closeLog(of traveller: TravellerID) -> [LocationFix]? { core.logs.close(traveller) }

  // MARK: Time

  /// Removes travellers without fixes for long, and closes unused regions.
  ///
  /// Call it every half a minute or so.
  /// - Returns: The last positions of travellers newly without fixes for ``LiveMatcherOptions/staleSeconds``, and the
  ///   travellers who were removed after ``LiveMatcherOptions/removalSeconds``.
  /// - Complexity: O(travellers).
  @discardableResult
  public func sweep(now: UniversalTime) -> (stale: [TravellerPosition], gone: [TravellerID]) {
    core.sweep(now: now)
  }
}

/// The result of matching a batch of reports.
public struct LiveMatches: Hashable, Sendable {
  /// The positions worth publishing, in the order of their reports: those that moved, changed or were silent for long.
  public var positions: [TravellerPosition]
  /// The refused reports, in order.
  public var refused: [RefusedReport]

  /// Creates a result.
  public init(positions: [TravellerPosition] = [], refused: [RefusedReport] = []) {
    self.positions = positions
    self.refused = refused
  }
}

/// The numbers of travellers and regions of a matcher.
package struct LiveMatcherCounts: Hashable, Sendable {
  /// The number of travellers present.
  package var travellers: Int
  /// The number of regions open for matching.
  package var regions: Int
  /// The number of regions near travellers that cannot be read.
  package var unreadableRegions: Int

  /// Creates counts.
  package init(travellers: Int = 0, regions: Int = 0, unreadableRegions: Int = 0) {
    self.travellers = travellers
    self.regions = regions
    self.unreadableRegions = unreadableRegions
  }
}
