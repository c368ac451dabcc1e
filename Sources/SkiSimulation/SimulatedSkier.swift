import SkiBase
public import SkiGraph
public import SkiTracks

/// A simulated skier on a real mountain, which generates fixes with their ground truth.
///
/// Its size is a few hundred bytes and the line of the current leg; thousands share one ``SimulatedMountain``. The same
/// seed and options give the same day on every machine.
public struct SimulatedSkier: Sendable {
  /// The result of one time step.
  package struct Step: Sendable {
    /// The fix of the phone; nil during an outage.
    package var fix: LocationFix?
    /// The ground truth.
    package var truth: SimulatedTruth
    /// The edges completed since the last step, in order.
    package var passages: [EdgePassage]
  }

  /// The prepared region the skier is in.
  public let mountain: SimulatedMountain
  /// The behaviour of the skier and of the phone.
  public let options: SimulationOptions
  private var choices: SimulationRandom
  private var errors: SimulationRandom
  private var planner: LegPlanner
  private var receiver: SimulatedReceiver
  private var legs: [SimulatedLeg] = []
  private var motion = SkierMotion.none
  private var log: PassageLog
  private var elapsed = 0.0
  private var isOver = false
  private let form: Double
  /// The maximum number of consecutive legs without duration, after which the day ends.
  private static let idleLimit = 100

  /// Creates a skier at the bottom of a lift.
  /// - Parameters:
  ///   - mountain: The prepared region.
  ///   - seed: The seed of all random numbers.
  ///   - options: The behaviour of the skier and of the phone.
  public init(on mountain: SimulatedMountain, seed: UInt64, options: SimulationOptions = SimulationOptions())
  {
    self.mountain = mountain
    self.options = options
    choices = SimulationRandom(seed: seed, stream: 1)
    errors = SimulationRandom(seed: seed, stream: 2)
    planner = LegPlanner(on: mountain, options: options, &choices)
    receiver = SimulatedReceiver(options.receiver, &errors)
    log = PassageLog(region: mountain.graph.region)
    form = choices.uniform(0.85, 1.2)
  }

  /// Advances by the time between two fixes; nil when the day is over.
  ///
  /// The last edge is then no passage, since it is incomplete.
  /// - Complexity: O(log *n*) in the points of the current leg, and a search when a new one is planned.
  package mutating func next() -> Step? {
    let sampling = max(0.1, min(3600, options.receiver.samplingSeconds))
    let parts = max(1, Int(sampling.rounded(.up)))
    guard !isOver, elapsed + sampling <= options.durationSeconds else { return nil }
    var moment: TrueState?
    for _ in 0..<parts where !isOver {
      elapsed += sampling / Double(parts)
      receiver.advance(sampling / Double(parts), at: elapsed, &errors)
      moment = tick(sampling / Double(parts))
      isOver = moment == nil
    }
    guard let moment else { return nil }
    let fix = receiver.fix(of: moment, at: elapsed, time: now, &errors)
    if fix != nil { log.countFix() }
    let truth = SimulatedTruth(
      state: moment.state, place: moment.place, feature: moment.feature, coordinate: moment.coordinate,
      elevationMetres: moment.elevationMetres)
    return Step(fix: fix, truth: truth, passages: log.take())
  }

  private var now: UniversalTime { options.start.advanced(bySeconds: elapsed) }

  private mutating func tick(_ seconds: Double) -> TrueState? {
    for _ in 0..<Self.idleLimit {
      if let moment = advance(seconds) { return moment }
      if legs.isEmpty {
        legs = planner.next(on: mountain, elapsedSeconds: elapsed, &choices)
      } else {
        begin(legs.removeFirst())
      }
    }
    return nil
  }

  private mutating func advance(_ seconds: Double) -> TrueState? {
    switch motion {
    case .none: return nil
    case .standing(var standing):
      let moment = standing.advance(seconds)
      motion = moment == nil ? .none : .standing(standing)
      return moment
    case .lift(var lift):
      let moment = lift.advance(seconds, on: mountain)
      if moment == nil { log.leave(atMetres: lift.metresAlong, at: now) }
      motion = moment == nil ? .none : .lift(lift)
      return moment
    case .path(var path):
      let old = path.ordinal
      let moment = path.advance(seconds, on: mountain, &choices)
      if let old { note(path, from: old, hasEnded: moment == nil) }
      motion = moment == nil ? .none : .path(path)
      return moment
    }
  }

  /// Logs the edges traversed in one step.
  private mutating func note(_ path: PathMotion, from old: Int, hasEnded: Bool) {
    var metres = path.metres(ofOrdinal: old)
    for (edge, length) in path.edges(from: old) {
      log.leave(atMetres: metres, at: now)
      log.enter(edge, at: now)
      metres = length
    }
    if hasEnded { log.leave(atMetres: path.metresAlong, at: now) }
  }

  private mutating func begin(_ leg: SimulatedLeg) {
    switch leg {
    case .path(let edges):
      let course = Course(edges, on: mountain)
      motion = .path(PathMotion(course, form: form, options: options, &choices))
      if let first = edges.first { log.enter(first, at: now) }
    case .queue(let edge, let seconds):
      motion = .standing(StandingMotion(queueFor: edge, seconds: seconds, on: mountain, &choices))
    case .ride(let edge):
      motion = .lift(LiftMotion(edge, on: mountain, stopShare: options.liftStopShare, &choices))
      log.enter(edge, at: now)
    case .lunch(let edge, let seconds):
      motion = .standing(StandingMotion(lunchAfter: edge, seconds: seconds, on: mountain, &choices))
    case .offMap(let course, let speed):
      log.breakOff()
      motion = .path(PathMotion(course, offMapSpeed: speed, form: form, options: options, &choices))
    }
  }
}

/// The current motion of a simulated skier.
enum SkierMotion: Sendable {
  case none
  case path(PathMotion)
  case lift(LiftMotion)
  case standing(StandingMotion)
}

/// The log of the edges a simulated skier traversed, with times.
struct PassageLog: Sendable {
  /// The passages completed since the last call of ``take()``.
  private(set) var finished: [EdgePassage] = []
  private let region: RegionIndex
  private var open: EdgePassage?
  private var fixCount = 0
  private var isContinued = false

  init(region: RegionIndex) { self.region = region }

  /// Counts a fix.
  mutating func countFix() { fixCount += 1 }

  /// Starts a passage at the start of an edge.
  mutating func enter(_ edge: EdgeIndex, at time: UniversalTime) {
    open = EdgePassage(
      region: region, edge: edge, metres: (0, 0), times: (time, time), fixes: fixCount..<fixCount,
      isContinued: isContinued)
  }

  /// Ends the open passage.
  mutating func leave(atMetres metres: Double, at time: UniversalTime) {
    guard var passage = open else { return }
    passage.leftMetres = metres
    passage.leftAt = time
    passage.fixes = passage.fixes.lowerBound..<fixCount
    finished.append(passage)
    open = nil
    isContinued = true
  }

  /// Marks that the skier left the network.
  mutating func breakOff() { isContinued = false }

  /// Returns the completed passages and clears them.
  mutating func take() -> [EdgePassage] {
    defer { finished.removeAll(keepingCapacity: true) }
    return finished
  }
}

/// A source of a simulated skier's fixes, in real time or at another rate of a given clock.
///
/// Fixes are computed on demand, without buffering or background tasks. A slow reader loses no fix and receives those
/// already due without waiting. Each sequence is the same day from its start.
public struct SimulatedSource<SimulationClock: Clock>: LocationSource
where SimulationClock.Duration == Duration {
  private let skier: SimulatedSkier
  private let pacing: FixPacing<SimulationClock>

  /// Creates a source of the fixes of a skier.
  /// - Parameters:
  ///   - skier: The skier; a copy starts with each sequence.
  ///   - clock: The clock for waiting.
  ///   - rate: The number of simulated seconds in a second of the clock; infinite for no waiting.
  /// - Precondition: `rate` is positive.
  public init(_ skier: SimulatedSkier, clock: SimulationClock, rate: Double = 1) {
    self.skier = skier
    pacing = FixPacing(clock: clock, rate: rate)
  }

  /// Returns the fixes of the day; the first one is due at once.
  public func fixes() -> some AsyncSequence<LocationFix, any Error> & Sendable { FixSequence(source: self) }

  /// The sequence of fixes as they become due.
  struct FixSequence: AsyncSequence, Sendable {
    fileprivate let source: SimulatedSource

    /// Returns an iterator at the start of the day, independent of other iterators.
    func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// An iterator over one day.
    struct Iterator: AsyncIteratorProtocol {
      private var skier: SimulatedSkier
      private var pacing: FixPacing<SimulationClock>

      fileprivate init(source: SimulatedSource) { (skier, pacing) = (source.skier, source.pacing) }

      /// Returns the next fix when it is due; nil when the day is over.
      /// - Throws: `CancellationError` when the task is cancelled.
      /// - Complexity: O(log *n*) in the points of the current leg for each step of the day, and a search of the graph
      ///   when a new leg is planned.
      mutating func next() async throws -> LocationFix? {
        try Task.checkCancellation()
        while let step = skier.next() {
          guard let fix = step.fix else { continue }
          try await pacing.wait(for: fix)
          return fix
        }
        return nil
      }
    }
  }
}
