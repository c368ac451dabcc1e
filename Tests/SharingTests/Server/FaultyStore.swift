import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A store as one server sees it over a bad connection: cut off, or failing before or after the commit.
final class FaultyStore: SharingStore {
  private struct State {
    var isCut = false
    var renewals = 0
    var gate: (@Sendable () async -> Void)?
    var failureShare = 0.0
    var random: SeededGenerator
  }

  private let base: any SharingStore
  private let state: Locked<State>

  init(_ base: any SharingStore, seed: UInt64) {
    self.base = base
    state = Locked(State(random: SeededGenerator(seed: seed)))
  }

  func setCut(_ cut: Bool) { state.withLock { $0.isCut = cut } }
  /// Sets what each renewal waits for.
  func setGate(_ gate: (@Sendable () async -> Void)?) { state.withLock { $0.gate = gate } }
  /// The number of renewals that began.
  var renewalCount: Int { state.withLock { $0.renewals } }
  func setFailureShare(_ share: Double) { state.withLock { $0.failureShare = share } }

  private enum Fault { case none, before, after }

  private func fault() -> Fault {
    state.withLock { state in
      if state.isCut { return .before }
      guard Double.random(in: 0..<1, using: &state.random) < state.failureShare else { return .none }
      return Bool.random(using: &state.random) ? .before : .after
    }
  }

  private func perform<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    let fault = fault()
    let away = SkiError(.unavailable, "the store is away; try again")
    if fault == .before { throw away }
    let value = try await work()
    if fault == .after { throw away }
    return value
  }

  func renew(_ server: ServerID, applied: Int64) async throws -> SharingChanges {
    let gate = state.withLock { state in
      state.renewals += 1
      return state.gate
    }
    await gate?()
    return try await perform { try await base.renew(server, applied: applied) }
  }
  func leases() async throws -> ServerLeases { try await perform { try await base.leases() } }
  func retire(_ server: ServerID) async throws { try await perform { try await base.retire(server) } }
  func insert(_ grant: ShareGrant, within quotas: Quotas) async throws -> Int64 {
    try await perform { try await base.insert(grant, within: quotas) }
  }
  func end(_ ending: Ending) async throws -> Int64 { try await perform { try await base.end(ending) } }
  func touch(_ trip: TripID) async throws -> Int64 { try await perform { try await base.touch(trip) } }
  func grants(of owner: UserID) async throws -> [ShareGrant] {
    try await perform { try await base.grants(of: owner) }
  }
  func grants(in trip: TripID) async throws -> [ShareGrant] {
    try await perform { try await base.grants(in: trip) }
  }
  func grant(ofLink link: LinkHash) async throws -> ShareGrant? {
    try await perform { try await base.grant(ofLink: link) }
  }
  func write(_ rows: [LiveRow]) async throws -> [RowOutcome] {
    try await perform { try await base.write(rows) }
  }
  func rows(of trip: TripID, after cursor: Int64) async throws -> TripRows {
    try await perform { try await base.rows(of: trip, after: cursor) }
  }
  func rows(after cursors: [TripID: Int64]) async throws -> [TripID: TripRows] {
    try await perform { try await base.rows(after: cursors) }
  }
  func record(_ counts: [AuditCount], applied: Int64) async throws -> Bool {
    try await perform { try await base.record(counts, applied: applied) }
  }
  func audit(of owner: UserID) async throws -> [AuditCount] {
    try await perform { try await base.audit(of: owner) }
  }
  func erase(_ user: UserID) async throws -> EraseReceipt { try await perform { try await base.erase(user) } }
  func sweep(keepingAuditDays days: Int) async throws {
    try await perform { try await base.sweep(keepingAuditDays: days) }
  }
  func listen(_ handler: @escaping @Sendable (StoreChange) -> Void) async throws -> Subscription {
    try await base.listen(handler)
  }
}
