import SkiGeo
public import SkiTracks

/// Chooses the kind of map for one traveller fix by fix, with hysteresis: a pure state machine.
///
/// The same states and fixes give the same states and events. The first fix chooses the map. Then it changes only when
/// fixes are deep on the other side of the boundary: by ``leastDepthMetres`` or by ``depthByAccuracy`` times the
/// accuracy, whichever is more. From the first deep fix on every fix must stay on the other side by half of that, for
/// ``dwellSeconds`` and three fixes; then the map changes. For ``settlingSeconds`` after a change the next one takes
/// ``settlingFactor`` times as long.
///
/// Standing at the boundary changes nothing, and a crossing is detected ``dwellSeconds`` after its first deep fix. It
/// is detected at the second deep fix when that is ``certainDepthMetres`` away or more, as after a tunnel or a ride in
/// a car. A gap in the fixes longer than ``gapSeconds`` resets the detection.
public struct MapKindReducer: Hashable, Sendable {
  /// The least depth beyond the boundary that counts, in metres on the map.
  public var leastDepthMetres = 40.0
  /// The ratio of the least depth to the fix's accuracy; the default is four and a half standard deviations.
  public var depthByAccuracy = 3.0
  /// The time in seconds for which fixes must be beyond the boundary.
  public var dwellSeconds = 30.0
  /// The depth in metres on the map at which the second fix suffices, if it is six times the accuracy too.
  public var certainDepthMetres = 300.0
  /// The time in seconds after a change during which the next one takes longer.
  public var settlingSeconds = 600.0
  /// The factor by which ``dwellSeconds`` is longer within ``settlingSeconds`` after a change.
  public var settlingFactor = 2.0
  /// The interval between fixes in seconds that resets the detection.
  public var gapSeconds = 120.0
  /// The accuracy assumed for fixes without one, a radius of 68 % in metres.
  public var unknownAccuracyMetres = 30.0

  /// Creates a reducer with the default values.
  public init() {}

  /// Returns the state after a fix, and the changes.
  ///
  /// Fixes not later than the last one and those without a valid time change nothing.
  /// - Parameters:
  ///   - state: The state before.
  ///   - fix: The fix; only its time and accuracy are used.
  ///   - answer: The answer of ``MapKindIndex`` for the fix.
  /// - Returns: The new state and its events, at most one.
  public func reduce(
    _ state: MapKindState, _ fix: LocationFix, _ answer: MapKindAnswer
  ) -> (state: MapKindState, events: [MapKindEvent]) {
    guard fix.time.secondsSince1970.isFinite, state.lastFix.map({ fix.time > $0 }) ?? true else {
      return (state, [])
    }
    var next = state
    next.lastFix = fix.time
    guard let kind = state.kind else {
      next.kind = answer.kind
      next.area = answer.kind == .mountain ? answer.area : nil
      return (next, [.entered(answer.kind, area: next.area, at: fix.time)])
    }
    if let last = state.lastFix, Self.seconds(last, fix.time) > gapSeconds {
      next.resetChangeEvidence()
    }
    if changesKind(&next, from: kind, fix, answer) {
      next.kind = answer.kind
      next.area = answer.kind == .mountain ? answer.area : nil
      next.changedAt = fix.time
      next.resetChangeEvidence()
      return (next, [.entered(answer.kind, area: next.area, at: fix.time)])
    }
    guard changesArea(&next, fix, answer) else { return (next, []) }
    next.area = answer.area
    return (next, [.changedArea(answer.area, at: fix.time)])
  }

  /// Updates the detection of another kind of map; returns whether the map changes.
  private func changesKind(
    _ state: inout MapKindState, from kind: MapKind, _ fix: LocationFix, _ answer: MapKindAnswer
  ) -> Bool {
    let accuracy = fix.horizontalAccuracyMetres.flatMap { $0 >= 0 ? $0 : nil } ?? unknownAccuracyMetres
    let depth = (answer.kind == kind ? -1 : 1) * answer.leastBoundaryMetres
    let deep = max(leastDepthMetres, depthByAccuracy * accuracy)
    guard depth >= (state.beyondSince == nil ? deep : deep / 2) else {
      state.beyondSince = nil
      state.beyondCount = 0
      return false
    }
    let since = state.beyondSince ?? fix.time
    state.beyondSince = since
    state.beyondCount += 1
    if state.beyondCount > 1, depth >= max(certainDepthMetres, 6 * accuracy) { return true }
    let isSettling = state.changedAt.map { Self.seconds($0, fix.time) < settlingSeconds } ?? false
    let dwell = isSettling ? dwellSeconds * settlingFactor : dwellSeconds
    return state.beyondCount > 2 && Self.seconds(since, fix.time) >= dwell
  }

  /// Updates the detection of another area; returns whether the area changes.
  private func changesArea(_ state: inout MapKindState, _ fix: LocationFix, _ answer: MapKindAnswer) -> Bool {
    guard state.kind == .mountain, answer.kind == .mountain, answer.area != state.area else {
      state.nextAreaSince = nil
      state.nextArea = nil
      return false
    }
    guard let since = state.nextAreaSince, state.nextArea == answer.area else {
      state.nextArea = answer.area
      state.nextAreaSince = fix.time
      return false
    }
    guard Self.seconds(since, fix.time) >= dwellSeconds else { return false }
    state.nextAreaSince = nil
    state.nextArea = nil
    return true
  }

  private static func seconds(_ from: UniversalTime, _ to: UniversalTime) -> Double {
    to.secondsSince1970 - from.secondsSince1970
  }
}

extension MapKindState {
  fileprivate mutating func resetChangeEvidence() {
    beyondSince = nil
    beyondCount = 0
    nextArea = nil
    nextAreaSince = nil
  }
}
