package import SkiGeo
package import SkiGraph
package import SkiTracks

/// Tracks many travellers: matches their fixes to the map, and publishes positions to permitted viewers.
///
/// Travellers join with an audience; no other viewer receives their positions. Fixes of travellers who did not join or left
/// are refused, as are duplicate and late ones. A traveller who leaves is removed at once, with all undelivered
/// updates. Every call gets the current time; no clock is read.
///
/// Send fixes in batches where there are many, because each call is an actor hop. Memory is bounded: for each traveller
/// a matcher and a position, for each listener at most one update per traveller (``TravellerStream``), for each region
/// near a traveller its index. Deinitialisation ends all streams.
package actor TravellerTracker {
  private typealias Core = TrackerCore<OnlineMatcher>

  /// The map for matching.
  package nonisolated let map: SkiMap
  private let broadcast: TravellerBroadcast
  private var core: Core
  private var openings: [RegionIndex: Task<Result<Core.Regions.OpenRegion, SkiError>, Never>] = [:]

  /// Creates a tracker without travellers; regions are opened on demand.
  package init(map: SkiMap, options: TrackerOptions = TrackerOptions()) {
    self.map = map
    broadcast = TravellerBroadcast()
    core = Core(map: map, options: options)
  }

  deinit { broadcast.finish() }

  // MARK: Travellers

  /// Adds a traveller; one who is present starts anew.
  /// - Parameters:
  ///   - traveller: The traveller.
  ///   - audience: The viewers who may receive positions; empty by default.
  ///   - now: The current time; fixes before it are refused.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the number of travellers has reached
  ///   ``TrackerOptions/travellerLimit``.
  /// - Complexity: O(size of the audience).
  package func join(
    _ traveller: TravellerID, audience: TravellerAudience = .empty, now: UniversalTime
  ) throws {
    leave(traveller, now: now)
    guard core.records.count < core.options.travellerLimit else {
      throw SkiError(
        .limitExceeded,
        "\(core.records.count) travellers are as many as may be followed; raise travellerLimit")
    }
    core.join(traveller, now: now)
    broadcast.setAudience(audience, of: traveller)
  }

  /// Removes a traveller; viewers who knew of them receive that they left.
  /// - Complexity: O(size of the audience).
  package func leave(_ traveller: TravellerID, now: UniversalTime) {
    core.leave(traveller, now: now)
    broadcast.remove(traveller)
  }

  /// Changes the audience of a traveller; viewers removed from it lose undelivered updates.
  /// - Returns: `true` if the traveller is present.
  /// - Complexity: O(size of both audiences).
  @discardableResult
  package func setAudience(_ audience: TravellerAudience, of traveller: TravellerID) -> Bool {
    guard core.records[traveller] != nil else { return false }
    broadcast.setAudience(audience, of: traveller)
    return true
  }

  /// Matches fixes, in order, and publishes changes to permitted viewers.
  ///
  /// Returns after all are matched and published. Other calls proceed while a region is opened.
  /// - Parameters:
  ///   - reports: Fixes of any travellers, those of one traveller in order.
  ///   - now: The current time, for the age of fixes.
  /// - Returns: The refused reports, in order.
  /// - Complexity: O(1) for each fix besides matching, and O(regions of the map) after each 500 m of a traveller.
  @discardableResult
  package func update(_ reports: [TravellerReport], now: UniversalTime) async -> [RefusedReport] {
    let outcome = core.take(reports, now: now)
    broadcast.publish(outcome.updates)
    guard !outcome.missing.isEmpty else { return outcome.refused }
    for region in outcome.missing.sorted() { await open(region) }
    broadcast.publish(core.resume(outcome.waiting))
    return outcome.refused
  }

  // MARK: Logs

  /// Opens a log of a traveller's fixes, in place of any other of theirs.
  ///
  /// Takes every fix that is reported, also those refused as too late for the live position, and those of a traveller who
  /// is not present, in any order. Viewers never receive it.
  /// - Parameters:
  ///   - traveller: The traveller, present or not.
  ///   - now: The current time; fixes before it are not logged.
  package func openLog(of traveller: TravellerID, now: UniversalTime) {
    core.logs.open(traveller, limit: core.options.logLimit, now: now)
  }

  /// Returns the logged fixes of a traveller in order of time; nil without a log.
  /// - Complexity: O(*n* + *k* log *k*) in all fixes and those that arrived late.
  package func log(of traveller: TravellerID) -> [LocationFix]? { core.logs.fixes(of: traveller) }

  /// Ends the log of a traveller, and returns its fixes in order of time; nil without a log.
  /// - Complexity: As ``log(of:)``.
  @discardableResult
  package func closeLog(of traveller: TravellerID) -> [LocationFix]? { core.logs.close(traveller) }

  private func open(_ region: RegionIndex) async {
    guard core.openRegions.isMissing(region) else { return }
    let opening = openings[region] ?? Task.detached { [map] in TravellerTracker.opened(region, of: map) }
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

  // MARK: Viewers

  /// Adds a viewer to a group, to receive the positions shared with it. Complexity: O(travellers who share).
  package func add(_ viewer: ViewerID, to group: GroupID) { broadcast.add(viewer, to: group) }

  /// Removes a viewer from a group, with undelivered updates. Complexity: O(travellers who share).
  package func remove(_ viewer: ViewerID, from group: GroupID) { broadcast.remove(viewer, from: group) }

  /// Returns a stream of the updates permitted to a viewer; see ``TravellerStream``. Several streams may be open.
  ///
  /// The audiences of travellers alone decide on the updates. The caller authenticates the viewer.
  /// - Complexity: O(*k* log *k*) in the travellers visible to the viewer.
  package nonisolated func updates(for viewer: ViewerID) -> TravellerStream {
    TravellerStream(broadcast, viewer: viewer)
  }

  /// Returns the latest updates permitted to a viewer, by traveller. Complexity: O(*k* log *k*) in them.
  package nonisolated func latest(visibleTo viewer: ViewerID) -> [TravellerUpdate] {
    broadcast.latest(visibleTo: viewer)
  }

  // MARK: Time

  /// Publishes travellers newly without fixes, removes those without fixes for long, and closes unused regions.
  /// - Returns: The removed travellers.
  /// - Complexity: O(travellers).
  @discardableResult
  package func sweep(now: UniversalTime) -> [TravellerID] {
    let (stale, gone) = core.sweep(now: now)
    broadcast.publish(stale)
    for traveller in gone { broadcast.remove(traveller) }
    return gone
  }

  /// Sweeps repeatedly until the task is cancelled; retains the tracker until then.
  /// - Parameters:
  ///   - interval: The time between sweeps.
  ///   - clock: The clock that measures the interval.
  ///   - now: The current time of a sweep.
  package func sweep<C: Clock>(
    every interval: C.Duration, clock: C, now: @Sendable () -> UniversalTime
  ) async {
    while !Task.isCancelled {
      do { try await clock.sleep(for: interval) } catch { return }
      sweep(now: now())
    }
  }

  /// The numbers of travellers, listeners and regions.
  package var counts: TrackerCounts {
    TrackerCounts(
      travellers: core.records.count, listeners: broadcast.counts.listeners,
      regions: core.openRegions.openCount,
      unreadableRegions: core.openRegions.errors.count)
  }
}

/// The numbers of travellers, listeners and regions of a tracker.
package struct TrackerCounts: Hashable, Sendable {
  /// The number of travellers present.
  package var travellers: Int
  /// The number of open streams.
  package var listeners: Int
  /// The number of regions open for matching.
  package var regions: Int
  /// The number of regions near travellers that cannot be read.
  package var unreadableRegions: Int
}
