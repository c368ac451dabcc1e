import SkiGeo
public import SkiTracks

/// Chooses the map of one traveller fix by fix, without flapping: a pure state machine.
///
/// The same states and fixes give the same states and events, so that a journal of fixes replays exactly. The first fix
/// chooses the map. Then it changes only when fixes lie **deep** on the other side: by ``leastDepthMetres`` or by
/// ``depthByAccuracy`` times the accuracy, whichever is more. From the first deep fix on every fix must stay on the other side by
/// half of that, for ``dwellSeconds`` and three fixes; then the map changes. For ``settlingSeconds`` after a change the next one
/// takes ``settlingFactor`` times as long.
///
/// So standing at the boundary changes nothing, while a crossing is noticed ``dwellSeconds`` after its first deep fix (with
/// fixes every second; else at the first fix after that), and at the second deep fix where both are ``certainDepthMetres``
/// away or more: after a tunnel, a ride in a car, a phone that was off. A stretch without fixes longer than ``gapSeconds``
/// makes what spoke for a change before it void.
public struct RegionReducer: Hashable, Sendable {
  /// How deep on the other side counts at least, metres. Default 40 m.
  public var leastDepthMetres = 40.0
  /// ... and how many times the fix's accuracy. Default 3: at four and a half standard deviations.
  public var depthByAccuracy = 3.0
  /// How long all must speak for a change, seconds. Default 30 s.
  public var dwellSeconds = 30.0
  /// How far beyond the boundary there is no doubt, metres; and six times the accuracy. Default 300 m.
  public var certainDepthMetres = 300.0
  /// For how long after a change the next one takes longer, seconds. Default 600 s.
  public var settlingSeconds = 600.0
  /// ... and how many times as long. Default 2.
  public var settlingFactor = 2.0
  /// Without a fix for so long, earlier ones count no more, seconds. Default 120 s.
  public var gapSeconds = 120.0
  /// What is taken for the accuracy of a fix that has none, metres. Default 30 m.
  public var unknownAccuracyMetres = 30.0

  /// Makes a reducer with the defaults.
  public init() {}

  /// Returns the state after a fix, and what changed.
  ///
  /// Fixes older than the last one and those without a usable time change nothing.
  /// - Parameters:
  ///   - state: The state before.
  ///   - fix: The fix; only its time and accuracy count here.
  ///   - answer: What ``MapKindIndex`` says to its place.
  /// - Complexity: O(1).
  public func reduce(
    _ state: RegionState, _ fix: LocationFix, _ answer: MapKindAnswer
  ) -> (state: RegionState, events: [RegionEvent]) {
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
      next.forgetWhatSpokeForChange()
    }
    if changesKind(&next, from: kind, fix, answer) {
      next.kind = answer.kind
      next.area = answer.kind == .mountain ? answer.area : nil
      next.changedAt = fix.time
      next.forgetWhatSpokeForChange()
      return (next, [.entered(answer.kind, area: next.area, at: fix.time)])
    }
    guard changesArea(&next, fix, answer) else { return (next, []) }
    next.area = answer.area
    return (next, [.changedArea(answer.area, at: fix.time)])
  }

  /// Takes what a fix says about the map; whether it is to be changed.
  private func changesKind(
    _ state: inout RegionState, from kind: MapKind, _ fix: LocationFix, _ answer: MapKindAnswer
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

  /// Takes what a fix says about the area; whether it is to be changed.
  private func changesArea(_ state: inout RegionState, _ fix: LocationFix, _ answer: MapKindAnswer) -> Bool {
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

extension RegionState {
  fileprivate mutating func forgetWhatSpokeForChange() {
    beyondSince = nil
    beyondCount = 0
    nextArea = nil
    nextAreaSince = nil
  }
}
