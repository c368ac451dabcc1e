import SkiAPI
import SkiBase
import SkiGraph
import SkiNavigation
import SkiTracks

/// Turns fixes into stored rows: filters and matches them, passes them through the gate of ski areas, decides on the
/// coarse position, and hands the row to the server's next batch.
actor LivePipeline {
  private struct Key: Hashable {
    var trip: TripID
    var user: UserID

    /// The traveller for the matcher; trips are matched apart.
    var traveller: TravellerID { TravellerID("\(trip)\u{0}\(user)") }
  }

  /// The state of one traveller in one trip.
  private struct Traveller {
    var gate = AreaGate()
    var coarse = CoarsePublisher()
    var row: LiveRow?
    var cursor: Int64 = 0
    var revision: Int64 = 0
    var keepSeconds = ShareGrant.defaultKeepSeconds
  }

  private let server: SharingServer
  private let matcher: LiveMatcher
  private var map: SkiMap
  private var index: MapKindIndex
  private var travellers: [Key: Traveller] = [:]
  private var random = SystemRandomNumberGenerator()

  init(server: SharingServer, map: SkiMap, options: LiveMatcherOptions) {
    (self.server, self.map) = (server, map)
    matcher = LiveMatcher(map: map, options: options)
    index = MapKindIndex(map: map)
  }
}

// MARK: Fixes

extension LivePipeline {
  /// Reports fixes of one user in order of time; only the last position is stored.
  /// - Returns: The outcome of each fix, in order.
  /// - Throws: ``SkiError`` with code `.notFound` for an unknown trip, `.unavailable` when the store is away,
  ///   `.limitExceeded` when too many travellers are followed.
  func update(_ fixes: [LocationFix], of user: UserID, in trip: TripID) async throws -> [UpdateOutcome] {
    guard !fixes.isEmpty else { return [] }
    try await server.open(trip)
    let grants = await server.activeGrants(of: user, in: trip)
    guard !grants.isEmpty else { return fixes.map { _ in .notSharing } }
    let key = Key(trip: trip, user: user)
    try await begin(key)
    let now = server.now
    let matches = await matcher.update(fixes.map { TravellerReport(key.traveller, $0) }, now: now)
    guard var traveller = travellers[key] else { return fixes.map { _ in .older } }
    let refused = Dictionary(
      matches.refused.map { ($0.index, Self.outcome($0.reason)) }, uniquingKeysWith: { first, _ in first })
    for (number, fix) in fixes.enumerated() where refused[number] == nil {
      _ = try traveller.gate.take(fix, in: index)
    }
    let step = take(matches.positions.last, fixes, &traveller, grants: grants, key: key, now: now)
    travellers[key] = traveller
    let outcome = try await store(step, of: key)
    return fixes.indices.map { refused[$0] ?? outcome }
  }

  /// Starts to follow a traveller, with the coarse position that another server may have stored.
  private func begin(_ key: Key) async throws {
    guard travellers[key] == nil else { return }
    let known = await server.row(of: key.user, in: key.trip)
    try await matcher.join(key.traveller, now: server.now.advanced(bySeconds: -LivePipeline.lateSeconds))
    guard travellers[key] == nil else { return }
    var traveller = Traveller()
    if let position = known?.position { traveller.coarse = position.coarse }
    traveller.revision = known?.order.revision ?? 0
    travellers[key] = traveller
  }

  /// The age in seconds of a first fix that is taken.
  private static let lateSeconds = 60.0

  private static func outcome(_ reason: RefusedReport.Reason) -> UpdateOutcome {
    switch reason {
    case .fix(.duplicate), .fix(.outdated): .older
    case .fix(let rejection): .refused(rejection)
    default: .older
    }
  }

  /// The result of a report: the row to be stored, if any.
  private struct Step {
    var row: LiveRow?
    /// Indicates whether a grant shows the place of the traveller.
    var isShown: Bool
  }

  /// Updates a traveller by the last matched position of a report; nil when it is not worth storing.
  private func take(
    _ position: TravellerPosition?, _ fixes: [LocationFix], _ traveller: inout Traveller,
    grants: [ShareGrant],
    key: Key, now: UniversalTime
  ) -> Step {
    let isInside = traveller.gate.isInside
    let isShown = isInside || grants.contains { !$0.onlyInsideSkiArea }
    guard let position, isShown || traveller.row != nil else { return Step(isShown: isShown) }
    traveller.keepSeconds = grants.map(\.keepSeconds).max() ?? ShareGrant.defaultKeepSeconds
    var next = LiveRow.Position(exact: exact(position), coarse: traveller.coarse, isInSkiArea: isInside)
    // The place itself is not stored where no grant shows it: the last one inside stands for it.
    if !isShown, let last = traveller.row?.position { next.exact = last.exact }
    traveller.coarse.observe(
      CoarsePublisher.Place(
        cell: GridCell(at: next.exact.coordinate), area: isInside ? traveller.gate.area : nil,
        isInSkiArea: isInside, fixMilliseconds: position.time.milliseconds),
      now: now.milliseconds, random: &random)
    next.coarse = traveller.coarse
    traveller.revision += 1
    let sequence = fixes.last { $0.time == position.time }?.sequence ?? 0
    let row = LiveRow(
      trip: key.trip, user: key.user,
      order: LiveRow.Order(
        observedMilliseconds: position.time.milliseconds, sequence: Int64(clamping: sequence),
        revision: traveller.revision),
      expiresMilliseconds: position.time.milliseconds + Int64(traveller.keepSeconds * 1000), position: next)
    traveller.row = row
    return Step(row: row, isShown: isShown)
  }

  private func exact(_ position: TravellerPosition) -> ExactLocation {
    ExactLocation(
      coordinate: position.coordinate,
      place: position.map == map.id ? position.place.flatMap { try? map.stored($0) } : nil,
      state: position.state, speedMetresPerSecond: position.speedMetresPerSecond)
  }

  /// Stores the row of a report; returns the outcome of the fixes that were not refused.
  private func store(_ step: Step, of key: Key) async throws -> UpdateOutcome {
    guard let row = step.row else {
      guard step.isShown else { return .outsideArea }
      guard let traveller = travellers[key], traveller.row != nil else { return .older }
      return .unchanged(LocationCursor(trip: key.trip, number: traveller.cursor))
    }
    switch try await server.store(row) {
    case .stored(let cursor):
      travellers[key]?.cursor = cursor
      return step.isShown ? .stored(LocationCursor(trip: key.trip, number: cursor)) : .outsideArea
    case .older:
      // The row of this server is not the stored one: a later fix must not be taken for unchanged.
      await forget(key)
      return .older
    case .notSharing:
      await forget(key)
      return .notSharing
    }
  }
}

// MARK: Time and endings

extension LivePipeline {
  /// Stops following a traveller in a trip, or in all; rows on their way to the store are dropped.
  func stop(_ user: UserID, in trip: TripID?) async {
    for key in travellers.keys where key.user == user && (trip == nil || key.trip == trip) {
      await forget(key)
    }
    await server.dropWaiting(user, from: trip)
  }

  private func forget(_ key: Key) async {
    travellers[key] = nil
    await matcher.leave(key.traveller, now: server.now)
  }

  /// Performs the beats of coarse positions that are due, and forgets travellers whose position expired.
  func beat() async {
    let now = server.now.milliseconds
    await withDiscardingTaskGroup { group in
      for (key, traveller) in travellers {
        guard let row = traveller.row else { continue }
        if row.expiresMilliseconds <= now {
          await forget(key)
        } else if let next = beat(key, row, now: now) {
          group.addTask { await self.storeBeat(next, of: key) }
        }
      }
    }
  }

  private func beat(_ key: Key, _ row: LiveRow, now: Int64) -> LiveRow? {
    guard travellers[key]?.coarse.performBeat(now: now) == true, let traveller = travellers[key] else {
      return nil
    }
    travellers[key]?.revision += 1
    var next = row
    next.order.revision = traveller.revision + 1
    next.position?.coarse = traveller.coarse
    travellers[key]?.row = next
    return next
  }

  /// Stores a beat; a traveller whom another server follows, or who ended sharing, is forgotten.
  private func storeBeat(_ row: LiveRow, of key: Key) async {
    let stored = await ErrorReporter.attempt("storing a position") { try await server.store(row) }
    guard let outcome = stored else { return }
    switch outcome {
    case .stored(let cursor): travellers[key]?.cursor = cursor
    case .older, .notSharing:
      guard let latest = travellers[key]?.row, latest.order <= row.order else { return }
      await forget(key)
    }
  }

  /// Takes a renewed map: attaches all people to it and stores the new places.
  func adopt(_ renewed: SkiMap) async throws {
    (map, index) = (renewed, MapKindIndex(map: renewed))
    for key in travellers.keys { travellers[key]?.gate.forgetArea() }
    let keys = Dictionary(uniqueKeysWithValues: travellers.keys.map { ($0.traveller, $0) })
    for position in await matcher.adopt(renewed) {
      guard let key = keys[position.traveller], var row = travellers[key]?.row,
        row.position?.isInSkiArea == true
      else { continue }
      travellers[key]?.revision += 1
      row.order.revision = travellers[key]?.revision ?? 0
      row.position?.exact = exact(position)
      travellers[key]?.row = row
      await storeBeat(row, of: key)
    }
  }

  /// The number of travellers followed.
  var count: Int { travellers.count }
}

/// Decides fix by fix whether a traveller is in a ski area.
///
/// Entering has hysteresis; the first fix outside leaves, so that no place outside passes while the decision is open.
struct AreaGate: Sendable {
  private let reducer = MapKindReducer()
  private var state = MapKindState()
  private var isLastFixInside = false

  /// Takes a fix; returns whether the traveller is in a ski area.
  /// - Throws: ``SkiError`` as ``MapKindIndex/mapKind(at:accuracyMetres:)``.
  mutating func take(_ fix: LocationFix, in index: MapKindIndex) throws -> Bool {
    let accuracy = fix.horizontalAccuracyMetres.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 10
    let answer = try index.mapKind(at: fix.coordinate, accuracyMetres: accuracy)
    state = reducer.reduce(state, fix, answer).state
    isLastFixInside = answer.kind == .mountain
    return isInside
  }

  /// Indicates whether the traveller is in a ski area; `false` before the first fix.
  var isInside: Bool { state.kind == .mountain && isLastFixInside }

  /// The ski area; nil outside of mapped areas.
  var area: SharedArea? { state.area.map { SharedArea(id: $0.id?.rawValue, name: $0.name) } }

  /// Forgets the area, which is valid for the map it was found on, and keeps the decision.
  mutating func forgetArea() { (state.area, state.nextArea, state.nextAreaSince) = (nil, nil, nil) }
}
