import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiSystem

/// Measures the time until an end is acknowledged: of all sharing and of one grant, in turn.
struct EndMeasure {
  private let environment: SkiEnvironment
  private let lines: WalkedLines
  /// The server that is stopped before each end, and continued after it; nil for none.
  private let stopped: pid_t?
  private let figures: Locked<LoadFigures>

  init(_ environment: SkiEnvironment, _ lines: WalkedLines, _ stopped: pid_t?, _ figures: Locked<LoadFigures>)
  {
    (self.environment, self.lines, self.stopped, self.figures) = (environment, lines, stopped, figures)
  }

  func run(count: Int) async throws {
    let (trip, user) = (try LoadTrips.trip(0), try LoadTrips.leaver(of: 0))
    var walker = Walker(lines, number: 0)
    for number in 0..<count {
      let grant = LoadTrips.grant(user, in: trip)
      try await environment.shares.grant(grant, as: user)
      let outcome = try await environment.positions.updateCurrentUserLocation(
        [walker.fix(afterSeconds: 1)], of: user, in: trip)
      if case .stored? = outcome.first { figures.withLock { $0.stored += 1 } }
      // The position is shown by all servers, and the leases are new.
      try await Task.sleep(for: .milliseconds(Double.random(in: 400...500)))
      if let stopped { kill(stopped, SIGSTOP) }
      let began = nowMilliseconds()
      if number.isMultiple(of: 2) {
        try await environment.shares.stopSharing(as: user, in: trip)
      } else {
        try await environment.shares.revoke(grant.id, as: user)
      }
      let took = nowMilliseconds() - began
      if let stopped { kill(stopped, SIGCONT) }
      figures.withLock { $0.ends.add(took) }
    }
  }
}
