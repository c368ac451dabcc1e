public import SkiBase
public import SkiGraph
import SkiTracks

/// Chooses the kind of map for one traveller fix by fix, with hysteresis: a pure state machine.
///
/// The same states and fixes give the same states and events. The first fix chooses the map. Then it changes only when
/// fixes are deep on the other side of the boundary: by ``leastDepthMetres`` or by ``depthByAccuracy`` times the
/// accuracy, whichever is more. From the first deep fix on every fix must stay on the other side by half of that, for
/// ``dwellSeconds`` and three fixes; then the map changes. For ``settlingSeconds`` after a change the next one takes
/// ``settlingFactor`` times as long.
///
/// A queue at the foot of a lift is mountain, although the streets may be nearer than the boundary is deep: after
/// ``queueSeconds`` within ``queueReachMetres`` of a boarding place the mountain map is shown, and kept for as long as
/// the traveller is there. For inaccurate fixes the distance is twice the accuracy, up to 90 m, and the time longer by
/// the same factor. Excursions of up to ``queueAbsenceSeconds`` do not count, since receivers drift.
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
  /// The distance from a boarding place in metres on the map within which a traveller may be queueing.
  public var queueReachMetres = 40.0
  /// The time in seconds at a boarding place after which it is a queue; passers-by take less.
  public var queueSeconds = 120.0
  /// The longest absence from a boarding place in seconds that does not end a queue.
  public var queueAbsenceSeconds = 20.0
  /// The accuracy assumed for fixes without one, a radius of 68 % in metres.
  public var unknownAccuracyMetres = 30.0

  /// The greatest distance from a boarding place in metres within which inaccurate fixes count as a queue.
  private static let greatestQueueReachMetres = 90.0

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
      (next.boardingSince, next.boardingSeen) = (nil, nil)
    }
    let isQueueing = queues(&next, fix, answer)
    if isQueueing, kind == .mountain {
      next.beyondSince = nil
      next.beyondCount = 0
    } else if isQueueing || changesKind(&next, from: kind, fix, answer) {
      let other: MapKind = kind == .mountain ? .street : .mountain
      next.kind = other
      next.area = other == .mountain ? answer.area : nil
      next.changedAt = fix.time
      next.resetChangeEvidence()
      return (next, [.entered(other, area: next.area, at: fix.time)])
    }
    guard changesArea(&next, fix, answer) else { return (next, []) }
    next.area = answer.area
    return (next, [.changedArea(answer.area, at: fix.time)])
  }

  /// Updates the detection of another kind of map; returns whether the map changes.
  private func changesKind(
    _ state: inout MapKindState, from kind: MapKind, _ fix: LocationFix, _ answer: MapKindAnswer
  ) -> Bool {
    let accuracy = accuracy(of: fix)
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

  private func accuracy(of fix: LocationFix) -> Double {
    fix.horizontalAccuracyMetres.flatMap { $0 >= 0 ? $0 : nil } ?? unknownAccuracyMetres
  }

  /// Updates the detection of a queue; returns whether the traveller is in one.
  private func queues(_ state: inout MapKindState, _ fix: LocationFix, _ answer: MapKindAnswer) -> Bool {
    let reach = max(queueReachMetres, min(Self.greatestQueueReachMetres, 2 * accuracy(of: fix)))
    if answer.boardingMetres.map({ $0 <= reach }) ?? false {
      state.boardingSince = state.boardingSince ?? fix.time
      state.boardingSeen = fix.time
    } else if let seen = state.boardingSeen, Self.seconds(seen, fix.time) > queueAbsenceSeconds {
      (state.boardingSince, state.boardingSeen) = (nil, nil)
    }
    // A passer-by takes longer through a larger reach.
    let dwell = queueSeconds * reach / max(1, queueReachMetres)
    return state.boardingSince.map { Self.seconds($0, fix.time) >= dwell } ?? false
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

/// The state of a ``MapKindReducer`` for one traveller; replay starts with `MapKindState()`.
public struct MapKindState: Hashable, Sendable {
  /// The current kind of map; nil before the first fix.
  public var kind: MapKind?
  /// The current ski area; nil in the streets, and outside areas.
  public var area: SkiAreaName?
  /// The time of the last change of the kind of map; nil before any, the first choice not counted.
  public var changedAt: UniversalTime?
  /// The time of the last fix that was used; nil before the first.
  public var lastFix: UniversalTime?
  /// The time of the first of the latest successive fixes deep beyond the boundary; nil when the last one was not.
  public var beyondSince: UniversalTime?
  /// The number of successive fixes since ``beyondSince``, that one included; 0 when it is nil.
  public var beyondCount = 0
  /// The time of the first of the latest fixes at a place where a lift is boarded; nil when the traveller is elsewhere.
  public var boardingSince: UniversalTime?
  /// The time of the last fix there.
  public var boardingSeen: UniversalTime?
  /// The area of the latest successive fixes, where it differs from ``area``; nil outside areas too.
  public var nextArea: SkiAreaName?
  /// The time of the first of the successive fixes in ``nextArea``; nil while the area does not differ.
  public var nextAreaSince: UniversalTime?

  /// Creates the state before any fix.
  public init() {}
}

/// A change of the map or the area for one traveller.
@nonexhaustive
public enum MapKindEvent: Hashable, Sendable {
  /// The kind of map was chosen by the first fix or changed; with the ski area, nil in the streets and outside areas,
  /// and the time of the fix.
  case entered(MapKind, area: SkiAreaName?, at: UniversalTime)
  /// The ski area changed on the mountain, nil for leaving all areas; with the time of the fix.
  case changedArea(SkiAreaName?, at: UniversalTime)
}
