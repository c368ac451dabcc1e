import SkiBase
public import SkiGraph
public import SkiRouting
public import SkiTracks

/// The time of a navigation, which always ascends although the clock of the fixes may be set back or forward.
///
/// Fixes that are not later than the last one are late or repeated, and ignored. They are the present ones after the
/// clock was set back: then their times or sequence numbers ascend among each other, and they go on where the traveller
/// was. After ``requiredCount`` of these their clock is followed, and the time of navigation goes on from the last fix. A
/// clock that was set forward is followed at once, as after a gap in the fixes.
struct NavigationClock: Hashable, Sendable {
  /// A fix as the clock sees it.
  struct Mark: Hashable, Sendable {
    var seconds: Double
    var place: Coordinate
    var accuracyMetres: Double
    var sequence: UInt64?
  }

  /// The number of successive earlier fixes in order after which the clock counts as set back.
  static let requiredCount = 6
  /// The greatest interval between fixes, in seconds, in which a traveller may have gone on from the last place.
  private static let nearSeconds = 5.0

  /// The difference of the time of navigation from that of the fixes, in seconds.
  private(set) var offset = 0.0
  /// The last fix that was used.
  private(set) var last: Mark?
  /// The last of the successive earlier fixes, with their number; nil when the last fix was used.
  private(set) var earlier: Mark?
  private(set) var earlierCount = 0

  /// Returns the time of navigation at a fix in seconds, later than that of the fix before; nil for a fix to be ignored.
  mutating func seconds(at mark: Mark) -> Double? {
    guard let last else {
      self.last = mark
      return mark.seconds + offset
    }
    if mark.seconds <= last.seconds {
      guard isSetBack(mark, after: last) else { return nil }
      offset += last.seconds + max(1e-3, mark.seconds - (earlier?.seconds ?? mark.seconds)) - mark.seconds
    }
    self.last = mark
    (earlier, earlierCount) = (nil, 0)
    return mark.seconds + offset
  }

  /// Counts an earlier fix; returns whether the clock was set back.
  private mutating func isSetBack(_ mark: Mark, after last: Mark) -> Bool {
    let isRepeated = mark.seconds == last.seconds
    let isOutdated = mark.sequence.flatMap { number in last.sequence.map { number <= $0 } } ?? false
    guard !isRepeated, !isOutdated else { return false }
    if let earlier, mark.seconds > earlier.seconds {
      earlierCount += 1
    } else {
      guard Self.goesOn(from: last, to: mark) else { return false }
      earlierCount = 1
    }
    guard earlierCount < Self.requiredCount else { return true }
    earlier = mark
    return false
  }

  /// Returns whether a fix may follow another within a few seconds, whatever their times.
  private static func goesOn(from last: Mark, to mark: Mark) -> Bool {
    last.place.distanceMetres(to: mark.place)
      <= RouteFollower.greatestSpeed * nearSeconds + 2 * (last.accuracyMetres + mark.accuracyMetres)
  }
}

/// An event of a traveller who follows a route: the only input of a ``NavigationReducer``.
@nonexhaustive
public enum NavigationEvent: Hashable, Sendable {
  /// A route was chosen; it replaces any other and is followed from its start.
  case routeSet(Route)
  /// The route was cancelled.
  case routeCleared
  /// A filtered fix of the receiver, with its match where the app matches online, and with the lift that the match is
  /// on, see `SkiMap.riddenLift(at:)`.
  case fix(LocationFix, matched: MatchedFix? = nil, ride: RiddenLift? = nil)
  /// The answer to ``NavigationEffect/rerouteWanted(_:)``: a route that replaces the current one.
  case rerouteAnswered(Route)
  /// The failure of ``NavigationEffect/rerouteWanted(_:)``: no connection, or no route from there.
  case rerouteFailed
  /// A lift of the route's region opened or closed; closed lifts are kept for later routes of the region.
  case liftStatusChanged(FeatureIndex, isOpen: Bool)
  /// A pause of guidance: fixes are ignored until ``resumed``.
  case paused
  /// The end of a pause; guidance resumes as after a gap in the fixes.
  case resumed
}
