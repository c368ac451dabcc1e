public import SkiBase
import SkiGraph
public import SkiRouting

/// The progress of a traveller along a route: the whole state of a ``NavigationReducer``.
///
/// Equal states behave equally. Public members are for display; only the reducer changes them.
public struct NavigationState: Hashable, Sendable {
  /// The phase of navigation; raw values are those of journals.
  @nonexhaustive
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The phase without a route.
    case idle
    /// The phase before the traveller reaches the start of the route.
    case approaching
    /// The phase in which the traveller follows the route.
    case onRoute = "on-route"
    /// The phase after the traveller left the route.
    case offRoute = "off-route"
    /// The phase after the traveller reached the end.
    case arrived
  }

  /// The current route; nil when idle.
  public internal(set) var route: Route?
  /// The phase of navigation.
  public internal(set) var phase = Phase.idle
  /// Indicates whether guidance is paused, so that fixes are ignored.
  public internal(set) var isPaused = false
  /// The current step, as a position in the route's list; 0 when idle, the last step after arrival.
  public internal(set) var step = 0
  /// The distance travelled along the route in metres on the map; never less than before while the route is the same.
  public internal(set) var metresAlong = 0.0
  /// The distance of the traveller from the route, in metres on the map; from its start while approaching; nil before
  /// the first fix.
  public internal(set) var distanceMetres: Double?
  /// Indicates whether the traveller rides the lift of the current step.
  public internal(set) var isRiding = false
  /// The time of the last fix that was used; nil before the first and after a route was cleared.
  public internal(set) var time: UniversalTime?

  /// The route as a polyline in the plane; nil when idle.
  var plan: RoutePlan?
  var clock = NavigationClock()
  /// The ride on the present lift, where the app tells it.
  var wrongRide: WrongRide?
  /// The route before the current one, where that was requested on the way.
  var former: FormerRoute?
  var follower = RouteFollower()
  var motion = MotionWindow()
  var offRouteDetector = OffRouteDetector()
  var rejoin: RejoinCandidate?
  /// The time of navigation when the route was last left, in seconds.
  var leftSeconds: Double?
  var reroute = RerouteSchedule()
  /// The number of instructions announced or passed.
  var announcedLegs = 0
  var hasAnnouncedArrival = false
  var hasAnnouncedStart = false
  /// The least distance to a distant start up to now, in metres.
  var leastMetresToStart: Double?
  /// The closed lifts, sorted.
  var closedLifts: [UInt32] = []
  /// The region of the closed lifts: that of the last route, also after it was cleared; nil before any route.
  var closedRegion: RegionIndex?
  /// The closed lifts already announced.
  var announcedClosures: [UInt32] = []

  /// Creates the state before any event.
  public init() {}
}

extension NavigationState {
  /// The step after the current one, as a position in the route's list; nil on the last step and when idle.
  public var nextStep: Int? {
    guard let route, step + 1 < route.steps.count else { return nil }
    return step + 1
  }

  /// The distance travelled along the current step, in metres on the map; 0 when idle.
  public var metresAlongStep: Double {
    guard let plan, step < plan.steps.count else { return 0 }
    return max(0, min(plan.steps[step].planMetres, metresAlong - plan.steps[step].startMetres))
  }

  /// The remaining length of the route, in metres along the surface or the rope; 0 when idle and after arrival.
  public var remainingMetres: Double {
    guard let plan, step < plan.steps.count, phase != .arrived else { return 0 }
    return plan.lengthFrom[step + 1] + plan.steps[step].lengthMetres * (1 - shareOfStep)
  }

  /// The remaining time in milliseconds as planned, waits included; 0 when idle and after arrival.
  ///
  /// The wait of a lift counts until it is ridden.
  public var remainingMilliseconds: Int {
    guard let plan, step < plan.steps.count, phase != .arrived else { return 0 }
    let present = plan.steps[step]
    let wait = present.isLift && isRiding ? 0 : present.waitMilliseconds
    return Int(plan.millisecondsFrom[step + 1] + wait + present.moveMilliseconds * (1 - shareOfStep))
  }

  /// The estimated time of arrival: that of the last fix, and the time planned from there; nil before the first fix and
  /// when idle.
  public var arrival: UniversalTime? {
    guard route != nil, let time else { return nil }
    return time.advanced(bySeconds: Double(remainingMilliseconds) / 1000)
  }

  private var shareOfStep: Double {
    guard let plan, step < plan.steps.count, plan.steps[step].planMetres > 0 else { return 0 }
    return metresAlongStep / plan.steps[step].planMetres
  }
}

/// Detects that a route was left from several fixes, robust against outliers.
///
/// A cumulative sum: each second adds the excess of the distance over a tolerance, and subtracts the shortfall.
///
/// **Source:** Page 1954, "Continuous inspection schemes".
struct OffRouteDetector: Hashable, Sendable {
  /// The cumulative sum, 0...``greatest``.
  private(set) var evidence = 0.0

  private static let threshold = 7.0
  private static let greatest = 12.0
  private static let scaleMetres = 4.0

  /// The input of one fix.
  struct FixInput: Sendable {
    /// The distance between the fix and the route in metres; nil when no part of the route is within reach.
    var distance: Double?
    /// The time since the previous fix, in seconds.
    var seconds: Double
    /// The tolerated distance, in metres.
    var tolerance: Double
    /// Indicates whether the traveller moves back along the route.
    var goesBack: Bool
  }

  /// Resets the sum.
  mutating func reset() { evidence = 0 }

  /// Adds a fix and returns whether the route was left.
  mutating func isLeft(_ look: FixInput) -> Bool {
    let excess = look.distance.map { ($0 - look.tolerance) / Self.scaleMetres } ?? 2.5
    let rate = max(excess, look.goesBack ? 0.7 : -3)
    evidence += max(-3, min(2.5, rate)) * max(0, min(2, look.seconds))
    evidence = max(0, min(Self.greatest, evidence))
    return evidence >= Self.threshold
  }
}
