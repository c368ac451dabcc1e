package import SkiGeo
package import SkiGraph
import SkiTracks

/// Follows many travellers at once: takes their fixes, attaches each to the map, and tells those who may know.
///
/// Travellers join with an audience, and are seen by nobody else. Fixes of whoever did not join, or left, are refused, as are
/// repeated and late ones. A traveller who leaves is forgotten at once, and what still waited to be told of them is taken back.
/// Time is given with every call, never read from a clock.
///
/// An actor; hand it fixes in batches where there are many, since each call costs a hop. What is kept is bounded: for each
/// traveller one matcher and one position, for each listener one update a traveller at most (``TravellerStream``), for each region
/// near a traveller its index. The tracker ends its streams when it is dropped.
package actor TravellerTracker {
  private typealias Core = TrackerCore<OnlineMatcher>

  /// The map travellers are matched to.
  package nonisolated let map: SkiMap
  private let broadcast: TravellerBroadcast
  private var core: Core
  private var openings: [RegionIndex: Task<Result<Core.Shelf.Book, SkiError>, Never>] = [:]

  /// Makes a tracker without travellers; no region is opened yet.
  package init(map: SkiMap, options: TrackerOptions = TrackerOptions()) {
    self.map = map
    broadcast = TravellerBroadcast()
    core = Core(map: map, options: options)
  }

  deinit { broadcast.finish() }

  // MARK: Travellers

  /// Takes a traveller in. One who is there already begins anew, keeping nothing but the name.
  /// - Parameters:
  ///   - traveller: Who.
  ///   - audience: Who may know where they are; nobody by default.
  ///   - now: The time; fixes taken before it are refused.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are as many travellers as may be.
  /// - Complexity: O(size of the audience).
  package func join(
    _ traveller: TravellerID, audience: TravellerAudience = .nobody, now: UniversalTime
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

  /// Forgets a traveller; whoever knew where they were is told that they left, and nothing more.
  /// - Complexity: O(size of the audience).
  package func leave(_ traveller: TravellerID, now: UniversalTime) {
    core.leave(traveller, now: now)
    broadcast.remove(traveller)
  }

  /// Changes who may know where a traveller is, from now on; whoever no longer may loses what still waited for them.
  /// - Returns: Whether the traveller is there.
  /// - Complexity: O(size of both audiences).
  @discardableResult
  package func setAudience(_ audience: TravellerAudience, of traveller: TravellerID) -> Bool {
    guard core.records[traveller] != nil else { return false }
    broadcast.setAudience(audience, of: traveller)
    return true
  }

  /// Takes fixes in, in order, and tells what changed to those who may know.
  ///
  /// Returns when all are matched and handed over; where a region has to be opened first, after that, while other calls
  /// go on.
  /// - Parameters:
  ///   - reports: Fixes of any travellers; those of one traveller in order.
  ///   - now: The time; it judges how old fixes are.
  /// - Returns: The reports that were not used, in order.
  /// - Complexity: O(1) for each fix besides matching it, and O(regions of the map) when a traveller has gone half a kilometre.
  @discardableResult
  package func update(_ reports: [TravellerReport], now: UniversalTime) async -> [RefusedReport] {
    let outcome = core.take(reports, now: now)
    broadcast.publish(outcome.updates)
    guard !outcome.missing.isEmpty else { return outcome.refused }
    for region in outcome.missing.sorted() { await open(region) }
    broadcast.publish(core.resume(outcome.waiting))
    return outcome.refused
  }

  private func open(_ region: RegionIndex) async {
    guard core.shelf.isMissing(region) else { return }
    let opening = openings[region] ?? Task.detached { [map] in TravellerTracker.opened(region, of: map) }
    openings[region] = opening
    core.put(await opening.value, for: region)
    openings[region] = nil
  }

  /// Reads a region and prepares it, away from the actor.
  private static func opened(
    _ region: RegionIndex, of map: SkiMap
  ) -> Result<Core.Shelf.Book, SkiError> {
    Result {
      let graph = try map.graph(region)
      return Core.Shelf.Book(graph: graph, index: OnlineMatcher.makeIndex(graph))
    }
    .mapError {
      $0 as? SkiError ?? SkiError(.malformedData, "region \(region.rawValue) can't be opened: \($0)")
    }
  }

  // MARK: Viewers

  /// Makes a viewer a member of a group: they see from now on whoever shares with it. Complexity: O(those who share).
  package func add(_ viewer: ViewerID, to group: GroupID) { broadcast.add(viewer, to: group) }

  /// Ends a membership; what still waited for the viewer by it is taken back. Complexity: O(those who share).
  package func remove(_ viewer: ViewerID, from group: GroupID) { broadcast.remove(viewer, from: group) }

  /// Returns what a viewer may know, as it happens; see ``TravellerStream``. Any number of streams may be open.
  ///
  /// There is no way to ask for a traveller: audiences alone decide. That the viewer is who they say, the caller has made sure of.
  /// - Complexity: O(*k* log *k*) in the travellers the viewer may see.
  package nonisolated func updates(for viewer: ViewerID) -> TravellerStream {
    TravellerStream(broadcast, viewer: viewer)
  }

  /// Returns what a viewer may know now, by the names of travellers. Complexity: O(*k* log *k*) in them.
  package nonisolated func latest(visibleTo viewer: ViewerID) -> [TravellerUpdate] {
    broadcast.latest(visibleTo: viewer)
  }

  // MARK: Time

  /// Tells of travellers who have not been heard of, forgets those who have not for long, and closes regions nobody is near.
  /// - Returns: Who was forgotten.
  /// - Complexity: O(travellers).
  @discardableResult
  package func sweep(now: UniversalTime) -> [TravellerID] {
    let (stale, gone) = core.sweep(now: now)
    broadcast.publish(stale)
    for traveller in gone { broadcast.remove(traveller) }
    return gone
  }

  /// Sweeps again and again until the task is cancelled; keeps the tracker alive as long.
  /// - Parameters:
  ///   - interval: How long to wait between.
  ///   - clock: What waits.
  ///   - now: The time of a sweep.
  package func sweep<C: Clock>(
    every interval: C.Duration, clock: C, now: @Sendable () -> UniversalTime
  ) async {
    while !Task.isCancelled {
      do { try await clock.sleep(for: interval) } catch { return }
      sweep(now: now())
    }
  }

  /// How much is being kept.
  package var counts: TrackerCounts {
    TrackerCounts(
      travellers: core.records.count, listeners: broadcast.counts.listeners, regions: core.shelf.openCount,
      unreadableRegions: core.shelf.errors.count)
  }
}

/// How much a tracker keeps.
///
/// A value.
package struct TrackerCounts: Hashable, Sendable {
  /// Travellers who joined and neither left nor were forgotten.
  package var travellers: Int
  /// Open streams.
  package var listeners: Int
  /// Regions that are open for matching.
  package var regions: Int
  /// Regions near travellers that can't be read.
  package var unreadableRegions: Int
}
