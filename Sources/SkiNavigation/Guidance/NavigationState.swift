public import SkiGeo
public import SkiRouting

/// How far a traveller is along a route: all a ``NavigationReducer`` knows.
///
/// A value: equal states behave equally. What is public is for showing; only the reducer changes it.
public struct NavigationState: Hashable, Sendable {
  /// What is going on; the raw values are the words of journals.
  @nonexhaustive
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// There is no route.
    case idle
    /// The traveller is on the way to the start of the route.
    case approaching
    /// The traveller follows the route.
    case onRoute = "on-route"
    /// The traveller left the route.
    case offRoute = "off-route"
    /// The traveller reached the end.
    case arrived
  }

  /// The route that is followed; nil when idle.
  public internal(set) var route: Route?
  /// What is going on.
  public internal(set) var phase = Phase.idle
  /// Whether fixes count for nothing at present.
  public internal(set) var isPaused = false
  /// The step the traveller is on, a position in the route's list.
  public internal(set) var step = 0
  /// Metres gone along the route, on the map; never falls while the route stays the same.
  public internal(set) var metresAlong = 0.0
  /// Metres between the traveller and the route; nil before the first fix.
  public internal(set) var distanceMetres: Double?
  /// Whether the lift of the present step is being ridden.
  public internal(set) var isRiding = false
  /// When the last fix was taken that counted; nil before the first.
  public internal(set) var time: UniversalTime?

  /// The route laid flat; nil when idle.
  var plan: RoutePlan?
  var follower = RouteFollower()
  var motion = MotionWindow()
  var judge = OffRouteJudge()
  var rejoin: RejoinWatch?
  /// When the route was left last.
  var leftSeconds: Double?
  var reroute = RerouteSchedule()
  /// Lines that were announced or are past.
  var announcedLegs = 0
  var hasAnnouncedArrival = false
  var hasAnnouncedStart = false
  /// The nearest the traveller came to a start that is far away.
  var leastMetresToStart: Double?
  /// The lifts that are closed, and those of them that were announced; sorted.
  var closedLifts: [UInt32] = []
  var announcedClosures: [UInt32] = []

  /// Makes the state before any event.
  public init() {}
}

extension NavigationState {
  /// The step after the present one; nil on the last.
  public var nextStep: Int? {
    guard let route, step + 1 < route.steps.count else { return nil }
    return step + 1
  }

  /// Metres gone along the present step, on the map.
  public var metresAlongStep: Double {
    guard let plan, step < plan.steps.count else { return 0 }
    return max(0, min(plan.steps[step].planMetres, metresAlong - plan.steps[step].startMetres))
  }

  /// Metres still to go along the surface.
  public var remainingMetres: Double {
    guard let plan, step < plan.steps.count, phase != .arrived else { return 0 }
    return plan.lengthFrom[step + 1] + plan.steps[step].lengthMetres * (1 - shareOfStep)
  }

  /// Milliseconds still to go as the route was planned, waits included; a lift's wait counts until it is ridden.
  public var remainingMilliseconds: Int {
    guard let plan, step < plan.steps.count, phase != .arrived else { return 0 }
    let present = plan.steps[step]
    let wait = present.isLift && isRiding ? 0 : present.waitMilliseconds
    return Int(plan.millisecondsFrom[step + 1] + wait + present.moveMilliseconds * (1 - shareOfStep))
  }

  /// When the end is reached as things stand; nil before the first fix and without a route.
  public var arrival: UniversalTime? {
    guard route != nil, let time else { return nil }
    return time.advanced(bySeconds: Double(remainingMilliseconds) / 1000)
  }

  private var shareOfStep: Double {
    guard let plan, step < plan.steps.count, plan.steps[step].planMetres > 0 else { return 0 }
    return metresAlongStep / plan.steps[step].planMetres
  }
}
