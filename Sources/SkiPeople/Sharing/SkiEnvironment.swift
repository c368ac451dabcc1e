public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiNavigation

/// The services of live sharing in one process, around one map and one store.
///
/// ```swift
/// let environment = SkiEnvironment(map: try SkiMap.open(path: "area.skimap"), storage: .memory(), membership: trips)
/// let running = Task { await environment.run() }
/// try await environment.shares.grant(grant, as: anna)
/// ```
public final class SkiEnvironment: Sendable {
  /// The live positions.
  public let positions: MapRepository
  /// The grants, links, audit and erasure.
  public let shares: ShareRepository
  package let server: SharingServer
  private let pipeline: LivePipeline
  private let store: any SharingStore
  private let clock: TimeSource
  private let auditDays: Int

  /// The number of days for which the audit is kept by default: a season and the months to the next.
  public static let standardAuditDays = 400

  /// Creates the services; nothing is delivered before ``run()``.
  /// - Parameters:
  ///   - map: The map for matching and for the gate of ski areas.
  ///   - storage: The store, shared by all servers of an installation.
  ///   - membership: The memberships of trips.
  ///   - clock: The clocks; the system's by default.
  ///   - matching: The options of live matching.
  ///   - auditDays: The number of days for which the audit is kept.
  public convenience init(
    map: SkiMap, storage: SharingStorage, membership: any TripMembership, clock: TimeSource = .system,
    matching: LiveMatcherOptions = LiveMatcherOptions(), auditDays: Int = standardAuditDays
  ) {
    self.init(
      map: map, storage: storage, membership: membership, clock: clock, matching: matching,
      quotas: .standard, auditDays: auditDays)
  }

  /// Creates the services with the numbers of what people may make.
  package convenience init(
    map: SkiMap, storage: SharingStorage, membership: any TripMembership, clock: TimeSource = .system,
    matching: LiveMatcherOptions = LiveMatcherOptions(), quotas: Quotas, auditDays: Int = standardAuditDays
  ) {
    let server = SharingServer(store: storage.store, membership: membership, clock: clock)
    self.init(
      map: map, server: server, storage: storage, membership: membership, clock: clock, matching: matching,
      quotas: quotas, auditDays: auditDays)
  }

  package init(
    map: SkiMap, server: SharingServer, storage: SharingStorage, membership: any TripMembership,
    clock: TimeSource, matching: LiveMatcherOptions = LiveMatcherOptions(), quotas: Quotas = .standard,
    auditDays: Int = standardAuditDays
  ) {
    (self.server, self.clock, store, self.auditDays) = (server, clock, storage.store, auditDays)
    pipeline = LivePipeline(server: server, map: map, options: matching)
    positions = MapRepository(server: server, pipeline: pipeline, store: storage.store)
    shares = ShareRepository(
      server: server, pipeline: pipeline, store: storage.store, membership: membership, quotas: quotas)
  }

  /// Works until the task is cancelled: stores positions, delivers changes, removes what expired. On cancellation
  /// everything that waits is stored, streams end, and the server gives up its lease.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.server.run() }
      group.addTask { await self.repeat(every: 1000) { await self.pipeline.beat() } }
      group.addTask {
        await self.repeat(every: Self.sweepMilliseconds) {
          await ErrorReporter.attempt("removing expired positions") {
            try await self.store.sweep(keepingAuditDays: self.auditDays)
          }
        }
      }
    }
  }

  /// Takes a renewed map; all people is attached to it.
  /// - Throws: ``SkiError`` with code `.unavailable` when the store can't be written now.
  public func adopt(_ map: SkiMap) async throws { try await pipeline.adopt(map) }

  private static let sweepMilliseconds: Int64 = 10_000

  private func `repeat`(every milliseconds: Int64, _ work: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      do { try await clock.sleep(milliseconds) } catch { return }
      await work()
    }
  }

  /// Performs the beats of coarse positions that are due, for tests.
  package func beat() async { await pipeline.beat() }
}
