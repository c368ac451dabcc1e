import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTracks

/// The effects of a reducer for a simulated skier, compared with the truth.
struct NavigationTrial {
  private(set) var fixCount = 0
  /// Fixes in truth on runs: seconds of skiing.
  private(set) var skiedSeconds = 0
  private(set) var alarms: [(index: Int, distance: Double)] = []
  private(set) var reroutes: [(seconds: Double, isRiding: Bool)] = []
  private(set) var completed: [Int] = []
  private(set) var missed: [Int] = []
  private(set) var announcements: [Announcement] = []
  private(set) var arrivals: [Int] = []
  /// The violations of properties that hold for every route; empty if none.
  private(set) var faults: [String] = []
  /// The greatest difference between progress and truth, metres.
  private(set) var greatestErrorMetres = 0.0
  /// Seconds from 40 m beside the route to the alarm; nil when there was none or the route was not left.
  private(set) var noticeSeconds: Double?
  private(set) var finalState = NavigationState()

  private let line: TruthLine
  private let legs: [TextLine]
  private let route: Route
  private var leftAt: UniversalTime?
  private var announcedSteps: [Int] = []

  /// Runs a reducer over fixes.
  init(_ route: Route, _ fixes: [SkiedFix], reducer: NavigationReducer = NavigationReducer()) {
    line = TruthLine(route)
    legs = TextLines.lines(route.steps)
    self.route = route
    var state = NavigationState()
    for effect in reducer.reduce(&state, .routeSet(route)) { take(effect, nil, 0) }
    for (index, fix) in fixes.enumerated() {
      let before = state.metresAlong
      let effects = reducer.reduce(&state, .fix(fix.fix))
      fixCount += 1
      if route.steps[fix.step].kind == .run { skiedSeconds += 1 }
      if state.metresAlong < before { faults.append("progress fell from \(before) to \(state.metresAlong)") }
      if state.phase == .onRoute, fix.awayMetres == 0 {
        greatestErrorMetres = max(greatestErrorMetres, abs(state.metresAlong - fix.along))
      }
      note(fix)
      for effect in effects { take(effect, fix, index) }
    }
    finalState = state
  }

  /// Indicates whether the skier was more than 40 m beside the route for over 10 s, or had an alarm while beside it.
  private(set) var leftTheRoute = false

  /// Measures the time beside the route since the last return to it.
  private mutating func note(_ fix: SkiedFix) {
    guard fix.awayMetres > 40, arrivals.isEmpty else {
      leftAt = nil
      return
    }
    let since = leftAt ?? fix.fix.time
    leftAt = since
    if fix.fix.time > since.advanced(bySeconds: 10) { leftTheRoute = true }
  }

  private mutating func take(_ effect: NavigationEffect, _ fix: SkiedFix?, _ index: Int) {
    switch effect {
    case .announce(let announcement):
      announcements.append(announcement)
      check(announcement, fix)
    case .stepCompleted(let step):
      completed.append(step)
      if let fix, route.steps[step].kind == .lift, fix.along < line.steps[step].upperBound - 60 {
        faults.append("lift \(step) completed \(line.steps[step].upperBound - fix.along) m before its end")
      }
    case .missedStep(let step): missed.append(step)
    case .offRoute(let distance):
      alarms.append((index, distance))
      if let fix, fix.awayMetres > 0, noticeSeconds == nil {
        leftTheRoute = true
        noticeSeconds = leftAt.map { fix.fix.time.secondsSince1970 - $0.secondsSince1970 } ?? 0
      }
    case .rerouteWanted:
      reroutes.append(
        (fix?.fix.time.secondsSince1970 ?? 0, fix.map { route.steps[$0.step].kind == .lift } ?? false))
    case .arrived: arrivals.append(index)
    default: break
    }
  }

  private mutating func check(_ announcement: Announcement, _ fix: SkiedFix?) {
    guard let step = announcement.step, announcement.kind != .liftClosed, announcement.kind != .goToStart
    else {
      return
    }
    if announcedSteps.contains(step) { faults.append("step \(step) announced twice") }
    announcedSteps.append(step)
    if let fix, fix.awayMetres == 0, fix.along > line.steps[step].lowerBound + 1 {
      faults.append("step \(step) announced \(fix.along - line.steps[step].lowerBound) m late")
    }
  }

  /// Returns the faults of a skier who followed the route from end to end.
  func faultsOfFollowing() -> [String] {
    var faults = faults
    if completed != Array(route.steps.indices) {
      faults.append("completed \(completed) of \(route.steps.count)")
    }
    if !missed.isEmpty { faults.append("missed \(missed)") }
    let wanted = legs.map(\.steps.lowerBound)
    if announcedSteps != wanted { faults.append("announced \(announcedSteps), not \(wanted)") }
    // The arrival on a route so short that the first fix is at its end need not be announced.
    let arrivals = announcements.count { $0.kind == .arrive }
    if line.total > 60 ? arrivals != 1 : arrivals > 1 { faults.append("arrival announced \(arrivals) times") }
    if self.arrivals.count != 1 { faults.append("arrived \(self.arrivals.count) times") }
    if greatestErrorMetres > 100 { faults.append("progress \(greatestErrorMetres) m beside the truth") }
    return faults
  }
}
